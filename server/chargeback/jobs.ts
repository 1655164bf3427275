import { followFailedRefund, followLoose } from '#server/chargeback/failed-refund.ts'
import { settleLost } from '#server/chargeback/loss.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  subscribe('chargeback.changed', 'chargeback.settle-lost', (work) => settleLost(work)),
  subscribe('payment.refund_failed', 'chargeback.follow-failed-refund', followFailedRefund),
  subscribe('payment.amount_differs', 'chargeback.follow-loose', followLoose),
  { every: '*/5 * * * *', name: 'chargeback.settle-waiting', run: (work) => settleLost(work) },
]
