/**
 * A second, slow slot engine for tests, which shares nothing with the first: it asks Temporal for the wall-clock time at each single
 * minute. All its times are whole minutes.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import type { Hours } from '#server/availability/hours/hours.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'
import type { Place, Slot, Snapshot } from '#server/availability/rules/snapshot.ts'
import { besideOf } from '#server/testing/slots/beside-oracle.ts'
import {
  evenGridOf,
  isBusy,
  isOpen,
  later,
  minutesOf,
  reading,
  shownIn,
} from '#server/testing/slots/minutes.ts'
import { passesAnyLimit } from '#server/testing/slots/limits-oracle.ts'

/** And the starts beside it: at the beginning of the service's hours, and right after or before claimed time. */
export const gridOf = (snapshot: Snapshot, date: string) => {
  const { zone, professional, service } = snapshot
  const begins = (service.ownHours ?? []).flatMap(({ fromMinute, weekly }) =>
    [0, 1, 2].flatMap((days) =>
      shownIn({ weekly, exceptions: [] }, zone, later(date, days)).flatMap(([first]) =>
        first === undefined ? [] : [first - fromMinute * minuteMs],
      ),
    ),
  )
  const beside = [...begins, ...besideOf(snapshot, date)].filter(
    (instant) => reading(zone, instant).date === date && isOpen(professional.hours, zone, instant),
  )
  return [...new Set([...evenGridOf(snapshot, date), ...beside])].sort((a, b) => a - b)
}

/** The unit of each kind of equipment for a visit beginning then: the first that is free in all of those minutes, in any space. */
export const equipmentUnitsOf = ({ place }: Snapshot, startsAt: number) =>
  (place?.shared ?? []).map(({ fromMinute, toMinute, pieces }) => {
    const used = minutesOf(startsAt + fromMinute * minuteMs, startsAt + toMinute * minuteMs)
    return { id: pieces.find(({ busy }) => !used.some((instant) => isBusy(busy, instant)))?.id, used }
  })

const freeUnits = (snapshot: Snapshot, place: Place, start: number) => {
  const { service } = snapshot
  const end =
    start + (service.durationMinutes + Math.max(service.bufferAfterMinutes, place.cleaningMinutes)) * minuteMs
  const claimed = minutesOf(start - service.bufferBeforeMinutes * minuteMs, end)
  const starts = (busy: Intervals) => busy.filter((edge, index) => index % 2 === 0 && edge >= end)
  const ends = (busy: Intervals) => busy.filter((edge, index) => index % 2 === 1 && edge <= (claimed[0] ?? 0))
  return place.units
    .filter(({ busy }) => !claimed.some((instant) => isBusy(busy, instant)))
    .map(({ id, busy }) => ({
      id,
      gap: Math.min(Infinity, ...starts(busy)) - Math.max(-Infinity, ...ends(busy)),
    }))
}

const dateOfDay = (day: number) => later('1970-01-01', day)

export const oracle = (snapshot: Snapshot, date: string): readonly Slot[] => {
  const { service, professional, place, zone } = snapshot
  if (!snapshot.active || snapshot.isOutside === true) return []
  const lastDate = Temporal.PlainDate.from(reading(zone, snapshot.now).date)
    .add({ days: service.horizonDays })
    .toString()
  return gridOf(snapshot, date).flatMap((startsAt): Slot[] => {
    const endsAt = startsAt + service.durationMinutes * minuteMs
    const served = minutesOf(startsAt, endsAt)
    const processes = (service.processes ?? []).map((minutes) => startsAt + minutes * minuteMs)
    const whole = minutesOf(
      startsAt - service.bufferBeforeMinutes * minuteMs,
      endsAt + service.bufferAfterMinutes * minuteMs,
    )
    const claimed = whole.filter((instant) => !isBusy(processes, instant))
    if (!served.every((instant) => isOpen(professional.hours, zone, instant))) return []
    const { offered, ownHours = [] } = service
    if (offered?.from && date < dateOfDay(offered.from)) return []
    if (offered?.to && date > dateOfDay(offered.to)) return []
    for (const { fromMinute, toMinute, weekly } of ownHours)
      for (const instant of minutesOf(startsAt + fromMinute * minuteMs, startsAt + toMinute * minuteMs))
        if (!isOpen({ weekly, exceptions: [] }, zone, instant)) return []
    if (passesAnyLimit(professional.limits, service.durationMinutes, startsAt)) return []
    const notice = Math.max(service.noticeMinutes, place?.noticeMinutes ?? 0)
    if (startsAt < snapshot.now + notice * minuteMs || date > lastDate) return []
    if (claimed.some((instant) => isBusy(professional.busy, instant))) return []
    // A professional travels also during the phases in which they are not needed.
    if (whole.some((instant) => isBusy(snapshot.elsewhere ?? [], instant))) return []
    if (served.some((instant) => isBusy(snapshot.clientBusy ?? [], instant))) return []
    if (!place) return [{ startsAt, endsAt, unitId: null }]
    const agreed: Hours = { weekly: place.agreementWindows ?? [], exceptions: [] }
    if (!served.every((instant) => isOpen(place.hours, zone, instant))) return []
    if (place.agreementWindows && !served.every((instant) => isOpen(agreed, zone, instant))) return []
    if (
      startsAt < place.agreementValid.from ||
      endsAt > place.agreementValid.to ||
      place.marginOk === false ||
      !place.payable
    )
      return []
    if (place.isLacking || equipmentUnitsOf(snapshot, startsAt).some(({ id }) => id === undefined)) return []
    const [best] = freeUnits(snapshot, place, startsAt).sort((a, b) =>
      a.gap === b.gap ? a.id - b.id : a.gap - b.gap,
    )
    return best ? [{ startsAt, endsAt, unitId: best.id }] : []
  })
}
