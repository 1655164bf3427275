import { useMutation } from '@tanstack/react-query'
import { HandCoins, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { takeBalance } from '#contract/booking/settlement/balance.ts'
import type { InPlace } from '#contract/payment/in-place.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { WayChoice } from '#web/parts/booking/balance/way-choice.tsx'
import { mayStatePaid, toTakeCents } from '#web/parts/booking/balance/to-take.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** "Cobrar $650" of an appointment that is paid at the place; once its professional has the money, a correction of how it was paid. */
export default function TakeInPlace({
  booking: one,
  isMain = false,
}: {
  booking: Booking
  isMain?: boolean
}) {
  const [open, setOpen] = useState(false)
  const { inPlace } = one
  if (inPlace === null || !mayStatePaid(one)) return null
  const leftCents = toTakeCents(one)
  if (isMain && leftCents === 0) return null
  const label = leftCents === 0 ? 'Corregir cómo pagó' : `Cobrar ${formatCents(leftCents)}`
  return (
    <>
      <Button
        tone={isMain ? (one.status === 'to_settle' ? 'primary' : 'secondary') : 'quiet'}
        {...(isMain ? {} : { size: 'small', className: '-ml-3.5 self-start' })}
        onClick={() => setOpen(true)}
      >
        {leftCents === 0 ? (
          <Pencil aria-hidden className="size-4.5" />
        ) : (
          <HandCoins aria-hidden className="size-4.5" />
        )}
        {label}
      </Button>
      {open ? (
        <TakeDialog id={one.id} inPlace={inPlace} title={label} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

const TakeDialog = ({
  id,
  inPlace,
  title,
  onClose,
}: {
  id: string
  inPlace: InPlace
  title: string
  onClose: () => void
}) => {
  const { link } = inPlace
  const restCents = inPlace.cents - (link?.cents ?? 0)
  const [method, setMethod] = useState(inPlace.method)
  const [linkMethod, setLinkMethod] = useState(link?.method)
  const refreshBookings = useRefreshBookings()
  const taking = useMutation({
    mutationFn: async () => {
      const params = { id }
      await call(takeBalance, { params, body: { amountCents: restCents, method, part: 'in_place' } })
      if (link === undefined || linkMethod === undefined || linkMethod === link.method) return
      await call(takeBalance, {
        params,
        body: { amountCents: link.cents, method: linkMethod, part: 'link' },
      })
    },
    onSuccess: () => {
      toast('Anotado', `Te pagó ${formatCents(inPlace.cents)} en el lugar.`, 'good')
      onClose()
    },
    onSettled: refreshBookings,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description="Anótalo cuando ya tengas el dinero. No pasa por Kalli, y lo puedes corregir después."
      error={taking.error}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Todavía no
          </Button>
          <Button busy={taking.isPending} onClick={() => taking.mutate()}>
            Sí, ya tengo {formatCents(restCents)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <WayChoice
          legend={`${formatCents(restCents)}, te pagó con`}
          name="in-place-with"
          value={method}
          onChange={setMethod}
        />
        {link === undefined || linkMethod === undefined ? null : (
          <WayChoice
            legend={`${formatCents(link.cents)} de anticipo, te pagó con`}
            name="link-with"
            value={linkMethod}
            onChange={setLinkMethod}
          />
        )}
      </div>
    </Dialog>
  )
}
