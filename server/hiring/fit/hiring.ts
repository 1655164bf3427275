/**
 * How professionals come to work at spaces. This file defines the two parties and local dates; agreements (agreement.ts) and applications
 * (application.ts) build on it.
 */
import type { WeeklyWindow } from '#server/availability/hours/hours.ts'
import { dateOf, dayAt, dayOf, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'

export type Side = 'professional' | 'host'

/** The first instant of a local date. */
export const beginOf = (date: string, zone: string) => new Date(startOfDay(zoneTable(zone), dayOf(date)))

/** The instant at which a local date ends. */
export const endOf = (date: string, zone: string) => new Date(startOfDay(zoneTable(zone), dayOf(date) + 1))

/** The local date of an instant. */
export const dateAt = (at: Date, zone: string) => dateOf(dayAt(zoneTable(zone), at.getTime()))

/** The last local date before an instant at which something ends. */
export const lastDateBefore = (end: Date, zone: string) => dateAt(new Date(end.getTime() - 1), zone)

export const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** No window ends before it begins, and two of one day do not overlap. */
export const areApart = (windows: readonly WeeklyWindow[]) =>
  windows.every(
    (one, index) =>
      one.fromMinute < one.toMinute &&
      windows.every(
        (other, at) =>
          at <= index ||
          other.weekday !== one.weekday ||
          other.toMinute <= one.fromMinute ||
          one.toMinute <= other.fromMinute,
      ),
  )
