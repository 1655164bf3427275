/** Hosts who cannot be paid yet because their tax data is missing: nothing is lost, and all of it is paid out once the data is there. */
import { sql, type RawBuilder } from 'kysely'
import type { Work } from '#server/platform/work.ts'

/** For the host with that id: a business without RFC or regime blocks their payouts until one is known. */
export const lacksTaxpayer = (hostId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from hosts where hosts.id = ${hostId} and hosts.paid_with_rfc_only and not exists (
    select from businesses where businesses.host_id = hosts.id
      and businesses.rfc is not null and businesses.tax_regime is not null))`

/** A space whose first step asks for the missing data; null: nothing is missing, or there is no space to be paid for. */
export const spaceOnRequest = async (work: Work, hostId: number): Promise<number | null> => {
  const { rows } = await sql<{ id: number | null }>`
    select min(id) as id from spaces
    where host_id = ${hostId} and status in ('draft', 'published', 'paused') and ${lacksTaxpayer(sql`${hostId}::bigint`)}`.execute(
    work.db,
  )
  return rows[0]?.id ?? null
}

/** The amounts due to hosts that are held for that reason. */
export const heldForTaxpayer = async (work: Work): Promise<{ hostId: number; cents: number }[]> => {
  const { rows } = await sql<{ hostId: number; cents: number }>`
    select host.id as "hostId",
      sum(payout.amount_cents - payout.clawed_back_cents)::bigint as cents
    from payouts payout join hosts host on host.id = payout.party_id
    where payout.party = 'host' and payout.status in ('accrued', 'failed') and payout.release_at <= ${work.now}
      and host.paid_with_rfc_only and ${lacksTaxpayer(sql.ref('host.id'))}
    group by host.id`.execute(work.db)
  return rows
}
