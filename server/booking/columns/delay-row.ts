/** Announced delays of a visit: by whom, how long and when; the newest of each party counts. */
import { sql } from 'kysely'
import type { Delays } from '#contract/booking/booking.ts'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { Side } from '#server/booking/moves/party.ts'
import type { Work } from '#server/platform/work.ts'

/** Within a query over `booking`; cheap by the key, since most visits have none. */
export const delayRows = sql<
  DelayRow[]
>`coalesce((select json_agg(json_build_object('party', delay.party, 'minutes', delay.minutes, 'saidAt', delay.reported_at) order by delay.number)
  from delays delay where delay.booking_id = booking.id), '[]')`

export const delayColumns = bookingColumns([delayRows.as('delay_rows')])

/** The host does not learn that client or professional will be late. */
export const delayPart = ({ delay_rows }: Read<typeof delayColumns>, side: Side) => ({
  delays: delaysFrom(side === 'host' ? [] : delay_rows),
})

export type DelayRow = { party: string; minutes: number; saidAt: string }

/** Ordered by when they were announced. */
export const delaysFrom = (rows: readonly DelayRow[]): Delays => {
  const newestOf = (party: string) => {
    const row = rows.findLast((one) => one.party === party)
    return row === undefined ? null : { minutes: row.minutes, saidAt: new Date(row.saidAt).toISOString() }
  }
  return { client: newestOf('client'), professional: newestOf('professional') }
}

export const delaysOf = async (work: Work, bookingId: string) => {
  const rows = await work.db
    .selectFrom('bookings as booking')
    .select(delayRows.as('delays'))
    .where('booking.id', '=', bookingId)
    .executeTakeFirst()
  return delaysFrom(rows?.delays ?? [])
}

/** The newest delay that this side announced. */
export const newestDelay = (work: Work, bookingId: string, party: 'client' | 'professional') =>
  work.db
    .selectFrom('delays')
    .select(['number', 'minutes', 'reported_at'])
    .where('booking_id', '=', bookingId)
    .where('party', '=', party)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
