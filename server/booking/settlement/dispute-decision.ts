/** The decision of a dispute by an administrator, seconded by another above an amount. */
import * as z from 'zod/mini'
import { hourMs } from '#contract/platform/duration.ts'
import { twoPersonsAboveCents, type decideDispute } from '#contract/booking/settlement/dispute.ts'
import { appealHours, type DisputeMove } from '#contract/booking/settlement/dispute-moves.ts'
import {
  type Bearer,
  bearersOf,
  type DisputeOutcome,
  DisputeState,
  outcomeLabels,
} from '#contract/booking/settlement/dispute-subject.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { PartyAmounts } from '#contract/booking/support/money-act.ts'
import { decidedCentsOf, moveMoney } from '#server/booking/settlement/dispute-money.ts'
import {
  lineOf,
  lockDispute,
  recordMove,
  requireDisputeMove,
  type DisputeRow,
} from '#server/booking/settlement/dispute-row.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { logAct, rehearse } from '#server/booking/moves/money-act.ts'
import { execute, read as readPayment } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

type Decision = Input<typeof decideDispute>['body']
type Undecided = Omit<Decision, 'reason'>

/**
 * An administrator decides between both. Above the limit the first only proposes, and another decides the same. Refuses stale_version,
 * dispute_not_movable, second_person_needed, invalid_input; payment_in_progress for an appeal before the visit is divided.
 */
export const decide = async (
  work: Work,
  id: string,
  said: Decision,
): Promise<z.input<(typeof decideDispute)['reply']>> => {
  // Its money moves when the time to appeal is over, so the amounts are rehearsed.
  const amounts = await rehearseDecision(work, id, said)
  const { row, paymentId } = await inTransaction(work, async (work) => {
    const { booking, row, how, chargedTo } = await requireDecision(work, id, said)
    const log = {
      act: 'dispute',
      bookingId: booking.id,
      what: outcomeLabels[said.outcome],
      reason: said.reason,
    } as const
    if (decidedCentsOf(row, said.outcome) > twoPersonsAboveCents && !isSeconded(work, row, said)) {
      await logAct(work, { ...log, step: 'proposed' })
      return { row: await propose(work, row, said, chargedTo), paymentId: null }
    }
    const settled = await settleAs(work, booking, row, how, { outcome: said.outcome, chargedTo })
    await logAct(work, { ...log, step: 'done' }, amounts)
    return settled
  })
  crashPoint('committed-dispute-end')
  if (paymentId !== null) await execute(work, paymentId)
  // A decided dispute is `resolved`, or after an appeal `closed`; otherwise it waits for the second administrator.
  return { state: z.parse(DisputeState, row.state), proposed: !['resolved', 'closed'].includes(row.state) }
}

/** The amounts for each party. Refuses as `decide` does, except second_person_needed. */
export const rehearseDecision = async (work: Work, id: string, said: Undecided): Promise<PartyAmounts> => {
  const { booking_id: bookingId } =
    (await work.db.selectFrom('disputes').select('booking_id').where('id', '=', id).executeTakeFirst()) ??
    refuse('not_found')
  return rehearse(work, bookingId, async (work) => {
    const { booking, row, chargedTo } = await requireDecision(work, id, said)
    const decided = {
      outcome: said.outcome,
      charged_to: chargedTo,
      decided_cents: decidedCentsOf(row, said.outcome),
    }
    // Before the visit is divided there is nothing to move yet.
    const isDivided = divided.has(booking.status) && (await readPayment(work, booking.id))?.settled_at
    if (isDivided) await moveMoney(work, booking, { ...row, ...decided })
  })
}

const requireDecision = async (work: Work, id: string, said: Undecided) => {
  const { booking, row } = await lockBoth(work, id)
  if (row.version !== said.version) return refuse('stale_version')
  const how = row.state === 'appealed' ? 'decide_appeal' : 'decide'
  requireDisputeMove(row, how, 'platform', work.now)
  return { booking, row, how, chargedTo: requireBearer(row, said) } as const
}

export const lockBoth = async (work: Work, id: string): Promise<{ booking: BookingRow; row: DisputeRow }> => {
  const found = await work.db
    .selectFrom('disputes')
    .select('booking_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const booking = (await lockById(work, found?.booking_id ?? refuse('not_found'))) ?? refuse('not_found')
  return { booking, row: (await lockDispute(work, id)) ?? refuse('not_found') }
}

const requireBearer = (row: DisputeRow, { outcome, chargedTo }: Undecided): Bearer | null => {
  if (outcome === 'nothing') return null
  const allowed: readonly Bearer[] = bearersOf[lineOf(row)]
  return chargedTo !== null && allowed.includes(chargedTo)
    ? chargedTo
    : refuse('invalid_input', { fields: [{ field: 'chargedTo', message: 'Elige a cargo de quién.' }] })
}

/** Another administrator proposed exactly this. Refuses second_person_needed to the proposer. */
const isSeconded = (work: Work, row: DisputeRow, { outcome, chargedTo }: Decision): boolean => {
  if (row.proposed_outcome !== outcome || row.proposed_charged_to !== chargedTo) return false
  return isOwn(work.viewer.accountId, row.proposed_by)
    ? refuse('second_person_needed')
    : row.proposed_by !== null
}

const propose = (work: Work, row: DisputeRow, { outcome }: Decision, chargedTo: Bearer | null) =>
  recordMove(
    work,
    row,
    'propose',
    { party: 'platform', reason: `${outcome} ${chargedTo ?? ''}`.trim() },
    { proposed_outcome: outcome, proposed_charged_to: chargedTo, proposed_by: work.viewer.accountId },
  )

/** A decision can be appealed for three days, or is final at once after an appeal. In the caller's transaction. */
export const settleAs = async (
  work: Work,
  booking: BookingRow,
  row: DisputeRow,
  how: Extract<DisputeMove, 'decide' | 'decide_appeal' | 'stand'>,
  { outcome, chargedTo }: { outcome: DisputeOutcome; chargedTo: Bearer | null },
): Promise<{ row: DisputeRow; paymentId: string | null }> => {
  const decided = await recordMove(
    work,
    row,
    how,
    {
      party: 'platform',
      reason: how === 'stand' ? 'nobody answered' : `${outcome} ${chargedTo ?? ''}`.trim(),
    },
    {
      outcome,
      charged_to: chargedTo,
      decided_cents: decidedCentsOf(row, outcome),
      decided_by: how === 'stand' ? null : work.viewer.accountId,
      decided_at: work.now,
      appeal_by: row.appeal_by ?? new Date(work.now.getTime() + appealHours * hourMs),
      ...(how === 'decide_appeal' ? { closed_at: work.now } : {}),
    },
  )
  const paymentId = how === 'decide_appeal' ? await moveMoney(work, booking, decided) : null
  crashPoint('inside-dispute-end')
  await publish(work, 'dispute.changed', { disputeId: row.id, move: how })
  return { row: decided, paymentId }
}

export const divided: ReadonlySet<string> = new Set(['completed', 'closed'])
