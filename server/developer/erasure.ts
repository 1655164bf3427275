import { forgetKeys } from '#server/developer/api-key.ts'
import { forgetApps } from '#server/developer/app.ts'
import { forgetGrants } from '#server/developer/grant.ts'
import type { Work } from '#server/platform/work.ts'

/** Deletes keys, access given to apps, and the account's own apps with all access that others gave them. */
export const forgetDeveloper = async (work: Work, accountId: number) => {
  await forgetKeys(work, accountId)
  await forgetGrants(work, accountId)
  await forgetApps(work, accountId)
}
