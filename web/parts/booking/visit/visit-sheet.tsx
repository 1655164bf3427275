import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as contract from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { reading } from '#web/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/**
 * All of a visit in a sheet over its list. `listed`: the list's version of it, undefined once a move removed it from there. `title`: its
 * name for a screen reader; the sheet itself shows it.
 */
export const VisitSheet = ({
  opened,
  listed,
  as,
  token,
  title,
  onClose,
  children,
}: {
  opened: Booking
  listed: Booking | undefined
  as: 'client' | 'professional' | 'host'
  token?: string | undefined
  title: string
  onClose: () => void
  children: (one: Booking) => ReactNode
}) => {
  const moved = useQuery({
    ...reading(contract.booking, {
      params: { id: opened.id },
      query: token === undefined ? { as } : { t: token, as },
    }),
    enabled: listed === undefined,
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title} hideTitle>
      <div className="flex flex-col gap-5">{children(listed ?? moved.data ?? opened)}</div>
    </Dialog>
  )
}
