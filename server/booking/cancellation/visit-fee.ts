/**
 * The fee of a cancelled visit is stored with its hour, and refunded as far as that hour is sold again and the visit given (product.md §3):
 * to the client who paid the late fee, or to the professional who was charged the rent. Hours without a client are in fee.ts.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { unborneAt } from '#server/booking/moves/covered-by-host.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { backTo } from '#server/booking/columns/money-words.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { doneStatuses } from '#server/booking/moves/rules.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { accrueBeside } from '#server/payment/charge/frozen.ts'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { execute, read as readPayment } from '#server/payment/charge/payment.ts'
import { leftOf, refundLater } from '#server/payment/charge/refund.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import type { Cancellation } from '#server/pricing/cancellation.ts'
import { openTerms } from '#server/pricing/terms.ts'
import type { Payload } from '#server/platform/events.ts'
import { linesOfBack, visitFeeBack, type VisitFee } from '#server/pricing/visit-fee.ts'

/** In the caller's transaction, which ends the visit. A seat of a class has no hour of its own. */
export const keepVisitFees = async (
  work: Work,
  booking: BookingRow,
  { feeCents, rentRetainedCents, rentChargedCents }: Cancellation,
): Promise<void> => {
  if (booking.class_id !== null || booking.starts_at <= work.now) return
  const saved = [
    { payer: 'client', feeCents, rentCents: rentRetainedCents },
    { payer: 'professional', feeCents: rentChargedCents, rentCents: rentChargedCents },
  ]
  for (const fee of saved.filter((one) => one.feeCents > 0))
    await sql`
      insert into visit_fees (booking_id, payer, professional_id, unit_id, during, fee_cents, rent_cents)
      values (${booking.id}, ${fee.payer}, ${booking.professional_id}, ${booking.unit_id},
        tstzrange(${booking.starts_at}, ${booking.ends_at}), ${fee.feeCents}, ${fee.rentCents})`.execute(
      work.db,
    )
}

/** The same professional at the same place: the whole fee. */
const isWhole = sql<boolean>`again.kind = 'visit' and again.professional_id = fee.professional_id
  and again.unit_id is not distinct from fee.unit_id and fee.payer = 'client'`

/** Visits given at this hour of the professional's place, and bookings that paid for the place. */
const takes = sql`again.id <> fee.booking_id and again.status in (${statusList(doneStatuses)})
  and tstzrange(again.starts_at, again.ends_at) && fee.during
  and (${isWhole} or again.unit_id = fee.unit_id and again.rent_cents > 0 and fee.rent_cents > 0)`

type Pair = { bookingId: string; payer: string; againId: string }

/** Part of the fee is left, and this pair was not settled. */
const isOpen = sql`fee.back_cents < fee.fee_cents and not exists (select from visit_fee_returns done
  where done.booking_id = fee.booking_id and done.payer = fee.payer and done.again_id = again.id)`

/**
 * After a visit was given and divided, or the money of a cancelled visit arrived: the fees for hours that it took, and its own fee for
 * hours that others took before. A bank may be slower than the visit that takes the hour; whichever is later finds the other. Each pair is
 * settled once, by its key.
 */
export const refundVisitFees = async (work: Work, bookingId: string): Promise<void> => {
  const { rows } = await sql<Pair>`
    select fee.booking_id as "bookingId", fee.payer, again.id as "againId" from bookings again
    join visit_fees fee on (fee.unit_id = again.unit_id or fee.professional_id = again.professional_id) and ${takes}
    where again.id = ${bookingId}::uuid and ${isOpen}
    union
    select fee.booking_id, fee.payer, again.id from visit_fees fee join bookings visit on visit.id = fee.booking_id
    -- The hours of a unit are its host's: theirs are found by an index.
    join bookings again on (again.host_id = visit.host_id or again.professional_id = fee.professional_id) and ${takes}
    where fee.booking_id = ${bookingId}::uuid and ${isOpen}
    order by 1, 2, 3`.execute(work.db)
  await runIsolated(work, rows, async (pair) => {
    const paymentId = await inTransaction(work, (work) => refundInside(work, pair))
    if (paymentId !== null) await execute(work, paymentId)
  })
}

type Found = Omit<VisitFee, 'terms' | 'minutes'> & {
  terms: unknown
  feeMinutes: number
  minutes: number
  whole: boolean
  clientId: number | null
  professionalId: number
  hostId: number | null
  rentCoveredByHost: BookingRow['rent_covered_by_host']
}

const refundInside = async (work: Work, pair: Pair): Promise<string | null> => {
  const { againId } = pair
  // The share of the others depends on all the rent that is owed, regardless of payer: both fees of a visit are considered together.
  const fees = await work.db
    .selectFrom('visit_fees')
    .select(['rent_cents', 'back_rent_cents'])
    .where('booking_id', '=', pair.bookingId)
    .orderBy('payer')
    .forUpdate()
    .execute()
  const { rows } = await sql<Found>`
    select fee.payer, fee.fee_cents as "feeCents", fee.rent_cents as "rentCents", fee.back_cents as "backCents",
      fee.back_rent_cents as "backRentCents", ${isWhole} as whole, ${minutesOf(sql`fee.during`)} as "feeMinutes",
      ${minutesOf(sql`fee.during * tstzrange(again.starts_at, again.ends_at)`)} as minutes,
      visit.terms, visit.client_id as "clientId", visit.professional_id as "professionalId", visit.host_id as "hostId",
      visit.rent_covered_by_host as "rentCoveredByHost"
    from visit_fees fee join bookings visit on visit.id = fee.booking_id, bookings again
    where fee.booking_id = ${pair.bookingId} and fee.payer = ${pair.payer} and again.id = ${againId} for update of fee`.execute(
    work.db,
  )
  const found = rows[0] ?? refuse('not_found')
  const fee = { ...found, minutes: found.feeMinutes, terms: openTerms(found.terms) }
  const payment = await readPayment(work, pair.bookingId)
  if (payment === null || payment.settled_at === null) return null
  if (fee.payer === 'client' && payment.method === 'cash') return null
  // What a card refused, a bank reversed or Kalli already refunded is not refunded again.
  const leftCents = fee.payer === 'client' ? leftOf(payment) : fee.feeCents
  const back = visitFeeBack(fee, { ...found, leftCents })
  if (back.amountCents <= 0) return null
  const made = await sql`
    insert into visit_fee_returns (booking_id, payer, again_id, minutes, amount_cents, rent_cents, at)
    values (${pair.bookingId}, ${pair.payer}, ${againId}, ${found.minutes}, ${back.amountCents}, ${back.rentCents}, ${work.now})
    on conflict do nothing returning 1`.execute(work.db)
  if (made.rows.length === 0) return null
  await sql`
    update visit_fees set back_cents = back_cents + ${back.amountCents}, back_rent_cents = back_rent_cents + ${back.rentCents}
    where booking_id = ${pair.bookingId} and payer = ${pair.payer}`.execute(work.db)
  const parties = {
    clientId: found.clientId ?? refuse('not_found'),
    professionalId: found.professionalId,
    hostId: found.hostId,
  }
  const wasCents = fees.reduce(
    (sum, { rent_cents, back_rent_cents }) => sum + rent_cents - back_rent_cents,
    0,
  )
  const unborne = unborneAt(
    { rent_covered_by_host: found.rentCoveredByHost },
    { wasCents, isCents: wasCents - back.rentCents },
  )
  const unborneCents = unborne.reduce((sum, { cents }) => sum + cents, 0)
  const less = [
    ...(await owed(work, pair.bookingId, linesOfBack(fee, back, parties))),
    ...(await backToHosts(work, pair.bookingId, unborne)),
  ]
  const idemKey = `visit_fee:${pair.bookingId}:${pair.payer}:${againId}`
  await publish(work, 'visit_fee.given_back', { bookingId: pair.bookingId, payer: pair.payer, againId })
  if (fee.payer === 'client')
    return refundLater(work, {
      kind: 'fee_return',
      bookingId: pair.bookingId,
      amountCents: back.amountCents,
      lines: [...less, ...owedByProfessional(found.professionalId, unborneCents)],
      idemKey,
    })
  const theirs = await accrueBeside(work, {
    reference: randomUUIDv7(),
    payee: { side: 'professional', id: found.professionalId },
    cents: back.amountCents - unborneCents,
    originId: pair.bookingId,
  })
  await post(work, {
    kind: 'fee_return',
    idemKey,
    bookingId: pair.bookingId,
    at: work.now,
    lines: [theirs, ...less],
  })
  return null
}

/** Repays hosts the part that they covered of a rent that is not owed after all. */
const backToHosts = async (work: Work, originId: string, unborne: ReturnType<typeof unborneAt>) => {
  const lines: Line[] = []
  for (const { hostId, cents } of unborne)
    lines.push(
      await accrueBeside(work, {
        reference: randomUUIDv7(),
        payee: { side: 'host', id: hostId },
        cents,
        originId,
      }),
    )
  return lines
}

/** The debt of the professional for whom they covered it. */
const owedByProfessional = (partyId: number, amountCents: number): Line[] =>
  amountCents === 0
    ? []
    : [{ account: account.owedByProfessional, partyId, side: 'professional', amountCents }]

/** What a payee loses becomes a debt, since it may have been paid out; what the professional gains is paid out. */
const owed = async (work: Work, originId: string, lines: readonly Line[]): Promise<Line[]> => {
  const out: Line[] = []
  for (const line of lines)
    if (line.account === account.owedToHost) out.push({ ...line, account: account.owedByHost })
    else if (line.account !== account.owedToProfessional) out.push(line)
    else if (line.amountCents > 0) out.push({ ...line, account: account.owedByProfessional })
    else
      out.push(
        await accrueBeside(work, {
          reference: randomUUIDv7(),
          payee: { side: 'professional', id: line.partyId ?? refuse('not_found') },
          cents: -line.amountCents,
          originId,
        }),
      )
  return out
}

const minutesOf = (span: ReturnType<typeof sql>) =>
  sql<number>`round(extract(epoch from upper(${span}) - lower(${span})) / 60)::integer`

/** Emails the client that their hour was taken after all. A professional sees the refund on the receipt and in the payout. */
export const mailVisitFeeBack = async (work: Work, fact: Payload<'visit_fee.given_back'>) => {
  if (fact.payer !== 'client') return
  const { rows } = await sql<{ cents: number }>`
    select amount_cents as cents from visit_fee_returns
    where booking_id = ${fact.bookingId} and payer = 'client' and again_id = ${fact.againId}`.execute(work.db)
  const booking = await bookingForMail(work, fact.bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  const [back] = rows
  if (back === undefined || booking === undefined || contact === null) return
  await send(
    work,
    {
      to: contact,
      subject: `Recuperas ${formatCents(back.cents)} de tu cuota por cancelar`,
      lines: [
        `Hola, ${contact.firstName}: la hora que dejaste libre (${when(booking)}) se ocupó después de todo.`,
        `Por eso te devolvemos ${formatCents(back.cents)} de lo que se te cobró por cancelar: ${backTo(booking)}.`,
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
    },
    `visit_fee:${fact.bookingId}:${fact.againId}`,
  )
}
