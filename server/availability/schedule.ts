/** Hours as their owner sets them: weekly windows and dated exceptions of a professional or of a space. */
import { sql } from 'kysely'
import type { Hours } from '#contract/availability.ts'
import type { HoursException, WeeklyWindow, Window } from '#server/availability/hours.ts'
import { dateOf } from '#server/availability/zone.ts'
import { settleFromPrice } from '#server/professional/professional.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Mine as a professional, or those of one of my spaces. Refuses not_found for anybody else's. */
export const hours = async (work: Work, owner: { space?: number | undefined }): Promise<Hours> =>
  read(work, await ownerOf(work, owner))

/** Replaces the weekly hours; dated exceptions stay. Refuses hours_overlap, invalid_input. */
export const setWeekly = async (
  work: Work,
  whose: { space?: number | undefined },
  weekly: readonly WeeklyWindow[],
): Promise<Hours> => {
  requireForward(weekly)
  const owner = await ownerOf(work, whose)
  await work.db
    .insertInto('schedules')
    .values({ owner_kind: owner.kind, owner_id: owner.id, weekly: JSON.stringify(weekly) })
    .onConflict((conflict) =>
      conflict.columns(['owner_kind', 'owner_id']).doUpdateSet(({ eb }) => ({
        weekly: JSON.stringify(weekly),
        version: eb('schedules.version', '+', 1),
      })),
    )
    .execute()
    .catch((error: unknown) => refuseOn(error, { schedules_windows: 'hours_overlap' }))
  // "Desde" is of the hours in which one works.
  if (owner.kind === 'professional') await settleFromPrice(work, owner.id)
  await tell(work, owner)
  return read(work, owner)
}

/** Other hours on one date; without a window it is closed. Refuses hours_overlap, invalid_input. */
export const setException = async (
  work: Work,
  whose: { space?: number | undefined },
  { date, windows }: HoursException,
): Promise<Hours> => {
  requireForward(windows)
  const owner = await ownerOf(work, whose)
  await work.db
    .insertInto('schedule_exceptions')
    .values({ owner_kind: owner.kind, owner_id: owner.id, date, windows: JSON.stringify(windows) })
    .onConflict((conflict) =>
      conflict.columns(['owner_kind', 'owner_id', 'date']).doUpdateSet({ windows: JSON.stringify(windows) }),
    )
    .execute()
    .catch((error: unknown) => refuseOn(error, { schedule_exceptions_windows: 'hours_overlap' }))
  await tell(work, owner)
  return read(work, owner)
}

/** The weekly hours count again on that date. */
export const removeException = async (
  work: Work,
  whose: { space?: number | undefined },
  date: string,
): Promise<void> => {
  const owner = await ownerOf(work, whose)
  const { numDeletedRows } = await work.db
    .deleteFrom('schedule_exceptions')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where('date', '=', date)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) refuse('not_found')
  await tell(work, owner)
}

/** On these dates of mine nothing is offered. */
export const closeDates = async (work: Work, dates: readonly string[]): Promise<void> => {
  const owner = await ownerOf(work, {})
  await sql`
    insert into schedule_exceptions (owner_kind, owner_id, date, windows)
    select ${owner.kind}, ${owner.id}, date, '[]' from unnest(${dates}::date[]) date
    on conflict (owner_kind, owner_id, date) do update set windows = '[]'`.execute(work.db)
}

/** Dates of mine that were closed follow their weekday again; how many. */
export const openDates = async (work: Work, from: string, to: string): Promise<number> => {
  const owner = await ownerOf(work, {})
  const { numAffectedRows } = await sql`
    delete from schedule_exceptions where owner_kind = ${owner.kind} and owner_id = ${owner.id}
      and date between ${from}::date and ${to}::date and windows = '[]'`.execute(work.db)
  return Number(numAffectedRows ?? 0n)
}

/** The hours of so many dates of mine, as they really are, once more from another date on; how many dates that are to differ. */
export const copyDates = async (
  work: Work,
  { from, to, days }: { from: number; to: number; days: number },
): Promise<number> => {
  const owner = await ownerOf(work, {})
  const { exceptions } = await read(work, owner)
  let changed = 0
  for (let day = 0; day < days; day += 1) {
    const source = exceptions.find(({ date }) => date === dateOf(from + day))
    const target = dateOf(to + day)
    if (source !== undefined) await setException(work, {}, { date: target, windows: source.windows })
    else if (exceptions.some(({ date }) => date === target)) await removeException(work, {}, target)
    else continue
    changed += 1
  }
  return changed
}

/** Somebody may wait for what opens. Whoever is not told is found by the sweep (booking/waitlist.ts). */
const tell = async (work: Work, { kind, id }: Owner) => {
  if (kind === 'professional') await announce(work, 'professional.hours_changed', { professionalId: id })
}

type Owner = { kind: 'professional' | 'space'; id: number; zone: string }

/** Through the person: somebody else's space is not found. */
const ownerOf = async (work: Work, { space }: { space?: number | undefined }): Promise<Owner> => {
  const { professionalId, hostId } = work.who
  if (space === undefined) {
    if (professionalId === null) return refuse('not_found')
    const row = await work.db
      .selectFrom('professionals')
      .select('zone')
      .where('id', '=', professionalId)
      .executeTakeFirst()
    return { kind: 'professional', id: professionalId, zone: row?.zone ?? refuse('not_found') }
  }
  if (hostId === null) return refuse('not_found')
  const row = await work.db
    .selectFrom('spaces')
    .select('zone')
    .where('id', '=', space)
    .where('host_id', '=', hostId)
    .executeTakeFirst()
  return { kind: 'space', id: space, zone: row?.zone ?? refuse('not_found') }
}

const read = async (work: Work, { kind, id, zone }: Owner): Promise<Hours> => {
  const { rows } = await sql<Pick<Hours, 'weekly' | 'exceptions'>>`
    select
      coalesce((select weekly from schedules where owner_kind = ${kind} and owner_id = ${id}), '[]') as weekly,
      (select coalesce(json_agg(json_build_object('date', date, 'windows', windows) order by date), '[]')
        from schedule_exceptions where owner_kind = ${kind} and owner_id = ${id}) as exceptions
  `.execute(work.db)
  return { zone, weekly: rows[0]?.weekly ?? [], exceptions: rows[0]?.exceptions ?? [] }
}

const requireForward = (windows: readonly Window[]) => {
  if (windows.some(({ fromMinute, toMinute }) => fromMinute >= toMinute)) refuse('invalid_input')
}
