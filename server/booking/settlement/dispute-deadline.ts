/** Deadlines of disputes: unanswered ones are upheld or go to mediation. */
import { hourMs } from '#contract/platform/duration.ts'
import { twoPersonsAboveCents } from '#contract/booking/settlement/dispute.ts'
import { mediationHours, type DisputeMove } from '#contract/booking/settlement/dispute-moves.ts'
import { subjectOf } from '#contract/booking/settlement/dispute-subject.ts'
import { decidedCentsOf, moveMoney } from '#server/booking/settlement/dispute-money.ts'
import { partsOf, recordMove, type DisputeRow } from '#server/booking/settlement/dispute-row.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { lockBoth, divided, settleAs } from '#server/booking/settlement/dispute-decision.ts'

/** Every minute: disputes not answered, decided or appealed in time. Several processes may run it; each takes rows the others have not. */
export const moveDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('disputes')
    .select('id')
    .where((db) =>
      db.or([
        db.and([db('state', '=', 'waiting'), db('answer_by', '<=', work.now)]),
        db.and([
          db('state', 'in', ['mediation', 'appealed']),
          db('mediate_by', '<=', work.now),
          db('overdue_at', 'is', null),
        ]),
        db.and([db('state', '=', 'resolved'), db('appeal_by', '<=', work.now)]),
      ]),
    )
    .orderBy('opened_at')
    .limit(500)
    .execute()
  await runIsolated(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const { booking, row } = await lockBoth(work, id)
      return moveOne(work, booking, row)
    })
    if (paymentId !== null) await execute(work, paymentId)
  })
}

const platform = { party: 'platform' } as const

const moveOne = async (work: Work, booking: BookingRow, row: DisputeRow): Promise<string | null> => {
  const isDue = (at: Date | null) => at !== null && at <= work.now
  if (row.state === 'waiting' && isDue(row.answer_by)) return upholdOrMediate(work, booking, row)
  if (row.state === 'mediation' && row.overdue_at === null && isDue(row.mediate_by))
    return reported(
      work,
      await recordMove(work, row, 'overdue', platform, { overdue_at: work.now }),
      'overdue',
    )
  if (row.state !== 'resolved' || !isDue(row.appeal_by)) return null
  // A very long visit whose money is not divided yet: the next minute retries.
  if (!divided.has(booking.status)) return null
  const closed = await recordMove(work, row, 'close', platform, { closed_at: work.now })
  const paymentId = await moveMoney(work, booking, closed)
  crashPoint('inside-dispute-end')
  await reported(work, closed, 'close')
  return paymentId
}

/** Silence decides for the party that opened it, at the cost of the respondent; above the limit or without evidence it goes to mediation. */
const upholdOrMediate = async (work: Work, booking: BookingRow, row: DisputeRow): Promise<string | null> => {
  const { subject, respondent } = await partsOf(work, row)
  const { silent: outcome } = subjectOf(subject)
  if (outcome === null || decidedCentsOf(row, outcome) > twoPersonsAboveCents)
    return reported(
      work,
      await recordMove(work, row, 'mediate', platform, {
        mediate_by: new Date(work.now.getTime() + mediationHours * hourMs),
      }),
      'mediate',
    )
  return (await settleAs(work, booking, row, 'stand', { outcome, chargedTo: respondent })).paymentId
}

const reported = async (
  work: Work,
  row: DisputeRow,
  move: Exclude<DisputeMove, 'propose'>,
): Promise<null> => {
  await publish(work, 'dispute.changed', { disputeId: row.id, move })
  return null
}
