import * as z from 'zod/mini'
import {
  followFailedRefund,
  followLoose,
  LooseMoney,
  RefundFailed,
} from '#server/chargeback/failed-refund.ts'
import { settleLost } from '#server/chargeback/loss.ts'
import type { Job } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  { fact: 'chargeback.changed', name: 'chargeback.settle-lost', run: (work) => settleLost(work) },
  {
    fact: 'payment.refund_failed',
    name: 'chargeback.follow-failed-refund',
    run: (work, payload) => followFailedRefund(work, z.parse(RefundFailed, payload)),
  },
  {
    fact: 'payment.amount_differs',
    name: 'chargeback.follow-loose',
    run: (work, payload) => followLoose(work, z.parse(LooseMoney, payload)),
  },
  { every: '*/5 * * * *', name: 'chargeback.settle-waiting', run: (work) => settleLost(work) },
]
