import { settleLost } from '#server/chargeback/loss.ts'
import type { Job } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  { fact: 'chargeback.changed', name: 'chargeback.settle-lost', run: (work) => settleLost(work) },
  { every: '*/5 * * * *', name: 'chargeback.settle-waiting', run: (work) => settleLost(work) },
]
