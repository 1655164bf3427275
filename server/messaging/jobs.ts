import { type Job, subscribe } from '#server/platform/jobs.ts'
import { forgetOldMessages } from '#server/messaging/messaging.ts'
import { forgetOldTexts } from '#server/messaging/outbox.ts'
import { forgetOldShortLinks } from '#server/messaging/short-link.ts'
import { forgetOldPrompts } from '#server/messaging/prompt.ts'
import { forgetOldReceived, sendReply } from '#server/messaging/received.ts'
import { reportLocal } from '#server/messaging/standin.ts'

export const jobs: readonly Job[] = [
  { every: '* * * * *', name: 'messaging.standin_reports', run: reportLocal },
  // The job keeps the name that it had in verification.
  { every: '43 9 * * *', name: 'verification.forget_texts', run: forgetOldTexts },
  { every: '47 9 * * *', name: 'messaging.forget_old', run: forgetOldMessages },
  { every: '52 9 * * *', name: 'messaging.forget_prompts', run: forgetOldPrompts },
  { every: '53 9 * * *', name: 'messaging.forget_received', run: forgetOldReceived },
  subscribe('message.reply_due', 'messaging.send_reply', sendReply),
  { every: '51 9 * * *', name: 'messaging.forget_short_links', run: forgetOldShortLinks },
]
