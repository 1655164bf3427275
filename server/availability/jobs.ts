import type { Job } from '#server/platform/jobs.ts'
import { sweep } from '#server/availability/availability.ts'

export const jobs: readonly Job[] = [{ every: '* * * * *', name: 'availability.sweep', run: sweep }]
