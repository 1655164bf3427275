/**
 * Dates of a series that await one answer of the client (series-more.ts): held together with the first, which has the link, and confirmed
 * or released with it, in the same transaction.
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

/** Confirms a booking whose money is held or whose card is saved; passed in by booking.ts. */
type Outcome = (work: Work, id: string) => Promise<void>

/** The linked dates stay reserved until the first is decided, since its bank may take its time. */
const graceMs = 24 * hourMs

/** The series of which this date is the first that waits; undefined: none. */
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

/** The dates that still wait with it, in order. */
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

/** The linked dates stay reserved for the client until the first is decided. */
export const keepHeld = async (work: Work, firstId: string, until: Date) => {
  for (const { id } of await heldWith(work, firstId).execute())
    await prolong(work, id, new Date(until.getTime() + graceMs))
}

/** The client who pays for the first date attends all of them. Refuses client_busy, slot_taken. */
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

/** Once the first is paid, all others are confirmed with the same card. Does nothing for a single booking. */
export const confirmHeldSeries = async (
  work: Work,
  { id: firstId, booked_by }: BookingRow,
  stand: Outcome,
): Promise<void> => {
  const held = booked_by === 'professional' ? await heldSeriesOf(work, firstId) : undefined
  // An extension of a series is paid by the card of the earlier visits (extendHeldSeries).
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

/** The move of a date that the client leaves out. */
const leaving: Mover = { party: 'client', reason: 'left out' }

/**
 * The client accepts the first and leaves out these dates, which are free again and never join the series. With none left the first is a
 * single visit. Idempotent. Refuses invalid_input for a date that does not wait with the first.
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
 * The client accepted a longer series: its dates, without those left out, are confirmed with the card of the earlier visits. Refuses
 * link_over where the series ended meanwhile, invalid_input where none is left or one is not among them, payment_in_progress without a card
 * that pays, client_busy.
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

/** From here on they are visits of the series. */
const settle = (work: Work, ids: readonly string[]) =>
  work.db.updateTable('booking_series_visits').set({ with_id: null }).where('booking_id', 'in', ids).execute()

/** The last visit of a series that is still to come, and the newest card that pays for one; null: the series has ended. */
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

/** Confirms a held date, with its own payment by a card that paid before. */
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

/** Releases the dates that wait with the first. */
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

/** Whether it waits with an undecided date, whose end will be its own. */
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
