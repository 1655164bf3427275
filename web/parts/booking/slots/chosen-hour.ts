/**
 * The chosen hour is behind the # of the address, so that a reload has it again. All other choices of the visit are in the address before
 * it, which the server reads; a link to another service drops the hour (docs/booking/visits.md).
 */
import { useEffect, useState } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'

type Hour = Pick<BookingSearch, 'at' | 'atSpace'>

/** After the page has come: the server never sees it. Of the visit that was on the page then. */
export const useHourOfAddress = (subject: string): Hour => {
  const [saved, keep] = useState<Hour & { subject: string }>()
  useEffect(() => {
    const [, at, space] = /^#hora=([\d:.TZ-]+)\/(\d+)$/.exec(location.hash) ?? []
    if (at !== undefined && !Number.isNaN(Date.parse(at))) keep({ subject, at, atSpace: Number(space) })
    // Only what the page came with: from then on the page itself knows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  // Who came with a day and no service looks at that day once they have chosen one.
  return saved?.subject === subject || saved?.subject === 'null' ? saved : {}
}

export const hourHash = ({ startsAt, spaceId }: Slot) => `hora=${startsAt}/${spaceId ?? 0}`
