import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { broughtIn } from '#web/parts/booking/summary/brought.ts'
import { hourHash, useHourOfAddress } from '#web/parts/booking/slots/chosen-hour.ts'
import { daysShown, type HoursOf, type slotsReading } from '#web/parts/booking/hours/slots-reading.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'

/** The slots to load once a service is chosen. */
export type Wanted = {
  service: { id: number; name: string }
  reading: Omit<HoursOf, 'channel'>
}

/** The slot of the address, or of a saved choice, until another is chosen. */
export const useChosenHour = ({
  wanted,
  search: requested,
  from,
  zone,
  readingOf,
  closed,
  open,
}: {
  wanted: Wanted | undefined
  search: BookingSearch
  from: string
  zone: string
  readingOf: (from: string, days?: number) => ReturnType<typeof slotsReading>
  closed: ReactNode | undefined
  open: readonly string[]
}) => {
  // A slot belongs to its service and professional: with others none is chosen.
  const subject = JSON.stringify(wanted?.reading ?? null)
  const [chosen, setChosen] = useState<{ subject: string; slot: Slot | undefined }>()
  const navigate = useNavigate()
  const saved = useHourOfAddress(subject)
  const [first] = useState(requested.at)
  const at = first ?? saved.at
  const start = at === undefined ? undefined : startOf(at, from, zone)
  const shown = useQuery({
    ...readingOf(start?.from ?? from),
    enabled: wanted !== undefined && closed === undefined && open.length === 0 && start !== undefined,
  })
  const brought = broughtIn(shown.data, requested.at === undefined ? saved : requested)
  const slot = chosen?.subject === subject ? chosen.slot : brought
  const setSlot = (next: Slot | undefined) => {
    setChosen({ subject, slot: next })
    const hash = next === undefined ? '' : hourHash(next)
    void navigate({
      to: '.',
      // The slot from the address is no longer chosen.
      search: (now) => ({ ...now, at: undefined, atSpace: undefined }),
      hash,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }
  // Not for the slot in the fragment: on the way back from checkout it is held by this client.
  const isGone =
    requested.at !== undefined && shown.data !== undefined && brought === undefined && chosen === undefined
  return { isGone, subject, saved, start, slot, setSlot }
}

/** The day that was searched, unless it is past. */
export const searchedDay = ({ day }: BookingSearch, today: string) =>
  day === undefined || day < today
    ? undefined
    : { date: day, from: day < addDays(today, daysShown) ? today : day }

/** The dates start at the day of a given slot, unless it is among the first anyhow. */
const startOf = (at: string, from: string, zone: string) => {
  const date = dateIn(at, zone)
  return { date, from: date < addDays(from, daysShown) ? from : date }
}
