/** Rows that the server deletes on its own, so that no table grows for ever. */
import { forgetOldKeys } from '#server/platform/http/idempotency.ts'
import type { Job } from '#server/platform/jobs.ts'
import { forgetOldCounts } from '#server/platform/http/limits.ts'
import { forgetOldMails } from '#server/platform/mail.ts'

export const jobs: readonly Job[] = [
  { every: '7 * * * *', name: 'platform.forget_old_keys', run: forgetOldKeys },
  { every: '17 * * * *', name: 'platform.forget_old_counts', run: forgetOldCounts },
  { every: '40 9 * * *', name: 'platform.forget_old_mails', run: forgetOldMails },
]
