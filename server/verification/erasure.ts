/** A deleted account's confirmations are deleted with it, and so are the messages that carried their codes. */
import { forgetTextsTo } from '#server/messaging/texting.ts'
import type { Work } from '#server/platform/work.ts'

export const forget = async (work: Work, accountId: number, phone: string | null) => {
  await work.db.deleteFrom('verification_codes').where('account_id', '=', accountId).execute()
  await work.db.deleteFrom('identity_checks').where('account_id', '=', accountId).execute()
  if (phone !== null) await forgetTextsTo(work, phone)
}
