/**
 * Reads outside calendars and mirrors their busy times into claims. The only place that requests them: bookings and searches read
 * claims alone. Time that is already taken here stays as it is, and the owner is notified.
 */
import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { staleMinutes } from '#contract/availability/outside-calendar.ts'
import { CalendarProblem, type Problem } from '#server/availability/outside/calendar-address.ts'
import { readCalendar } from '#server/availability/outside/calendar-source.ts'
import { Unreadable } from '#server/availability/outside/ics-answer.ts'
import { readBusy } from '#server/availability/outside/ics-reader.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { secretBox } from '#server/platform/secret-box.ts'
import { inTransaction, requireNoTransaction, type Work } from '#server/platform/work.ts'

/** Nothing is booked further ahead; an event that began yesterday may still last. */
const comingDays = 400
const againMinutes = 5
/** A lost calendar is retried now and then; its owner can retry at any time. */
const lostAgainHours = 6
const maxAtOnce = 100
const abreast = 8

/** A sealed address opens only for its own resource: for another unit it is useless. */
export const sealed = (work: Work, resourceId: number) => {
  const box = secretBox(work.config.secret, 'outside calendar')
  return {
    seal: (address: string) => box.seal(address, String(resourceId)),
    open: (saved: Buffer) => box.open(saved, String(resourceId)),
  }
}

/** Every minute: due calendars, several at once, so that a few that never answer delay no others. */
export const readDue = async (work: Work): Promise<void> => {
  requireNoTransaction(work)
  const { rows } = await sql<{ id: number }>`
    select id from outside_calendars where next_at <= ${work.now} and address is not null order by next_at limit ${maxAtOnce}`.execute(
    work.db,
  )
  await runIsolated(work, rows, ({ id }) => readOne(work, id, { ifDue: true }), abreast)
}

type Calendar = {
  id: number
  resourceId: number
  address: Buffer
  etag: string | null
  modified: string | null
  zone: string
  /** A request that starts before this one is saved has the newer answer. */
  nextAt: Date
}

/** Reads one now, stores its busy times, and claims that time. An error is stored with it, for its owner to see. */
export const readOne = async (work: Work, id: number, { ifDue = false } = {}): Promise<void> => {
  requireNoTransaction(work)
  const calendar = await take(work, id, ifDue)
  if (calendar === undefined) return
  const outcome = await ask(work, calendar).catch((error: unknown): Failed => {
    if (error instanceof CalendarProblem) return { problem: error.problem }
    if (error instanceof Unreadable) return { problem: error.reason }
    throw error
  })
  // Logs nothing of the address: it grants access.
  if ('problem' in outcome)
    work.log.info({ calendarId: id, problem: outcome.problem }, 'external calendar could not be read')
  await inTransaction(work, async (work) => {
    if ('problem' in outcome) await keepProblem(work, calendar, outcome.problem)
    else await keep(work, calendar, outcome)
    await mirror(work, calendar)
  })
}

/** Of two concurrent due readings only the first takes the calendar. */
const take = async (work: Work, id: number, ifDue: boolean): Promise<Calendar | undefined> => {
  const { rows } = await sql<Calendar>`
    update outside_calendars outside set next_at = ${work.now}::timestamptz + ${againMinutes} * interval '1 minute'
    where outside.id = ${id} and outside.address is not null and (not ${ifDue}::boolean or outside.next_at <= ${work.now})
    returning outside.next_at as "nextAt", outside.id, coalesce(outside.unit_id, outside.professional_id) as "resourceId", outside.address, outside.etag,
      outside.modified, coalesce(
        (select space.zone from units unit join spaces space on space.id = unit.space_id where unit.id = outside.unit_id),
        (select professional.zone from professionals professional where professional.id = outside.professional_id)) as zone`.execute(
    work.db,
  )
  return rows[0]
}

type Read = {
  /** Null: unchanged. */
  found: Awaited<ReturnType<typeof readBusy>> | null
  etag: string | null
  modified: string | null
}
type Failed = { problem: Problem | Unreadable['reason'] }

const ask = async (work: Work, calendar: Calendar): Promise<Read> => {
  const { zone } = calendar
  // Recurrences are expanded only up to a horizon: in one hour of each day the calendar is read whole.
  const isWhole = work.now.getUTCHours() === calendar.id % 24
  const { etag, modified } = isWhole ? { etag: null, modified: null } : calendar
  const address = new URL(sealed(work, calendar.resourceId).open(calendar.address))
  const fetched = await readCalendar(address, { etag, modified })
  if (fetched.unchanged) return { found: null, etag, modified }
  const now = work.now.getTime()
  const found = await readBusy(fetched.text, { zone, from: now - dayMs, to: now + comingDays * dayMs })
  return { found, etag: fetched.etag, modified: fetched.modified }
}

/** Notifies its owner when more of it is unreadable than before. */
const keep = async (work: Work, { id, resourceId, nextAt }: Calendar, { found, etag, modified }: Read) => {
  const changed = found === null ? sql`` : changeOf(work, resourceId, found)
  const { rows } = await sql<{ before: number; now: number }>`
    update outside_calendars outside set read_at = ${work.now}, failure = null, lost = false, notified = null, etag = ${etag},
      modified = ${modified} ${changed}
    from (select unread_count from outside_calendars where id = ${id} for update) before
    where outside.id = ${id} and outside.next_at = ${nextAt}
    returning before.unread_count as before, outside.unread_count as now`.execute(work.db)
  const [row] = rows
  if (row !== undefined && row.now > row.before)
    await publish(work, 'outside_calendar.broke', { calendarId: id, what: 'partly' })
  if (found !== null) await publish(work, 'outside_calendar.read', { calendarId: id })
}

const changeOf = (work: Work, resourceId: number, { busy, unread }: NonNullable<Read['found']>) => {
  const starts = busy.filter((_, place) => place % 2 === 0)
  const ends = busy.filter((_, place) => place % 2 === 1)
  const sealedUnread =
    unread.count === 0 ? null : sealed(work, resourceId).seal(JSON.stringify(unread.events))
  return sql`, unread_count = ${unread.count}, unread = ${sealedUnread},
    busy = coalesce((select range_agg(tstzrange(to_timestamp(starts / 1000.0), to_timestamp(ends / 1000.0)))
      from unnest(${starts}::bigint[], ${ends}::bigint[]) as part(starts, ends)), '{}'::tstzmultirange)`
}

/** These are permanent: the address has to be pasted again. */
const forGood: ReadonlySet<string> = new Set([
  'gone',
  'not_a_calendar',
  'too_large',
  'not_outside',
  'no_event_readable',
])

/** Notifies its owner once when it is late, and once when it is lost. Its earlier times stay taken. */
const keepProblem = async (work: Work, { id, nextAt }: Calendar, problem: Failed['problem']) => {
  const lost = forGood.has(problem)
  const { rows } = await sql<{ notifies: boolean; what: 'stale' | 'lost' }>`
    with before as (select * from outside_calendars where id = ${id} and next_at = ${nextAt} for update), now as (
      select case when ${lost} then 'lost'
        when coalesce(read_at, added_at) < ${work.now}::timestamptz - ${staleMinutes} * interval '1 minute' then 'stale' end as what
      from before)
    update outside_calendars outside set failure = ${problem}, lost = ${lost},
      next_at = case when ${lost} then ${work.now}::timestamptz + ${lostAgainHours} * interval '1 hour' else outside.next_at end,
      -- It may be another file by the time it comes back.
      etag = case when ${lost} then null else outside.etag end, modified = case when ${lost} then null else outside.modified end,
      notified = coalesce(now.what, outside.notified)
    from before, now where outside.id = before.id
    returning now.what, now.what is not null and now.what is distinct from before.notified as notifies`.execute(
    work.db,
  )
  const [row] = rows
  if (row?.notifies) await publish(work, 'outside_calendar.broke', { calendarId: id, what: row.what })
}

/** Concurrent changes may interfere this often, one after the other; the next reading finds the rest. */
const maxAttempts = 8

/**
 * Aligns claims with the calendar: claims no longer in it are removed, and of the rest the free time is claimed. Existing claims are
 * never touched: the constraint decides between a concurrent hold and this. After losing a part of a long time to a hold, it claims
 * what remains.
 */
export const mirror = async (work: Work, mirrored: Mirrored) => {
  await sql`select 1 from outside_calendars where id = ${mirrored.id} for update`.execute(work.db)
  await mirrorLocked(work, mirrored)
}

type Mirrored = Pick<Calendar, 'id' | 'resourceId'>

const wantedOf = (work: Work, id: number) =>
  sql`(select busy * tstzmultirange(tstzrange(${work.now}::timestamptz - interval '1 day',
    ${work.now}::timestamptz + ${comingDays} * interval '1 day')) from outside_calendars where id = ${id})`

const takenIn = (resourceId: number, wanted: RawBuilder<unknown>) =>
  sql`coalesce((select range_agg(claim.during) from claims claim where claim.resource_id = ${resourceId}
    and claim.during && range_merge(${wanted})), '{}'::tstzmultirange)`

/** Whether there is anything to mirror: a claim that is no longer in the calendar, or free time that it wants. */
export const differs = (work: Work, { id, resourceId }: Mirrored): RawBuilder<boolean> => {
  const wanted = wantedOf(work, id)
  return sql`(exists (select from claims where outside_id = ${id} and not (during <@ ${wanted}))
    or not isempty(${wanted} - ${takenIn(resourceId, wanted)}))`
}

/** For a calendar whose row this transaction has locked. */
export const mirrorLocked = async (work: Work, { id, resourceId }: Mirrored) => {
  const wanted = wantedOf(work, id)
  await sql`delete from claims where outside_id = ${id} and not (during <@ ${wanted})`.execute(work.db)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { rows } = await sql<{ missed: number }>`
      with free as (
        select part from unnest(${wanted} - ${takenIn(resourceId, wanted)}) as part
      ), taken as (
        insert into claims (resource_id, during, state, outside_id)
        select ${resourceId}::bigint, part, 'firm', ${id} from free
        on conflict do nothing
        returning id
      )
      select (select count(*) from free) - (select count(*) from taken) as missed`.execute(work.db)
    if ((rows[0]?.missed ?? 0) === 0) return
  }
}
