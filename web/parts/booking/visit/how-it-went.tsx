import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { mayTip } from '#contract/booking/settlement/tip.ts'
import { call, keyOf } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { RegisteredOffline } from '#web/parts/offline/registered-offline.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { toast } from '#web/ui/toast.ts'

const PromisedTip = lazy(() => import('#web/parts/booking/visit/promised-tip.tsx'))
const TipDialog = lazy(() => import('#web/parts/booking/visit/tip-dialog.tsx'))

type Props = { booking: Booking; token?: string | undefined }

/** The client's end of a visit: a confirmation, and an optional tip. */
export default function HowItWent({ booking: one, token }: Props) {
  const may = mayTip(one)
  const isOver = one.status === 'to_settle' || one.status === 'completed'
  if (!isOver && one.tip === null) return null
  return (
    <div className="flex flex-col gap-3 rounded-md bg-agave-soft px-4 py-3.5">
      <RegisteredOffline booking={one} />
      {one.status === 'to_settle' ? <AllIsWell booking={one} token={token} /> : null}
      {one.tip?.state === 'paid' ? (
        <p className="flex items-center gap-2 text-[0.9375rem] font-semibold text-agave">
          <HandCoins aria-hidden className="size-5 shrink-0" />
          Diste {formatCents(one.tip.amountCents)} de propina.
        </p>
      ) : one.tip?.state === 'returned' ? (
        <p className="text-[0.9375rem]">
          Tu propina de {formatCents(one.tip.amountCents)} vuelve a tu tarjeta.
        </p>
      ) : one.tip?.state === 'promised' ? (
        <Suspense>
          <PromisedTip booking={one} token={token} />
        </Suspense>
      ) : (
        <GiveTip booking={one} token={token} blocked={may.allowed ? undefined : may.reason} />
      )}
    </div>
  )
}

const AllIsWell = ({ booking: one, token }: Props) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const move = one.moves.find(({ move }) => move === 'complete')
  const closing = useMutation({
    mutationFn: () =>
      call(attendance.complete, { params: { id: one.id }, query: token === undefined ? {} : { t: token } }),
    onSuccess: () => toast('Gracias', 'Tu cita quedó cerrada y cada quien recibe su parte.', 'good'),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.booking) })
      await refreshBookings()
    },
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-[0.9375rem]">
        <span className="font-semibold">¿Cómo te fue?</span>
        {one.closesAt === null
          ? ''
          : ` Si no dices nada, se cierra sola el ${shortOf(one.closesAt, one.zone)}.`}
        {one.upfront?.state === 'later'
          ? ` Entonces se cobran los ${formatCents(one.upfront.balanceCents)} que faltan a la tarjeta que guardaste.`
          : ''}
      </p>
      <Button
        size="small"
        busy={closing.isPending}
        blocked={move?.allowed === false ? (move.reason ?? undefined) : undefined}
        onClick={() => closing.mutate()}
      >
        Todo bien
      </Button>
      {closing.isError ? (
        <p role="alert" className="w-full font-medium text-chile">
          {closing.error.message}
        </p>
      ) : null}
    </div>
  )
}

const GiveTip = ({ booking: one, token, blocked }: Props & { blocked: string | undefined }) => {
  const [gives, setGives] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-[0.9375rem]">
        {one.tip?.state === 'refused'
          ? 'Tu banco no aprobó la propina. Puedes intentar con otra tarjeta.'
          : one.tip?.state === 'asked'
            ? 'Tu banco todavía no aprueba la propina.'
            : `¿Quieres dejarle algo a ${one.professional.firstName}? Es opcional.`}
      </p>
      <Button tone="secondary" size="small" blocked={blocked} onClick={() => setGives(true)}>
        Dejar propina
      </Button>
      {gives ? (
        <Suspense fallback={<Opening />}>
          <TipDialog
            id={one.id}
            name={one.professional.firstName}
            token={token}
            onClose={() => setGives(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
