import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as cancellation from '#contract/booking/cancellation.ts'
import type { Booking } from '#contract/booking/booking.ts'
import type { CancelQuote } from '#contract/booking/cancellation.ts'
import { CancelReason, cancelReasons, reasonsFor } from '#contract/booking/cancel-reason.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError, call } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Button } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { forgetDraft, keepDraft, keptDraft } from '#web/ui/form/draft.ts'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

type As = 'client' | 'professional' | 'host'

/** Cancelling: what it costs first, in full; then the one button. What was quoted is what happens. */
export const CancelDialog = ({
  booking: one,
  as,
  token,
  open,
  onOpenChange,
  onCancelled,
}: {
  booking: Pick<Booking, 'id' | 'kind'> & Partial<Pick<Booking, 'status'>>
  as: As
  token?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  onCancelled?: (() => void) | undefined
}) => {
  const refresh = useRefreshBookings()
  const isRent = one.kind === 'rent'
  // It is another once it was withdrawn, and what is read stays.
  const [isAsked] = useState(as === 'client' && one.status === 'requested')
  const what = isRent ? 'renta' : isAsked ? 'solicitud' : 'cita'
  const draft = `cancel-${one.id}-${as}`
  const [reason, setReason] = useState(() => keptDraft(draft)['reason'] ?? '')
  const [why, setWhy] = useState<Why | undefined>(() => whyOf(keptDraft(draft)['why']))
  const write = (text: string) => {
    setReason(text)
    keepDraft(draft, 'reason', text)
  }
  const choose = (chosen: Why) => {
    setWhy(chosen)
    keepDraft(draft, 'why', chosen)
  }
  const query = token === undefined ? {} : { t: token }
  const quoting = useMutation({
    mutationFn: () => call(cancellation.cancelQuote, { params: { id: one.id }, query, body: { as } }),
    // Cancelled in another tab, or over: what is shown behind this is read again.
    onError: (problem) => {
      if (isOver(problem)) void refresh()
    },
  })
  const cancelling = useMutation({
    mutationFn: (quoted: CancelQuote) =>
      call(cancellation.cancel, {
        params: { id: one.id },
        query,
        body: {
          quoteToken: quoted.token,
          reason,
          ...(why === undefined || why === 'other' ? {} : { why }),
        },
      }),
    onSuccess: async (now) => {
      forgetDraft(draft)
      await refresh()
      if (now.rescue === null)
        toast(
          isAsked ? 'Solicitud retirada' : isRent ? 'Renta cancelada' : 'Cita cancelada',
          'Avisamos a las demás personas.',
          'good',
        )
      else toast('Apartamos otro lugar', 'Les preguntamos si les queda. Te avisamos.', 'good')
      onOpenChange(false)
      onCancelled?.()
    },
    onError: (problem) => {
      if (
        problem instanceof ApiError &&
        (problem.code === 'quote_expired' || problem.code === 'quote_changed' || isOver(problem))
      )
        quoting.mutate()
    },
  })
  const ask = quoting.mutate
  useEffect(() => {
    if (open) ask()
  }, [open, ask])
  const quoted = quoting.data
  const over = quoting.isError && isOver(quoting.error)
  const refundCents = quoted?.refundCents ?? 0
  const blocked = quoting.isPending
    ? 'Estamos calculando lo que cuesta.'
    : quoted === undefined
      ? `Sin saber lo que cuesta no se ${isAsked ? 'retira' : 'cancela'}. Inténtalo otra vez.`
      : as === 'client'
        ? undefined
        : missingReason(why, reason)

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        over ? 'No queda nada que cancelar' : isAsked ? '¿Retirar tu solicitud?' : `¿Cancelar esta ${what}?`
      }
      description={
        over ? undefined : isAsked ? 'Todavía no la responden: retirarla no cuesta nada.' : quoted?.reason
      }
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            {over ? 'Cerrar' : `Conservar la ${what}`}
          </Button>
          {over ? null : (
            <Button
              tone="danger"
              blocked={blocked}
              busy={cancelling.isPending}
              onClick={() => quoted !== undefined && cancelling.mutate(quoted)}
            >
              {isAsked
                ? 'Retirar solicitud'
                : quoted === undefined
                  ? `Cancelar la ${what}`
                  : buttonText(quoted, as, what)}
            </Button>
          )}
        </>
      }
    >
      {quoting.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <span className="sr-only">Calculando…</span>
          <Skeleton className="h-6" />
          <Skeleton className="h-6 w-2/3" />
        </div>
      ) : over ? (
        <p role="status">{quoting.error?.message}</p>
      ) : quoting.isError ? (
        <ErrorState
          title={isAsked ? 'No se puede retirar' : 'No se puede cancelar'}
          text={quoting.error.message}
          onRetry={() => quoting.mutate()}
        />
      ) : quoted === undefined ? null : (
        <div className="flex flex-col gap-5">
          {quoted.moneyWords === undefined ? (
            <MoneyLines
              lines={quoted.lines}
              {...(as === 'client'
                ? { total: { label: 'Recibes de vuelta', amountCents: refundCents } }
                : {})}
            />
          ) : (
            <p>{quoted.moneyWords}</p>
          )}
          {quoted.rescue === null ? null : <RescueCosts rescue={quoted.rescue} />}
          {quoted.isStrike ? (
            <p className="text-[0.9375rem]">
              Cuenta como una falta en tu confiabilidad durante un año; la ves en «Mis citas».
            </p>
          ) : null}
          {quoted.creditBackCents > 0 && quoted.moneyWords === undefined ? (
            <p className="text-[0.9375rem]">
              {quoted.creditBackCents === refundCents
                ? 'Vuelven a tu saldo a favor.'
                : `De eso, ${formatCents(quoted.creditBackCents)} vuelven a tu saldo a favor y lo demás ${quoted.paidBy === 'card' ? 'a tu tarjeta' : 'a la cuenta de la que salió'}.`}
            </p>
          ) : null}
          {quoted.paidBy === 'cash' && refundCents > 0 ? (
            <p className="text-[0.9375rem]">
              Se pagó en efectivo, sin pasar por Kalli:{' '}
              {as === 'host'
                ? `devuelves ${formatCents(refundCents)} en mano.`
                : `pide en recepción ${formatCents(refundCents)}.`}
            </p>
          ) : null}
          <p className="text-sm text-muted">
            Estas condiciones se respetan por{' '}
            <Countdown until={quoted.expiresAt} onEnd={() => quoting.mutate()} />.
          </p>
          {as === 'client' ? null : (
            <fieldset className="flex flex-col gap-1">
              <legend className="mb-1.5 text-[0.9375rem] font-semibold">Por qué cancelas</legend>
              {reasonsFor[as].map((name) => (
                <Radio
                  key={name}
                  name="why"
                  value={name}
                  checked={why === name}
                  onChange={() => choose(name)}
                  label={cancelReasons[name]}
                />
              ))}
              <Radio
                name="why"
                value="other"
                checked={why === 'other'}
                onChange={() => choose('other')}
                label="Otra cosa; la escribo abajo."
              />
            </fieldset>
          )}
          <Field
            label={as === 'client' ? 'Motivo' : 'En tus palabras'}
            required={as !== 'client' && why === 'other'}
            hint={isRent ? 'Lo lee la otra parte.' : readBy[as]}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxLength={300}
                value={reason}
                onChange={(event) => write(event.target.value)}
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

const isOver = (problem: Error) => problem instanceof ApiError && problem.code === 'move_not_allowed'

type Why = CancelReason | 'other'
const whyOf = (kept: string | undefined): Why | undefined =>
  kept === 'other' ? 'other' : CancelReason.options.find((name) => name === kept)

/** Who reads the words of a visit's end; the server holds it (present.ts). */
const readBy = {
  client: 'Lo lee solo quien te atiende.',
  professional: 'Lo lee solo tu clienta.',
  host: 'Lo leen la clienta y quien la atiende.',
} as const

const missingReason = (why: Why | undefined, words: string) =>
  why === undefined
    ? 'Elige por qué cancelas.'
    : why === 'other' && words.trim() === ''
      ? 'Escribe por qué cancelas.'
      : undefined

/** What happens first, and what it costs if it works; the lines above are what it costs if not. */
const RescueCosts = ({ rescue }: { rescue: NonNullable<CancelQuote['rescue']> }) => (
  <div className="flex flex-col gap-2 text-[0.9375rem]">
    {rescue.search === 'none' ? (
      <p>No encontramos otro lugar libre a esa hora: la cita se cancela al momento.</p>
    ) : (
      <p>
        {rescue.search === 'found'
          ? rescue.ownHouse
            ? 'Encontramos otro lugar libre en tu casa.'
            : `Encontramos otro lugar libre a ${Math.max(10, Math.round((rescue.meters ?? 0) / 10) * 10)} m.`
          : 'Primero buscamos otro lugar libre a esa hora.'}{' '}
        {rescue.search === 'later' ? '' : 'Lo apartamos y preguntamos a la clienta y a quien la atiende. '}
        Si aceptan,{' '}
        <strong>
          {rescue.mostCents > 0
            ? `pagas ${rescue.search === 'later' ? 'a lo más ' : ''}${formatCents(rescue.mostCents)} de la diferencia de renta`
            : 'no pagas nada'}
        </strong>
        ; si no, vale lo de arriba.
      </p>
    )}
    {rescue.isFree ? (
      <p>Es tu cancelación gratis del semestre: no pagas compensación. La siguiente sí.</p>
    ) : null}
  </div>
)

const buttonText = ({ feeCents }: CancelQuote, as: As, what: string) => {
  if (as !== 'client') return `Cancelar la ${what}`
  return feeCents > 0 ? `Cancelar y pagar ${formatCents(feeCents)}` : 'Cancelar sin costo'
}
