/** Suspended accounts: their sessions end, and none starts until the suspension is lifted (session.ts). */
import { endAll } from '#server/account/session.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Locked until the transaction ends. Refuses not_found, and account_not_suspendable for staff. */
export const lockSuspendable = async (work: Work, id: number) => {
  const account = await work.db
    .selectFrom('accounts')
    .select(['id', 'email', 'available_roles', 'suspended_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (account === undefined) return refuse('not_found')
  if (account.available_roles.includes('admin')) return refuse('account_not_suspendable')
  return { isSuspended: account.suspended_at !== null }
}

export const suspend = async (work: Work, id: number) => {
  await work.db.updateTable('accounts').set({ suspended_at: work.now }).where('id', '=', id).execute()
  await endAll(work, id)
}

export const lift = (work: Work, id: number) =>
  work.db.updateTable('accounts').set({ suspended_at: null }).where('id', '=', id).execute()
