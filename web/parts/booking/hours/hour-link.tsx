import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Slot } from '#contract/availability/slot.ts'
import { paths } from '#web/paths.ts'

/**
 * An hour that is for sale, as a link: pressed, it is held and checkout opens. Its address is booking with that hour chosen
 * (docs/search/address.md), for a new tab, before the scripts have come, and where it could not be held: there are the others.
 */
export const HourLink = ({
  visit,
  slot,
  className,
  children,
}: {
  /** With whom, what, where and how, as an address of booking says it. */
  visit: Parameters<typeof paths.bookingAt>[0]
  slot: Pick<Slot, 'startsAt' | 'spaceId' | 'token'>
  className?: string | undefined
  children: ReactNode
}) => {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const chosen = paths.bookingAt(visit, { at: slot.startsAt, space: slot.spaceId })
  const hold = async () => {
    setBusy(true)
    try {
      const { holdHour } = await import('#web/parts/booking/hours/hold-hour.ts')
      await navigate(paths.checkout(await holdHour(slot.token)))
    } catch {
      // In the address itself, so that the page says that it is taken (useChosenHour).
      await navigate(paths.booking({ ...visit, at: slot.startsAt, atSpace: slot.spaceId ?? 0 }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Link
      {...chosen}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        if (!isBusy) void hold()
      }}
      className={className}
    >
      {children}
    </Link>
  )
}
