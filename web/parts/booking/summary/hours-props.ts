import type { ReactNode } from 'react'
import type { DayPart } from '#contract/platform/day-part.ts'
import type { Slot } from '#contract/availability/slot.ts'
import type { PlaceOfHours } from '#web/parts/booking/summary/area.ts'
import type { slotDaysReading, slotsReading } from '#web/parts/booking/hours/slots-reading.ts'

/** What each way to the hours of a visit is given: the list, the month, the area. */
export type HoursProps = {
  /** By which each group of hours is called. */
  places: readonly PlaceOfHours[]
  /** All hours under this one name instead: it does not matter at which of its places. */
  together?: string | undefined
  /** The request for this many days from a date on: two weeks by default. */
  readingOf: (from: string, days?: number) => ReturnType<typeof slotsReading>
  /** On which days there is any. */
  daysOf: (from: string, to: string) => ReturnType<typeof slotDaysReading>
  from: string
  /** The day that is looked at first, and the first of the days around it. */
  startAt?: { from: string; date: string } | undefined
  /** The part of the day that was searched; of a day alone its first hours. */
  part?: DayPart | 'first' | undefined
  chosen: Slot | undefined
  onChoose: (slot: Slot | undefined) => void
  /** What else can be done about a day without hours; no date: about all from `from` on. */
  whenEmpty?: ((date: string | null, from: string) => ReactNode) | undefined
}
