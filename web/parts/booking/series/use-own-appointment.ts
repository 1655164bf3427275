import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/series/own-appointment.ts'
import type { OwnAppointment, OwnHour, OwnStart } from '#contract/booking/series/own-appointment.ts'
import type { InPlaceMethod, OwnPayment } from '#contract/payment/in-place.ts'
import { call, keyOf, reading } from '#web/api.ts'
import type { Further } from '#web/parts/booking/series/arranged-dates.tsx'
import { homeDraftOf, type OwnWhat, useOwnVisit } from '#web/parts/booking/series/use-own-visit.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { useSettled } from '#web/ui/form/use-settled.ts'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { useForm } from '#web/ui/form/use-form.ts'

export type OwnClientChoice = OwnStart['clients'][number]
/** The initial day and hour of the sheet, by the clock of the place: of a pressed free hour. */
export type OwnWhen = { date: string; time?: string | undefined }
/** With the client of the book. */
export type OwnNamed = OwnWhen & { client?: number | undefined }

/** The typed data of a new client, and the payment method; it survives a reload. */
const useTyped = () =>
  useForm({
    initial: { search: '', firstName: '', phone: '', note: '' },
    draft: 'own-appointment',
  })

/** All selectable hours, including the named one in its order. */
export const hoursIn = ({ hours, named }: contract.OwnHours): readonly OwnHour[] => {
  const extra = named?.hour ?? null
  if (extra === null || hours.some(({ slot }) => slot.startsAt === extra.slot.startsAt)) return hours
  return [...hours, extra].sort((a, b) => (a.slot.startsAt < b.slot.startsAt ? -1 : 1))
}

/**
 * The effective hour: the chosen one, else the named one, else the first. If that one is not possible, the professional must choose: a
 * walk-in is not booked for tomorrow, a typed 10:15 never becomes 11:30, and a chosen hour that was taken never becomes the first one.
 */
export const hourIn = (
  answer: contract.OwnHours | undefined,
  chosen: string | undefined,
): OwnHour | undefined => {
  if (answer === undefined) return undefined
  if (chosen !== undefined) return hoursIn(answer).find(({ slot }) => slot.startsAt === chosen)
  const { hours, named } = answer
  return named === null ? hours[0] : (named.hour ?? undefined)
}

const settleMs = 400

/** The state of the sheet "Nueva cita": service, client, time, payment; and sending it. */
export const useOwnAppointment = (
  start: OwnStart,
  {
    when,
    what,
    client: given,
    onMade,
  }: {
    when: OwnWhen
    what: OwnWhat
    client: OwnClientChoice | undefined
    onMade: (made: OwnAppointment) => void
  },
) => {
  const typed = useTyped()
  const queryClient = useQueryClient()
  const [client, setClient] = useState(given)
  const [isNew, setNew] = useState(false)
  const [how, setHow] = useState<OwnPayment>('place')
  const [method, setMethod] = useState<InPlaceMethod>('cash')
  /** The upfront amount that the professional asks for; undefined: the suggested one. */
  const [depositCents, setDeposit] = useState<number>()
  const settledCents = Number(useSettled(String(depositCents ?? ''), settleMs))
  /** The further dates; undefined: it is not repeated. */
  const [further, setFurther] = useState<Further>()
  const [at, setAt] = useState(when)
  const [chosen, choose] = useState<string>()
  const visit = useOwnVisit(start, client?.lastServiceId, what)
  const wanted = reading(contract.ownHours, {
    query: {
      ...visit.query,
      date: at.date,
      ...(at.time === undefined ? {} : { time: at.time }),
      ...(client === undefined ? {} : { client: client.id }),
      ...(how === 'deposit' && settledCents > 0 ? { depositCents: settledCents } : {}),
    },
  })
  const hours = useQuery({ ...wanted, placeholderData: keepPreviousData, enabled: visit.serviceId > 0 })
  const hour = hourIn(hours.data, chosen)
  // The chosen place may not be one of another service.
  const places = hours.isPlaceholderData ? [] : (hours.data?.places ?? [])
  if (visit.place !== undefined && places.length > 0 && places.every(({ at }) => at !== visit.place))
    visit.setPlace(undefined)
  const making = useMaking({
    // Pressed while the hours of another client or service are still shown: waits for the right hours and takes the shown time.
    tokenNow: async () => {
      const answer = hours.isPlaceholderData ? await queryClient.fetchQuery(wanted) : hours.data
      // An hour that was typed while others were shown is the one of the new answer.
      const isTyped = at.time !== undefined && chosen === undefined
      const startsAt = (isTyped ? hourIn(answer, chosen) : hour)?.slot.startsAt
      // After a refusal the hours are reloaded: what was shown is still the selection.
      if (!isTyped) choose(startsAt)
      const same = answer && hoursIn(answer).find(({ slot }) => slot.startsAt === startsAt)
      if (same === undefined) throw new Error('Esa hora ya no se puede: elige otra de la lista.')
      return same.slot.token
    },
    who:
      client === undefined
        ? { firstName: typed.values.firstName, phone: typed.values.phone.trim() || null }
        : { id: client.id },
    paid: {
      how,
      method,
      ...(how === 'deposit' ? { depositCents: depositCents ?? hour?.deposit?.linkCents ?? 0 } : {}),
    },
    note: typed.values.note,
    further,
    onMade: (made) => {
      typed.forget()
      forgetDraft(homeDraftOf(client?.id))
      onMade(made)
    },
  })
  const missing =
    client === undefined && !(isNew && typed.values.firstName.trim() !== '')
      ? 'Elige para quién es.'
      : (visit.open ??
        (hours.data?.needsHome === true
          ? 'Elige o escribe la dirección.'
          : hour === undefined
            ? 'Elige una hora libre.'
            : how !== 'place' && hour[how] === null
              ? 'Con este precio solo se puede cobrar en el lugar.'
              : undefined))
  return {
    typed,
    client,
    setClient: (next: OwnClientChoice | undefined) => {
      setClient(next)
      // What was typed for a new client is not offered to the next new one.
      if (next !== undefined) forgetDraft(homeDraftOf(undefined))
      // Another client lives elsewhere.
      visit.setHome(undefined)
    },
    isNew,
    setNew,
    visit,
    how,
    setHow,
    method,
    setMethod,
    depositCents,
    setDeposit,
    further,
    setFurther,
    at,
    setAt: (next: OwnWhen) => {
      setAt(next)
      choose(undefined)
    },
    hours,
    hour,
    /** The chosen hour that is no longer possible. */
    gone: hour === undefined ? chosen : undefined,
    /** Chosen, typed or pressed; not only filled in. */
    isHourChosen: chosen !== undefined || at.time !== undefined,
    choose,
    making,
    missing,
  }
}
export type OwnAppointmentForm = ReturnType<typeof useOwnAppointment>

const repeatOf = (further: Further | undefined) =>
  further === undefined || further.tokens.length === 0
    ? {}
    : { repeat: { every: further.every, slotTokens: further.tokens } }

const useMaking = ({
  tokenNow,
  who,
  paid,
  note,
  further,
  onMade,
}: {
  tokenNow: () => Promise<string>
  who: { id: number } | { firstName: string; phone: string | null }
  paid: { how: OwnPayment; method: InPlaceMethod; depositCents?: number }
  note: string
  further: Further | undefined
  onMade: (made: OwnAppointment) => void
}) => {
  const queryClient = useQueryClient()
  const refresh = useRefreshBookings()
  return useMutation({
    mutationFn: async () =>
      call(contract.makeOwnAppointment, {
        body: { slotToken: await tokenNow(), client: who, ...paid, note, ...repeatOf(further) },
      }),
    onSuccess: async (made) => {
      onMade(made)
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownStart) })
      await refresh()
    },
    // The hour may be taken: free hours are reloaded, and what was typed stays.
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(contract.ownHours) })
      void queryClient.invalidateQueries({ queryKey: keyOf(contract.ownSeriesPreview) })
    },
  })
}
