import { expireDue } from '#server/hiring/ending.ts'
import type { Job } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [{ every: '*/5 * * * *', name: 'hiring.end_agreements', run: expireDue }]
