/** Hours and places of the professionals of load.ts: opening hours, salons with agreements, and claimed time. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '#server/platform/database/tables.ts'

/** One salon for this many professionals; every fifth of them works at one of their own city. */
const peopleOfSalon = 200
const chairs = 6

/**
 * For professionals `first` to `last` without hours, in one connection that skips triggers. A twentieth stays without hours. `now`: the
 * claimed hours are on the days after it.
 */
export const addHours = async (db: Kysely<DB>, first: number, last: number, now: Date): Promise<void> => {
  const people = sql`professionals p where p.id between ${first}::integer and ${last}::integer`
  await sql`
    insert into schedules (owner_kind, owner_id, weekly)
    select 'professional', p.id, (array[${sql.join(weeks.map((week) => sql`${week}::jsonb`))}])[1 + p.id % ${sql.lit(weeks.length)}]
    from ${people} and p.id % 20 > 0`.execute(db)
  await sql`
    insert into hosts (id, account_id, verified, booked_before_clabe, created_at)
    select p.id, p.account_id, true, true, p.created_at from ${people} and p.id % ${sql.lit(peopleOfSalon)} = 0`.execute(
    db,
  )
  await sql`
    insert into businesses (id, host_id, slug, name)
    select p.id, p.id, 'salon-' || p.id, 'Salón ' || p.last_name from ${people} and p.id % ${sql.lit(peopleOfSalon)} = 0`.execute(
    db,
  )
  await sql`
    insert into spaces (id, business_id, host_id, slug, name, space_type, capacity, municipality_id, city, state, neighbourhood,
      address, latitude, longitude, zone, price_per_hour_cents, status, created_at)
    select p.id, p.id, p.id, 'sillas-' || p.id, 'Sillas', 'chair', ${sql.lit(chairs)}, p.municipality_id, p.city, p.state, p.neighbourhood,
      'Colima 200', p.latitude, p.longitude, p.zone, 9000, 'published', p.created_at
    from ${people} and p.id % ${sql.lit(peopleOfSalon)} = 0`.execute(db)
  await sql`
    insert into units (id, space_id, number, name, station_code)
    select ${unitsFrom}::bigint + p.id * ${sql.lit(chairs)} + chair, p.id, chair + 1, 'Silla ' || chair + 1, 'S' || p.id || '-' || chair
    from generate_series(0, ${sql.lit(chairs - 1)}) chair, ${people} and p.id % ${sql.lit(peopleOfSalon)} = 0`.execute(
    db,
  )
  await sql`
    insert into schedules (owner_kind, owner_id, weekly)
    select 'space', p.id, ${weekOf([1, 2, 3, 4, 5, 6], 480, 1260)}::jsonb from ${people} and p.id % ${sql.lit(peopleOfSalon)} = 0`.execute(
    db,
  )
  await sql`
    with salon as (
      select p.id, p.municipality_id, row_number() over (partition by p.municipality_id order by p.id) as turn,
        count(*) over (partition by p.municipality_id) as salons
      from ${people} and p.id % ${sql.lit(peopleOfSalon)} = 0
    )
    insert into agreements (professional_id, space_id, status, rate_per_hour_cents, valid_from)
    select p.id, salon.id, 'active', 9000, '2026-01-01'
    from professionals p join salon on salon.municipality_id = p.municipality_id and salon.turn = 1 + p.id / 5 % salon.salons
    where p.id between ${first}::integer and ${last}::integer and p.id % 5 = 1`.execute(db)
  await sql`
    insert into claims (resource_id, during, state)
    select p.id, tstzrange(start, start + interval '1 hour' * (1 + p.id % 3)), 'firm'
    from generate_series(0, 2) turn
      cross join lateral (select p.id from ${people}) p
      cross join lateral (select date_trunc('day', ${now}::timestamptz) + interval '1 day' * (turn * 2 + p.id % 2)
        + interval '1 hour' * (15 + p.id % 7) as start) at`.execute(db)
  await sql`analyze schedules, hosts, businesses, spaces, units, agreements, claims`.execute(db)
}

/** Far from the numbers of professionals. */
const unitsFrom = 100_000_000

const weekOf = (weekdays: readonly number[], fromMinute: number, toMinute: number) =>
  JSON.stringify(weekdays.map((weekday) => ({ weekday, fromMinute, toMinute })))

const weeks = [
  weekOf([1, 2, 3, 4, 5], 540, 1140),
  weekOf([2, 3, 4, 5, 6], 600, 1080),
  weekOf([1, 2, 3, 4, 5, 6], 480, 840),
  weekOf([1, 3, 5], 720, 1200),
  weekOf([6, 7], 600, 960),
  weekOf([1, 2, 3, 4, 5, 6, 7], 540, 1140),
  weekOf([1, 2, 4, 5, 6], 900, 1260),
]
