/** Whose money a payment is: the client's, by what was paid for, or the paying account's, such as a professional's for rented hours. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'

export type Payer = {
  /** Null: no client, so there is no credit. */
  clientId: number | null
  accountId: number | null
  /** Null: deleted. */
  email: string | null
  firstName: string
}

/** For each of these payments. */
export const payersOf = async (
  work: Work,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, Payer>> => {
  const { rows } = await sql<Payer & { paymentId: string }>`
    with paid as (
      select p.id, substring(p.payer from '^account:(\\d+)$')::bigint as account_id,
        coalesce(p.client_id, p.credit_client_id, b.client_id, gift.buyer_id, pack.client_id) as client_id, b.contact
      from payments p
      left join tips tip on tip.id = p.booking_id
      left join change_proposals change on change.id = p.booking_id
      left join booking_balances balance on balance.id = p.booking_id
      left join bookings b on b.id = coalesce(tip.booking_id, change.booking_id, balance.booking_id, p.booking_id) and b.kind = 'visit'
      left join gift_cards gift on gift.id = p.booking_id
      left join session_packs pack on pack.id = p.booking_id
      where p.id = any(${paymentIds}::uuid[]))
    select paid.id as "paymentId", client.id as "clientId", a.id as "accountId",
      coalesce(nullif(paid.contact ->> 'email', ''), nullif(client.email, ''), a.email) as email,
      coalesce(paid.contact ->> 'firstName', nullif(client.first_name, ''), a.first_name, '') as "firstName"
    from paid left join clients client on client.id = paid.client_id
    left join accounts a on a.id = coalesce(client.account_id, paid.account_id)`.execute(work.db)
  return new Map(rows.map(({ paymentId, ...payer }) => [paymentId, payer]))
}
