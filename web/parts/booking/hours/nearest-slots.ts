import type { Slot } from '#contract/availability/slot.ts'

/** The three hours nearest to a lost one, including itself when it is free again; in the order of the day. */
export const nearestOf = (days: readonly { slots: readonly Slot[] }[], startsAt: string): Slot[] => {
  const far = (slot: Slot) => Math.abs(Date.parse(slot.startsAt) - Date.parse(startsAt))
  return days
    .flatMap(({ slots }) => slots)
    .toSorted((a, b) => far(a) - far(b))
    .slice(0, 3)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}
