/** Most payees of the demo data have their account at the stand-in; every ninth never opened one, and one gave an unreadable photo. */
import type pg from 'pg'
import { fullProfessionals } from '#server/seed/people/people.ts'

const unreadable = 5

export const writePayoutAccounts = async (client: pg.Client, now: Date) => {
  await client.query(
    `create temporary table payee on commit drop as
      select 'professional' as party, id, created_at from professionals where id % 9 <> 4 and id <= ${fullProfessionals}
      union all select 'host', id, created_at from hosts where id % 9 <> 4`,
  )
  await client.query(
    `insert into payout_accounts (provider, party, party_id, account_ref, open_key, requested_at, is_submitted, wanted, held_back,
        ready_at, looked_at)
      select 'standin', party, id, 'acct_' || party || id, gen_random_uuid(), created_at, true,
        case when missing then '{identity_document}' else '{}' end::text[], case when missing then 'wanted' end,
        case when not missing then created_at + interval '20 minutes' end, $1
      from payee cross join lateral (select party = 'professional' and id = $2 as missing) m`,
    [now, unreadable],
  )
  await client.query(
    `insert into standin.accounts (id, idem_key, destination, provided, refused, is_submitted, is_ready, created_at)
      select account_ref, open_key::text, party || ':' || party_id, '{tax_id,identity_document,bank_account}', wanted, true,
        ready_at is not null, requested_at
      from payout_accounts where provider = 'standin'`,
  )
}
