/** The roles of one account, and the other parties of its bookings. */
import { sql } from 'kysely'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** All roles of one account; as a client also their bookings as a visitor with their mailbox. */
export type Parties = {
  accountId: number
  email: string
  firstName: string
  professionalId: number | null
  hostId: number | null
  clientIds: number[]
}

/** Refuses not_found. */
export const partiesOf = async (work: Work, accountId: number): Promise<Parties> => {
  const { rows } = await sql<Parties>`
    select a.id as "accountId", a.email, a.first_name as "firstName", p.id as "professionalId", h.id as "hostId", array(
      select c.id from clients c where c.account_id = a.id or c.account_id is null and c.email = a.email order by 1) as "clientIds"
    from accounts a left join professionals p on p.account_id = a.id left join hosts h on h.account_id = a.id
    where a.id = ${accountId} and a.erased_at is null`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}

type Named = { id: string; with: string; others: string[] }

/** The other party of each booking, and everyone else who is notified: each person once, in whatever role. */
export const namesOf = async (
  work: Work,
  { accountId, professionalId, hostId, clientIds }: Parties,
  ids: string[],
) => {
  const { rows } = await sql<Named>`
    select b.id, concat_ws(' · ',
        case when not coalesce(b.client_id = any (${clientIds}::bigint[]), false) then nullif(coalesce(
          nullif(concat_ws(' ', b.contact ->> 'firstName', b.contact ->> 'lastName'), ''), concat_ws(' ', c.first_name, c.last_name)), '') end,
        case when b.professional_id is distinct from ${professionalId}::bigint then concat_ws(' ', p.first_name, p.last_name) end,
        case when b.host_id is distinct from ${hostId}::bigint then biz.name end) as "with",
      array_remove(array[
        case when not coalesce(b.client_id = any (${clientIds}::bigint[]), false) then 'client ' || b.client_id end,
        case when p.account_id <> ${accountId} then 'account ' || p.account_id end,
        case when h.account_id <> ${accountId} then 'account ' || h.account_id end], null) as others
    from bookings b join professionals p on p.id = b.professional_id left join clients c on c.id = b.client_id
      left join hosts h on h.id = b.host_id left join spaces s on s.id = b.space_id left join businesses biz on biz.id = s.business_id
    where b.id = any (${ids}::uuid[])`.execute(work.db)
  return new Map(rows.map((row) => [row.id, row]))
}
