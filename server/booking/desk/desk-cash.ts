/**
 * A hold of the desk is paid there in cash (docs/booking/rented-hours.md): the host's statement confirms it, since the host owes Kalli's
 * commission on what they state. Refunds are paid in cash too.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { CashToHandBack, deskCash as endpoint } from '#contract/booking/desk/desk-rent.ts'
import { followPayment } from '#server/booking/checkout/booking.ts'
import { lockById, makeMove, requireMove, statusOf, type BookingRow } from '#server/booking/moves/move.ts'
import { isCertain } from '#server/booking/moves/rules.ts'
import { orSuspended } from '#server/booking/moves/suspended.ts'
import { handBack, owedBy, takeByHand } from '#server/payment/charge/by-hand.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, lockName, type Work } from '#server/platform/work.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms, termsByHand } from '#server/pricing/terms.ts'

type Taken = z.input<(typeof endpoint)['reply']>

/**
 * Repeating it records it once. Refuses not_found, hold_expired, quote_changed when another amount is due, payment_in_progress while a card
 * is being charged, cash_closed, move_not_allowed.
 */
export const takeCash = async (work: Work, id: string, amountCents: number): Promise<Taken> => {
  const rent = await inTransaction(work, (work) => takeInside(work, id, amountCents))
  crashPoint('committed-pay')
  await followPayment(work, id)
  const hostId = rent.host_id ?? 0
  return {
    totalCents: rent.total_cents,
    commissionCents: commissionOf(rent.terms, rent.total_cents),
    owedCents: (await comingCents(work, hostId)) + (await owedBy(work, hostId)),
  }
}

const commissionOf = (terms: unknown, rentCents: number): number => {
  const { host } = splitUnder(openTerms(terms), { serviceCents: 0, rentCents })
  return host.commissionNetCents + host.commissionIvaCents
}

/** Kalli's share of the host's cash for hours not divided yet: it becomes their debt when they are. */
const comingCents = async (work: Work, hostId: number): Promise<number> => {
  const { rows } = await sql<{ terms: unknown; retainedCents: number }>`
    select rent.terms, (pay.captured_cents - pay.refunded_cents - pay.moved_cents)::int as "retainedCents"
    from payments pay join bookings rent on rent.id = pay.booking_id
    where pay.cash_host_id = ${hostId}::bigint and pay.settled_at is null`.execute(work.db)
  return rows.reduce((sum, { terms, retainedCents }) => sum + commissionOf(terms, retainedCents), 0)
}

const takeInside = async (work: Work, id: string, amountCents: number): Promise<BookingRow> => {
  const rent = await lockOwn(work, id)
  if (isCertain(statusOf(rent)) && (await readPayment(work, id))?.method === 'cash') return rent
  if (rent.status === 'awaiting_payment') return refuse('payment_in_progress')
  if (rent.hold_expires_at === null || rent.hold_expires_at <= work.now) return refuse('hold_expired')
  requireMove(rent, 'take_cash', 'host', work.now)
  if (rent.total_cents !== amountCents) return refuse('quote_changed')
  const terms = termsByHand(openTerms(rent.terms))
  const hostId = rent.host_id ?? refuse('not_found')
  // Without the lock, two payments at once would each miss the other.
  await lockName(work, `cash:${hostId}`)
  const coming = await comingCents(work, hostId)
  await orSuspended(makeMove(work, rent, 'take_cash', { party: 'host' }, { terms: JSON.stringify(terms) }))
  await takeByHand(work, {
    bookingId: id,
    amountCents,
    accountId: await accountOf(work, rent.professional_id),
    hostId,
    comingCents: coming,
  })
  crashPoint('inside-pay')
  return { ...rent, terms }
}

/** Only rents that the host's own desk held. */
const lockOwn = async (work: Work, id: string): Promise<BookingRow> => {
  const rent = await lockById(work, id)
  const isMine = rent?.kind === 'rent' && rent.booked_by === 'host' && isOwn(work.viewer.hostId, rent.host_id)
  return isMine ? rent : refuse('not_found')
}

const accountOf = async (work: Work, professionalId: number): Promise<number> => {
  const { account_id } = await work.db
    .selectFrom('professionals')
    .select('account_id')
    .where('id', '=', professionalId)
    .executeTakeFirstOrThrow()
  return account_id
}

/** Oldest first. */
export const cashToHandBack = async (work: Work): Promise<z.input<typeof CashToHandBack>[]> => {
  const { rows } = await sql<{
    bookingId: string
    professional: string
    spaceName: string
    startsAt: Date
    zone: string
    amountCents: number
  }>`
    select rent.id as "bookingId", concat_ws(' ', payer.first_name, payer.last_name) as professional,
      space.name as "spaceName", rent.starts_at as "startsAt", rent.zone,
      pay.refunded_cents - pay.handed_cents as "amountCents"
    from payments pay join bookings rent on rent.id = pay.booking_id
    join professionals payer on payer.id = rent.paid_by join spaces space on space.id = rent.space_id
    where pay.cash_host_id = ${work.viewer.hostId}::bigint and pay.handed_cents < pay.refunded_cents
    order by rent.starts_at, rent.id limit 100`.execute(work.db)
  return rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() }))
}

/** Refuses not_found, quote_changed when the amount has changed. */
export const handCashBack = (work: Work, id: string, amountCents: number): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const rent = await lockById(work, id)
    if (rent === undefined || !isOwn(work.viewer.hostId, rent.host_id)) return refuse('not_found')
    await handBack(work, { bookingId: id, amountCents })
    await publish(work, 'reservation.cash_handed_back', { bookingId: id, amountCents })
    return { ok: true }
  })
