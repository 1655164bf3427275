/** The addresses by which hours are requested, the same for loaders and for every list of hours. */
import * as availability from '#contract/availability/availability.ts'
import type { Modality } from '#contract/service/modality.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { reading } from '#web/api.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'

export const daysShown = 14
/** What an hour is held by lasts fifteen minutes. */
export const staleMs = 600_000

/** Whose hours, of what and where. */
export type HoursOf = {
  /** Without one: of any professional at the business. */
  professional?: number | undefined
  /** Whose services, one person after the other. */
  people: readonly (readonly number[])[]
  /** What is added to them: "3-1,3-2". */
  addOns?: string | undefined
  space?: number | undefined
  business?: number | undefined
  /** Where it is no matter of places; a home by its token. */
  modality?: Modality | undefined
  home?: string | undefined
  /** By an own link. */
  channel?: 'own_link' | undefined
}

const queryOf = ({ people, ...rest }: HoursOf) => {
  const [service = 0, ...more] = people.flat()
  return {
    ...rest,
    ...(more.length === 0 ? { service } : { services: `${service},${more.join()}` }),
    ...(people.length < 2 ? {} : { persons: people.map(({ length }) => length).join() }),
  }
}

/** The times of so many days from a date on: two weeks unless said. */
export const slotsReading = ({
  from,
  days = daysShown,
  ...search
}: HoursOf & { from: string; days?: number }) =>
  reading(availability.slots, { query: { ...queryOf(search), from, to: addDays(from, days - 1) } })

/** On which days there is a time at all; at most 31 of them. */
export const slotDaysReading = ({ from, to, ...search }: HoursOf & { from: string; to: string }) =>
  reading(availability.slotDays, { query: { ...queryOf(search), from, to } })

export const todayAt = (zone: string) => dateIn(Date.now(), zone)

/** Read again, it has another token. With another person of the business it is another hour. */
export const sameHour = (slots: readonly Slot[], wanted: Slot | undefined) =>
  slots.find(
    ({ startsAt, spaceId, professionalId }) =>
      startsAt === wanted?.startsAt && spaceId === wanted.spaceId && professionalId === wanted.professionalId,
  )

/** The day of a visit that is to be moved, which is looked at first; among the first days unless it lies beyond them. */
export const dayOfVisit = (startsAt: string, zone: string) => {
  const [today, date] = [todayAt(zone), dateIn(startsAt, zone)]
  if (date < today) return undefined
  return { from: date < addDays(today, daysShown) ? today : date, date }
}
