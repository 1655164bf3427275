import type { Slot } from '#contract/availability/slot.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'

/** The hours of a day by its parts; only parts that have some. */
export const periods = (slots: readonly Slot[], zone: string) => {
  const named = (name: string, from: string, to: string) => ({
    name,
    slots: slots.filter(({ startsAt }) => timeOf(startsAt, zone) >= from && timeOf(startsAt, zone) < to),
  })
  return [
    named('Mañana', '00:00', '12:00'),
    named('Tarde', '12:00', '19:00'),
    named('Noche', '19:00', '24:00'),
  ].filter((period) => period.slots.length > 0)
}
