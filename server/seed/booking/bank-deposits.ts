/**
 * Deposits in payees' banks in the last two months of the demo data: one sum a day, the day after the transfer. Only for the first payees,
 * the demo's people among them: no one else can sign in to look at theirs.
 */
import type pg from 'pg'

/** After all payouts. */
export const writeBankDeposits = async (client: pg.Client, now: Date) => {
  await client.query(
    `create temporary table seeded_deposits on commit drop as
     select party, party_id, (paid_at at time zone 'America/Mexico_City')::date as day, gen_random_uuid() as id,
       sum(amount_cents - clawed_back_cents)::bigint as cents
     from payouts where status = 'paid' and external_id is not null and party_id <= 60 and paid_at >= $1::timestamptz - interval '62 days'
     group by 1, 2, 3`,
    [now],
  )
  await client.query(
    `insert into bank_deposits (id, provider, external_id, party, party_id, amount_cents, status, sent_at, arrives_on, bank, account_end, trace)
     select d.id, 'standin', 'po_town_' || d.id, d.party, d.party_id, d.cents, 'arrived', least($1::timestamptz, (day + 1)::timestamp at time zone 'America/Mexico_City'),
       least(($1::timestamptz at time zone 'America/Mexico_City')::date, day + 1), coalesce(h.clabe_bank, 'Banco de muestra'),
       coalesce(h.clabe_end, lpad(((party_id * 7919 + 1234) % 10000)::text, 4, '0')),
       'KALLI' || to_char(day, 'YYYYMMDD') || upper(left(md5(d.id::text), 8))
     from seeded_deposits d left join hosts h on d.party = 'host' and h.id = d.party_id`,
    [now],
  )
  await client.query(
    `insert into bank_deposit_transfers (provider, transfer_ref, deposit_id, payout_id, amount_cents)
     select 'standin', p.external_id, d.id, p.id, p.amount_cents - p.clawed_back_cents
     from payouts p join seeded_deposits d on d.party = p.party and d.party_id = p.party_id
       and d.day = (p.paid_at at time zone 'America/Mexico_City')::date
     where p.status = 'paid' and p.external_id is not null and p.party_id <= 60 and p.amount_cents > p.clawed_back_cents`,
  )
}
