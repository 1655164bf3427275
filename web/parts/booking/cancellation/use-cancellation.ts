import * as cancellationContract from '#contract/booking/cancellation.ts'
import type { CancelQuote } from '#contract/booking/cancellation.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { CancelReason } from '#contract/booking/cancel-reason.ts'
import { ApiError, call } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

export type As = 'client' | 'professional' | 'host'

/** The reason, chosen and in words, saved as a draft. */
export const useCancelReason = (
  one: Pick<Booking, 'id' | 'kind'> & Partial<Pick<Booking, 'status'>>,
  as: As,
) => {
  const form = useForm({ initial: { reason: '', why: '' }, draft: `cancel-${one.id}-${as}` })
  return {
    reason: form.values.reason,
    why: whyOf(form.values.why),
    choose: (why: Why) => form.put({ why }),
    write: (reason: string) => form.put({ reason }),
    forget: form.forget,
  }
}

export type GivenReason = ReturnType<typeof useCancelReason>

/** The quote, renewed whenever it expires, and the cancellation at that quote. */
export const useCancellation = ({
  one,
  as,
  token,
  given,
  onOpenChange,
  onCancelled,
  open,
}: {
  one: Pick<Booking, 'id' | 'kind'> & Partial<Pick<Booking, 'status'>>
  as: As
  token: string | undefined
  given: GivenReason
  onOpenChange: (open: boolean) => void
  onCancelled: (() => void) | undefined
  open: boolean
}) => {
  const refresh = useRefreshBookings()
  const isRent = one.kind === 'rent'
  // Fixed at opening: the status changes once it is withdrawn, and the text must stay.
  const [isRequest] = useState(as === 'client' && one.status === 'requested')
  const what = isRent ? 'renta' : isRequest ? 'solicitud' : 'cita'
  const query = token === undefined ? {} : { t: token }
  const quoting = useMutation({
    mutationFn: () => call(cancellationContract.cancelQuote, { params: { id: one.id }, query, body: { as } }),
    // Cancelled in another tab, or over: reload what is behind this dialog.
    onError: (problem) => {
      if (isOver(problem)) void refresh()
    },
  })
  const cancelling = useMutation({
    mutationFn: (quoted: CancelQuote) =>
      call(cancellationContract.cancel, {
        params: { id: one.id },
        query,
        body: {
          quoteToken: quoted.token,
          reason: given.reason,
          ...(given.why === undefined || given.why === 'other' ? {} : { why: given.why }),
        },
      }),
    onSuccess: async (now) => {
      given.forget()
      await refresh()
      if (now.rescue === null)
        toast(
          isRequest ? 'Solicitud retirada' : isRent ? 'Renta cancelada' : 'Cita cancelada',
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
      ? `Sin saber lo que cuesta no se ${isRequest ? 'retira' : 'cancela'}. Inténtalo otra vez.`
      : as === 'client'
        ? undefined
        : missingReason(given.why, given.reason)
  return { over, isRequest, what, quoted, blocked, cancelling, quoting, refundCents, isRent }
}

export type Cancellation = ReturnType<typeof useCancellation>

const isOver = (problem: Error) => problem instanceof ApiError && problem.code === 'move_not_allowed'

type Why = CancelReason | 'other'

const whyOf = (saved: string): Why | undefined =>
  saved === 'other' ? 'other' : CancelReason.options.find((name) => name === saved)

const missingReason = (why: Why | undefined, words: string) =>
  why === undefined
    ? 'Elige por qué cancelas.'
    : why === 'other' && words.trim() === ''
      ? 'Escribe por qué cancelas.'
      : undefined
