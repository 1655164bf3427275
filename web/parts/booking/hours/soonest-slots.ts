import type { Slot } from '#contract/availability/slot.ts'
import { periods } from '#web/parts/booking/hours/day-parts.ts'

type Day = { slots: readonly Slot[] }

/**
 * The next time at each place, one for each part of a day: who is in a hurry compares places and days, not quarters of an hour.
 */
export const soonestOf = (days: readonly Day[], zone: string): Slot[] =>
  days.flatMap(({ slots }) =>
    [...Map.groupBy(slots, ({ spaceId }) => spaceId).values()]
      .flatMap((own) => periods(own, zone).flatMap(({ slots: [first] }) => first ?? []))
      .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)),
  )
