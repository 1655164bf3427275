/**
 * Reads from the processor what it paid into the bank accounts of payees, so that each sum on their bank statement is found here with
 * its transfers. The processor's records decide: a later reading replaces an earlier one.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import type { BankDeposit } from '#server/payment/provider/provider.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { inTransaction, requireNoTransaction, type Work } from '#server/platform/work.ts'

/** After this long a transfer without a deposit is no longer looked for. */
const lookBackMs = 45 * dayMs
const maxPayees = 500

type Payee = { party: string; partyId: number; since: Date }

/** Payees with a transfer without a deposit, or with a deposit that has not arrived. Returns how many were read. */
export const readBankDeposits = async (work: Work): Promise<number> => {
  requireNoTransaction(work)
  const { name } = processorOf(work.config)
  const { rows } = await sql<Payee>`
    select party, party_id as "partyId", min(since) as since from (
      select p.party, p.party_id, p.paid_at as since from payouts p
      where p.status = 'paid' and p.external_id is not null and p.paid_at >= ${new Date(work.now.getTime() - lookBackMs)}
        and not exists (select from bank_deposit_transfers t where t.provider = ${name} and t.transfer_ref = p.external_id)
      union all
      select d.party, d.party_id, d.sent_at - interval '7 days' from bank_deposits d where d.status = 'on_the_way'
    ) open group by party, party_id order by min(since), party, party_id limit ${maxPayees}`.execute(work.db)
  return runIsolated(work, rows, (payee) => readOne(work, payee))
}

const readOne = async (work: Work, { party, partyId, since }: Payee): Promise<void> => {
  const processor = processorOf(work.config)
  const found = await processor.bankDeposits(work, { destination: `${party}:${partyId}`, since })
  // The same order everywhere, so that two processes that read the same payee do not deadlock.
  const ordered = found.toSorted((one, other) => one.ref.localeCompare(other.ref))
  for (const deposit of ordered)
    await inTransaction(work, (work) => save(work, processor.name, { party, partyId }, deposit))
}

const save = async (
  work: Work,
  provider: string,
  { party, partyId }: Omit<Payee, 'since'>,
  deposit: BankDeposit,
): Promise<void> => {
  const row = {
    amount_cents: deposit.amountCents,
    status: deposit.status,
    sent_at: deposit.sentAt,
    arrives_on: deposit.arrivesOn,
    bank: deposit.bank,
    account_end: deposit.accountEnd,
    trace: deposit.trace,
  }
  const { id } = await work.db
    .insertInto('bank_deposits')
    .values({ id: randomUUID(), provider, external_id: deposit.ref, party, party_id: partyId, ...row })
    .onConflict((conflict) => conflict.columns(['provider', 'external_id']).doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  const refs = deposit.transfers.map(({ ref }) => ref)
  await sql`
    delete from bank_deposit_transfers where deposit_id = ${id} and not transfer_ref = any(${refs}::text[])`.execute(
    work.db,
  )
  await sql`
    insert into bank_deposit_transfers (provider, transfer_ref, deposit_id, payout_id, amount_cents)
    select ${provider}, given.ref, ${id}::uuid,
      (select p.id from payouts p where p.party = ${party} and p.party_id = ${partyId}::bigint and p.external_id = given.ref limit 1), given.cents
    from unnest(${refs}::text[], ${deposit.transfers.map(({ amountCents }) => amountCents)}::bigint[]) as given(ref, cents)
    on conflict (provider, transfer_ref) do update
      set deposit_id = excluded.deposit_id, payout_id = coalesce(excluded.payout_id, bank_deposit_transfers.payout_id), amount_cents = excluded.amount_cents`.execute(
    work.db,
  )
}
