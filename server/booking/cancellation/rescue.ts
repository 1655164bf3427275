/**
 * A host cancels a confirmed visit (product.md §4, B12): the best place that suits is held first, client and professional are
 * asked, and both say yes in time, or the visit is cancelled at the host's cost. docs/decisions/rescue.md.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { Move } from '#contract/booking/moves.ts'
import { rescueBy, rescueRules } from '#contract/booking/cancellation/rescue.ts'
import { claim, release, releaseHolds, releaseOf } from '#server/availability/block/availability.ts'
import { borneOf } from '#server/booking/moves/borne.ts'
import { orQuota } from '#server/booking/moves/proposal.ts'
import { end, outcomeOf, type Outcome } from '#server/booking/cancellation/ending.ts'
import { keepFree, remember } from '#server/booking/moves/host-cancellation.ts'
import { makeLink } from '#server/booking/columns/link-row.ts'
import {
  isAsSeen,
  lockById,
  makeMove,
  requireMove,
  type BookingRow,
  type Mover,
} from '#server/booking/moves/move.ts'
import { lockFor, type Asking } from '#server/booking/moves/party.ts'
import { contactOf, readAs } from '#server/booking/summary/present.ts'
import { findPlaces, type Found } from '#server/booking/cancellation/rescue-search.ts'
import { asClaim, claimedBy, exchange, minuteMs } from '#server/booking/moves/rules.ts'
import { isOfSuspended } from '#server/booking/moves/suspended.ts'
import { carryOut } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Rescues } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type RescueRow = Selectable<Rescues>
type Asked = 'client' | 'professional'

/** Is there anybody to ask, and time to? */
export const mayRescue = (booking: BookingRow, now: Date): boolean =>
  booking.kind === 'visit' &&
  booking.client_id !== null &&
  booking.inside_id === null &&
  // A class does not go elsewhere for one of those who take it.
  booking.class_id === null &&
  booking.starts_at.getTime() - now.getTime() >= rescueRules.leastMinutesBefore * minuteMs

/** The best place, as things stand; for a quote. */
export const lookForPlace = async (work: Work, booking: BookingRow): Promise<Found | undefined> =>
  mayRescue(booking, work.now) ? (await findPlaces(work, booking))[0] : undefined

/**
 * Holds the best place that is still free and asks, in the caller's transaction, which has locked the booking. Answers false when
 * there is none: then it is to be cancelled. Refuses quote_changed when the only places cost the host more than they were told.
 */
export const begin = async (
  work: Work,
  booking: BookingRow,
  order: {
    reason: string
    failed: Outcome
    isFree: boolean
    mostCents: number
    closed?: readonly number[]
  },
): Promise<boolean> => {
  if (!mayRescue(booking, work.now)) return false
  const places = await findPlaces(work, booking, order.closed)
  // What was held for another hour is free: this overtakes it.
  if (places.length > 0) await releaseHolds(work, booking.id)
  const affordable = places.filter(({ hostPaysCents }) => hostPaysCents <= order.mostCents)
  const expiresAt = rescueBy(booking.starts_at, work.now)
  for (const found of affordable)
    if (await isHeld(work, booking, found, expiresAt)) {
      await ask(work, booking, found, { ...order, expiresAt })
      return true
    }
  if (affordable.length < places.length) return refuse('quote_changed')
  return false
}

/** False: somebody took it at this moment. */
const isHeld = async (work: Work, booking: BookingRow, { changes }: Found, holdUntil: Date) => {
  if (changes.unit_id === null) return true
  const { taken } = exchange(claimedBy(booking), claimedBy({ ...booking, ...changes }))
  const claims = taken.map(asClaim)
  try {
    await claim(work, { bookingId: booking.id, claims, holdUntil })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slot_taken') return false
    throw error
  }
}

const ask = async (
  work: Work,
  booking: BookingRow,
  found: Found,
  order: { reason: string; failed: Outcome; isFree: boolean; expiresAt: Date },
) => {
  const { host_id: hostId, space_id: spaceId, unit_id: unitId } = booking
  if (hostId === null || spaceId === null || unitId === null) return refuse('move_not_allowed')
  // Its host's time is theirs again at once: a closure may take it.
  const { left } = exchange(claimedBy(booking), claimedBy({ ...booking, ...found.changes }))
  for (const resourceId of left) await releaseOf(work, booking.id, resourceId)
  const id = randomUUIDv7()
  await work.db
    .insertInto('rescues')
    .values({
      id,
      booking_id: booking.id,
      from_host_id: hostId,
      from_space_id: spaceId,
      from_unit_id: unitId,
      to_space_id: found.changes.space_id,
      to_unit_id: found.changes.unit_id,
      own_house: found.ownHouse,
      meters: found.meters,
      starts_at: booking.starts_at,
      changes: JSON.stringify(found.changes),
      old_rent_cents: booking.rent_cents,
      new_rent_cents: found.changes.rent_cents,
      host_pays_cents: found.hostPaysCents,
      fails_cents: -Math.min(0, order.failed.hostNetCents),
      is_free: order.isFree,
      reason: order.reason,
      created_at: work.now,
      expires_at: order.expiresAt,
    })
    .execute()
  await makeMove(
    work,
    booking,
    'begin_rescue',
    { party: 'host', reason: order.reason },
    { rescue_by: order.expiresAt, rescue_waits: ['client', 'professional'] },
  )
  const contact = contactOf(booking)
  if (contact !== null)
    await makeLink(work, {
      bookingId: booking.id,
      kind: 'rescue',
      firstName: contact.firstName,
      lastName: '',
      email: contact.email,
      phone: contact.phone,
      note: '',
      expiresAt: order.expiresAt,
    })
  await remember(work, booking, order)
  crashPoint('inside-rescue')
  await publish(work, 'booking.rescue_begun', { rescueId: id })
}

/** The place that is asked for now. */
export const openOf = (work: Work, bookingId: string): Promise<RescueRow | undefined> =>
  work.db
    .selectFrom('rescues')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'open')
    .executeTakeFirst()

type Answered = { as: Asked; answer: 'accept' | 'decline'; note: string }

/** Yes or no. Refuses stale_version, move_not_allowed, and slot_taken or slot_not_available when the place can no longer be had. */
export const answerRescue = async (
  work: Work,
  id: string,
  { as, answer, note, ...asked }: Answered & Asking & { version: number },
): Promise<z.input<typeof Booking>> => {
  const paymentId = await orQuota(() =>
    inTransaction(work, async (work) => {
      const { booking } = await lockFor(work, id, { t: asked.t, as })
      const partly = answer === 'accept' ? 'accept_rescue_in_part' : undefined
      if (!(await isAsSeen(work, booking, asked.version, partly))) return refuse('stale_version')
      return answerLocked(work, booking, { as, answer, note })
    }),
  )
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, id, as)
}

/** The same by the link of the letter, whose holder is the client. Refuses link_over. */
export const answerByLink = async (work: Work, id: string, answer: 'accept' | 'decline'): Promise<void> => {
  const paymentId = await orQuota(() =>
    inTransaction(work, async (work) => {
      const booking = (await lockById(work, id)) ?? refuse('not_found')
      if (booking.rescue_by === null || booking.rescue_by <= work.now) return refuse('link_over')
      // Pressing twice is no second answer.
      if (answer === 'accept' && booking.rescue_waits?.includes('client') !== true) return null
      return answerLocked(work, booking, { as: 'client', answer, note: '' })
    }),
  )
  if (paymentId !== null) await carryOut(work, paymentId)
}

const answerLocked = async (
  work: Work,
  booking: BookingRow,
  { as, answer, note }: Answered,
): Promise<string | null> => {
  requireMove(booking, `${answer}_rescue`, as, work.now)
  const rescue = (await openOf(work, booking.id)) ?? refuse('move_not_allowed')
  if (answer === 'decline') return decline(work, booking, rescue, { as, note })
  // In the same house its host stays, so that the database sees nobody new.
  if (await isOfSuspended(work, { ...booking, host_id: z.parse(Changes, rescue.changes).host_id }))
    return refuse('slot_not_available')
  const said = { [`${as}_acceptance`]: 'accepted' }
  const left = (booking.rescue_waits ?? []).filter((side) => side !== as)
  if (left.length > 0) {
    await set(work, rescue, said)
    await makeMove(work, booking, 'accept_rescue_in_part', { party: as }, { rescue_waits: left })
    await work.db
      .updateTable('booking_links')
      .set({ answer: 'accepted', answered_at: work.now })
      .where('booking_id', '=', booking.id)
      .where('kind', '=', 'rescue')
      .where('answer', 'is', null)
      .where(sql<boolean>`${as === 'client'}`)
      .execute()
    return null
  }
  await set(work, rescue, { ...said, state: 'accepted', ended_at: work.now })
  await moveThere(work, booking, rescue, as)
  return null
}

const set = (work: Work, { id }: RescueRow, values: Partial<RescueRow>) =>
  work.db.updateTable('rescues').set(values).where('id', '=', id).execute()

const Changes = z.object({
  space_id: z.nullable(z.int()),
  unit_id: z.nullable(z.int()),
  equipment: z._default(z.nullable(z.string()), null),
  host_id: z.nullable(z.int()),
  agreement_id: z.nullable(z.int()),
  unit_after_minutes: z.int(),
  zone: z.string(),
  local_start: z.string(),
  rent_cents: z.int(),
  rent_minutes: z.int(),
  rent_lines: z.nullable(z.string()),
  cleaning_cents: z.int(),
  terms: z.string(),
  quote: z.string(),
  quote_hash: z.string(),
})

/** Both said yes: it is given there, at the price that was agreed. */
const moveThere = async (work: Work, booking: BookingRow, rescue: RescueRow, as: Asked) => {
  const changes = z.parse(Changes, rescue.changes)
  await release(work, booking.id)
  const borne = [
    ...borneOf(booking),
    ...(rescue.host_pays_cents > 0
      ? [
          {
            hostId: rescue.from_host_id,
            mostCents: rescue.host_pays_cents,
            aboveCents: rescue.old_rent_cents,
          },
        ]
      : []),
  ]
  await makeMove(
    work,
    booking,
    'accept_rescue',
    { party: as },
    {
      ...changes,
      // Of a fee for hours that were left their host has a part; another host has none (change-look.ts).
      ...(changes.host_id === booking.host_id ? {} : { move_fee_rent_cents: 0 }),
      rescue_by: null,
      rescue_waits: null,
      rent_borne: borne.length === 0 ? null : JSON.stringify(borne),
    },
  )
  // Now that it is there, the way there is asked of that place.
  await claim(work, {
    bookingId: booking.id,
    claims: claimedBy({ ...booking, ...changes }).map(asClaim),
    holdUntil: null,
  })
  await keepFree(work, booking.id)
  crashPoint('inside-accept-rescue')
  await publish(work, 'booking.rescued', { rescueId: rescue.id })
}

/** Somebody would rather not: it is cancelled, at the cost of the host who began it. Answers the payment to carry out. */
export const decline = async (
  work: Work,
  booking: BookingRow,
  rescue: RescueRow,
  { as, note }: { as: Asked; note: string },
): Promise<string | null> => {
  await set(work, rescue, { state: 'declined', declined_by: as, note, ended_at: work.now })
  return fail(work, booking, rescue, 'decline_rescue', { party: as, reason: note })
}

/** Who cancels what its host has cancelled already says no to the other place; in the caller's transaction. */
export const declineByCancelling = async (work: Work, booking: BookingRow, as: Asked, note: string) => {
  const rescue = (await openOf(work, booking.id)) ?? refuse('quote_expired')
  return decline(work, booking, rescue, { as, note })
}

const fail = async (work: Work, booking: BookingRow, rescue: RescueRow, move: Move, mover: Mover) => {
  const outcome = outcomeOf(booking, 'host', work.now, rescue.is_free)
  const paymentId = await end(work, booking, move, 'host', outcome, mover)
  if (move === 'lapse_rescue') crashPoint('inside-lapse-rescue')
  await publish(work, 'booking.rescue_failed', { rescueId: rescue.id })
  return paymentId
}

/** Every minute: places whose time to be answered is over. Several processes may; each ends once. */
export const lapseRescues = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('rescues')
    .select('booking_id as id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', work.now)
    .orderBy('expires_at')
    .limit(500)
    .execute()
  await eachApart(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const booking = await lockById(work, id)
      const rescue = await openOf(work, id)
      if (booking === undefined || rescue === undefined || rescue.expires_at > work.now) return null
      await set(work, rescue, { state: 'lapsed', ended_at: work.now })
      return fail(work, booking, rescue, 'lapse_rescue', { party: 'platform', reason: 'nobody answered' })
    })
    crashPoint('committed-lapse-rescue')
    if (paymentId !== null) await carryOut(work, paymentId)
  })
}
