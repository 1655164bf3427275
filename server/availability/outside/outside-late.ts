/** When a calendar outside is late: one word for its owner, for those who book, and for the database. */
import { type RawBuilder, sql } from 'kysely'
import { staleMinutes } from '#contract/availability/outside-calendar.ts'

/** A provider notifies what changes, and is requested four times an hour: it is late when it fails, or has been silent for long. */
const providedMinutes = 60

/** It was not read for so long, or cannot be: what is free by it may be taken elsewhere. Of `outside_calendars outside`. */
export const isStale = (now: RawBuilder<unknown>) => sql<boolean>`(outside.lost
  or coalesce(outside.read_at, outside.added_at) < ${now}::timestamptz
    - case when outside.provider is null or outside.failure is not null then ${staleMinutes}::integer
      else ${providedMinutes}::integer end * interval '1 minute')`
