/**
 * The consent of a person to Kalli at a provider: one for all owners who connected that account, such as a professional and the host
 * that she also is. Revoking any of its tokens ends all of them (so does Google), so the last owner revokes it.
 */
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import type { Account } from '#server/connection/account.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import type { ProviderName } from '#server/connection/providers.ts'
import { emailHash } from '#server/connection/secrets.ts'
import type { Work } from '#server/platform/work.ts'

/** Whether any owner has connected this account. */
export const isConnected = async (work: Work, provider: ProviderName, identity: string): Promise<boolean> => {
  const row = await work.db
    .selectFrom('calendar_accounts')
    .select('id')
    .where('provider', '=', provider)
    .where('email_hash', '=', emailHash(identity))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether the consent goes with this account, which is being disconnected. Throws ProviderProblem while others that are being
 * disconnected still need it: of these the newest account waits.
 */
export const isLastOfConsent = async (work: Work, { id }: Pick<Account, 'id'>): Promise<boolean> => {
  const { rows: others } = await sql<{ id: number; isLeaving: boolean }>`
    select other.id, other.leaving_at is not null as "isLeaving"
    from calendar_accounts own join calendar_accounts other on other.provider = own.provider and other.email_hash = own.email_hash
    where own.id = ${id} and other.id <> own.id and other.revoked_at is null`.execute(work.db)
  if (others.some((other) => !other.isLeaving || other.id > id)) return false
  if (others.length > 0) throw new ProviderProblem('limited', { retryAfterMs: minuteMs })
  return true
}
