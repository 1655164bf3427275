import { forgetKeys } from '#server/developer/api-key.ts'
import { forgetApps } from '#server/developer/app.ts'
import { forgetGrants } from '#server/developer/grant.ts'
import type { Work } from '#server/platform/work.ts'

/** Keys, what was allowed to apps, and apps of one's own with all that others allowed them. */
export const forgetDeveloper = async (work: Work, accountId: number) => {
  await forgetKeys(work, accountId)
  await forgetGrants(work, accountId)
  await forgetApps(work, accountId)
}
