/** Unused sessions of clients' packs. Reads what booking wrote; booking sells, uses and ends them. */
import { sql } from 'kysely'
import type { HeldPacks } from '#contract/service/service-impact.ts'
import type { Work } from '#server/platform/work.ts'

/** A used-up pack only waits for its end: no client loses by it. */
export const heldPacks = async (work: Work, serviceId: number): Promise<HeldPacks> => {
  const { rows } = await sql<HeldPacks>`
    select count(distinct client_id)::integer as count, coalesce(sum(left_cents), 0)::bigint as "leftCents"
    from (select client_id, session_pack_left(id) as left_cents from session_packs
      where service_id = ${serviceId} and status = 'active') pack
    where left_cents > 0`.execute(work.db)
  return rows[0] ?? { count: 0, leftCents: 0 }
}

/** For `services`: hidden, but the viewer has paid for sessions of it that are still to be given. */
export const isPaidFor = ({ viewer, now }: Work) =>
  sql<boolean>`services.archived_at is null and has_session_left(services.id, ${viewer.clientId}::bigint, ${now})`
