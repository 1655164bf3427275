/** Runs one account now, at its owner's request: also updates its list of calendars. */
import { sql } from 'kysely'
import { openAccount, takeAccount } from '#server/connection/account.ts'
import { isOf, type Owner } from '#server/connection/owner.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { reconcile, refreshList } from '#server/connection/reconcile.ts'
import { refuse } from '#server/platform/refuse.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'

/** Refuses not_found. A failure is recorded with the account. */
export const tryNow = async (work: Work, owner: Owner, id: number): Promise<void> => {
  requireNoTransaction(work)
  const { rows } = await sql<{ revokedAt: Date | null }>`
    update calendar_accounts set next_at = ${work.now}, revision = revision + 1
    where id = ${id} and ${isOf(owner)} and leaving_at is null
    returning revoked_at as "revokedAt"`.execute(work.db)
  const [row] = rows
  if (row === undefined) return refuse('not_found')
  // Nothing is called without consent.
  if (row.revokedAt === null) {
    await listAnew(work, id)
    await reconcile(work, id)
  }
}

const listAnew = async (work: Work, id: number) => {
  const account = await takeAccount(work, id)
  // Another run is in progress.
  if (account === undefined) return
  try {
    await refreshList(work, account, await openAccount(work, account))
  } catch (error) {
    // The following run meets the same problem, and records it.
    if (!(error instanceof ProviderProblem)) throw error
  } finally {
    await sql`update calendar_accounts set lease = null, leased_until = null where id = ${id} and lease = ${account.lease}`.execute(
      work.db,
    )
  }
}
