import type { ReactNode } from 'react'
import type { DayPart } from '#contract/platform/day-part.ts'
import type { Slot } from '#contract/availability/slot.ts'
import type { PlaceOfHours } from '#web/parts/booking/summary/area.ts'
import type { slotDaysReading, slotsReading } from '#web/parts/booking/hours/slots-reading.ts'

/** The shared props of the views of a visit's slots: list, month, area. */
export type HoursProps = {
  /** The names of the groups of slots. */
  places: readonly PlaceOfHours[]
  /** All slots under this one name instead: the exact place does not matter. */
  together?: string | undefined
  /** The request for this many days from a date on: two weeks by default. */
  readingOf: (from: string, days?: number) => ReturnType<typeof slotsReading>
  /** The days that have any. */
  daysOf: (from: string, to: string) => ReturnType<typeof slotDaysReading>
  from: string
  /** The day shown first, and the first of the days around it. */
  startAt?: { from: string; date: string } | undefined
  /** The searched part of the day; for a day alone, its first slots. */
  part?: DayPart | 'first' | undefined
  chosen: Slot | undefined
  onChoose: (slot: Slot | undefined) => void
  /** Alternatives for a day without slots; without a date: for all from `from` on. */
  whenEmpty?: ((date: string | null, from: string) => ReactNode) | undefined
}
