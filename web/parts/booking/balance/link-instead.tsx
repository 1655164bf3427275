import { useMutation, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import * as contract from '#contract/booking/settlement/link-instead.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, reading } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** An appointment to be paid at the place becomes one paid by a link. The consequences are shown before. */
export default function LinkInstead({ booking: one }: { booking: Booking }) {
  const [open, setOpen] = useState(false)
  const may = contract.mayLinkInstead({
    status: one.status,
    totalCents: one.totalCents ?? 0,
    inPlaceCents: one.inPlace?.cents ?? 0,
    takenCents: one.inPlace?.takenCents ?? 0,
    isByLink: one.upfront !== null,
    isDivided: false,
    isDisputed: one.dispute?.isOpen ?? false,
  })
  if (!may.allowed) return null
  return (
    <>
      <Button tone="quiet" size="small" className="-ml-3.5 self-start" onClick={() => setOpen(true)}>
        <Link2 aria-hidden className="size-4.5" />
        Cobrar con liga de pago
      </Button>
      {open ? <LinkQuote id={one.id} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const LinkQuote = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const answer = useQuery({ ...reading(contract.linkInstead, { params: { id } }), staleTime: 0 })
  const refreshBookings = useRefreshBookings()
  const quote = answer.data
  const sending = useMutation({
    mutationFn: (netCents: number) => call(contract.askByLink, { params: { id }, body: { netCents } }),
    onSuccess: () => {
      toast('Liga enviada', 'Tu cliente ya puede pagar con tarjeta.', 'good')
      onClose()
    },
    onError: () => void answer.refetch(),
    onSettled: refreshBookings,
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Cobrar con liga de pago"
      description="En vez de pagarte en el lugar, tu cliente paga con tarjeta por un enlace."
      error={sending.error ?? answer.error}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Dejarla en el lugar
          </Button>
          <Button
            busy={sending.isPending || answer.isFetching}
            disabled={quote === undefined}
            onClick={() => (quote === undefined ? undefined : sending.mutate(quote.netCents))}
          >
            Mandar la liga
          </Button>
        </>
      }
    >
      {quote === undefined ? null : (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
          <dt>Paga tu cliente</dt>
          <dd className="figures font-semibold">{formatCents(quote.linkCents)}</dd>
          <dt>{quote.commissionWords}</dt>
          <dd className="figures">{formatCents(quote.commissionCents)}</dd>
          <dt className="font-semibold">Te queda con la liga</dt>
          <dd className="figures font-semibold">{formatCents(quote.netCents)}</dd>
          <dt className="text-muted">Te quedaría en el lugar</dt>
          <dd className="figures text-muted">{formatCents(quote.netAtPlaceCents)}</dd>
        </dl>
      )}
    </Dialog>
  )
}
