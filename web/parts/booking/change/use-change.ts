import { publicProfessional } from '#contract/search/public-page.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import * as changes from '#contract/booking/change/change.ts'
import type { ChangeQuote, Side } from '#contract/booking/change/change.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { daysShown, todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'
import { toast } from '#web/ui/toast.ts'

export type ChangingVisit = Pick<Booking, 'id' | 'status' | 'startsAt' | 'zone' | 'place' | 'professional'>

/** The hours on offer, and the one nearest to the hour that the visit was dragged to. */
export const useChangeHours = ({
  token,
  one,
  as,
  selection,
}: {
  token: string | undefined
  one: ChangingVisit
  as: Side
  selection: string | undefined
}) => {
  const visitor = token === undefined ? {} : { t: token }
  const params = { id: one.id }
  // The names of the hours' places; the hours do not wait for them.
  const shown = useQuery(
    reading(publicProfessional, { params: { id: String(one.professional.id) }, query: {} }),
  )
  const hoursFrom = (from: string) =>
    reading(changes.changeSlots, {
      params,
      query: { ...visitor, as, from, to: addDays(from, daysShown - 1) },
    })
  const today = todayAt(one.zone)
  const wished = selection === undefined ? undefined : dateIn(selection, one.zone)
  const first = wished === undefined || wished < today ? today : wished
  const offered = useQuery({ ...hoursFrom(first), enabled: selection !== undefined })
  const nearest =
    selection === undefined ? undefined : nearestTo(selection, one.place.spaceId, offered.data?.days)
  return { params, visitor, nearest, shown, today, wished, first, hoursFrom, offered }
}

type ChangeHours = ReturnType<typeof useChangeHours>

/** The chosen hour, its quote, and the change itself. */
export const useChange = ({
  one,
  as,
  hours,
  onOpenChange,
}: {
  one: ChangingVisit
  as: Side
  hours: ChangeHours
  onOpenChange: (open: boolean) => void
}) => {
  const queryClient = useQueryClient()
  const refresh = useRefreshBookings()
  const isRequest = one.status === 'requested'
  const [slot, setSlot] = useState<Slot>()
  const form = useForm({ initial: { note: '' }, draft: `change-${one.id}-${as}` })
  const { note } = form.values
  const quoting = useMutation({
    mutationFn: (slotToken: string) =>
      call(changes.changeQuote, { params: hours.params, query: hours.visitor, body: { as, slotToken } }),
    onError: () => void queryClient.invalidateQueries({ queryKey: ['/api', 'bookings', one.id] }),
  })
  const [otherCard, setOtherCard] = useState(false)
  const [declined, setDeclined] = useState<string>()
  const move = (quoted: ChangeQuote, cardToken?: string, idempotencyKey?: string) =>
    call(
      changes.change,
      {
        params: hours.params,
        query: hours.visitor,
        body: { quoteToken: quoted.token, note, ...(cardToken === undefined ? {} : { cardToken }) },
      },
      { idempotencyKey },
    )
  const done = async ({ change }: Booking, quoted: ChangeQuote) => {
    form.accept()
    const { paying = null } = change ?? {}
    if (paying !== null && paying.actionUrl !== null) return window.location.assign(paying.actionUrl)
    await refresh()
    if (paying !== null) toast('Tu banco está respondiendo', 'En cuanto lo haga cambiamos tu cita.', 'good')
    else if (quoted.alone) toast('Tu cita cambió de hora', 'Te enviamos la nueva hora.', 'good')
    else
      toast(
        'Hora propuesta',
        isRequest ? 'Le escribimos a tu cliente.' : 'Queda apartada mientras responden.',
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
    // A failed change counts as well: the earlier quote is void.
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
    if (hours.nearest === undefined || isAnswered.current) return
    isAnswered.current = true
    choose(hours.nearest)
  })
  const quoted = slot === undefined ? undefined : quoting.data
  const wantsCard = quoted?.charged === 'now' && (otherCard || quoted.card === null)
  const problem = changing.error?.message ?? quoting.error?.message ?? declined
  return {
    isRequest,
    wantsCard,
    changing,
    quoted,
    slot,
    choose,
    quoting,
    otherCard,
    setOtherCard,
    note,
    setNote: form.pick('note').onChange,
    move,
    done,
    failed,
    problem,
  }
}

export type Change = ReturnType<typeof useChange>

/** At most half an hour away, preferring the same place. */
const nearestTo = (
  selection: string,
  spaceId: number | null,
  days: readonly { slots: readonly Slot[] }[] = [],
) => {
  const away = ({ startsAt }: Slot) => Math.abs(Date.parse(startsAt) - Date.parse(selection))
  return days
    .flatMap(({ slots }) => slots)
    .filter((slot) => away(slot) <= 30 * minuteMs)
    .toSorted((a, b) => away(a) - away(b) || Number(b.spaceId === spaceId) - Number(a.spaceId === spaceId))[0]
}
