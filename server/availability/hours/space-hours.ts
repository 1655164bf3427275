/** Opening hours of one of a host's spaces, as a whole and by version: weekly windows, those of single units, and date exceptions. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type { saveSpaceHours, SpaceHours } from '#contract/booking/agenda/timeline.ts'
import type { Window } from '#server/availability/hours/hours.ts'
import { dateOf, dayAt, zoneTable } from '#server/availability/zone/zone.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type View = z.input<typeof SpaceHours>

/** Refuses not_found for another host's space. */
export const spaceHours = async (work: Work, id: number): Promise<View> => read(work, id)

/**
 * Replaces weekly hours and the exceptions of today and later, in one step. Existing bookings remain valid: hours define what can be
 * booked from now on. Refuses not_found, stale_version, hours_overlap, invalid_input.
 */
export const saveHours = (
  work: Work,
  id: number,
  { weekly, exceptions, units, version }: Input<typeof saveSpaceHours>['body'],
): Promise<View> =>
  inTransaction(work, async (work) => {
    const before = await read(work, id)
    if (before.version !== version) refuse('stale_version')
    const windows: Window[] = [
      ...weekly,
      ...exceptions.flatMap((one) => one.windows),
      ...units.flatMap((unit) => unit.weekly ?? []),
    ]
    if (windows.some(({ fromMinute, toMinute }) => fromMinute >= toMinute)) refuse('invalid_input')
    if (new Set(exceptions.map(({ date }) => date)).size !== exceptions.length) refuse('hours_overlap')
    const today = todayIn(work, before.zone)
    if (exceptions.some(({ date }) => date < today)) refuse('invalid_input')
    await write(work, id, { weekly, exceptions, units, version, today }).catch((error: unknown) =>
      refuseOn(error, {
        schedules_windows: 'hours_overlap',
        schedule_exceptions_windows: 'hours_overlap',
      }),
    )
    return read(work, id)
  })

const write = async (
  work: Work,
  id: number,
  { weekly, exceptions, units, version, today }: Input<typeof saveSpaceHours>['body'] & { today: string },
) => {
  const { rows } = await sql`
    insert into schedules as kept (owner_kind, owner_id, weekly, version)
    values ('space', ${id}, ${JSON.stringify(weekly)}, 1)
    on conflict (owner_kind, owner_id) do update set weekly = excluded.weekly, version = kept.version + 1
    where kept.version = ${version}
    returning version`.execute(work.db)
  // Two browser tabs at once: the second finds the row of the first.
  if (rows.length === 0) refuse('stale_version')
  await writeUnits(work, id, units)
  await work.db
    .deleteFrom('schedule_exceptions')
    .where('owner_kind', '=', 'space')
    .where('owner_id', '=', id)
    .where('date', '>=', today)
    .execute()
  if (exceptions.length === 0) return
  await work.db
    .insertInto('schedule_exceptions')
    .values(
      exceptions.map(({ date, windows }) => ({
        owner_kind: 'space',
        owner_id: id,
        date,
        windows: JSON.stringify(windows),
      })),
    )
    .execute()
}

/** Units of other spaces are not found. */
const writeUnits = async (work: Work, id: number, units: Input<typeof saveSpaceHours>['body']['units']) => {
  const { rows } = await sql<{ id: number }>`
    select id from units where space_id = ${id} and active`.execute(work.db)
  const known = new Set(rows.map((row) => row.id))
  if (units.some((unit) => !known.has(unit.id))) refuse('not_found')
  for (const unit of units)
    if (unit.weekly === null)
      await work.db
        .deleteFrom('schedules')
        .where('owner_kind', '=', 'unit')
        .where('owner_id', '=', unit.id)
        .execute()
    else
      await work.db
        .insertInto('schedules')
        .values({ owner_kind: 'unit', owner_id: unit.id, weekly: JSON.stringify(unit.weekly) })
        .onConflict((conflict) =>
          conflict.columns(['owner_kind', 'owner_id']).doUpdateSet({ weekly: JSON.stringify(unit.weekly) }),
        )
        .execute()
}

const todayIn = (work: Work, zone: string) => dateOf(dayAt(zoneTable(zone), work.now.getTime()))

/** Scoped to the actor: another host's space is not found. A space without hours has version 0. */
const read = async (work: Work, id: number): Promise<View> => {
  const { rows } = await sql<View>`
    select space.zone, coalesce(schedule.weekly, '[]') as weekly, coalesce(schedule.version, 0) as version,
      (select coalesce(json_agg(json_build_object('date', to_char(date, 'YYYY-MM-DD'), 'windows', windows) order by date), '[]')
        from schedule_exceptions where owner_kind = 'space' and owner_id = space.id
          and date >= (${work.now}::timestamptz at time zone space.zone)::date) as exceptions,
      (select coalesce(json_agg(json_build_object('id', unit.id, 'name', unit.name, 'weekly', own.weekly) order by unit.number), '[]')
        from units unit left join schedules own on own.owner_kind = 'unit' and own.owner_id = unit.id
        where unit.space_id = space.id and unit.active) as units
    from spaces space
    left join schedules schedule on schedule.owner_kind = 'space' and schedule.owner_id = space.id
    where space.id = ${id} and space.host_id = ${work.viewer.hostId}::bigint`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}
