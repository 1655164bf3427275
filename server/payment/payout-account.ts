/** A payee's own account at a processor that transfers to such: which one it is, and whether it may receive yet. */
import type { Work } from '#server/platform/work.ts'

export type PayoutAccount = { ref: string; isReady: boolean }

/** `destination` as transfers name it: `professional:7`. Null: none was opened. */
export const accountOf = async (
  work: Work,
  provider: string,
  destination: string,
): Promise<PayoutAccount | null> => {
  const [party = '', id = ''] = destination.split(':')
  const row = await work.db
    .selectFrom('payout_accounts')
    .select(['account_ref', 'ready_at'])
    .where('provider', '=', provider)
    .where('party', '=', party)
    .where('party_id', '=', Number(id))
    .executeTakeFirst()
  return row === undefined ? null : { ref: row.account_ref, isReady: row.ready_at !== null }
}

export const markReady = async (work: Work, ref: string): Promise<void> => {
  await work.db
    .updateTable('payout_accounts')
    .set({ ready_at: work.now })
    .where('account_ref', '=', ref)
    .where('ready_at', 'is', null)
    .execute()
}
