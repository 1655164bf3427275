/** Query keys of slots, the same for loaders and for every list of slots. */
import * as availability from '#contract/availability/availability.ts'
import type { Modality } from '#contract/service/modality.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { reading } from '#web/api.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'

export const daysShown = 14
/** A slot's token lasts fifteen minutes. */
export const staleMs = 600_000

/** The professional, services and place of the requested slots. */
export type HoursOf = {
  /** Without one: of any professional at the business. */
  professional?: number | undefined
  /** The services of each person, one person after the other. */
  people: readonly (readonly number[])[]
  /** Their add-ons: "3-1,3-2". */
  addOns?: string | undefined
  space?: number | undefined
  business?: number | undefined
  /** Where it is not at a place; a home by its token. */
  modality?: Modality | undefined
  home?: string | undefined
  /** Through an own link. */
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

/** The slots of this many days from a date on: two weeks by default. */
export const slotsReading = ({
  from,
  days = daysShown,
  ...search
}: HoursOf & { from: string; days?: number }) =>
  reading(availability.slots, { query: { ...queryOf(search), from, to: addDays(from, days - 1) } })

/** The days with any slot; at most 31 days. */
export const slotDaysReading = ({ from, to, ...search }: HoursOf & { from: string; to: string }) =>
  reading(availability.slotDays, { query: { ...queryOf(search), from, to } })

export const todayAt = (zone: string) => dateIn(Date.now(), zone)

/** The same slot after a reload, with another token. With another professional of the business it is another slot. */
export const sameHour = (slots: readonly Slot[], wanted: Slot | undefined) =>
  slots.find(
    ({ startsAt, spaceId, professionalId }) =>
      startsAt === wanted?.startsAt && spaceId === wanted.spaceId && professionalId === wanted.professionalId,
  )

/** The day of a visit to be moved, which is shown first; with the first days unless it lies beyond them. */
export const dayOfVisit = (startsAt: string, zone: string) => {
  const [today, date] = [todayAt(zone), dateIn(startsAt, zone)]
  if (date < today) return undefined
  return { from: date < addDays(today, daysShown) ? today : date, date }
}
