/**
 * Somebody does not come (product.md §4, B15 and B16). Who is there says so from fifteen minutes after the start on: the
 * professional of the client, the client or the host of the professional. What goes back to the client either way goes back at
 * once, the fee waits for a day; of a visit that the professional had begun all of it waits. Contested it waits for the professional who said it, or an administrator.
 * docs/decisions/no-shows.md.
 */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import type { Move } from '#contract/booking/moves.ts'
import {
  Absent,
  restored,
  verdicts,
  type noShow as noShowEndpoint,
  type Verdict,
} from '#contract/booking/visit/no-show.ts'
import { release } from '#server/availability/block/availability.ts'
import { registeredAt } from '#server/booking/moves/device-time.ts'
import { settlementOf } from '#server/booking/moves/division.ts'
import { fallAway } from '#server/booking/settlement/dispute-row.ts'
import { logAct, measured, rehearse } from '#server/booking/moves/money-act.ts'
import { lockById, makeMove, requireMove, type BookingRow, type Mover } from '#server/booking/moves/move.ts'
import {
  endingOfNoShow,
  hadBegun,
  movesOf,
  outcomeOf,
  settlementOfNoShow,
  type End,
} from '#server/booking/cancellation/no-show-rules.ts'
import { rowOf, tellAs, withRow } from '#server/booking/visit/no-show-view.ts'
import { findFor, lockFor, type Side } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { dayMs } from '#server/booking/moves/rules.ts'
import { keptOfArrival, proofOfArrival, type Told } from '#server/booking/visit/proof.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import { isKnown, requireCharged, requireNotMissed } from '#server/booking/visit/visit.ts'
import { carryOut, returnPart, settle } from '#server/payment/charge/payment.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof Booking>
type Answer = z.input<(typeof noShowEndpoint)['reply']>

/** "I am here": by the code that hangs at the unit or by where they are; without a unit by their word too. Refuses too_early, and what `proofOfArrival` does. */
export const arrive = (work: Work, id: string, told: Told): Promise<View> =>
  inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    const registered = registeredAt(work.now, told.at)
    // Whose client is in already was there.
    if (isKnown(registered, booking.professional_arrived_at ?? booking.checked_in_at))
      return readAs(work, id, 'professional')
    const { at, receivedAt } = registered
    requireNotMissed(booking, registered)
    requireMove(booking, 'arrive', 'professional', at)
    const proof = await proofOfArrival(work, booking, told)
    await makeMove(
      work,
      booking,
      'arrive',
      { party: 'professional', reason: proof.method },
      {
        professional_arrived_at: at,
        professional_arrival_received_at: receivedAt,
        ...keptOfArrival(proof),
      },
    )
    return readAs(work, id, 'professional')
  })

/** Somebody did not come, as the one who waited says. Refuses move_not_allowed, stale_version, payment_in_progress. */
export const mark = async (
  work: Work,
  id: string,
  { t, version, as }: { t?: string | undefined; version: number; as: Side },
): Promise<View> => {
  const absent = as === 'professional' ? 'client' : 'professional'
  const { booking } = await findFor(work, id, { t, as })
  requireMove(booking, movesOf[absent].mark, as, work.now)
  await requireCharged(work, id)
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { t, as })
    if (booking.version !== version) return refuse('stale_version')
    requireMove(booking, movesOf[absent].mark, as, work.now)
    return markInside(work, booking, absent, as)
  })
  crashPoint('committed-no-show')
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, id, as)
}

/** Time, move, the money that is not in doubt and the fact, in the caller's transaction. */
const markInside = async (
  work: Work,
  booking: BookingRow,
  absent: Absent,
  saidBy: Side,
): Promise<string | null> => {
  const outcome = outcomeOf(booking, 'client')
  // Of a visit that was begun nothing goes back before it is known whether it was given.
  const [feeCents, refundCents] = hadBegun(booking)
    ? [outcome.paidCents, 0]
    : [outcome.feeCents, outcome.refundCents]
  await release(work, booking.id)
  await fallAway(work, booking.id)
  await makeMove(
    work,
    booking,
    movesOf[absent].mark,
    { party: saidBy },
    { ended_at: work.now, cancellation: JSON.stringify(endingOfNoShow(booking, absent, work.now)) },
  )
  // Where a client's policy keeps nothing there is nothing to wait for.
  const isFree = absent === 'client' && feeCents === 0
  await work.db
    .insertInto('no_shows')
    .values({
      booking_id: booking.id,
      absent,
      said_by: saidBy,
      state: isFree ? 'stands' : 'open',
      fee_cents: feeCents,
      marked_at: work.now,
      contest_by: new Date(work.now.getTime() + dayMs),
      decided_at: isFree ? work.now : null,
    })
    .execute()
  const paymentId = isFree
    ? await settleAs(work, booking, settlementOfNoShow(booking, absent))
    : await goesBack(work, booking, refundCents)
  crashPoint('inside-no-show')
  await publish(work, 'booking.no_show', { bookingId: booking.id })
  return paymentId
}

/** Null: nothing does, and where nothing was paid upfront there is no charge either. */
const goesBack = async (work: Work, { id }: BookingRow, amountCents: number): Promise<string | null> =>
  amountCents === 0 ? null : returnPart(work, { bookingId: id, amountCents, idemKey: `no_show:${id}` })

const settleAs = (work: Work, booking: BookingRow, settlement: Settlement) =>
  settle(work, {
    bookingId: booking.id,
    settlement,
    releaseAt: releaseAt(openTerms(booking.terms), booking.ends_at),
  })

/** The booking is locked, so nobody else settles it meanwhile. */
const requireOpen = async (
  work: Work,
  booking: BookingRow,
  move: Move,
  party: Mover['party'],
  version: number,
) => {
  if (booking.version !== version) return refuse('stale_version')
  requireMove(withRow(booking, await rowOf(work, booking.id)), move, party, work.now)
}

/** Whoever is said to be missing says otherwise. The fee stays frozen. Refuses stale_version, move_not_allowed after a day. */
export const contest = (
  work: Work,
  id: string,
  { t, version, as, evidence }: { t?: string | undefined; version: number; as: Absent; evidence: string },
): Promise<Answer> =>
  inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { t, as })
    await requireOpen(work, booking, movesOf[as].contest, as, version)
    await makeMove(work, booking, movesOf[as].contest, { party: as })
    await work.db
      .updateTable('no_shows')
      .set({ state: 'contested', evidence, contested_at: work.now })
      .where('booking_id', '=', id)
      .execute()
    await publish(work, 'booking.no_show_contested', { bookingId: id })
    return tellAs(work, { ...booking, version: booking.version + 1 }, as)
  })

/** The professional takes it back. Refuses stale_version, move_not_allowed once it is settled. */
export const withdraw = async (work: Work, id: string, { version }: { version: number }): Promise<Answer> => {
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    await requireOpen(work, booking, 'withdraw_no_show', 'professional', version)
    return end(work, booking, 'client', 'withdraw', { party: 'professional' })
  })
  crashPoint('committed-no-show-end')
  if (paymentId !== null) await carryOut(work, paymentId)
  const { booking } = await findFor(work, id, { as: 'professional' })
  return tellAs(work, booking, 'professional')
}

type Decision = { version: number; verdict: Verdict }

/** An administrator has read both. Refuses stale_version, move_not_allowed. */
export const decide = async (
  work: Work,
  id: string,
  { reason, ...decision }: Decision & { reason: string },
): Promise<View> => {
  const paymentId = await inTransaction(work, async (work) => {
    const { result, amounts } = await measured(work, id, () => decideInside(work, id, decision))
    const what = verdicts[result.absent][decision.verdict]
    await logAct(work, { act: 'no_show', step: 'done', bookingId: id, what, reason }, amounts)
    return result.paymentId
  })
  crashPoint('committed-no-show-end')
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, id, 'professional')
}

/** What it would come to for each. Refuses as `decide` does. */
export const rehearseDecision = (work: Work, id: string, decision: Decision) =>
  rehearse(work, id, (work) => decideInside(work, id, decision))

const decideInside = async (work: Work, id: string, { version, verdict }: Decision) => {
  const how = verdict === 'stands' ? 'uphold' : 'drop'
  const booking = await lockById(work, id)
  const row = await rowOf(work, id)
  if (booking === undefined || row === undefined) return refuse('not_found')
  // Before it is contested there is nothing to decide, and after a day it stands by itself.
  if (row.state === 'open') return refuse('move_not_allowed')
  const absent = z.parse(Absent, row.absent)
  if (how === 'drop' && hadBegun(booking)) return { absent, paymentId: await restore(work, booking, version) }
  await requireOpen(work, booking, movesOf[absent][how], 'platform', version)
  const mover = { party: 'platform', reason: verdicts[absent][verdict] } as const
  return { absent, paymentId: await end(work, booking, absent, how, mover) }
}

/** They were there and had begun: it is a visit that was given, divided as any; of a rest its client is asked after this. */
const restore = async (work: Work, booking: BookingRow, version: number): Promise<string | null> => {
  await requireOpen(work, booking, 'restore_visit', 'platform', version)
  const paymentId = await settleAs(work, booking, settlementOf(booking))
  await work.db
    .updateTable('no_shows')
    .set({ state: 'falls', decided_at: work.now })
    .where('booking_id', '=', booking.id)
    .execute()
  const given = {
    completed_at: work.now,
    checked_out_at: booking.ends_at,
    ended_at: null,
    cancellation: null,
  }
  await makeMove(work, booking, 'restore_visit', { party: 'platform', reason: restored }, given)
  crashPoint('inside-no-show-end')
  await publish(work, 'booking.no_show_ended', { bookingId: booking.id })
  await publish(work, 'booking.completed', { bookingId: booking.id })
  return paymentId
}

/** Every minute: those whose day is over without a word. Several processes may; each takes what the others have not. */
export const standDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('no_shows')
    .select('booking_id as id')
    .where('state', '=', 'open')
    .where('contest_by', '<=', work.now)
    .orderBy('contest_by')
    .limit(500)
    .execute()
  await eachApart(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const booking = await lockById(work, id)
      const row = await rowOf(work, id)
      if (booking === undefined || row?.state !== 'open' || row.contest_by > work.now) return null
      const absent = z.parse(Absent, row.absent)
      return end(work, booking, absent, 'uphold', { party: 'platform', reason: 'nobody contested it' })
    })
    if (paymentId !== null) await carryOut(work, paymentId)
  })
}

const states = { withdraw: 'withdrawn', uphold: 'stands', drop: 'falls' } as const

/** Money, state, move and fact in the caller's transaction. */
const end = async (
  work: Work,
  booking: BookingRow,
  absent: Absent,
  how: End,
  mover: Mover,
): Promise<string | null> => {
  const paymentId = await settleAs(work, booking, settlementOfNoShow(booking, absent, how))
  await work.db
    .updateTable('no_shows')
    .set({ state: states[how], decided_at: work.now })
    .where('booking_id', '=', booking.id)
    .execute()
  const changes =
    how === 'uphold' ? {} : { cancellation: JSON.stringify(dropped(work, booking, absent, how)) }
  await makeMove(work, booking, movesOf[absent][how], mover, changes)
  crashPoint('inside-no-show-end')
  await publish(work, 'booking.no_show_ended', { bookingId: booking.id })
  return paymentId
}

/** Whoever was said to be missing was there after all. */
const dropped = (work: Work, booking: BookingRow, absent: Absent, how: End) =>
  absent === 'professional'
    ? { ...endingOfNoShow(booking, 'client', work.now), reason: verdicts.professional.falls }
    : {
        ...endingOfNoShow(booking, 'client', work.now),
        reason: how === 'drop' ? verdicts.client.falls : 'La inasistencia se retiró: se devuelve todo.',
        refundCents: paidOf(booking),
        feeCents: 0,
        professionalNetCents: 0,
        hostNetCents: 0,
      }
