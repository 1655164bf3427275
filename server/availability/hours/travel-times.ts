/** Travel times that a professional states between their places; `travel_minutes` in the database uses them. */
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  usualBaseMinutes,
  type OwnTravel,
  type saveTravel as saveEndpoint,
} from '#contract/availability/travel.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** The version before anything was saved. */
const firstVersion = 1

/** Refuses not_found without a profile. */
export const travel = async (work: Work): Promise<OwnTravel> => {
  const id = work.viewer.professionalId ?? refuse('not_found')
  const saved = await work.db
    .selectFrom('professional_travel')
    .select(['base_minutes', 'version'])
    .where('professional_id', '=', id)
    .executeTakeFirst()
  const { rows: ways } = await sql<OwnTravel['ways'][number]>`
    with places as materialized (
      select 0::bigint as id, 'Lugar propio' as name from professionals where id = ${id} and has_own_place
      union all
      select space.id, space.name from agreements agreement join spaces space on space.id = agreement.space_id
      where agreement.professional_id = ${id} and agreement.status in ('active', 'paused', 'expiring', 'suspended')
    )
    select json_build_object('id', a.id, 'name', a.name) as a, json_build_object('id', b.id, 'name', b.name) as b,
      round(km::numeric, 1)::float8 as km, travel_minutes(${id}, a.id, b.id) as minutes,
      case when pair.minutes is not null then case when km < 0.1 then 0 else travel_minutes_by_road(
        ${saved?.base_minutes ?? usualBaseMinutes}::integer, km) end end as "usualMinutes"
    from places a join places b on b.id > a.id
    cross join lateral (select search_km(from_here.latitude, from_here.longitude, to_there.latitude, to_there.longitude) as km
      from travel_point(${id}, a.id) from_here, travel_point(${id}, b.id) to_there) way
    left join professional_travel_pairs pair on pair.professional_id = ${id} and pair.place_a = a.id and pair.place_b = b.id
    order by a.id, b.id`.execute(work.db)
  return {
    baseMinutes: saved?.base_minutes ?? usualBaseMinutes,
    version: saved?.version ?? firstVersion,
    ways,
  }
}

/** Applies to slots from now on; bookings stay. Refuses stale_version, and invalid_input for a route that is not theirs. */
export const saveTravel = (
  work: Work,
  { body: { baseMinutes, ways, version } }: Pick<Input<typeof saveEndpoint>, 'body'>,
): Promise<OwnTravel> =>
  inTransaction(work, async (work) => {
    const id = work.viewer.professionalId ?? refuse('not_found')
    // Serializes two browser tabs of one person.
    await sql`select from professionals where id = ${id} for no key update`.execute(work.db)
    const known = await travel(work)
    if (known.version !== version) return refuse('stale_version')
    const own = new Set(known.ways.map(({ a, b }) => `${a.id}/${b.id}`))
    const named = new Set(ways.map(({ a, b }) => `${a}/${b}`))
    if (named.size !== ways.length || !named.isSubsetOf(own))
      return refuse('invalid_input', { fields: [{ field: 'ways' }] })
    await work.db
      .insertInto('professional_travel')
      .values({ professional_id: id, base_minutes: baseMinutes, version: version + 1 })
      .onConflict((conflict) =>
        conflict.column('professional_id').doUpdateSet({ base_minutes: baseMinutes, version: version + 1 }),
      )
      .execute()
    await work.db.deleteFrom('professional_travel_pairs').where('professional_id', '=', id).execute()
    if (ways.length > 0)
      await work.db
        .insertInto('professional_travel_pairs')
        .values(ways.map(({ a, b, minutes }) => ({ professional_id: id, place_a: a, place_b: b, minutes })))
        .execute()
    return travel(work)
  })
