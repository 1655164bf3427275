import type { Slot } from '#contract/availability/slot.ts'
import { type DayPart, dayPartHours, dayPartIds, dayPartNames } from '#contract/platform/day-part.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'

/** The part of the day of an hour, by the clock of its place. */
export const partOf = (startsAt: string, zone: string): DayPart => {
  const hour = Number(timeOf(startsAt, zone).slice(0, 2))
  return dayPartIds.find((id) => hour < dayPartHours[id].to) ?? 'evening'
}

/** The hours of a day by part; only parts that have some. */
export const periods = (slots: readonly Slot[], zone: string) =>
  dayPartIds
    .map((id) => ({
      id,
      name: dayPartNames[id],
      slots: slots.filter(({ startsAt }) => partOf(startsAt, zone) === id),
    }))
    .filter((period) => period.slots.length > 0)
