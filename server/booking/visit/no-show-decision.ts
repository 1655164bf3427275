/** The end of a reported no-show: upheld, withdrawn, or decided by an administrator. */
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
import { settlementOf } from '#server/booking/moves/division.ts'
import { logAct, measured, rehearse } from '#server/booking/moves/money-act.ts'
import { attend, withAttendance } from '#server/booking/moves/attendance.ts'
import {
  type AttendedMove,
  lockById,
  makeMove,
  requireMove,
  type BookingRow,
  type Mover,
} from '#server/booking/moves/move.ts'
import {
  endingOfNoShow,
  hadStarted,
  movesOf,
  settlementOfNoShow,
  type End,
} from '#server/booking/cancellation/no-show-rules.ts'
import { rowOf, presentAs, withRow } from '#server/booking/visit/no-show-view.ts'
import { findFor, lockFor } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import { execute, settle } from '#server/payment/charge/payment.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { openTerms } from '#server/pricing/terms.ts'

export type View = z.input<typeof Booking>
export type Answer = z.input<(typeof noShowEndpoint)['reply']>

export const settleAs = (work: Work, booking: BookingRow, settlement: Settlement) =>
  settle(work, {
    bookingId: booking.id,
    settlement,
    releaseAt: releaseAt(openTerms(booking.terms), booking.ends_at),
  })

/** The booking is locked, so no concurrent call settles it meanwhile. */
export const requireOpen = async (
  work: Work,
  booking: BookingRow,
  move: Exclude<Move, AttendedMove>,
  party: Mover['party'],
  version: number,
) => {
  if (booking.version !== version) return refuse('stale_version')
  requireMove(withRow(booking, await rowOf(work, booking.id)), move, party, work.now)
}

/** The professional withdraws it. Refuses stale_version, move_not_allowed once it is settled. */
export const withdraw = async (work: Work, id: string, { version }: { version: number }): Promise<Answer> => {
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    await requireOpen(work, booking, 'withdraw_no_show', 'professional', version)
    return end(work, booking, 'client', 'withdraw', { party: 'professional' })
  })
  crashPoint('committed-no-show-end')
  if (paymentId !== null) await execute(work, paymentId)
  const { booking } = await findFor(work, id, { as: 'professional' })
  return presentAs(work, booking, 'professional')
}

type Decision = { version: number; verdict: Verdict }

/** An administrator decides between both. Refuses stale_version, move_not_allowed. */
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
  if (paymentId !== null) await execute(work, paymentId)
  return readAs(work, id, 'professional')
}

/** The amounts for each party. Refuses as `decide` does. */
export const rehearseDecision = (work: Work, id: string, decision: Decision) =>
  rehearse(work, id, (work) => decideInside(work, id, decision))

const decideInside = async (work: Work, id: string, { version, verdict }: Decision) => {
  const how = verdict === 'stands' ? 'uphold' : 'drop'
  const booking = await lockById(work, id)
  const row = await rowOf(work, id)
  if (booking === undefined || row === undefined) return refuse('not_found')
  // Before it is contested there is nothing to decide, and after a day it becomes final by itself.
  if (row.state === 'open') return refuse('move_not_allowed')
  const absent = z.parse(Absent, row.absent)
  if (how === 'drop' && hadStarted(await withAttendance(work, booking)))
    return { absent, paymentId: await restore(work, booking, version) }
  await requireOpen(work, booking, movesOf[absent][how], 'platform', version)
  const mover = { party: 'platform', reason: verdicts[absent][verdict] } as const
  return { absent, paymentId: await end(work, booking, absent, how, mover) }
}

/** The visit had started and took place: it is divided as any other; the rest of its price is charged to its client afterwards. */
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
    ended_at: null,
    cancellation: null,
  }
  await attend(work, booking.id, { checked_out_at: booking.ends_at })
  await makeMove(work, booking, 'restore_visit', { party: 'platform', reason: restored }, given)
  crashPoint('inside-no-show-end')
  await publish(work, 'booking.no_show_ended', { bookingId: booking.id })
  await publish(work, 'booking.completed', { bookingId: booking.id })
  return paymentId
}

/** Every minute: no-shows not contested within a day. Several processes may run it; each takes rows the others have not. */
export const upholdDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('no_shows')
    .select('booking_id as id')
    .where('state', '=', 'open')
    .where('contest_by', '<=', work.now)
    .orderBy('contest_by')
    .limit(500)
    .execute()
  await runIsolated(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const booking = await lockById(work, id)
      const row = await rowOf(work, id)
      if (booking === undefined || row?.state !== 'open' || row.contest_by > work.now) return null
      const absent = z.parse(Absent, row.absent)
      return end(work, booking, absent, 'uphold', { party: 'platform', reason: 'nobody contested it' })
    })
    if (paymentId !== null) await execute(work, paymentId)
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

/** The party reported missing was there after all. */
const dropped = (work: Work, booking: BookingRow, absent: Absent, how: End) =>
  absent === 'professional'
    ? { ...endingOfNoShow(booking, 'client', work.now), reason: verdicts.professional.falls }
    : {
        ...endingOfNoShow(booking, 'client', work.now),
        reason:
          how === 'drop' ? verdicts.client.falls : 'Se retiró lo que se había registrado: se devuelve todo.',
        refundCents: paidOf(booking),
        feeCents: 0,
        professionalNetCents: 0,
        hostNetCents: 0,
      }
