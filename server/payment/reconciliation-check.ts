/**
 * Invariants of the ledger (money.md §8): checked every night, and logged when one is violated. The database refuses what it can see in
 * one transaction; this is the rest.
 */
import { sql } from 'kysely'
import { account } from '#server/payment/ledger/journals.ts'
import type { Work } from '#server/platform/work.ts'

const checks = {
  /** I1. */
  'all journals together are zero': sql<{ wrong: boolean }>`
    select coalesce(sum(amount_cents), 0) <> 0 as wrong from entries`,
  /** I11. */
  'what each party is owed is the sum of its entries': sql<{ wrong: boolean }>`
    select exists (
      select from (select account, party_id, sum(amount_cents) as cents from entries where party_id is not null
        group by account, party_id) summed
      full join balances b using (account, party_id)
      where coalesce(summed.cents, 0) <> coalesce(b.amount_cents, 0)) as wrong`,
  /** J17–J19: nothing waits on 1140 except what a bank is reviewing or has reversed with no one bearing it yet. */
  'what banks hold is what they dispute': sql<{ wrong: boolean }>`
    select (select coalesce(sum(amount_cents), 0) from entries where account = ${account.disputeHold})
      <> (select coalesce(sum(amount_cents + beyond_cents), 0) from chargebacks where state = 'open' or (state = 'lost' and posted_at is null))
      as wrong`,
  /** Each gift card that was not redeemed or refunded is on 2055, and nothing else. */
  'what gift cards hold is what waits to be redeemed': sql<{ wrong: boolean }>`
    select exists (
      select from (select j.booking_id as id, -sum(e.amount_cents) as cents from journals j join entries e on e.journal_id = j.id
        where e.account = ${account.giftCards} group by j.booking_id) held
      full join gift_cards card on card.id = held.id
      where coalesce(held.cents, 0) <> case when card.status = 'active' then card.amount_cents else 0 end) as wrong`,
  /** I7. */
  'no charge was given back beyond what came in': sql<{ wrong: boolean }>`
    select exists (
      select from payments p where p.disputed_cents <> (select coalesce(sum(c.amount_cents), 0) from chargebacks c
        where c.payment_id = p.id and c.state <> 'won')) as wrong`,
} as const

/** The names of the violated invariants; each is an error in the log. */
export const checkLedger = async (work: Work): Promise<string[]> => {
  const wrong: string[] = []
  for (const [name, check] of Object.entries(checks)) {
    const { rows } = await check.execute(work.db)
    if (rows[0]?.wrong !== true) continue
    wrong.push(name)
    work.log.error({ check: name }, 'ledger check failed')
  }
  return wrong
}
