/** The visits of a series, and how a series is shown. A date that awaits the client's acceptance (`with_id`) is not a visit of it yet. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Series } from '#contract/booking/series/series.ts'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { liveStatuses } from '#server/booking/moves/rules.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Null: not part of a series. */
export const seriesIdOf = async (work: Work, bookingId: string): Promise<string | null> => {
  const row = await work.db
    .selectFrom('booking_series_visits')
    .select('series_id')
    .where('booking_id', '=', bookingId)
    .where('with_id', 'is', null)
    .executeTakeFirst()
  return row?.series_id ?? null
}

/** The position of a `booking` and the number of visits; null for most. */
export const seriesPlace = sql<{ position: number; of: number } | null>`(
  select json_build_object('position', (select count(*) from booking_series_visits other
      where other.series_id = own.series_id and other.with_id is null and other.position <= own.position), 'of',
    (select count(*) from booking_series_visits other where other.series_id = own.series_id and other.with_id is null))
  from booking_series_visits own where own.booking_id = booking.id and own.with_id is null)`

// Cheap by a key, since few bookings are repeated.
export const seriesColumns = bookingColumns([seriesPlace.as('series')])

export const seriesPart = ({ series }: Read<typeof seriesColumns>, side: Side) => ({
  series: side === 'host' ? null : series,
})

/** Its visits with their rows, in order. */
export const visitsOf = (work: Work, seriesId: string) =>
  work.db
    .selectFrom('booking_series_visits as own')
    .innerJoin('bookings as booking', 'booking.id', 'own.booking_id')
    .selectAll('booking')
    .where('own.series_id', '=', seriesId)
    .where('own.with_id', 'is', null)
    .orderBy('own.position')
    .execute()

/** Extending, ending and accepting a series run one after the other. */
export const lockSeries = async (work: Work, seriesId: string): Promise<void> => {
  await work.db
    .selectFrom('booking_series')
    .select('id')
    .where('id', '=', seriesId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** One after the highest position ever given: dates that came to nothing keep theirs. */
export const nextPosition = async (work: Work, seriesId: string): Promise<number> => {
  const row = await work.db
    .selectFrom('booking_series_visits')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('series_id', '=', seriesId)
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

/** `withId`: the date with which it awaits the client's acceptance. */
export const join = (
  work: Work,
  visit: { seriesId: string; bookingId: string; position: number; withId?: string },
) =>
  work.db
    .insertInto('booking_series_visits')
    .values({
      series_id: visit.seriesId,
      booking_id: visit.bookingId,
      position: visit.position,
      with_id: visit.withId ?? null,
    })
    .execute()

const coming: ReadonlySet<string> = new Set([...liveStatuses, 'requested'])
/** Confirmed or requested, and not started. */
export const isToCome = (work: Work, { status, starts_at }: { status: string; starts_at: Date }) =>
  coming.has(status) && starts_at > work.now

export const presentSeries = async (work: Work, seriesId: string): Promise<Series> => {
  const series = await work.db
    .selectFrom('booking_series')
    .select(['id', 'every'])
    .where('id', '=', seriesId)
    .executeTakeFirst()
  if (series === undefined) return refuse('not_found')
  const visits = await visitsOf(work, seriesId)
  return z.parse(Series, {
    ...series,
    coming: visits.filter((visit) => isToCome(work, visit)).length,
    visits: visits.map(({ id, starts_at, zone, status, total_cents }, index) => ({
      id,
      position: index + 1,
      startsAt: starts_at.toISOString(),
      zone,
      status,
      totalCents: total_cents,
    })),
  })
}
