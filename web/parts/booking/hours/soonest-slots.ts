import type { Slot } from '#contract/availability/slot.ts'
import { periods } from '#web/parts/booking/hours/day-parts.ts'

type Day = { slots: readonly Slot[] }

/** The next slot at each place, one for each part of a day: clients in a hurry compare places and days, not quarter hours. */
export const soonestOf = (days: readonly Day[], zone: string): Slot[] =>
  days.flatMap(({ slots }) =>
    [...Map.groupBy(slots, ({ spaceId }) => spaceId).values()]
      .flatMap((own) => periods(own, zone).flatMap(({ slots: [first] }) => first ?? []))
      .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)),
  )
