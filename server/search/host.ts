/** Additional filters of hosts for professionals: free days, level, workplaces nearby, and how well they would fill a space. */
import { sql } from 'kysely'
import { shownDocumentKinds } from '#contract/hiring/document.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { searchProfessionals } from '#contract/search/search.ts'
import type { HostFit, hostFit } from '#contract/search/public-page.ts'
import { spareTime } from '#server/availability/slots/spare.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { hostsSay } from '#server/professional/rating.ts'
import type { Point } from '#server/search/candidates.ts'

/** The location of the host's own space; another host's is not found, or its address could be measured out. */
export const ownSpace = async (work: Work, id: number): Promise<Point> => {
  const space = await work.db
    .selectFrom('spaces')
    .select(['latitude', 'longitude'])
    .where('id', '=', id)
    .where('host_id', '=', work.viewer.hostId)
    .executeTakeFirst()
  return space ?? refuse('not_found')
}

type RequestParams = Pick<
  Input<typeof searchProfessionals>['query'],
  'docs' | 'free_days' | 'languages' | 'level' | 'near_space' | 'works_near'
>
/** The professionals among these that match the host's filters. */
export type Meant = (ids: readonly number[]) => Promise<ReadonlySet<number>>

/** Null when the request has only filters that the index knows. */
export const meantBy = (
  work: Work,
  { docs = [], free_days: days = [], languages = [], level, near_space: space, works_near }: RequestParams,
): Meant | null => {
  const near = works_near === undefined || space === undefined ? null : space
  const isUnfiltered = [docs, days, languages].every(({ length }) => length === 0)
  if (isUnfiltered && level === undefined && near === null) return null
  return async (ids) => {
    const { rows } = await sql<{ id: number }>`
      select p.id from professionals p join accounts a on a.id = p.account_id
      where p.id = any(${ids}::bigint[]) and a.verification_level >= ${Number(level ?? 0)}
        and (${languages.length === 0} or p.languages && ${languages}::text[])
        and ${hasDocuments(work, docs)}
        and (${near}::bigint is null or ${worksNear(near ?? 0)})`.execute(work.db)
    const able = rows.map(({ id }) => id)
    if (days.length === 0) return new Set(able)
    const spare = await spareTime(work, able, null)
    const all = (freeDays: readonly number[]) => days.every((day) => freeDays.includes(Number(day)))
    return new Set(spare.filter(({ freeDays }) => all(freeDays)).map(({ professionalId }) => professionalId))
  }
}

/** All of the named kinds, accepted by staff and not expired. */
const hasDocuments = (work: Work, kinds: readonly string[]) => sql<boolean>`not exists (
  select from unnest(${kinds}::text[]) as wanted(kind)
  where wanted.kind not in (select d.kind from ${documentsInForce(work)}))`

/** Of `professionals p`; the same that their public page names. */
const documentsInForce = ({ now }: Work) => sql`documents d
  where d.owner_kind = 'professional' and d.owner_id = p.id and d.status in ('valid', 'expiring')
    and d.kind = any(${shownDocumentKinds}::text[])
    and (d.valid_to is null or d.valid_to >= (${now}::timestamptz at time zone p.zone)::date)`

const nearKm = 5

/** They have an active agreement at another space within five kilometres. */
const worksNear = (spaceId: number) => sql<boolean>`exists (
  select from agreements g join spaces there on there.id = g.space_id, spaces here
  where g.professional_id = p.id and g.status in ('active', 'expiring') and here.id = ${spaceId}
    and there.id <> here.id and search_km(there.latitude, there.longitude, here.latitude, here.longitude) <= ${nearKm})`

/** GET /api/host/professional-fit. Refuses `not_found` for another host's space. */
export const fit = async (work: Work, { query }: Input<typeof hostFit>): Promise<HostFit[]> => {
  await ownSpace(work, query.space)
  const ids = query.professionals.split(',').map(Number)
  const { rows } = await sql<
    { id: number } & Pick<HostFit, 'worksNear' | 'languages' | 'papers' | 'standing' | 'hostsSay'>
  >`
    select p.id, ${worksNear(query.space)} as "worksNear", p.languages,
      ${hostsSay(sql`p.id`)} as "hostsSay", array(select distinct d.kind from ${documentsInForce(work)} order by 1) as papers,
      case
        when exists (select from agreements a where a.professional_id = p.id and a.space_id = ${query.space}
          and a.status in ('active', 'paused', 'expiring', 'suspended')) then 'agreed'
        when exists (select from invitations i where i.account_id = p.account_id and i.space_id = ${query.space}
          and i.email is null and i.status in ('sent', 'seen') and i.expires_at > ${work.now}) then 'invited'
        when exists (select from invitations i where i.account_id = p.account_id and i.space_id = ${query.space}
          and i.email is null and i.status = 'declined' and i.ended_at > ${work.now}::timestamptz - interval '60 days')
          then 'declined'
        else 'none' end as standing
    from professionals p where p.id = any(${ids}::bigint[]) and p.status = 'published'`.execute(work.db)
  const spare = await spareTime(
    work,
    rows.map(({ id }) => id),
    query.space,
  )
  return rows.flatMap(({ id, ...row }) => {
    const time = spare.find(({ professionalId }) => professionalId === id)
    return time === undefined ? [] : [{ ...time, ...row }]
  })
}
