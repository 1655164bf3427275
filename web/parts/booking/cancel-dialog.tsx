import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as booking from '#contract/booking.ts'
import type { Booking, CancelQuote } from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import { ApiError, call, keyOf, newIdempotencyKey } from '#web/api.ts'
import { MoneyLines } from '#web/parts/money/money-lines.tsx'
import { Button } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'

type As = 'client' | 'professional' | 'host'

/** Cancelling: what it costs first, in full; then the one button. What was quoted is what happens. */
export const CancelDialog = ({
  booking: one,
  as,
  token,
  open,
  onOpenChange,
}: {
  booking: Pick<Booking, 'id' | 'kind'>
  as: As
  token?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}) => {
  const queryClient = useQueryClient()
  const isRent = one.kind === 'rent'
  const what = isRent ? 'renta' : 'cita'
  const [reason, setReason] = useState('')
  const key = useRef(newIdempotencyKey())
  const query = token === undefined ? {} : { t: token }
  const quoting = useMutation({
    mutationFn: () => call(booking.cancelQuote, { params: { id: one.id }, query, body: { as } }),
  })
  const cancelling = useMutation({
    mutationFn: (quoted: CancelQuote) =>
      call(
        booking.cancel,
        { params: { id: one.id }, query, body: { quoteToken: quoted.token, reason } },
        { idempotencyKey: key.current },
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(booking.bookings) })
      await queryClient.invalidateQueries({ queryKey: ['/api', 'professional'] })
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      await queryClient.invalidateQueries({ queryKey: ['/api', 'reservations'] })
      toast(isRent ? 'Renta cancelada' : 'Cita cancelada', 'Avisamos a las demás personas.', 'good')
      onOpenChange(false)
    },
    onError: (problem) => {
      key.current = newIdempotencyKey()
      if (
        problem instanceof ApiError &&
        (problem.code === 'quote_expired' || problem.code === 'quote_changed')
      )
        quoting.mutate()
    },
  })
  const ask = quoting.mutate
  useEffect(() => {
    if (open) ask()
  }, [open, ask])
  const quoted = quoting.data

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`¿Cancelar esta ${what}?`}
      description={quoted?.reason}
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Conservar la {what}
          </Button>
          <Button
            tone="danger"
            disabled={quoted === undefined || quoting.isPending}
            busy={cancelling.isPending}
            onClick={() => quoted !== undefined && cancelling.mutate(quoted)}
          >
            {quoted === undefined ? `Cancelar la ${what}` : buttonText(quoted, as, what)}
          </Button>
        </>
      }
    >
      {quoting.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <span className="sr-only">Calculando…</span>
          <Skeleton className="h-6" />
          <Skeleton className="h-6 w-2/3" />
        </div>
      ) : quoting.isError ? (
        <ErrorState
          title="No se puede cancelar"
          text={quoting.error.message}
          onRetry={() => quoting.mutate()}
        />
      ) : quoted === undefined ? null : (
        <div className="flex flex-col gap-5">
          <MoneyLines
            lines={quoted.lines}
            {...(as === 'client'
              ? { total: { label: 'Recibes de vuelta', amountCents: quoted.refundCents } }
              : {})}
          />
          {as === 'professional' && !isRent ? (
            <p className="text-[0.9375rem]">
              Cuenta como una falta en tu confiabilidad durante un año; la ves en «Mis citas».
            </p>
          ) : null}
          {quoted.creditBackCents > 0 ? (
            <p className="text-[0.9375rem]">
              De eso, {formatCents(quoted.creditBackCents)} vuelven a tu saldo a favor y lo demás a tu
              tarjeta.
            </p>
          ) : null}
          <p className="text-sm text-muted">
            Estas condiciones se respetan por{' '}
            <Countdown until={quoted.expiresAt} onEnd={() => quoting.mutate()} />.
          </p>
          <Field
            label="Motivo"
            required={false}
            hint={isRent ? 'Lo lee la otra parte.' : 'Lo leen las otras personas de la cita.'}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxLength={300}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          {cancelling.isError ? (
            <p role="alert" className="font-medium text-chile">
              {cancelling.error.message}
            </p>
          ) : null}
        </div>
      )}
    </Dialog>
  )
}

const buttonText = ({ feeCents }: CancelQuote, as: As, what: string) => {
  if (as !== 'client') return `Cancelar la ${what}`
  return feeCents > 0 ? `Cancelar y pagar ${formatCents(feeCents)}` : 'Cancelar sin costo'
}
