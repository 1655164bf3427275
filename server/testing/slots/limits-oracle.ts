/** A professional's limits, computed again by Temporal for each start. */
import type { Limits } from '#server/availability/rules/limits.ts'

/** The date, the Monday and the month of an instant in a zone. */
const periodsOf = (zone: string, instant: number) => {
  const date = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()
  return {
    day: date.toString(),
    week: date.subtract({ days: date.dayOfWeek - 1 }).toString(),
    month: date.toPlainYearMonth().toString(),
  }
}

export const passesAnyLimit = (limits: Limits | undefined, minutes: number, startsAt: number): boolean => {
  if (limits === undefined) return false
  const wanted = periodsOf(limits.zone, startsAt)
  return (['day', 'week', 'month'] as const).some((period) => {
    const { leaving } = limits
    const isHere = (instant: number) => periodsOf(limits.zone, instant)[period] === wanted[period]
    if (leaving !== undefined && isHere(leaving.startsAt) && leaving.minutes >= minutes) return false
    const all = limits.visits.filter((visit) => isHere(visit.startsAt)).map((visit) => visit.minutes)
    const most = limits[period]
    if (most.visits !== null && all.length >= most.visits) return true
    return most.minutes !== null && all.reduce((sum, one) => sum + one, minutes) > most.minutes
  })
}
