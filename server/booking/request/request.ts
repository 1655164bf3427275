/**
 * A booking waits for a party's acceptance: it is accepted, declined, or expires (product.md §4, B6–B8). booking.ts makes it a request.
 * Until acceptance the card is held or saved and never charged; any other end releases it.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { endedStatuses } from '#contract/booking/booking-status.ts'
import {
  declineReasons,
  hostDeclineReasons,
  type DeclineReason,
  type requests as requestsEndpoint,
} from '#contract/booking/request/request.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { makeFirm, release } from '#server/availability/block/availability.ts'
import { nearest } from '#server/availability/slots/slots.ts'
import {
  arrivalCode,
  lockById,
  makeMove,
  requireMove,
  statusOf,
  waitsFor,
  type BookingRow,
  type Mover,
} from '#server/booking/moves/move.ts'
import { hostChanges, othersRequested } from '#server/booking/request/pending-requests.ts'
import { partsAsRequested } from '#server/booking/contact/companion.ts'
import { endProposal } from '#server/booking/moves/proposal.ts'
import { openOf } from '#server/booking/moves/proposal-row.ts'
import { findFor, lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { present, readAs, selectShown, withVisits } from '#server/booking/summary/present.ts'
import type { Ending } from '#server/booking/columns/ending.ts'
import { claimedMs } from '#server/booking/moves/rules.ts'
import { isOfSuspended } from '#server/booking/moves/suspended.ts'
import { allowCharge, execute } from '#server/payment/charge/payment.ts'
import { refundAmount } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type View = z.input<typeof Booking>
type RequestParams = 'professional' | 'host'

/**
 * Accepts. The last acceptance confirms the booking, which is charged when its time comes. Refuses stale_version, move_not_allowed,
 * slot_taken, slot_not_available.
 */
export const accept = async (
  work: Work,
  id: string,
  { as, version }: { as: RequestParams; version: number },
): Promise<View> => {
  const paymentId = await acceptWithin(work, id, { as, version })
  crashPoint('committed-accept')
  if (paymentId !== null) await execute(work, paymentId)
  return readAs(work, id, as)
}

/** The same, alone or with others in the caller's transaction; answers the payment to execute after its commit. */
export const acceptWithin = (
  work: Work,
  id: string,
  { as, version }: { as: RequestParams; version: number },
): Promise<string | null> =>
  inTransaction(work, async (work) => {
    const booking = await withdrawOwn(work, await lockRequested(work, id, { as, version }, 'accept'), as)
    if (await isOfSuspended(work, booking)) return refuse('slot_not_available')
    if (waitsFor(booking).some((side) => side !== as)) {
      await makeMove(work, booking, 'accept_in_part', { party: as }, answerOf(as, 'accepted'))
      return null
    }
    const firm = await makeFirm(work, id)
    if (firm !== claimedMs(booking)) return refuse('slot_taken')
    await makeMove(
      work,
      booking,
      'accept',
      { party: as },
      { ...answerOf(as, 'accepted'), confirmed_at: work.now, arrival_code: arrivalCode() },
    )
    const paymentId = await allowCharge(work, { bookingId: id, startsAt: booking.starts_at })
    crashPoint('inside-accept')
    await publish(work, 'booking.confirmed', { bookingId: id })
    return paymentId
  })

/** A professional who accepts the requested hour withdraws their own proposal of another. */
const withdrawOwn = async (work: Work, booking: BookingRow, as: RequestParams): Promise<BookingRow> => {
  const proposal = await openOf(work, booking.id)
  if (proposal?.proposed_by !== as) return booking
  await endProposal(work, booking, proposal, 'withdrawn', 'withdraw_change', { party: as })
  return (await lockById(work, booking.id)) ?? booking
}

/** Declines with a reason that the client reads. Nothing is charged. Refuses stale_version, move_not_allowed. */
export const decline = async (
  work: Work,
  id: string,
  { as, version, reason }: { as: RequestParams; version: number; reason: DeclineReason },
): Promise<View> => {
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockRequested(work, id, { as, version }, 'decline')
    const reasons = as === 'host' ? hostDeclineReasons : declineReasons
    return end(work, booking, 'decline', { party: as, reason }, reasons[reason])
  })
  crashPoint('committed-decline')
  if (paymentId !== null) await execute(work, paymentId)
  return readAs(work, id, as)
}

const lockRequested = async (
  work: Work,
  id: string,
  { as, version }: { as: RequestParams; version: number },
  move: 'accept' | 'decline',
): Promise<BookingRow> => {
  const { booking } = await lockFor(work, id, { as })
  if (booking.version !== version) return refuse('stale_version')
  requireMove(booking, move, as, work.now)
  return booking
}

const answerOf = (side: RequestParams, answer: 'accepted' | 'declined') =>
  side === 'host' ? { host_acceptance: answer } : { professional_acceptance: answer }

/** Every minute: requests whose time to answer is over. Several processes may run it; each takes rows the others have not. */
export const lapseDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'requested')
    .where('respond_by', '<=', work.now)
    .orderBy('respond_by')
    .limit(500)
    .execute()
  await runIsolated(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const booking = await lockById(work, id)
      if (booking?.status !== 'requested' || booking.respond_by === null || booking.respond_by > work.now)
        return null
      // An expired proposal to its client is ended first (proposal.ts).
      if ((await openOf(work, id)) !== undefined) return null
      return end(work, booking, 'lapse', { party: 'platform', reason: 'nobody answered' }, unansweredText)
    })
    crashPoint('committed-lapse')
    if (paymentId !== null) await execute(work, paymentId)
  })
}

const unansweredText = 'Nadie respondió a tiempo.'

/** Ends a request unaccepted, in the caller's transaction: time and card are released. */
const end = async (
  work: Work,
  booking: BookingRow,
  move: 'decline' | 'lapse',
  mover: Mover,
  sentence: string,
): Promise<string | null> => {
  const paymentId = await refundAmount(work, booking.id)
  await release(work, booking.id)
  const lapsed = Object.fromEntries(waitsFor(booking).map((side) => [`${side}_acceptance`, 'expired']))
  const ending: Ending = {
    by: mover.party,
    at: work.now.toISOString(),
    reason: sentence,
    refundCents: 0,
    feeCents: 0,
    professionalNetCents: 0,
    hostNetCents: 0,
  }
  await makeMove(work, booking, move, mover, {
    ...(mover.party === 'host' || mover.party === 'professional'
      ? answerOf(mover.party, 'declined')
      : lapsed),
    ended_at: work.now,
    cancellation: JSON.stringify(ending),
  })
  crashPoint(move === 'decline' ? 'inside-decline' : 'inside-lapse')
  await publish(work, move === 'decline' ? 'booking.declined' : 'booking.unanswered', {
    bookingId: booking.id,
  })
  return paymentId
}

/** How far back answers count. */
const rateDays = 90

/** Requests that wait for this person, most urgent first. Refuses role_not_available. */
export const requests = async (
  work: Work,
  role: RequestParams,
): Promise<z.input<(typeof requestsEndpoint)['reply']>> => {
  const partyId =
    (role === 'host' ? work.viewer.hostId : work.viewer.professionalId) ?? refuse('role_not_available')
  const requested = withVisits(selectShown(work.db))
    .where(`booking.${role}_id`, '=', partyId)
    .where('booking.status', '=', 'requested')
    .where('booking.respond_by', '>', work.now)
    // An answer is due before the start, so past visits are skipped.
    .where('booking.starts_at', '>', work.now)
    .orderBy('booking.respond_by')
    .orderBy('booking.id')
    .limit(100)
  const waiting = await requested.where(`booking.${role}_acceptance`, '=', 'pending').execute()
  const awaited =
    role === 'host'
      ? []
      : await requested
          .where('booking.professional_acceptance', '<>', 'pending')
          .where('booking.host_acceptance', '=', 'pending')
          .execute()
  const { rows } = await sql<{ answered: number; missed: number }>`
    select count(*) filter (where ${sql.ref(`${role}_acceptance`)} in ('accepted', 'declined')) as answered,
      count(*) filter (where ${sql.ref(`${role}_acceptance`)} = 'expired') as missed
    from bookings where ${sql.ref(`${role}_id`)} = ${partyId}
      and requested_at > ${new Date(work.now.getTime() - rateDays * dayMs)}`.execute(work.db)
  return {
    bookings: waiting.map((booking) => present(work, booking, role)),
    others: await (role === 'professional' ? othersRequested : hostChanges)(work, partyId),
    awaited: awaited.map((booking) => present(work, booking, role)),
    answered: rows[0]?.answered ?? 0,
    missed: rows[0]?.missed ?? 0,
  }
}

/** The three nearest times of the same service, for the client of a failed request; none while it is active or once it is past. */
export const alternatives = async (
  work: Work,
  id: string,
  viewer: ViewerQuery,
): Promise<{ zone: string; slots: Slot[] }> => {
  const { booking } = await findFor(work, id, { ...viewer, as: 'client' })
  const none = { zone: booking.zone, slots: [] }
  if (booking.service_id === null || !cameToNothing.has(statusOf(booking))) return none
  return { ...none, slots: await alternativesTo(work, booking) }
}

const cameToNothing: ReadonlySet<string> = new Set(
  endedStatuses.filter((status) => status !== 'closed' && status !== 'client_no_show'),
)

/** Near the requested hour. None if its service or professional takes no bookings any more. */
export const alternativesTo = async (
  work: Work,
  booking: Pick<
    BookingRow,
    'id' | 'professional_id' | 'service_id' | 'visit_place' | 'starts_at' | 'status' | 'requested_at'
  >,
): Promise<Slot[]> => {
  const {
    id,
    professional_id: professionalId,
    service_id: serviceId,
    visit_place: place,
    starts_at: startsAt,
  } = booking
  if (serviceId === null || startsAt <= work.now) return []
  try {
    // The requested hour is free again, but was refused; it is offered again only when just the payment failed.
    const isWanted = booking.status === 'expired' && booking.requested_at === null
    const parts = await partsAsRequested(work, id)
    const near = await nearest(work, { professionalId, serviceId, ...parts, place, startsAt, count: 4 })
    return near.filter((slot) => isWanted || Date.parse(slot.startsAt) !== startsAt.getTime()).slice(0, 3)
  } catch (error) {
    // A service no longer offered has no other times.
    if (error instanceof Refusal && error.code === 'not_found') return []
    throw error
  }
}
