import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import * as changes from '#contract/booking/change/change.ts'
import type { ChangeQuote, Side } from '#contract/booking/change/change.ts'
import { formatCents } from '#contract/platform/money.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { CardPayment } from '#web/parts/booking/checkout/card-payment.tsx'
import { ProposalNote, ProposalTerms, TermsLoading } from '#web/parts/booking/change/proposal-terms.tsx'
import { SlotPicker } from '#web/parts/booking/slots/slot-picker.tsx'
import { dayOfVisit, daysShown, todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { useKept } from '#web/ui/form/use-kept.ts'
import { addDays, dateIn, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Another hour: chosen, then what it means in full, then the one button. What was quoted is what happens. */
export const ChangeDialog = ({
  booking: one,
  as,
  token,
  wish,
  open,
  onOpenChange,
}: {
  booking: Pick<Booking, 'id' | 'status' | 'startsAt' | 'zone' | 'place' | 'professional'>
  as: Side
  token?: string | undefined
  /** The hour to which it was carried: chosen at once, or the nearest to it, and quoted. */
  wish?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}) => {
  const queryClient = useQueryClient()
  const refresh = useRefreshBookings()
  const isRequest = one.status === 'requested'
  const [slot, setSlot] = useState<Slot>()
  const { draft: note, put: setNote, take: takeNote } = useKept(`change-${one.id}-${as}`, '')
  const visitor = token === undefined ? {} : { t: token }
  const params = { id: one.id }
  // By which the places of the hours are called; the hours do not wait for them.
  const shown = useQuery(
    reading(publicProfessional, { params: { id: String(one.professional.id) }, query: {} }),
  )
  const quoting = useMutation({
    mutationFn: (slotToken: string) =>
      call(changes.changeQuote, { params, query: visitor, body: { as, slotToken } }),
    onError: () => void queryClient.invalidateQueries({ queryKey: ['/api', 'bookings', one.id] }),
  })
  const hoursFrom = (from: string) =>
    reading(changes.changeSlots, {
      params,
      query: { ...visitor, as, from, to: addDays(from, daysShown - 1) },
    })
  const today = todayAt(one.zone)
  const wished = wish === undefined ? undefined : dateIn(wish, one.zone)
  const first = wished === undefined || wished < today ? today : wished
  const offered = useQuery({ ...hoursFrom(first), enabled: wish !== undefined })
  const nearest = wish === undefined ? undefined : nearestTo(wish, one.place.spaceId, offered.data?.days)
  const [otherCard, setOtherCard] = useState(false)
  const [declined, setDeclined] = useState<string>()
  const move = (quoted: ChangeQuote, cardToken?: string, idempotencyKey?: string) =>
    call(
      changes.change,
      {
        params,
        query: visitor,
        body: { quoteToken: quoted.token, note, ...(cardToken === undefined ? {} : { cardToken }) },
      },
      { idempotencyKey },
    )
  const done = async ({ change }: Booking, quoted: ChangeQuote) => {
    takeNote('')
    const { paying = null } = change ?? {}
    if (paying !== null && paying.actionUrl !== null) return window.location.assign(paying.actionUrl)
    await refresh()
    if (paying !== null) toast('Tu banco está respondiendo', 'En cuanto lo haga cambiamos tu cita.', 'good')
    else if (quoted.alone) toast('Tu cita cambió de hora', 'Te enviamos la nueva por correo.', 'good')
    else
      toast(
        'Hora propuesta',
        isRequest ? 'Le escribimos a tu clienta.' : 'Queda apartada mientras responden.',
        'good',
      )
    onOpenChange(false)
  }
  const failed = (problem: Error) => {
    if (!(problem instanceof ApiError)) return
    if (problem.code === 'change_card_declined') {
      setOtherCard(true)
      setDeclined(problem.message)
    }
    // What came to nothing was a change too: the quote of before is over.
    if (['quote_expired', 'quote_changed', 'change_card_declined'].includes(problem.code) && slot)
      quoting.mutate(slot.token)
  }
  const changing = useMutation({
    mutationFn: (quoted: ChangeQuote) => move(quoted),
    onSuccess: done,
    onError: failed,
  })
  const choose = (next: Slot | undefined) => {
    setSlot(next)
    setDeclined(undefined)
    changing.reset()
    if (next !== undefined) quoting.mutate(next.token)
  }
  const isAnswered = useRef(false)
  useEffect(() => {
    if (nearest === undefined || isAnswered.current) return
    isAnswered.current = true
    choose(nearest)
  })
  const quoted = slot === undefined ? undefined : quoting.data
  const wantsCard = quoted?.charged === 'now' && (otherCard || quoted.card === null)
  const problem = changing.error?.message ?? quoting.error?.message ?? declined
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (quoted !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [quoted])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isRequest ? 'Proponer otra hora' : 'Cambiar de hora'}
      description={
        isRequest
          ? `Pidió el ${shortOf(one.startsAt, one.zone)}. Nada cambia hasta que acepte.`
          : `Ahora es el ${shortOf(one.startsAt, one.zone)}. Nada cambia hasta que confirmas.`
      }
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            {isRequest ? 'Volver' : 'Dejarla como está'}
          </Button>
          {wantsCard ? null : (
            <Button
              busy={changing.isPending}
              blocked={quoted === undefined ? 'Elige primero una hora.' : undefined}
              onClick={() => quoted !== undefined && changing.mutate(quoted)}
            >
              {buttonText(quoted, as)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SlotPicker
          places={shown.data?.places ?? [one.place]}
          from={today}
          startAt={wished === undefined ? dayOfVisit(one.startsAt, one.zone) : { from: first, date: first }}
          chosen={slot}
          onChoose={choose}
          readingOf={hoursFrom}
        />
        {wish === undefined || !offered.isSuccess || nearest !== undefined || slot !== undefined ? null : (
          <p role="status" className="text-muted">
            A las {timeOf(wish, one.zone)} no se puede: elige otra de las que están libres.
          </p>
        )}
        {quoting.isPending ? (
          <TermsLoading />
        ) : quoted === undefined ? null : (
          <ProposalTerms
            ref={end}
            when={`${shortOf(quoted.startsAt, quoted.zone)} · ${quoted.place}`}
            lines={quoted.lines}
            more={
              quoted.charged !== 'now' || quoted.card === null || otherCard ? null : (
                <p className="flex flex-wrap items-center gap-x-3 text-[0.9375rem] text-muted">
                  Con tu tarjeta terminada en {quoted.card.last4}
                  <Button tone="quiet" size="small" onClick={() => setOtherCard(true)}>
                    Usar otra tarjeta
                  </Button>
                </p>
              )
            }
          >
            {quoted.reason}
            {quoted.answerBy === null
              ? ''
              : ` ${askedText(quoted.asks)} hasta el ${shortOf(quoted.answerBy, quoted.zone)} para responder.`}
          </ProposalTerms>
        )}
        {quoted !== undefined && !quoted.alone ? (
          <ProposalNote
            hint={isRequest ? 'Lo lee tu clienta.' : 'Lo leen quienes responden.'}
            note={note}
            onChange={setNote}
          />
        ) : null}
        {quoted !== undefined && wantsCard ? (
          <CardPayment
            label={buttonText(quoted, as)}
            note="Nada se mueve hasta que tu banco lo aparta."
            wish={JSON.stringify([quoted.token, note])}
            pay={(cardToken, idempotencyKey) => move(quoted, cardToken, idempotencyKey)}
            onPaid={(moved) => void done(moved, quoted)}
            onProblem={failed}
          />
        ) : null}
        {problem === undefined ? null : (
          <p role="alert" className="font-medium text-chile">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Half an hour away at the most, at the same place before others. */
const nearestTo = (
  wish: string,
  spaceId: number | null,
  days: readonly { slots: readonly Slot[] }[] = [],
) => {
  const away = ({ startsAt }: Slot) => Math.abs(Date.parse(startsAt) - Date.parse(wish))
  return days
    .flatMap(({ slots }) => slots)
    .filter((slot) => away(slot) <= 30 * 60_000)
    .toSorted((a, b) => away(a) - away(b) || Number(b.spaceId === spaceId) - Number(a.spaceId === spaceId))[0]
}

/** Whoever pays more reads how much on the button itself. */
const buttonText = (quoted: ChangeQuote | undefined, as: Side): string => {
  if (quoted === undefined) return 'Proponer esta hora'
  const dueCents = as === 'client' ? quoted.dueCents : 0
  if (dueCents <= 0) return quoted.alone ? 'Cambiar ahora' : 'Proponer esta hora'
  return `${quoted.alone ? 'Cambiar' : 'Proponer'} y pagar ${formatCents(dueCents)}`
}

const askedText = (asks: readonly Side[]) =>
  asks.length > 1 ? 'Tienen' : asks[0] === 'professional' ? 'Quien atiende tiene' : 'La clienta tiene'
