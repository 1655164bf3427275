import type { Job } from '#server/platform/jobs.ts'
import { publishDue } from '#server/review/review.ts'

export const jobs: readonly Job[] = [{ every: '*/15 * * * *', name: 'review.publish_due', run: publishDue }]
