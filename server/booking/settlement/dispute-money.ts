/**
 * What a dispute does to the money of its visit: which part of what is due waits, and how a decision is posted (money.md J14–J16, J22). The
 * whole split is recomputed at the smaller price, so no payee pays commission or tax on what they lost.
 */
import { type RawBuilder, sql } from 'kysely'
import { outcomeCents, type Bearer, type DisputeLine } from '#contract/booking/settlement/dispute-subject.ts'
import type { Split } from '#contract/payment/split.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { waiveBalance } from '#server/booking/settlement/balance.ts'
import { overtimeOfBooking } from '#server/booking/settlement/meter.ts'
import { bearerOf, lineOf, type DisputeRow } from '#server/booking/settlement/dispute-row.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import { returnInside } from '#server/booking/settlement/tip.ts'
import { accrueBeside, bear, freeze, thaw } from '#server/payment/charge/frozen.ts'
import { account, type Line, type Payee } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { leftOf, refundLater } from '#server/payment/charge/refund.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { lessOf } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** The visit's amount under a line; damage costs at most the rent of the hours, the only agreed amount for it. */
export const lineCentsOf = async (work: Work, booking: BookingRow, line: DisputeLine): Promise<number> => {
  if (line === 'overtime') return (await overtimeOfBooking(work, booking.id))?.amount_cents ?? 0
  return line === 'service' ? booking.total_cents : booking.rent_cents
}

export const payeeOf = (booking: BookingRow, side: 'professional' | 'host'): Payee => ({
  side,
  id: side === 'professional' ? booking.professional_id : (booking.host_id ?? refuse('move_not_allowed')),
})

/** Freezes of what is due to the respondent as much as they may lose; nothing before the visit is divided, or after it was paid out. */
export const freezeLine = async (work: Work, booking: BookingRow, row: DisputeRow): Promise<number> => {
  const payee = payeeOf(booking, row.respondent === 'host' ? 'host' : 'professional')
  const line = lineOf(row)
  return freeze(work, {
    // Overtime is due apart.
    bookingId: line === 'overtime' ? await overtimeIdOf(work, booking.id) : booking.id,
    reference: row.id,
    payee,
    maxCents:
      line === 'damage' ? row.line_cents : lossOf(booking, row, line, row.line_cents)[payee.side].netCents,
  })
}

const overtimeIdOf = async (work: Work, bookingId: string) =>
  (await overtimeOfBooking(work, bookingId))?.id ?? refuse('move_not_allowed')

const lossOf = (
  booking: BookingRow,
  row: DisputeRow,
  line: 'service' | 'rent' | 'overtime',
  cents: number,
  goneCents = 0,
) => {
  if (line === 'overtime') return lossOfOvertime(booking, row, cents)
  return lossOfSplit(booking, line, cents, goneCents)
}

/**
 * Each payee's loss when so much of the service's price or of the rent is not paid after all (J14). `goneCents` of the service's price were
 * lost before, so that the number of steps does not matter (money.md I4).
 */
export const lossOfSplit = (
  booking: BookingRow,
  line: 'service' | 'rent',
  cents: number,
  goneCents: number,
) => {
  const split = (less: { service: number; rent: number }): Split =>
    splitUnder(openTerms(booking.terms), {
      serviceCents: paidOf(booking) - goneCents - less.service,
      rentCents: booking.rent_cents - less.rent,
    })
  const before = split({ service: 0, rent: 0 })
  const after = split(line === 'service' ? { service: cents, rent: 0 } : { service: 0, rent: cents })
  return {
    professional: lessOf('professional', before, after),
    host: lessOf('host', before, after),
  }
}

/** What of a service's price was returned at its professional's cost, by a dispute or a chargeback, from the ledger. */
export const goneOf = async (work: Work, booking: BookingRow): Promise<number> => {
  const { rows } = await sql<{
    cents: number
  }>`select ${goneCents(sql`${booking.id}::uuid`)} as cents`.execute(work.db)
  return rows[0]?.cents ?? 0
}

/** The same as a subquery, for the visit in the outer query. */
export const goneCents = (visitId: RawBuilder<unknown>) => sql<number>`(
    select coalesce(sum(e.amount_cents), 0)::bigint
    from (select ${visitId} as id union all
      -- A dearer hour and the rest of a price have charges of their own.
      select added.booking_id from payments main join payments added on added.adds_to = main.id
      where main.booking_id = ${visitId}) paid
    join journals j on j.booking_id = paid.id join entries e on e.journal_id = j.id and e.side = 'professional'
    where j.kind = 'chargeback_lost' or j.kind = 'dispute' and j.idem_key in (
      select 'dispute:' || id from disputes where booking_id = ${visitId} and line = 'service'))`

/** Overtime was divided apart. */
const lossOfOvertime = (booking: BookingRow, { line_cents: wholeCents }: DisputeRow, cents: number) => {
  const split = (rentCents: number) => splitUnder(openTerms(booking.terms), { serviceCents: 0, rentCents })
  const [before, after] = [split(wholeCents), split(wholeCents - cents)]
  return {
    professional: lessOf('professional', before, after),
    host: lessOf('host', before, after),
  }
}

/**
 * Moves the decided amount, once, and releases what waited; in the caller's transaction. Returns the payment to refund from. Refuses
 * payment_in_progress before the visit is divided.
 */
export const moveMoney = async (work: Work, booking: BookingRow, row: DisputeRow): Promise<string | null> => {
  const paymentId = await moveDecided(work, booking, row)
  await thaw(work, row.id)
  return paymentId
}

const moveDecided = async (work: Work, booking: BookingRow, row: DisputeRow): Promise<string | null> => {
  const bearer = bearerOf(row)
  const decidedCents = row.decided_cents ?? 0
  if (row.withdrawn || bearer === null || decidedCents === 0) return null
  const payment = (await readPayment(work, booking.id)) ?? refuse('payment_in_progress')
  if (payment.settled_at === null) return refuse('payment_in_progress')
  const idemKey = `dispute:${row.id}`
  if (row.opened_by === 'client') {
    const isOfService = lineOf(row) === 'service' && bearer === 'professional'
    // No tip remains for a service that was fully refunded.
    if (isOfService && decidedCents === row.line_cents) await returnInside(work, booking.id)
    // The unpaid part is waived first.
    const waivedCents = isOfService ? await waiveBalance(work, booking, decidedCents) : 0
    const amountCents = Math.min(decidedCents - waivedCents, leftOf(payment))
    if (amountCents === 0) return null
    const lines = await chargedTo(work, booking, row, bearer, amountCents)
    return refundLater(work, { bookingId: booking.id, amountCents, lines, idemKey })
  }
  const payee = payeeOf(booking, row.opened_by === 'host' ? 'host' : 'professional')
  const lines = await chargedTo(work, booking, row, bearer, decidedCents)
  // A payee's loss was earned with this charge; Kalli's goodwill was not.
  const originId = bearer === 'platform' ? null : booking.id
  const due = await accrueBeside(work, { reference: row.id, payee, cents: decidedCents, originId })
  await post(work, { kind: 'dispute', idemKey, bookingId: booking.id, at: work.now, lines: [...lines, due] })
  return null
}

/** Debits that sum to this amount: of Kalli (J16), of a payee with what was deducted from it (J14), or without deductions for damage. */
const chargedTo = async (
  work: Work,
  booking: BookingRow,
  row: DisputeRow,
  bearer: Bearer,
  cents: number,
): Promise<Line[]> => {
  if (bearer === 'platform') return [{ account: account.goodwill, amountCents: cents }]
  const payee = payeeOf(booking, bearer)
  const line = lineOf(row)
  if (line === 'damage') return bear(work, { reference: row.id, payee, cents })
  const goneCents = line === 'service' ? await goneOf(work, booking) : 0
  const { netCents, lines } = lossOf(booking, row, line, cents, goneCents)[bearer]
  return [...(await bear(work, { reference: row.id, payee, cents: netCents })), ...lines]
}

/** The amount that this decision moves. */
export const decidedCentsOf = (row: DisputeRow, outcome: Parameters<typeof outcomeCents>[1]) =>
  outcomeCents(row.line_cents, outcome)
