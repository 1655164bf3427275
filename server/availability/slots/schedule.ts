/** Hours as their owner sets them: weekly windows and dated exceptions of a professional or of a space. */
import { sql } from 'kysely'
import type { Hours } from '#contract/availability/availability.ts'
import type { HoursException, WeeklyWindow, Window } from '#server/availability/hours/hours.ts'
import { dateOf } from '#server/availability/zone/zone.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The viewer's as a professional, or those of one of their spaces. Refuses not_found for another host's space. */
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
  await notify(work, owner)
  return read(work, owner)
}

/** Replaces the hours of one date; without a window it is closed. Refuses hours_overlap, invalid_input. */
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
      conflict
        .columns(['owner_kind', 'owner_id', 'date'])
        // Set by hand it is no longer part of a vacation.
        .doUpdateSet({ windows: JSON.stringify(windows), away: false, before: null }),
    )
    .execute()
    .catch((error: unknown) => refuseOn(error, { schedule_exceptions_windows: 'hours_overlap' }))
  await notify(work, owner)
  return read(work, owner)
}

/** The weekly hours apply again on that date. */
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
  await notify(work, owner)
}

/** Nothing is offered on these dates of the professional; their hours are retained until they return. */
export const closeDates = async (work: Work, dates: readonly string[]): Promise<void> => {
  const owner = await ownerOf(work, {})
  await sql`
    insert into schedule_exceptions as had (owner_kind, owner_id, date, windows, away)
    select ${owner.kind}, ${owner.id}, date, '[]', true from unnest(${dates}::date[]) date
    on conflict (owner_kind, owner_id, date) do update set windows = '[]', away = true,
      before = case when had.away then had.before else had.windows end`.execute(work.db)
}

/**
 * Restores the viewer's dates that a vacation closed to their earlier hours, and returns which are open again; `stillClosed`: those
 * that were closed by hand.
 */
export const openDates = async (
  work: Work,
  from: string,
  to: string,
): Promise<{ dates: number; stillClosed: number }> => {
  const owner = await ownerOf(work, {})
  const mine = sql`owner_kind = ${owner.kind} and owner_id = ${owner.id} and date between ${from}::date and ${to}::date`
  const { rows } = await sql<{ dates: number; stillClosed: number }>`
    with usual as (
      delete from schedule_exceptions where ${mine} and away and before is null returning date),
    restored as (
      update schedule_exceptions set windows = before, away = false, before = null
      where ${mine} and away and before is not null returning windows)
    select (select count(*) from usual)::int + (select count(*) from restored where windows <> '[]')::int as dates,
      (select count(*) from restored where windows = '[]')::int
        + (select count(*) from schedule_exceptions where ${mine} and windows = '[]' and not away)::int as "stillClosed"`.execute(
    work.db,
  )
  return rows[0] ?? { dates: 0, stillClosed: 0 }
}

/** How many dates of a copied week changed, and how; `stillClosed`: dates that were closed and that a copy does not open. */
export type CopiedDates = { dates: number; usual: number; closed: number; stillClosed: number }

/** Copies the actual hours of a range of the viewer's dates to another date on. Never opens a date that is closed. */
export const copyDates = async (
  work: Work,
  { from, to, days }: { from: number; to: number; days: number },
): Promise<CopiedDates> => {
  const owner = await ownerOf(work, {})
  const { rows } = await sql<HoursException & { away: boolean }>`
    select date::text as date, windows, away from schedule_exceptions
    where owner_kind = ${owner.kind} and owner_id = ${owner.id}`.execute(work.db)
  const datedOn = (day: number) => rows.find(({ date }) => date === dateOf(day))
  const found: CopiedDates = { dates: 0, usual: 0, closed: 0, stillClosed: 0 }
  for (let day = 0; day < days; day += 1) {
    const [source, target, date] = [datedOn(from + day), datedOn(to + day), dateOf(to + day)]
    const isClosed = target?.windows.length === 0
    if (source === undefined && target === undefined) continue
    if (source?.windows.length === 0) {
      if (isClosed) continue
      if (source.away) await closeDates(work, [date])
      else await setException(work, {}, { date, windows: [] })
      found.closed += 1
    } else if (isClosed) found.stillClosed += 1
    else if (source === undefined) {
      await removeException(work, {}, date)
      found.usual += 1
    } else {
      await setException(work, {}, { date, windows: source.windows })
      found.dates += 1
    }
  }
  return found
}

/** Waitlist entries may match the opened time. Entries that are not notified are found by the sweep (booking/waitlist.ts). */
const notify = async (work: Work, { kind, id }: Owner) => {
  if (kind === 'professional') await publish(work, 'professional.hours_changed', { professionalId: id })
}

type Owner = { kind: 'professional' | 'space'; id: number; zone: string }

/** Scoped to the actor: another host's space is not found. */
const ownerOf = async (work: Work, { space }: { space?: number | undefined }): Promise<Owner> => {
  const { professionalId, hostId } = work.viewer
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
