/**
 * A host cancels a confirmed visit (product.md §4, B12): the best suitable place is held first and proposed to client and professional;
 * both accept in time, or the visit is cancelled at the host's cost. docs/booking/rescue.md.
 */
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { Move } from '#contract/booking/moves.ts'
import { claim, release } from '#server/availability/block/availability.ts'
import { coveredByHostOf } from '#server/booking/moves/covered-by-host.ts'
import { orQuota } from '#server/booking/moves/proposal.ts'
import { end, outcomeOf } from '#server/booking/cancellation/ending.ts'
import { keepFree } from '#server/booking/moves/host-cancellation.ts'
import {
  isAsSeen,
  lockById,
  makeMove,
  requireMove,
  type BookingRow,
  type Mover,
} from '#server/booking/moves/move.ts'
import { endRescueLink } from '#server/booking/moves/open-question.ts'
import { lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { asClaim, claimedBy } from '#server/booking/moves/rules.ts'
import { isOfSuspended } from '#server/booking/moves/suspended.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Rescues } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type RescueRow = Selectable<Rescues>
type RequestParams = 'client' | 'professional'

/** The open proposal of a place. */
export const openOf = (work: Work, bookingId: string): Promise<RescueRow | undefined> =>
  work.db
    .selectFrom('rescues')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'open')
    .executeTakeFirst()

type Answered = { as: RequestParams; answer: 'accept' | 'decline'; note: string }

/** Accepts or declines. Refuses stale_version, move_not_allowed, and slot_taken or slot_not_available when the place is gone. */
export const answerRescue = async (
  work: Work,
  id: string,
  { as, answer, note, ...request }: Answered & ViewerQuery & { version: number },
): Promise<z.input<typeof Booking>> => {
  const paymentId = await orQuota(() =>
    inTransaction(work, async (work) => {
      const { booking } = await lockFor(work, id, { t: request.t, as })
      const partly = answer === 'accept' ? 'accept_rescue_in_part' : undefined
      if (!(await isAsSeen(work, booking, request.version, partly))) return refuse('stale_version')
      return answerLocked(work, booking, { as, answer, note })
    }),
  )
  if (paymentId !== null) await execute(work, paymentId)
  return readAs(work, id, as)
}

/** The same by the link in the email, whose holder is the client. Refuses link_over. */
export const answerByLink = async (work: Work, id: string, answer: 'accept' | 'decline'): Promise<void> => {
  const paymentId = await orQuota(() =>
    inTransaction(work, async (work) => {
      const booking = (await lockById(work, id)) ?? refuse('not_found')
      if (booking.rescue_by === null || booking.rescue_by <= work.now) return refuse('link_over')
      // A second press is no second answer.
      if (answer === 'accept' && booking.rescue_waits?.includes('client') !== true) return null
      return answerLocked(work, booking, { as: 'client', answer, note: '' })
    }),
  )
  if (paymentId !== null) await execute(work, paymentId)
}

const answerLocked = async (
  work: Work,
  booking: BookingRow,
  { as, answer, note }: Answered,
): Promise<string | null> => {
  requireMove(booking, `${answer}_rescue`, as, work.now)
  const rescue = (await openOf(work, booking.id)) ?? refuse('move_not_allowed')
  if (answer === 'decline') return decline(work, booking, rescue, { as, note })
  // In the same business the host stays, so that the database checks no new party.
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

/** The client's link for answering ends with the rescue. */
const set = async (work: Work, { id }: RescueRow, values: Partial<RescueRow>) => {
  await work.db.updateTable('rescues').set(values).where('id', '=', id).execute()
  if (values.state !== undefined) await endRescueLink(work, id)
}

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

/** Both accepted: moves the visit there, at the agreed price. */
const moveThere = async (work: Work, booking: BookingRow, rescue: RescueRow, as: RequestParams) => {
  const changes = z.parse(Changes, rescue.changes)
  await release(work, booking.id)
  const coveredByHost = [
    ...coveredByHostOf(booking),
    ...(rescue.host_pays_cents > 0
      ? [
          {
            hostId: rescue.from_host_id,
            maxCents: rescue.host_pays_cents,
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
      // The former host gets a share of a fee for its hours; another host gets none (change-look.ts).
      ...(changes.host_id === booking.host_id ? {} : { move_fee_rent_cents: 0 }),
      rescue_by: null,
      rescue_waits: null,
      rent_covered_by_host: coveredByHost.length === 0 ? null : JSON.stringify(coveredByHost),
    },
  )
  // The booking now has its new place, for which the travel time is checked.
  await claim(work, {
    bookingId: booking.id,
    claims: claimedBy({ ...booking, ...changes }).map(asClaim),
    holdUntil: null,
  })
  await keepFree(work, booking.id)
  crashPoint('inside-accept-rescue')
  await publish(work, 'booking.rescued', { rescueId: rescue.id })
}

/** A party declines: the visit is cancelled, at the cost of the host who started it. Returns the payment to execute. */
export const decline = async (
  work: Work,
  booking: BookingRow,
  rescue: RescueRow,
  { as, note }: { as: RequestParams; note: string },
): Promise<string | null> => {
  await set(work, rescue, { state: 'declined', declined_by: as, note, ended_at: work.now })
  return fail(work, booking, rescue, 'decline_rescue', { party: as, reason: note })
}

/** A party who cancels a visit that its host has cancelled thereby declines the other place; in the caller's transaction. */
export const declineByCancelling = async (
  work: Work,
  booking: BookingRow,
  as: RequestParams,
  note: string,
) => {
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

/** Every minute: ends proposals whose time to answer is over. Several processes may run it; each ends once. */
export const lapseRescues = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('rescues')
    .select('booking_id as id')
    .where('state', '=', 'open')
    .where('expires_at', '<=', work.now)
    .orderBy('expires_at')
    .limit(500)
    .execute()
  await runIsolated(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const booking = await lockById(work, id)
      const rescue = await openOf(work, id)
      if (booking === undefined || rescue === undefined || rescue.expires_at > work.now) return null
      await set(work, rescue, { state: 'lapsed', ended_at: work.now })
      return fail(work, booking, rescue, 'lapse_rescue', { party: 'platform', reason: 'nobody answered' })
    })
    crashPoint('committed-lapse-rescue')
    if (paymentId !== null) await execute(work, paymentId)
  })
}
