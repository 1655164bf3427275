/** Which hosts are not paid yet, since the tax office would not know to whom: nothing of theirs is lost, and all of it leaves once it does. */
import { sql, type RawBuilder } from 'kysely'
import type { Work } from '#server/platform/work.ts'

/** Of the host with that number: neither RFC nor regime of a business of theirs is known, and they are paid by it only. */
export const lacksTaxpayer = (hostId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from hosts where hosts.id = ${hostId} and hosts.paid_with_rfc_only and not exists (
    select from businesses where businesses.host_id = hosts.id
      and businesses.rfc is not null and businesses.tax_regime is not null))`

/** A space whose first step asks for what is missing; null: nothing is, or there is no space to be paid for. */
export const spaceOnRequest = async (work: Work, hostId: number): Promise<number | null> => {
  const { rows } = await sql<{ id: number | null }>`
    select min(id) as id from spaces
    where host_id = ${hostId} and status in ('draft', 'published', 'paused') and ${lacksTaxpayer(sql`${hostId}::bigint`)}`.execute(
    work.db,
  )
  return rows[0]?.id ?? null
}

/** What is due to a host by now and does not leave for that reason. */
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
