/** What ties the visits of a series, and how it is shown. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Series } from '#contract/series.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Null: it stands alone. */
export const seriesIdOf = async (work: Work, bookingId: string): Promise<string | null> => {
  const row = await work.db
    .selectFrom('booking_series_visits')
    .select('series_id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return row?.series_id ?? null
}

/** Which of how many a `booking` is; null for most. */
export const seriesPlace = sql<{ position: number; of: number } | null>`(
  select json_build_object('position', own.position, 'of',
    (select count(*) from booking_series_visits other where other.series_id = own.series_id))
  from booking_series_visits own where own.booking_id = booking.id)`

/** Its visits with their rows, in order. */
export const visitsOf = (work: Work, seriesId: string) =>
  work.db
    .selectFrom('booking_series_visits as own')
    .innerJoin('bookings as booking', 'booking.id', 'own.booking_id')
    .selectAll('booking')
    .select('own.position')
    .where('own.series_id', '=', seriesId)
    .orderBy('own.position')
    .execute()

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
    visits: visits.map(({ id, position, starts_at, zone, status, total_cents }) => ({
      id,
      position,
      startsAt: starts_at.toISOString(),
      zone,
      status,
      totalCents: total_cents,
    })),
  })
}
