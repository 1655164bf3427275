/**
 * Payees' own accounts at a processor, as Kalli last saw them. Opening one is onboarding.ts; the processor's state of it is stored
 * here, whatever the cause of the reading: the payee's return, a webhook, a refused transfer.
 */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { accountState, HeldBack, PayoutParty, Wanted } from '#contract/payment/payout-account.ts'
import type { PayeeAccount } from '#server/payment/provider/provider.ts'
import { publish } from '#server/platform/jobs.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Row = Selectable<DB['payout_accounts']>

/** Refusals of a transfer that end when an account is opened or completed. */
export const waitsForAccount = ['no_account', 'account_not_ready'] as const

/** `destination` as in transfers: `professional:7`. Null: none was opened. */
export const accountOf = async (
  work: Work,
  provider: string,
  destination: string,
): Promise<{ ref: string; isReady: boolean } | null> => {
  const row = await rowOf(work, provider, destination)
  return row === undefined || row.account_ref === null
    ? null
    : { ref: row.account_ref, isReady: isReady(row) }
}

export const rowOf = (work: Work, provider: string, destination: string): Promise<Row | undefined> => {
  const [party = '', id = ''] = destination.split(':')
  return work.db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('provider', '=', provider)
    .where('party', '=', party)
    .where('party_id', '=', Number(id))
    .executeTakeFirst()
}

const isReady = ({ ready_at, restricted_at }: Pick<Row, 'ready_at' | 'restricted_at'>) =>
  ready_at !== null && restricted_at === null

export const factsOf = (row: Row) => ({
  isOpened: row.account_ref !== null,
  isReady: isReady(row),
  wasReady: row.ready_at !== null,
  isSubmitted: row.is_submitted,
  wanted: z.parse(z.array(Wanted), row.wanted),
  heldBack: z.parse(z.nullable(HeldBack), row.held_back),
})

/**
 * A sequence number for a reading, taken before the processor is called. Every change there triggers an event and so a reading with a
 * higher number; an overtaken answer is dropped. The database counts, as clocks of two processes differ.
 */
export const nextLook = async (work: Work): Promise<number> => {
  const { rows } = await sql<{ look: number }>`select nextval('payout_account_looks') as look`.execute(
    work.db,
  )
  return Number(rows[0]?.look)
}

/** Stores the result of a reading, unless a later one was stored before; payouts to an account that became ready are paid at once. */
export const keep = (work: Work, provider: string, look: number, seen: PayeeAccount): Promise<void> =>
  inTransaction(work, async (work) => {
    const before = await work.db
      .selectFrom('payout_accounts')
      .selectAll()
      .where('provider', '=', provider)
      .where('account_ref', '=', seen.ref)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined || before.look >= look) return
    const after = {
      ...before,
      look,
      looked_at: work.now,
      is_submitted: seen.isSubmitted,
      wanted: [...seen.wanted],
      wanted_by: seen.wantedBy,
      held_back: seen.heldBack,
      ready_at: seen.isReady ? (before.ready_at ?? work.now) : before.ready_at,
      restricted_at: seen.isReady || before.ready_at === null ? null : (before.restricted_at ?? work.now),
    }
    const notifiedLook = isNews(before, after) ? look : before.notified_look
    await work.db
      .updateTable('payout_accounts')
      .set({ ...after, notified_look: notifiedLook })
      .where('provider', '=', provider)
      .where('account_ref', '=', seen.ref)
      .execute()
    if (isReady(after) && !isReady(before)) await releaseWaiting(work, after)
    const { party_id: partyId } = before
    const party = z.parse(PayoutParty, before.party)
    if (notifiedLook === look) await publish(work, 'payout_account.changed', { party, partyId, look })
  })

/** The state changed, or the processor has new requirements. */
const isNews = (before: Row, after: Row): boolean =>
  accountState(factsOf(before)) !== accountState(factsOf(after)) ||
  after.wanted.some((one) => !before.wanted.includes(one))

const releaseWaiting = (work: Work, { party, party_id }: Row) =>
  work.db
    .updateTable('payouts')
    .set({ release_at: work.now })
    .where('party', '=', party)
    .where('party_id', '=', party_id)
    .where('status', '=', 'failed')
    .where('failure', 'in', waitsForAccount)
    .where('release_at', '>', work.now)
    .execute()

/**
 * Whether a payee's account became ready while a transfer to it was being refused: no other event will report that. Waits for a reading
 * that is being stored; in the transaction that records the refusal.
 */
export const isReadyByNow = async (work: Work, provider: string, destination: string): Promise<boolean> => {
  const [party = '', id = ''] = destination.split(':')
  const row = await work.db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('provider', '=', provider)
    .where('party', '=', party)
    .where('party_id', '=', Number(id))
    .forShare()
    .executeTakeFirst()
  return row !== undefined && isReady(row)
}

/** A payee leaves Kalli. The account's reference stays with the ledger: a bank may return a transfer weeks later. */
export const forgetWanted = async (
  work: Work,
  { professionalId, hostId }: { professionalId: number | null; hostId: number | null },
): Promise<void> => {
  await sql`
    update payout_accounts set wanted = '{}', wanted_by = null
    where party = 'professional' and party_id = ${professionalId} or party = 'host' and party_id = ${hostId}`.execute(
    work.db,
  )
}
