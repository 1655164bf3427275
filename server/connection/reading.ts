/**
 * Reads what changed in a calendar since the last time, page by page, and stores its busy times. An expired token causes a full
 * reading; what that does not show is gone. Reading a page twice changes nothing.
 */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { keepProvided } from '#server/availability/outside/provided-calendar.ts'
import type { Account, Opened } from '#server/connection/account.ts'
import { type Calendar, isRead } from '#server/connection/calendars.ts'
import { eventIdOf, see, type Written } from '#server/connection/engine.ts'
import { ledgerOf, requireLease, save } from '#server/connection/ledger.ts'
import { ProviderProblem, type RemoteEvent, type Since } from '#server/connection/provider/provider.ts'
import { partsOfRef } from '#server/connection/ref.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Nothing is booked further ahead; an event that began yesterday may still last. */
const comingDays = 400
const pastDays = 1
/** Instances of recurring events are reported only for the period first requested: once a week it is requested anew, extended. */
const fullEveryDays = 7
/** A calendar of 100,000 events; more means that something is wrong. */
const maxPages = 40

export type Reading = { work: Work; account: Account; opened: Opened; by: string }

export const readCalendar = async (reading: Reading, calendar: Calendar, written: readonly Written[]) => {
  if (!isRead(calendar)) return
  const { work } = reading
  const isDue =
    calendar.fullAt === null || work.now.getTime() - calendar.fullAt.getTime() > fullEveryDays * dayMs
  if (calendar.syncToken !== null && !isDue)
    try {
      await readSince(reading, calendar, written, { token: calendar.syncToken })
      return
    } catch (error) {
      if (!(error instanceof ProviderProblem) || error.failure !== 'token_over') throw error
    }
  const { from, to } = windowAt(work.now)
  await readSince(reading, { ...calendar, reading: calendar.reading + 1 }, written, { from, to })
}

const windowAt = (now: Date) => ({
  from: new Date(now.getTime() - pastDays * dayMs),
  // Must suffice until the next full reading.
  to: new Date(now.getTime() + (comingDays + fullEveryDays) * dayMs),
})

const readSince = async (
  reading: Reading,
  calendar: Calendar,
  written: readonly Written[],
  since: Since,
): Promise<void> => {
  const { work, account, opened } = reading
  const seen = new Set<string>()
  const known = written
    .filter(({ calendarId }) => calendarId === calendar.externalId)
    .map(({ eventId: id, etag }) => ({ id, etag }))
  let page: string | null = null
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { events, next } = await opened.provider.changes(opened.access, calendar.externalId, {
      since,
      page,
      zone: account.zone,
      known,
    })
    for (const { id } of events) seen.add(id)
    const found = await sortOut(reading, calendar, written, events)
    const isFull = 'from' in since
    if (next.page === null && isFull && calendar.target) await lookForUnseen(reading, calendar, written, seen)
    if (next.page === null || (calendar.outsideId !== null && events.length > 0))
      await inTransaction(work, async (work) => {
        await requireLease(work, account)
        if (calendar.outsideId !== null) await keepFound(work, calendar, found)
        if (next.page === null)
          await finish(work, account, calendar, {
            token: next.token,
            isFull,
            isNews: isFull || seen.size > 0,
          })
      })
    if (next.page === null) return
    page = next.page
  }
  throw new ProviderProblem('refused')
}

type Found = { times: { id: string; start: number; end: number }[]; free: string[] }

/** Our own events are compared with what was written; the others only count with their times. */
const sortOut = async (
  { work, account, by }: Reading,
  calendar: Calendar,
  written: readonly Written[],
  events: readonly RemoteEvent[],
): Promise<Found> => {
  const ours = new Map(
    written.filter(({ calendarId }) => calendarId === calendar.externalId).map((one) => [one.eventId, one]),
  )
  const found: Found = { times: [], free: [] }
  for (const event of events) {
    const mine = ours.get(event.id)
    if (mine !== undefined && calendar.target) await seeOwn(work, account, mine, event)
    else if (calendar.target && isOurs(event, by)) await adopt(work, account, calendar, event)
    const { id, span, isBusy } = event
    const isTaking = isBusy && span !== null && mine === undefined && !isOurs(event, by)
    const times = isTaking ? (event.times ?? [span]) : []
    if (times.length === 0) found.free.push(id)
    for (const { start, end } of times) found.times.push({ id, start, end })
  }
  return found
}

/** In the caller's transaction. */
const keepFound = async (work: Work, calendar: Calendar, { times, free }: Found) => {
  if (free.length > 0)
    await sql`delete from connected_events where calendar_id = ${calendar.id} and external_id = any (${free}::text[])`.execute(
      work.db,
    )
  if (times.length > 0)
    await sql`
      insert into connected_events (calendar_id, external_id, during, reading)
      select ${calendar.id}, id, range_agg(tstzrange(to_timestamp(start / 1000.0), to_timestamp("end" / 1000.0))), ${calendar.reading}
      from unnest(${times.map(({ id }) => id)}::text[], ${times.map(({ start }) => start)}::bigint[],
        ${times.map(({ end }) => end)}::bigint[]) as part(id, start, "end") group by id
      on conflict (calendar_id, external_id) do update set during = excluded.during, reading = excluded.reading`.execute(
      work.db,
    )
}

/** A copy that its owner made of our event has another id: it takes their time like any event. */
const isOurs = ({ id, mark }: RemoteEvent, by: string) =>
  mark !== null && mark.by === by && id === eventIdOf(by, mark.ref)

const seeOwn = async (work: Work, account: Account, written: Written, event: RemoteEvent) => {
  const ledger = ledgerOf(work, account)
  const isOpen = (await ledger.open()).some(({ ref }) => ref === written.ref)
  await see({ ledger }, written, event, isOpen)
}

/** Written before the account was reconnected: adopted, so that it is used or removed and never duplicated. */
const adopt = async (work: Work, account: Account, calendar: Calendar, event: RemoteEvent) => {
  const { mark, span } = event
  if (mark === null || span === null || !(await isOf(work, account, mark.ref))) return
  await inTransaction(work, async (work) => {
    await requireLease(work, account)
    await save(work, account.id, {
      ref: mark.ref,
      calendarId: calendar.externalId,
      eventId: event.id,
      digest: null,
      etag: event.etag,
      removing: false,
      startsAt: new Date(span.start),
      endsAt: new Date(span.end),
    })
  })
}

/** Two owners who write into one calendar, such as a salon's, leave each other's events alone. */
const isOf = async (work: Work, { professionalId, hostId }: Account, ref: string): Promise<boolean> => {
  const { isOfUnit, id, block } = partsOfRef(ref)
  if (isOfUnit !== (professionalId === null)) return false
  const own =
    professionalId === null
      ? sql`unit_id in (select unit.id from units unit join spaces space on space.id = unit.space_id where space.host_id = ${hostId}::bigint)`
      : sql`professional_id = ${professionalId}`
  const { rows } = await sql`
    select from bookings where id = ${id}::uuid and ${own}
    union all select from class_sessions where id = ${id}::uuid and ${own}
    union all select from blocks where id = ${block}::bigint and ${own}`.execute(work.db)
  return rows.length > 0
}

/** A full reading does not show deleted events: each of ours that is missing is requested. */
const lookForUnseen = async (
  { work, account, opened }: Reading,
  calendar: Calendar,
  written: readonly Written[],
  seen: ReadonlySet<string>,
) => {
  const unseen = written.filter(
    (one) =>
      one.calendarId === calendar.externalId &&
      !seen.has(one.eventId) &&
      one.digest !== null &&
      one.endsAt > work.now,
  )
  for (const one of unseen) {
    const found = await opened.provider.find(opened.access, one.calendarId, one.eventId, account.zone)
    if (found !== null) await seeOwn(work, account, one, found)
    // The provider never had it: written anew.
    else await ledgerOf(work, account).save({ ...one, digest: null, etag: null })
  }
}

/** In the caller's transaction, which holds the lease. */
const finish = async (
  work: Work,
  account: Account,
  calendar: Calendar,
  { token, isFull, isNews }: { token: string; isFull: boolean; isNews: boolean },
) => {
  if (isFull)
    await sql`delete from connected_events where calendar_id = ${calendar.id} and reading < ${calendar.reading}`.execute(
      work.db,
    )
  await work.db
    .updateTable('connected_calendars')
    .set({
      sync_token: token,
      reading: calendar.reading,
      ...(isFull ? { full_at: work.now } : {}),
    })
    .where('id', '=', calendar.id)
    .execute()
  const resourceId = calendar.unitId ?? account.professionalId
  if (calendar.outsideId === null || resourceId === null) return
  const provided = { id: calendar.outsideId, resourceId }
  const busy = sql`coalesce((select range_agg(during) from connected_events where calendar_id = ${calendar.id}), '{}'::tstzmultirange)`
  // Most readings find nothing new, and need no new check for conflicts.
  await keepProvided(work, provided, isNews ? busy : null)
}
