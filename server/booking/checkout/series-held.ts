/**
 * Dates of a series that wait for one answer of its client (series-more.ts): held with the first of them, which has the link, and
 * confirmed or released with it, in the same transaction.
 */
import { hourMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import { prolong, release } from '#server/availability/block/availability.ts'
import { claimClient } from '#server/booking/moves/client-time.ts'
import type { Contact } from '#server/booking/contact/client.ts'
import { bringAlong } from '#server/booking/contact/companion.ts'
import {
  lockById,
  makeMove,
  requireMove,
  waitsFor,
  type BookingRow,
  type Mover,
} from '#server/booking/moves/move.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'
import { isToCome, lockSeries, visitsOf } from '#server/booking/columns/series-row.ts'
import { dueNow } from '#server/booking/moves/upfront.ts'
import { orSuspended } from '#server/booking/moves/suspended.ts'
import { savedCardOf } from '#server/payment/charge/guarantee.ts'
import { prepareSaved } from '#server/payment/charge/saved-card.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import type { SavedCard } from '#server/payment/charge/card.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** booking.ts's own: a booking whose money is held or whose card is saved is confirmed. */
type Outcome = (work: Work, id: string) => Promise<void>

/** What is held with the first date stays reserved until that one is decided: its bank may take its time. */
const graceMs = 24 * hourMs

/** Of which series this one is the first that waits; undefined: of none. */
export const heldSeriesOf = (work: Work, firstId: string) =>
  work.db
    .selectFrom('booking_series_visits')
    .select(['series_id', 'position'])
    .where('booking_id', '=', firstId)
    .where('with_id', '=', firstId)
    .executeTakeFirst()

const heldWith = (work: Work, firstId: string) =>
  work.db
    .selectFrom('booking_series_visits as own')
    .innerJoin('bookings as booking', 'booking.id', 'own.booking_id')
    .selectAll('booking')
    .where('own.with_id', '=', firstId)
    .where('own.booking_id', '<>', firstId)

/** What still waits with it, in order. */
export const furtherOf = async (work: Work, firstId: string) =>
  (
    await heldWith(work, firstId).where('booking.status', '=', 'held').orderBy('booking.starts_at').execute()
  ).map(({ id, starts_at, total_cents }) => ({
    id,
    startsAt: starts_at.toISOString(),
    totalCents: total_cents,
  }))

const lockWith = (work: Work, firstId: string): Promise<BookingRow[]> =>
  heldWith(work, firstId)
    .where('booking.status', '=', 'held')
    .orderBy('booking.id')
    .forUpdate('booking')
    .execute()

/** What was held for the first is theirs as long as it is undecided. */
export const keepHeld = async (work: Work, firstId: string, until: Date) => {
  for (const { id } of await heldWith(work, firstId).execute())
    await prolong(work, id, new Date(until.getTime() + graceMs))
}

/** The client who pays the first date attends all of them. Refuses client_busy, slot_taken. */
export const claimFurther = async (work: Work, first: BookingRow, clientId: number, contact: Contact) => {
  const further = await lockWith(work, first.id)
  for (const visit of further) {
    await giveTo(work, visit, clientId, contact)
    await bringAlong(work, { from: first, to: visit.id })
  }
  if (further.length > 0) await keepHeld(work, first.id, first.hold_expires_at ?? work.now)
}

const giveTo = async (work: Work, visit: BookingRow, clientId: number, contact: Contact) => {
  await claimClient(work, visit, clientId)
  await work.db
    .updateTable('bookings')
    .set({ client_id: clientId, contact: JSON.stringify(contact) })
    .where('id', '=', visit.id)
    .execute()
    .catch((error: unknown) => refuseOn(error, { bookings_own_client: 'own_booking' }))
}

/** The first is paid: all others are confirmed with the card that paid it. Does nothing for a single booking. */
export const confirmHeldSeries = async (
  work: Work,
  { id: firstId, booked_by }: BookingRow,
  stand: Outcome,
): Promise<void> => {
  const held = booked_by === 'professional' ? await heldSeriesOf(work, firstId) : undefined
  // What makes a series longer is paid by the card of what came before (extendHeldSeries).
  if (held === undefined || held.position > 1) return
  const payment = (await readPayment(work, firstId)) ?? refuse('payment_in_progress')
  const card = (await savedCardOf(work, firstId)) ?? refuse('payment_in_progress')
  const further = await lockWith(work, firstId)
  for (const { id } of further) {
    await confirmWithCard(work, id, { card, payer: payment.payer }, stand)
    crashPoint('inside-series')
  }
  await settle(work, [firstId, ...further.map(({ id }) => id)])
  await publish(work, 'series.made', { seriesId: held.series_id })
}

/** What the client does not want of a series. */
const leaving: Mover = { party: 'client', reason: 'left out' }

/**
 * The client says yes to the first and leaves these out: free again, and never of the series. With none left the first is a visit by
 * itself. Leaving out again what was left out is fine. Refuses invalid_input for what does not wait with the first.
 */
export const leaveOut = async (work: Work, firstId: string, without: readonly string[]) => {
  const known = new Set((await heldWith(work, firstId).execute()).map(({ id }) => id))
  if (without.some((id) => !known.has(id))) refuse('invalid_input')
  const waiting = await lockWith(work, firstId)
  const left = waiting.filter(({ id }) => without.includes(id))
  await releaseOf(work, left, 'release', leaving)
  if (left.length === waiting.length)
    await work.db.deleteFrom('booking_series_visits').where('booking_id', '=', firstId).execute()
}

/**
 * The client accepted a longer series: its dates, without those left out, are confirmed with the card of the visits before them. Refuses
 * link_over where the series ended meanwhile, invalid_input where none is left or one is not among them, payment_in_progress without a
 * card that pays, client_busy.
 */
export const extendHeldSeries = async (
  work: Work,
  first: BookingRow,
  { seriesId, without }: { seriesId: string; without: readonly string[] },
  stand: Outcome,
) => {
  await lockSeries(work, seriesId)
  const { visit, card } = (await runningWith(work, seriesId)) ?? refuse('link_over')
  const { client_id: clientId } = visit
  const contact = contactOf(visit)
  if (clientId === null || contact === null) return refuse('link_over')
  const all = [first, ...(await lockWith(work, first.id))]
  const saved = all.filter(({ id }) => !without.includes(id))
  const left = all.filter(({ id }) => without.includes(id))
  if (saved.length === 0 || left.length < without.length) return refuse('invalid_input')
  await releaseOf(work, left, 'release', leaving)
  for (const one of saved) {
    await giveTo(work, one, clientId, contact)
    await bringAlong(work, { from: visit, to: one.id })
    await confirmWithCard(work, one.id, { card: card ?? refuse('payment_in_progress') }, stand)
    crashPoint('inside-series')
  }
  const visitIds = saved.map(({ id }) => id)
  await settle(work, visitIds)
  await publish(work, 'series.made', { seriesId, visitIds })
}

/** They are visits of the series from here on. */
const settle = (work: Work, ids: readonly string[]) =>
  work.db.updateTable('booking_series_visits').set({ with_id: null }).where('booking_id', 'in', ids).execute()

/** The last visit of a series that is still to come, and the newest card that pays for one; null: it runs no more. */
export const runningWith = async (work: Work, seriesId: string) => {
  const visits = (await visitsOf(work, seriesId)).toReversed()
  const visit = visits.find((one) => isToCome(work, one))
  if (visit === undefined) return null
  for (const { id, client_id, status } of visits) {
    if (client_id !== visit.client_id || !pays.has(status)) continue
    const payment = await readPayment(work, id)
    if (payment === null || payment.failure !== null) continue
    const card = await savedCardOf(work, id)
    if (card !== null) return { visit, card }
  }
  return { visit, card: null }
}

const pays: ReadonlySet<string> = new Set([...certainStatuses, 'requested'])

/** Held, and from here on a booking with its own payment from a card that paid before. */
export const confirmWithCard = async (
  work: Work,
  id: string,
  by: { card: SavedCard; payer?: string },
  stand: Outcome,
) => {
  const booking = (await lockById(work, id)) ?? refuse('not_found')
  requireMove(booking, 'pay', 'client', work.now)
  await orSuspended(makeMove(work, booking, 'pay', { party: 'client' }, { client_acceptance: 'accepted' }))
  await prepareSaved(work, {
    bookingId: id,
    amountCents: dueNow(booking, true).nowCents,
    startsAt: booking.starts_at,
    ...by,
    asksFirst: waitsFor(booking).some((side) => side !== 'client'),
  })
  await stand(work, id)
}

/** With the first everything is free again. */
export const releaseWith = async (
  work: Work,
  first: BookingRow,
  move: 'expire' | 'release',
  mover: Mover,
) => {
  if (first.booked_by !== 'professional') return
  await releaseOf(work, await lockWith(work, first.id), move, mover)
}

const releaseOf = async (
  work: Work,
  visits: readonly BookingRow[],
  move: 'expire' | 'release',
  mover: Mover,
) => {
  for (const visit of visits) {
    await makeMove(work, visit, move, mover, { ended_at: work.now, contact: null })
    await release(work, visit.id)
    await publish(work, 'booking.expired', { bookingId: visit.id })
  }
}

/** Does it wait with another that is not decided yet? Then its end is that one's. */
export const waitsWithAnother = async (work: Work, { id, booked_by }: BookingRow): Promise<boolean> => {
  if (booked_by !== 'professional') return false
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from booking_series_visits own join bookings first on first.id = own.with_id
      where own.booking_id = ${id}::uuid and own.with_id <> own.booking_id and (first.status = 'awaiting_payment'
        or first.status = 'held' and first.hold_expires_at > ${work.now}::timestamptz)) as waits`.execute(
    work.db,
  )
  return rows[0]?.waits === true
}
