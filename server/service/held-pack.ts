/** What clients have left of sessions that they bought together. Reads what booking wrote; it sells, uses and ends them. */
import { sql } from 'kysely'
import type { HeldPacks } from '#contract/service/service-impact.ts'
import type { Work } from '#server/platform/work.ts'

/** A pack that is used up waits for its end and is no client's loss. */
export const heldPacks = async (work: Work, serviceId: number): Promise<HeldPacks> => {
  const { rows } = await sql<HeldPacks>`
    select count(distinct client_id)::integer as count, coalesce(sum(left_cents), 0)::bigint as "leftCents"
    from (select client_id, session_pack_left(id) as left_cents from session_packs
      where service_id = ${serviceId} and status = 'active') pack
    where left_cents > 0`.execute(work.db)
  return rows[0] ?? { count: 0, leftCents: 0 }
}

/** Of `services`: it is hidden, but who asks has paid for sessions of it that are not given yet. */
export const isPaidFor = ({ who, now }: Work) =>
  sql<boolean>`services.archived_at is null and has_session_left(services.id, ${who.clientId}::bigint, ${now})`
