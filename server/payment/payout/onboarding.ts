/**
 * Payees open their own account at the processor, on its pages, and return. The row with its key is committed before the processor is
 * called, so that two taps, two processes or a crash in between request one account.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { accountState, type PayoutAccount, type PayoutParty } from '#contract/payment/payout-account.ts'
import { requireProof } from '#server/account/session.ts'
import { factsOf, keep, nextLook, rowOf, waitsForAccount } from '#server/payment/provider/payout-account.ts'
import { processorNamed, processorOf } from '#server/payment/processor/processor.ts'
import {
  type CardProcessor,
  ProviderRefusal,
  ProviderUnreachable,
} from '#server/payment/provider/provider.ts'
import { lacksTaxpayer, spaceOnRequest } from '#server/payment/payout/taxpayer.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Payee = { party: PayoutParty; id: number; destination: string }

/** Only the payee themselves: a host's staff have no access to its account, whatever their permissions. Refuses not_found. */
const ownPayee = ({ viewer }: Work, party: PayoutParty): Payee => {
  const id = (party === 'professional' ? viewer.professionalId : viewer.hostId) ?? refuse('not_found')
  return { party, id, destination: `${party}:${id}` }
}

/** The state of the payee's own account, as last seen. Refuses not_found. */
export const show = async (work: Work, party: PayoutParty): Promise<PayoutAccount> => {
  const payee = ownPayee(work, party)
  const processor = processorOf(work.config)
  const row = await rowOf(work, processor.name, payee.destination)
  const facts = row === undefined ? null : factsOf(row)
  return {
    party,
    state: facts === null ? 'none' : accountState(facts),
    isRequired: processor.needsAccounts,
    waitingCents: await waitingFor(work, payee),
    taxpayerAt: party === 'host' ? await spaceOnRequest(work, payee.id) : null,
    wanted: facts === null ? [] : [...facts.wanted],
    wantedBy: row?.wanted_by?.toISOString() ?? null,
    bank: party === 'host' ? await bankOf(work, payee.id) : null,
  }
}

const bankOf = async (work: Work, hostId: number): Promise<PayoutAccount['bank']> => {
  const { rows } = await sql<NonNullable<PayoutAccount['bank']>>`
    select clabe_bank as bank, clabe_end as "end", clabe_holder as holder,
      (select min(id) from spaces where host_id = hosts.id and status <> 'archived') as "spaceId"
    from hosts where id = ${hostId} and clabe is not null`.execute(work.db)
  return rows[0] ?? null
}

const waitingFor = async (work: Work, { party, id }: Payee): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents - clawed_back_cents), 0)::bigint as cents from payouts
    where party = ${party} and party_id = ${id} and (status = 'failed' and failure = any (${[...waitsForAccount]})
      or party = 'host' and status in ('accrued', 'failed') and release_at <= ${work.now} and ${lacksTaxpayer(sql.ref('payouts.party_id'))})`.execute(
    work.db,
  )
  return rows[0]?.cents ?? 0
}

/** The processor's page for the viewer's data. Refuses not_found, confirm_identity, payout_account_rejected, payouts_unreachable. */
export const goOn = async (work: Work, party: PayoutParty): Promise<{ url: string }> => {
  const payee = ownPayee(work, party)
  requireProof(work)
  const processor = processorOf(work.config)
  const back = `${work.config.publicUrl}/${party}-dashboard?tab=profile&section=payouts`
  const state = (await show(work, party)).state
  if (state === 'rejected') refuse('payout_account_rejected')
  return reach(async () => {
    const ref = await open(work, processor, payee)
    const { state, wanted } = await show(work, party)
    const isDone = state === 'ready' && wanted.length === 0
    return { url: await processor.accountLink(work, { ref, isDone, returnUrl: back, refreshUrl: back }) }
  })
}

/** The account of a payee, opened if there is none. A second caller finds the row of the first. */
const open = async (
  work: Work,
  processor: CardProcessor,
  { party, id, destination }: Payee,
): Promise<string> => {
  await work.db
    .insertInto('payout_accounts')
    .values({ provider: processor.name, party, party_id: id, open_key: randomUUID(), requested_at: work.now })
    .onConflict((conflict) => conflict.columns(['provider', 'party', 'party_id']).doNothing())
    .execute()
  const row = await rowOf(work, processor.name, destination)
  if (row === undefined) throw new Error('a payout account vanished')
  if (row.account_ref !== null) return row.account_ref
  if (row.open_key === null) throw new Error('a payout account without a key')
  const ref = await processor.openAccount(work, {
    key: row.open_key,
    requestedAt: row.requested_at,
    destination,
  })
  await work.db
    .updateTable('payout_accounts')
    .set({ account_ref: ref })
    .where('provider', '=', processor.name)
    .where('party', '=', party)
    .where('party_id', '=', id)
    .where('account_ref', 'is', null)
    .execute()
  return ref
}

/** A temporary failure of the processor becomes a refusal; our own bugs are thrown. */
const reach = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefusal)
      return refuse('payouts_unreachable')
    throw error
  }
}

/** Looks up the account when a payee returns from the processor. Without an answer, the last known state. Refuses not_found. */
export const look = async (work: Work, party: PayoutParty): Promise<PayoutAccount> => {
  const { destination } = ownPayee(work, party)
  const { name } = processorOf(work.config)
  const row = await rowOf(work, name, destination)
  if (row !== undefined && row.account_ref !== null)
    await lookAt(work, name, row.account_ref).catch((error: unknown) => {
      if (!(error instanceof ProviderUnreachable)) throw error
      work.log.warn({ account: row.account_ref }, 'processor did not return the state of a payout account')
    })
  return show(work, party)
}

/** Reads and stores the processor's state of an account; repeated, late or reordered events change nothing. */
export const lookAt = async (work: Work, provider: string, ref: string): Promise<void> => {
  const number = await nextLook(work)
  const seen = await processorNamed(work.config, provider).findAccount(work, ref)
  if (seen !== null) await keep(work, provider, number, seen)
}
