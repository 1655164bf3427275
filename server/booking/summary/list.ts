/** Bookings of one person in one role, by keyset: each page is one prepared query over one index. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { Instant, Uuid } from '#contract/platform/shapes.ts'
import type { bookings } from '#contract/booking/booking.ts'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { isFoundBy } from '#server/booking/summary/find.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { present, selectShown, withVisits, type Shown } from '#server/booking/summary/present.ts'
import { liveStatuses, pastStatuses } from '#server/booking/moves/rules.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Viewer, Work } from '#server/platform/work.ts'

type Query = Input<typeof bookings>['query']

/** Refuses role_not_available to an account without that role; a client who never booked has an empty list. */
export const list = async (work: Work, query: Query) => {
  const partyId = partyOf(work.viewer, query.role)
  if (partyId === null) return query.role === 'client' ? new Page([], null) : refuse('role_not_available')
  return shownPage(
    work,
    query,
    await pageOf(work, query, sql<boolean>`${sql.ref(column[query.role])} = ${partyId}`),
  )
}

/** For a client who booked several times without an account: one list of all their client rows. */
export const listOfGuests = async (work: Work, areTheirs: RawBuilder<boolean>, query: Query) =>
  shownPage(work, query, await pageOf(work, query, areTheirs))

const shownPage = (work: Work, query: Query, found: readonly Shown[]) => {
  const shown = found.slice(0, query.limit)
  const last = shown.at(-1)
  return new Page(
    shown.map((booking) => present(work, booking, query.role)),
    found.length > query.limit && last !== undefined ? cursorAt(last) : null,
  )
}

const partyOf = (viewer: Viewer, role: Side) =>
  ({ client: viewer.clientId, professional: viewer.professionalId, host: viewer.hostId })[role]

const column = {
  client: 'booking.client_id',
  professional: 'booking.professional_id',
  host: 'booking.host_id',
} as const

/** One row more than requested shows whether there is a next page. */
const pageOf = async (work: Work, query: Query, isTheirs: RawBuilder<boolean>): Promise<Shown[]> => {
  const after = query.cursor === undefined ? null : openCursor(query.cursor)
  const past = query.tab === 'past'
  const base = query.role === 'professional' ? withVisits(selectShown(work.db)) : selectShown(work.db)
  let rows = base
    .where(isTheirs)
    .where(isIn[query.tab](work, query))
    .where(query.q === '' ? sql<boolean>`true` : isFoundBy(query.q, query.role))
    .limit(sql.lit(query.limit + 1))
  // The clients of a class are not shown to the host of its space.
  if (query.role === 'host') rows = rows.where('booking.class_id', 'is', null)
  if (after !== null)
    rows = rows.where(
      past
        ? sql<boolean>`(booking.starts_at, booking.id) < (${after.startsAt}, ${after.id})`
        : sql<boolean>`(booking.starts_at, booking.id) > (${after.startsAt}, ${after.id})`,
    )
  const direction = past ? 'desc' : 'asc'
  return rows.orderBy('booking.starts_at', direction).orderBy('booking.id', direction).execute()
}

/**
 * What each tab holds. Statuses are literals of the query, not parameters: one prepared statement per tab, planned for them. Today is split
 * by the clock: later visits are upcoming. An unclosed visit past its hour is for the professional and the host to close, and past for its
 * client; while it goes on beyond its hour it is neither.
 */
const isIn: Readonly<
  Record<
    Query['tab'],
    (work: Work, query: Pick<Query, 'role'> & { date?: string | undefined }) => RawBuilder<boolean>
  >
> = {
  upcoming: (work, { role }) =>
    role === 'professional'
      ? sql<boolean>`${is(['confirmed', 'in_progress'])} and booking.ends_at > ${work.now} and ${isRecent(work)}`
      : sql<boolean>`${is(openTo(role))} and ${isRecent(work)} and not ${isLeftBehind(work)}`,
  waiting: (work, { role }) =>
    role === 'client'
      ? sql<boolean>`(${isRecent(work)} and (${is(['awaiting_payment', 'requested'])} or ${asksClient(work)}) or ${isUnpaid})`
      : sql<boolean>`${is(['requested'])} and ${isRecent(work)}`,
  to_close: (work, { role }) =>
    // Unpaid visits appear among what waits for the client; a host has no part in them.
    sql<boolean>`(${is(liveStatuses)} and ${isRecent(work)}
      and (booking.status = 'to_settle' or booking.ends_at <= ${work.now}) or ${role === 'professional' ? isUnpaid : sql`false`})`,
  // An expired request is history too; an expired hold is not.
  past: (work, { role }) =>
    sql<boolean>`(${is(pastStatuses)} or booking.status = 'expired' and booking.requested_at is not null
      or ${role === 'client' ? sql<boolean>`${is(liveStatuses)} and ${isRecent(work)} and ${isLeftBehind(work)}` : sql`false`})`,
  today: (work, { role }) =>
    sql<boolean>`${is([...openTo(role), ...pastStatuses])} and ${isOnDate(work.now, undefined)}`,
  day: (work, { role, date }) =>
    sql<boolean>`${is([...openTo(role), ...pastStatuses])} and ${isOnDate(work.now, date)}`,
}

/** The number of visits in a professional's list of those to close; at most a hundred. */
export const toCloseCount = async (work: Work, professionalId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from bookings booking where booking.professional_id = ${professionalId}
      and ${isIn.to_close(work, { role: 'professional' })} limit 100) found`.execute(work.db)
  return rows[0]?.count ?? 0
}

/** Its hour is over, and the parties have left. */
const isLeftBehind = (work: Work) =>
  sql<boolean>`(booking.ends_at <= ${work.now} and booking.status <> 'in_progress')`

const is = (statuses: readonly BookingStatus[]) => sql<boolean>`booking.status in (${statusList(statuses)})`

const openTo = (role: Side) =>
  role === 'client'
    ? (['awaiting_payment', 'requested', ...liveStatuses] as const)
    : (['requested', ...liveStatuses] as const)

/** It took place, and the rest of its price is still due; by an index of its own, regardless of age. */
const isUnpaid = sql<boolean>`(booking.balance_cents > 0 and booking.completed_at is not null)`

/** Confirmed, and its client must answer: another hour, another place, another hour of their class, another card. */
const asksClient = (work: Work) => sql<boolean>`(booking.status = 'confirmed' and (
    'client' = any (booking.rescue_waits) or booking.moved_from is not null
    or payment.status = 'card_saved' and payment.failure is not null
    or exists (select from change_proposals asked where asked.booking_id = booking.id and asked.expires_at > ${work.now}
      and (asked.state = 'open' and asked.client_acceptance = 'pending' or asked.state = 'paying'))))`

/** The index need not be read further back: earlier visits are settled. */
const isRecent = (work: Work) =>
  sql<boolean>`booking.starts_at > ${new Date(work.now.getTime() - stillOpenDays * dayMs)}`

const stillOpenDays = 30

/** The local day at each booking's own place; without a date, today there. The bounds in UTC are for the index. */
export const isOnDate = (now: Date, date: string | undefined) => {
  const middle = date === undefined ? now.getTime() : Date.parse(`${date}T12:00:00Z`)
  const day =
    date === undefined ? sql`(${now}::timestamptz at time zone booking.zone)::date` : sql`${date}::date`
  return sql<boolean>`booking.starts_at >= ${new Date(middle - 2 * dayMs)}
    and booking.starts_at < ${new Date(middle + 2 * dayMs)} and booking.local_start::date = ${day}`
}

const Cursor = z.tuple([Instant, Uuid])

const cursorAt = (row: Shown) =>
  Buffer.from(JSON.stringify([row.starts_at.toISOString(), row.id])).toString('base64url')

const openCursor = (cursor: string) => {
  const parsed = z.safeParse(Cursor, jsonOf(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) return refuse('invalid_input', { fields: [{ field: 'cursor' }] })
  return { startsAt: new Date(parsed.data[0]), id: parsed.data[1] }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
