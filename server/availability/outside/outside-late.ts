/** When an outside calendar is late: one definition for its owner, for clients, and for the database. */
import { type RawBuilder, sql } from 'kysely'
import { staleMinutes } from '#contract/availability/outside-calendar.ts'

/** A provider pushes changes and is polled four times an hour: it is late when it fails, or has been silent for long. */
const providedMinutes = 60

/** It has not been read for this long, or cannot be: time that is free here may be taken elsewhere. Of `outside_calendars outside`. */
export const isStale = (now: RawBuilder<unknown>) => sql<boolean>`(outside.lost
  or coalesce(outside.read_at, outside.added_at) < ${now}::timestamptz
    - case when outside.provider is null or outside.failure is not null then ${staleMinutes}::integer
      else ${providedMinutes}::integer end * interval '1 minute')`
