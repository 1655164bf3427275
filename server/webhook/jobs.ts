import { dayMs } from '#contract/platform/duration.ts'
import { webhookLogDays } from '#contract/webhook/webhook.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'
import { matterJobs } from '#server/webhook/matter.ts'
import { publicEvents } from '#server/webhook/message.ts'
import { wake } from '#server/webhook/sending.ts'
import { sendSwitchedOff } from '#server/webhook/switched-off.ts'

const forgetOld = (work: Work) =>
  forgetBefore(work, 'webhook_messages', 'happened_at', new Date(work.now.getTime() - webhookLogDays * dayMs))

export const jobs: readonly Job[] = [
  // At once after each public event; missed messages and retries every minute.
  ...publicEvents.map((event) => subscribe(event, `webhook.after.${event}`, wake)),
  subscribe('webhook.replayed', 'webhook.after-replay', wake),
  ...matterJobs,
  { every: '* * * * *', name: 'webhook.send-due', run: wake },
  { every: '53 9 * * *', name: 'webhook.forget-old', run: forgetOld },
  subscribe('webhook.switched_off', 'webhook.switched-off-email', sendSwitchedOff),
]
