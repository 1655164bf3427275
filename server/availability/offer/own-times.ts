/** Limits of a service beside its professional's hours: its own hours and dates, full dates, and the professional's limits. */
import type { OwnHours, Snapshot } from '#server/availability/rules/snapshot.ts'
import type { ServiceRow } from '#server/availability/offer/service-row.ts'
import { dayAt, dayOf, zoneTable } from '#server/availability/zone/zone.ts'

/** The service as the engine judges it in the zone of a place; field by field, since copying the whole row costs more. */
export const soldAt = (service: ServiceRow, zone: string): Snapshot['service'] => ({
  durationMinutes: service.durationMinutes,
  bufferBeforeMinutes: service.bufferBeforeMinutes,
  bufferAfterMinutes: service.bufferAfterMinutes,
  stepMinutes: service.stepMinutes,
  noticeMinutes: service.noticeMinutes,
  horizonDays: service.horizonDays,
  licensedUntil: service.licensedUntil,
  processes: service.processes,
  fullDays: fullDaysOf(service, zone),
  ownHours: ownHoursOf(service),
  offered: offeredOf(service),
  persons: service.persons,
})

/** In a visit of several services each is given inside its own hours, at its own time. */
const ownHoursOf = (service: ServiceRow): OwnHours[] | undefined => {
  let at = 0
  const found = (service.parts ?? [service]).flatMap(({ ownHours, durationMinutes }) => {
    const fromMinute = at
    // A booked service keeps its length, even if the service lasts longer or shorter by now.
    at = service.parts === undefined ? service.durationMinutes : at + durationMinutes
    return ownHours === null ? [] : [{ fromMinute, toMinute: at, weekly: ownHours }]
  })
  return found.length === 0 ? undefined : found
}

/** The dates on which all of its services are given. */
const offeredOf = (service: ServiceRow): Snapshot['service']['offered'] => {
  const parts = service.parts ?? [service]
  const from = parts.flatMap(({ offeredFrom }) => (offeredFrom === null ? [] : [dayOf(offeredFrom)]))
  const to = parts.flatMap(({ offeredTo }) => (offeredTo === null ? [] : [dayOf(offeredTo)]))
  if (from.length === 0 && to.length === 0) return undefined
  return {
    from: from.length === 0 ? null : Math.max(...from),
    to: to.length === 0 ? null : Math.min(...to),
  }
}

/** In the professional's zone, wherever the service is given. */
export const takesOn = ({
  limits,
  zone,
}: ServiceRow): Pick<Snapshot['professional'], 'limits' | 'hasTightStarts'> => {
  if (limits === null) return {}
  const { day, week, month, tightStarts, visits, leaving } = limits
  const counted = visits.map(([startsAt, minutes]) => ({ startsAt, minutes }))
  return {
    limits: { zone, day, week, month, visits: counted, leaving },
    hasTightStarts: tightStarts,
  }
}

/**
 * Dates of a place on which one of its services has reached its daily cap. Visits elsewhere count by the local time of this place too,
 * as in the database (`bookings_within_day`), where the zone of the new visit decides.
 */
const fullDaysOf = (service: ServiceRow, zone: string): ReadonlySet<number> | undefined => {
  const table = zoneTable(zone)
  const days = (service.parts ?? [service]).flatMap(({ dailyCap, dayVisits }) =>
    dailyCap === null || dayVisits === null
      ? []
      : [...Map.groupBy(dayVisits, ([startsAt]) => dayAt(table, startsAt))].flatMap(([day, visits]) =>
          visits.length >= dailyCap ? [day] : [],
        ),
  )
  return days.length === 0 ? undefined : new Set(days)
}
