/**
 * What a signed-in viewer and a professional have in common, beside the public page: a client's visits, a host's agreements and the
 * distance of their spaces. Only the viewer's own; distances, no addresses.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Together } from '#contract/storefront/storefront.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Shown = z.input<typeof Together>

/** Refuses `not_found` for a draft, as the public page does. */
export const together = async (work: Work, { params }: { params: { id: number } }): Promise<Shown> => {
  const professional = await work.db
    .selectFrom('professionals')
    .select(['id', 'account_id', 'latitude', 'longitude'])
    .where('id', '=', params.id)
    .where('status', '<>', 'draft')
    .executeTakeFirst()
  if (professional === undefined) return refuse('not_found')
  const { activeRole, clientId, hostId, accountId } = work.viewer
  return {
    oneself: professional.account_id === accountId,
    visits: clientId === null ? null : await visitsOf(work, professional.id, clientId),
    spaces: activeRole === 'host' && hostId !== null ? await spacesOf(work, professional, hostId) : null,
  }
}

/** Null: no visits, past or future. */
const visitsOf = async (work: Work, professionalId: number, clientId: number): Promise<Shown['visits']> => {
  const { rows } = await sql<{
    count: number
    firstAt: Date | null
    last: { at: string; serviceName: string; zone: string } | null
    next: { id: string; at: string; serviceName: string; zone: string } | null
  }>`
    with ours as (
      select id, status, starts_at, zone, service_name from bookings
      where client_id = ${clientId} and professional_id = ${professionalId})
    select (select count(*) from ours where status in ('completed', 'closed')) as count,
      (select min(starts_at) from ours where status in ('completed', 'closed')) as "firstAt",
      (select json_build_object('at', starts_at, 'serviceName', service_name, 'zone', zone) from ours
        where status in ('completed', 'closed') order by starts_at desc limit 1) as last,
      (select json_build_object('id', id, 'at', starts_at, 'serviceName', service_name, 'zone', zone) from ours
        where status in ('requested', 'confirmed', 'in_progress') and starts_at > ${work.now}
        order by starts_at limit 1) as next`.execute(work.db)
  const [row] = rows
  if (row === undefined || (row.count === 0 && row.next === null)) return null
  return {
    count: row.count,
    firstAt: row.firstAt?.toISOString() ?? null,
    last: row.last === null ? null : { ...row.last, at: new Date(row.last.at).toISOString() },
    next: row.next === null ? null : { ...row.next, at: new Date(row.next.at).toISOString() },
  }
}

/** The viewer's spaces that are published or have an agreement with them: those first, then the nearest. */
const spacesOf = async (
  work: Work,
  { id, latitude, longitude }: { id: number; latitude: number; longitude: number },
  hostId: number,
) => {
  const { rows } = await sql<NonNullable<Shown['spaces']>[number] & { since: Date | null }>`
    select s.id, s.name, round(search_km(${latitude}, ${longitude}, s.latitude, s.longitude)::numeric, 1)::float8 as km,
      a.status as agreement, a.valid_from as since
    from spaces s
    left join agreements a on a.space_id = s.id and a.professional_id = ${id}
      and a.status in ('active', 'paused', 'expiring', 'suspended')
    where s.host_id = ${hostId} and (s.status = 'published' or a.id is not null)
    order by a.id is null, km, s.id limit 12`.execute(work.db)
  return rows.map((row) => ({ ...row, since: row.since?.toISOString() ?? null }))
}
