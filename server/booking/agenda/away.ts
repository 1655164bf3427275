/**
 * Days off: dates on which nothing is offered, with their visits shown first; and copying one week to another. Availability writes the
 * hours; this file knows what is booked.
 */
import { sql } from 'kysely'
import {
  maxDaysAway,
  type AwayImpact,
  type AwayVisit,
  type comeBack,
  type copyWeek,
  type goAway,
  type previewAway,
} from '#contract/booking/agenda/calendar.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { nameOfPlace } from '#server/availability/offer/home.ts'
import { put } from '#server/availability/block/own-block.ts'
import { copyDates, closeDates, openDates } from '#server/availability/slots/schedule.ts'
import {
  dateOf,
  dayOf,
  instantAt,
  readingAt,
  startOfDay,
  weekdayOf,
  zoneTable,
} from '#server/availability/zone/zone.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Changes nothing. Refuses no_profile, invalid_input, time_is_past. */
export const preview = async (
  work: Work,
  { body }: Pick<Input<typeof previewAway>, 'body'>,
): Promise<AwayImpact> => impactOf(work, await stretchOf(work, body))

/** Refuses as `preview`, and impact_changed, with the current impact, when a visit was not shown before. */
export const away = (work: Work, { body }: Pick<Input<typeof goAway>, 'body'>): Promise<AwayImpact> =>
  inTransaction(work, async (work) => {
    const stretch = await stretchOf(work, body)
    await closeDates(work, stretch.dates)
    // Checked after the hours are written: a booking made in between refuses and rolls back.
    const impact = await impactOf(work, stretch)
    if (impact.visits.some(({ id }) => !body.keep.includes(id))) refuse('impact_changed', { impact })
    return impact
  })

/** Reopens what the absence closed; what was closed by hand stays closed. Refuses no_profile, invalid_input. */
export const back = async (work: Work, { body }: Pick<Input<typeof comeBack>, 'body'>) => {
  const [first, last] = [dayOf(body.from), dayOf(body.to)]
  if (last < first || last - first >= maxDaysAway) refuse('invalid_input')
  return openDates(work, body.from, body.to)
}

/** Refuses no_profile, invalid_input, time_is_past. */
export const copy = (work: Work, { body }: Pick<Input<typeof copyWeek>, 'body'>) =>
  inTransaction(work, async (work) => {
    const [from, to] = [dayOf(body.from), dayOf(body.to)]
    if (weekdayOf(from) !== 1 || weekdayOf(to) !== 1 || from === to) refuse('invalid_input')
    const { id, zone } = await meOf(work)
    const table = zoneTable(zone)
    if (startOfDay(table, to + 7) <= work.now.getTime()) refuse('time_is_past')
    const copied = await copyDates(work, { from, to, days: 7 })
    const { rows } = await sql<{ start: Date; end: Date; reason: string }>`
      select lower(claim.during) as start, upper(claim.during) as "end", block.reason
      from blocks block join claims claim on claim.block_id = block.id
      where block.professional_id = ${id} and lower(claim.during) >= ${new Date(startOfDay(table, from))}
        and lower(claim.during) < ${new Date(startOfDay(table, from + 7))}
      order by 1`.execute(work.db)
    let blocks = 0
    for (const { start, end, reason } of rows) {
      const moved = (instant: Date) => sameClock(table, instant.getTime(), to - from)
      if (await tried(work, { start: moved(start), end: moved(end) }, reason)) blocks += 1
    }
    return { ...copied, blocks, leftOut: rows.length - blocks }
  })

/** The same wall-clock time, this many days later. */
const sameClock = (table: ReturnType<typeof zoneTable>, instant: number, days: number) =>
  new Date(instantAt(table, readingAt(table, instant) + days * dayMs))

/** A block whose time is taken or past is left out; the others remain. */
const tried = async (work: Work, span: { start: Date; end: Date }, reason: string): Promise<boolean> => {
  if (span.end <= work.now) return false
  await sql`savepoint one_block`.execute(work.db)
  try {
    await put(work, span, reason)
    await sql`release savepoint one_block`.execute(work.db)
    return true
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'own_time_taken') throw error
    await sql`rollback to savepoint one_block`.execute(work.db)
    return false
  }
}

type Stretch = { id: number; dates: string[]; from: Date; to: Date }

const meOf = async (work: Work): Promise<{ id: number; zone: string }> => {
  const id = work.viewer.professionalId ?? refuse('no_profile')
  const row = await work.db.selectFrom('professionals').select('zone').where('id', '=', id).executeTakeFirst()
  return { id, zone: row?.zone ?? refuse('no_profile') }
}

const stretchOf = async (work: Work, request: { from: string; to: string }): Promise<Stretch> => {
  const { id, zone } = await meOf(work)
  const [first, last] = [dayOf(request.from), dayOf(request.to)]
  if (last < first || last - first >= maxDaysAway) refuse('invalid_input')
  const table = zoneTable(zone)
  if (startOfDay(table, last + 1) <= work.now.getTime()) refuse('time_is_past')
  return {
    id,
    dates: Array.from({ length: last - first + 1 }, (_, day) => dateOf(first + day)),
    from: new Date(startOfDay(table, first)),
    to: new Date(startOfDay(table, last + 1)),
  }
}

const impactOf = async (work: Work, { id, dates, from, to }: Stretch): Promise<AwayImpact> => {
  const { rows } = await sql<AwayVisit & { startsAt: Date }>`
    select booking.id, booking.kind, booking.status, booking.starts_at as "startsAt", booking.zone, booking.service_name as service,
      booking.contact ->> 'firstName' as client, coalesce(${spaceNamed('space')}, ${nameOfPlace(sql.ref('booking.visit_place'))}) as place, booking.total_cents as "totalCents"
    from bookings booking left join spaces space on space.id = booking.space_id
    where booking.professional_id = ${id} and booking.starts_at < ${to} and booking.ends_at > ${from}
      and booking.starts_at >= ${new Date(from.getTime() - 31 * dayMs)} and booking.ends_at > ${work.now}
      and booking.status in ('requested', 'confirmed', 'in_progress') and booking.class_id is null
    order by booking.starts_at, booking.id`.execute(work.db)
  const { rows: classes } = await sql<AwayImpact['classes'][number] & { startsAt: Date }>`
    select own.id, service.name as service, own.starts_at as "startsAt", own.zone,
      (select coalesce(sum(seat.persons), 0)::int from bookings seat where seat.class_id = own.id and seat.status in ('confirmed', 'in_progress')) as taken
    from class_sessions own join services service on service.id = own.service_id
    where own.professional_id = ${id} and own.status = 'open' and own.starts_at < ${to} and own.ends_at > ${from}
      and own.ends_at > ${work.now}
    order by own.starts_at`.execute(work.db)
  const held = await sql<{ count: number }>`
    select count(*)::int as count from claims
    where resource_id = ${id} and during && tstzrange(${from}, ${to}) and state = 'hold' and expires_at > ${work.now}`.execute(
    work.db,
  )
  return {
    dates: dates.length,
    visits: rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() })),
    classes: classes.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() })),
    held: held.rows[0]?.count ?? 0,
  }
}
