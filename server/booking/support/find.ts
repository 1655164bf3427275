/** Bookings found by what support requests contain: the upcoming ones by date, then the past ones, latest first. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { findBookings, FoundBooking } from '#contract/booking/support/support.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { Instant, isUuid, Uuid } from '#contract/platform/shapes.ts'
import { knownPhone } from '#server/account/phone.ts'
import { columns, type Found, shown, withPeople } from '#server/booking/support/support.ts'
import { openCursor, sealCursor } from '#server/platform/http/cursor.ts'
import { Page } from '#server/platform/http/http.ts'
import type { Work } from '#server/platform/work.ts'

type Query = Input<typeof findBookings>['query']

/**
 * By id, by the arrival code of an active one, by the telephone given for it, or by the email of one of its parties; of a span of local
 * dates. Refuses invalid_input for a malformed cursor.
 */
export const find = async (work: Work, query: Query): Promise<Page<z.input<typeof FoundBooking>>> => {
  const cursor =
    query.cursor === undefined
      ? { isPast: false, now: work.now.toISOString(), after: null }
      : continued(query.cursor)
  const most = query.limit + 1
  const upcoming = cursor.isPast ? [] : await foundIn(work, query, { ...cursor, isPast: false, most })
  const rest = most - upcoming.length
  const past =
    rest === 0
      ? []
      : await foundIn(work, query, {
          now: cursor.now,
          after: cursor.isPast ? cursor.after : null,
          isPast: true,
          most: rest,
        })
  const found = [...upcoming, ...past]
  const page = found.slice(0, query.limit)
  const last = page.at(-1)
  return new Page(
    page.map(shown),
    found.length > page.length && last !== undefined ? cursorAt(cursor.now, last) : null,
  )
}

type Span = { isPast: boolean; now: string; after: { at: string; id: string } | null; most: number }

/** One direction from the moment of the first page. Each party is read by its own index, and only the few found rows are joined. */
const foundIn = async (work: Work, query: Query, { isPast, now, after, most }: Span) => {
  const beyond = isPast ? sql`<` : sql`>`
  const inSpan = sql`starts_at ${isPast ? sql`<` : sql`>=`} ${now}::timestamptz
    ${after === null ? sql`` : sql`and (starts_at, id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`}
    ${query.from === undefined ? sql`` : sql`and (starts_at at time zone zone)::date >= ${query.from}::date`}
    ${query.to === undefined ? sql`` : sql`and (starts_at at time zone zone)::date <= ${query.to}::date`}`
  const order = isPast ? sql`starts_at desc, id desc` : sql`starts_at, id`
  const parts = matching(query.q).map(
    (where) =>
      sql`(select id, starts_at from bookings where ${where} and ${inSpan} order by ${order} limit ${most})`,
  )
  const { rows } = await sql<Found>`
    with found as materialized (
      select id, starts_at from (${sql.join(parts, sql` union `)}) each order by ${order} limit ${most})
    select ${columns} from found join bookings b on b.id = found.id ${withPeople}
    order by ${isPast ? sql`b.starts_at desc, b.id desc` : sql`b.starts_at, b.id`}`.execute(work.db)
  return rows
}

const matching = (request: string): RawBuilder<unknown>[] => {
  if (isUuid(request)) return [sql`id = ${request}::uuid`]
  if (/^\d{6}$/.test(request))
    return [sql`status in ('confirmed', 'in_progress', 'to_settle') and arrival_code = ${request}`]
  const phone = request.includes('@') ? null : knownPhone(request)
  if (phone !== null) return [sql`contact is not null and contact ->> 'phone' = ${phone}`]
  return [
    sql`client_id in (select id from clients where email = ${request}
      union all select c.id from clients c join accounts a on a.id = c.account_id where a.email = ${request})`,
    sql`professional_id in (select p.id from professionals p join accounts a on a.id = p.account_id where a.email = ${request})`,
    sql`host_id in (select h.id from hosts h join accounts a on a.id = h.account_id where a.email = ${request})`,
  ]
}

const Cursor = z.tuple([Instant, Instant, Uuid])

const cursorAt = (now: string, { startsAt, id }: Found) => sealCursor([now, startsAt.toISOString(), id])

const continued = (cursor: string) => {
  const [now, at, id] = openCursor(cursor, Cursor)
  return { now, after: { at, id }, isPast: at < now }
}
