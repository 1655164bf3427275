import type { Job } from '#server/platform/jobs.ts'
import { forgetOldMessages } from '#server/messaging/messaging.ts'
import { forgetOldTexts } from '#server/messaging/outbox.ts'
import { forgetOldShortLinks } from '#server/messaging/short-link.ts'
import { reportLocal } from '#server/messaging/standin.ts'

export const jobs: readonly Job[] = [
  { every: '* * * * *', name: 'messaging.standin_reports', run: reportLocal },
  // The name that it had in verification.
  { every: '43 9 * * *', name: 'verification.forget_texts', run: forgetOldTexts },
  { every: '47 9 * * *', name: 'messaging.forget_old', run: forgetOldMessages },
  { every: '51 9 * * *', name: 'messaging.forget_short_links', run: forgetOldShortLinks },
]
