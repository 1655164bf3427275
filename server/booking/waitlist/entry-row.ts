/** What a client waits for: a visit of one service or several, with add-ons. */
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { AddOnRef } from '#contract/service/add-on.ts'
import { Id } from '#contract/platform/shapes.ts'
import type { WaitlistEntries } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/** The services after the first of a `request`, the add-ons, and the number of services for each of several people. */
export const visitOf = (entry: { more_services: unknown; add_ons: unknown; persons: readonly number[] }) => ({
  more: z.parse(z.array(Id), entry.more_services),
  addOns: z.parse(z.array(AddOnRef), entry.add_ons),
  persons: [...entry.persons],
})

/** The services of a `request` in order, the first included, each with its person. */
const partsOfEntry = sql`(select part.id, part.place, 1 + (select count(*) from generate_subscripts(entry.persons, 1) as nth
    where (select sum(had) from unnest(entry.persons[1:nth]) as had) <= part.place) as person
  from (select entry.service_id as id, 0 as place union all
    select part.id::bigint, part.place from jsonb_array_elements_text(entry.more_services) with ordinality as part(id, place)) part)`

/** Named as the booking would be: each service followed by its add-ons; "3 × Corte" for a service that several people have alike. */
export const entryName = sql<string>`(
  select string_agg(case when alike.count = 1 then alike.name else alike.count || ' × ' || alike.name end, ' + ' order by alike.place)
  from (
    select whole.name, count(*) as count, min(whole.place) as place from (
      select named.name || coalesce(added.names, '') as name, part.place
      from ${partsOfEntry} part join services named on named.id = part.id
      left join lateral (
        select string_agg(' + ' || coalesce((one ->> 'group') || ': ', '') || (one ->> 'name'), '') as names
        from jsonb_array_elements(named.add_ons) as offered(one)
        where exists (select from jsonb_array_elements(entry.add_ons) as wanted(ref) where (ref ->> 'serviceId')::bigint = named.id
          and (ref ->> 'id')::bigint = (one ->> 'id')::bigint and coalesce((ref ->> 'person')::bigint, 1) = part.person)
      ) added on true) whole
    group by whole.name) alike)`

/** The number of people in a `request`. */
export const personsOfEntry = sql<number>`greatest(cardinality(entry.persons), 1)`

/** Does a `booking` include everything that a `request` waits for, for as many people? */
export const isDoneBy = sql<boolean>`booking.persons >= ${personsOfEntry} and not exists (
  select from (select part.id, count(*) as times from ${partsOfEntry} part group by part.id) wanted
  where wanted.times > (select count(*) from booking_segments segment where segment.booking_id = booking.id and segment.service_id = wanted.id)
    and (wanted.times > 1 or wanted.id <> booking.service_id))`

export type Row = Selectable<WaitlistEntries>

export const lockEntry = (work: Work, id: string): Promise<Row | undefined> =>
  work.db.selectFrom('waitlist_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setEntry = (work: Work, entry: Row, values: Partial<Omit<Row, 'id' | 'version'>>) =>
  work.db
    .updateTable('waitlist_entries')
    .set({ ...values, version: entry.version + 1 })
    .where('id', '=', entry.id)
    .execute()
