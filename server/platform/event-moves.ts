/** The moves of the two state machines that events carry. */
import type { DepositMove } from '#contract/booking/settlement/deposit.ts'

export const depositMoves = [
  'hold',
  'refuse',
  'claim',
  'contest',
  'accept',
  'stand',
  'withdraw',
  'uphold',
  'drop',
  'lose',
  'release',
] as const satisfies readonly DepositMove[]
export const disputeMoves = [
  'open',
  'answer',
  'withdraw',
  'concede',
  'stand',
  'mediate',
  'overdue',
  'decide',
  'appeal',
  'decide_appeal',
  'fall_away',
  'close',
] as const
