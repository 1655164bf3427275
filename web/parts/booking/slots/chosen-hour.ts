/**
 * The chosen hour is in the fragment of the address, so that a reload restores it. All other choices of the visit are in the query, which
 * the server reads; a link to another service drops the hour (docs/booking/visits.md).
 */
import { useEffect, useState } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'

type Hour = Pick<BookingSearch, 'at' | 'atSpace'>

/** Read after hydration: the server never sees it. It belongs to the visit that was on the page then. */
export const useHourOfAddress = (subject: string): Hour => {
  const [saved, keep] = useState<Hour & { subject: string }>()
  useEffect(() => {
    const [, at, space] = /^#hora=([\d:.TZ-]+)\/(\d+)$/.exec(location.hash) ?? []
    if (at !== undefined && !Number.isNaN(Date.parse(at))) keep({ subject, at, atSpace: Number(space) })
    // Only the initial value: from then on the page has its own state.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  // A day given without a service is shown once a service is chosen.
  return saved?.subject === subject || saved?.subject === 'null' ? saved : {}
}

export const hourHash = ({ startsAt, spaceId }: Slot) => `hora=${startsAt}/${spaceId ?? 0}`
