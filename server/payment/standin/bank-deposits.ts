/**
 * The stand-in's payments to the banks of payees: its transfers of one day in the capital's zone leave as one sum when that day is
 * over, and arrive by nine in the morning. A transfer that a bank returned is in none; a sum whose transfers all came back failed.
 */
import { sql } from 'kysely'
import type { BankDeposit, CardProcessor } from '#server/payment/provider/provider.ts'
import { requireNoTransaction } from '#server/platform/work.ts'

export const bankDeposits: CardProcessor['bankDeposits'] = async (work, { destination, since }) => {
  requireNoTransaction(work)
  const { rows } = await sql<BankDeposit>`
    select 'po_' || mark as ref, cents as "amountCents",
      case when is_failed then 'failed' when ${work.now}::timestamptz >= sent_at + interval '9 hours' then 'arrived' else 'on_the_way' end as status,
      sent_at as "sentAt", to_char(day + 1, 'YYYY-MM-DD') as "arrivesOn",
      case when account is not null then 'Banco de muestra' end as bank,
      case when account is not null then lpad((('x' || left(md5(account), 6))::bit(24)::int % 10000)::text, 4, '0') end as "accountEnd",
      'KALLI' || to_char(day, 'YYYYMMDD') || upper(left(mark, 8)) as trace, transfers
    from (
      select day, md5(${destination} || ' ' || day) as mark, (day + 1)::timestamp at time zone 'America/Mexico_City' as sent_at,
        bool_and(is_returned) as is_failed, sum(amount_cents) filter (where not is_returned or is_all_returned)::bigint as cents,
        json_agg(json_build_object('ref', id, 'amountCents', amount_cents) order by created_at, id)
          filter (where not is_returned or is_all_returned) as transfers,
        (select id from standin.accounts where destination = ${destination}) as account
      from (select *, bool_and(is_returned) over (partition by day) as is_all_returned from (
        select *, status = 'returned' as is_returned, (created_at at time zone 'America/Mexico_City')::date as day from standin.transfers
        where destination = ${destination} and created_at >= (${since}::timestamptz at time zone 'America/Mexico_City')::date::timestamp at time zone 'America/Mexico_City') of_day) sent
      group by day) days
    where sent_at <= ${work.now}::timestamptz order by day`.execute(work.db)
  return rows
}
