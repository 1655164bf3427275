import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import * as booking from '#contract/booking.ts'
import type { Booking } from '#contract/booking.ts'
import { deposit } from '#contract/deposit.ts'
import { reservations } from '#contract/reservation.ts'
import { ClientNote } from '#web/parts/booking/client-note.tsx'
import { ApiError, call, keyOf, newIdempotencyKey } from '#web/api.ts'
import { BookingActions } from '#web/parts/booking/actions.tsx'
import { WayLink } from '#web/parts/booking/getting-there.tsx'
import { OvertimeLine } from '#web/parts/booking/overtime.tsx'
import { WhoComes } from '#web/parts/booking/who-comes.tsx'
import { FormState } from '#web/parts/intake/form-state.tsx'
import { BookingBadge } from '#web/parts/booking/status.tsx'
import { useQueue, useWaiting } from '#web/parts/offline/queue.ts'
import { PlaceIcon } from '#web/parts/booking/place-icon.tsx'
import { RegisteredOffline } from '#web/parts/offline/registered-offline.tsx'
import { asOf } from '#web/parts/offline/as-of.ts'
import { useOfflineNow } from '#web/parts/offline/use-offline-now.ts'
import { WaitingSteps } from '#web/parts/offline/waiting-steps.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { WhyEnded } from '#web/parts/booking/why-ended.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { toast } from '#web/ui/toast.ts'

const Absence = lazy(() => import('#web/parts/booking/absence.tsx'))
const Delay = lazy(() => import('#web/parts/booking/delay.tsx'))
const MessageState = lazy(() => import('#web/parts/booking/message-state.tsx'))
const InvoiceWanted = lazy(() => import('#web/parts/booking/invoice-wanted.tsx'))
const ClientLinks = lazy(() => import('#web/parts/own-client/client-links.tsx'))
const MoneyLine = lazy(() => import('#web/parts/booking/money-line.tsx'))
const RestLine = lazy(() => import('#web/parts/booking/rest-line.tsx'))
const TipLine = lazy(() => import('#web/parts/booking/tip-line.tsx'))
const NoShowPanel = lazy(() => import('#web/parts/booking/no-show.tsx'))

/** One appointment of the professional's day, with its next step first. */
export const Appointment = ({
  booking: one,
  station = '',
  among = [one.id],
}: {
  booking: Booking
  /** The code of a unit that was scanned on arrival, ready to be sent. */
  station?: string
  /** The visits that are shown with it. */
  among?: readonly string[]
}) => {
  const { client, place } = one
  const isRent = one.kind === 'rent'
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="font-display text-lg leading-tight font-semibold">
            {isRent
              ? 'Espacio rentado'
              : client === null
                ? 'Sin nombre todavía'
                : [client.firstName, client.lastName].filter(Boolean).join(' ')}
          </p>
          <p className="text-[0.9375rem] text-muted">
            {one.service.name} · {durationText(one.service.durationMinutes)}
            {isRent
              ? ''
              : client?.visits
                ? ` · ${client.visits === 1 ? '1 visita antes' : `${client.visits} visitas antes`}`
                : ' · primera visita'}
            {one.class ? ` · clase, ${one.class.taken} de ${one.class.capacity}` : ''}
            {one.byOwnLink ? ' · por tu enlace' : ''}
            {one.prepaid
              ? one.rentCents
                ? ' · en parte en tus horas rentadas: debes renta solo por el resto'
                : ' · en tus horas rentadas, sin renta'
              : ''}
          </p>
        </div>
        <BookingBadge status={one.status} />
      </div>
      <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
        <li className="flex items-start gap-2">
          <PlaceIcon modality={place.modality} className="mt-1 size-4 shrink-0 text-barro" />
          <span>
            {place.businessName ?? place.name}
            {place.unitName === null ? null : <span className="font-semibold"> · {place.unitName}</span>}
            <span className="text-muted">
              {' '}
              {[place.address, place.neighbourhood ?? (place.modality === 'home' ? place.city : null)]
                .filter(Boolean)
                .join(', ')}
            </span>
            {place.modality === 'home' && place.directions !== null ? (
              <span className="block text-muted">{place.directions}</span>
            ) : place.modality === 'online' && place.link === null && one.status === 'confirmed' ? (
              <span className="block text-muted">Mándale el enlace por mensaje antes de la hora.</span>
            ) : null}
          </span>
        </li>
        {client?.phone ? (
          <li className="flex items-center gap-2">
            <Phone aria-hidden className="size-4 shrink-0 text-barro" />
            <PhoneLink phone={client.phone} />
          </li>
        ) : null}
      </ul>
      <WhyEnded booking={one} as="professional" />
      <WhoComes people={one.people} />
      <ClientNote note={one.note} as="professional" />
      <FormState booking={one} />
      <OvertimeLine id={one.id} overtime={one.overtime} as="professional" />
      <RegisteredOffline booking={one} />
      {isRent ? null : (
        <Suspense>
          <MessageState id={one.id} among={among} zone={one.zone} />
        </Suspense>
      )}
      {isRent || one.status !== 'confirmed' ? null : (
        <Suspense>
          <Delay booking={one} as="professional" />
        </Suspense>
      )}
      <NextStep booking={one} station={station} />
      <Suspense>
        {isRent ? null : one.upfront === null ? <MoneyLine booking={one} /> : <RestLine booking={one} />}
        {one.tip === null ? null : <TipLine booking={one} />}
        {one.invoice === null ? null : <InvoiceWanted booking={one} />}
        {isRent ? null : one.status === 'confirmed' ? (
          <Absence booking={one} station={station} />
        ) : one.status === 'client_no_show' || one.status === 'professional_no_show' ? (
          <NoShowPanel booking={one} as="professional" />
        ) : null}
      </Suspense>
      <div className="flex flex-wrap items-start gap-3 border-t border-line pt-4">
        {one.status === 'confirmed' && place.modality !== 'place' ? <WayLink place={place} toHome /> : null}
        <BookingActions booking={one} visit={one} as="professional" inRow />
        {isRent ? (
          <Link {...paths.rents(one.id)} className={buttonClass({ tone: 'quiet', size: 'small' })}>
            Devolver o ceder horas
          </Link>
        ) : (
          <Suspense>
            <ClientLinks booking={one} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}

type Step = 'check_in' | 'check_out' | 'complete'
const steps: Partial<Record<Booking['status'], Step>> = {
  confirmed: 'check_in',
  in_progress: 'check_out',
  to_settle: 'complete',
}
const words: Readonly<Record<Step, { button: string; done: string }>> = {
  check_in: { button: 'Registrar llegada', done: 'Llegada registrada' },
  check_out: { button: 'Terminar servicio', done: 'Servicio terminado' },
  complete: { button: 'Cerrar y cobrar', done: 'Cita cerrada: tu dinero ya está dividido' },
}
const rentWords: typeof words = {
  check_in: { button: 'Registrar llegada', done: 'Llegada registrada' },
  check_out: { button: 'Terminar uso', done: 'Uso terminado' },
  complete: { button: 'Cerrar renta', done: 'Renta cerrada: el espacio recibe su parte' },
}

type Stepping = Pick<Booking, 'id' | 'kind' | 'status' | 'moves' | 'startsAt' | 'endsAt' | 'zone'>

const allowed = { allowed: true, reason: null } as const

/** The next thing to do at the place, with its reason while it is not time yet. */
export const NextStep = ({ booking: one, station }: { booking: Stepping; station: string }) => {
  const said = one.kind === 'rent' ? rentWords : words
  const queryClient = useQueryClient()
  const key = useRef(newIdempotencyKey())
  const [code, setCode] = useState(one.status === 'confirmed' ? station : '')
  const waiting = useWaiting(one.id)
  const queue = useQueue()
  const offlineNow = useOfflineNow()
  // That somebody stands at the place keeps nothing of the visit.
  const visit = waiting.filter((known) => known.step !== 'arrive')
  const hasLeft = visit.some((known) => known.step === 'check_out' || known.problem !== undefined)
  const step = visit.length === 0 ? steps[one.status] : hasLeft ? undefined : 'check_out'
  const move =
    step === 'check_in' && offlineNow !== null
      ? asOf('check_in', one, offlineNow)
      : visit.length > 0
        ? allowed
        : one.moves.find((known) => known.move === step)
  // Its day, and every list in which it stands.
  const refreshVisits = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(booking.professionalDay) })
    await queryClient.invalidateQueries({ queryKey: keyOf(booking.bookings) })
  }
  // Arriving holds the guarantee, or says what it lacks.
  const refreshRent = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(reservations) })
    await queryClient.invalidateQueries({ queryKey: keyOf(deposit) })
  }
  const doing = useMutation({
    mutationFn: async (step: Step) => {
      const params = { id: one.id }
      const options = { idempotencyKey: `${key.current}-${step}-${code}` }
      if (step === 'complete') {
        const { upfront } = await call(booking.complete, { params, query: {} }, options)
        return upfront?.state === 'due' ? 'due' : 'done'
      }
      const proof = step === 'check_in' ? code : ''
      const body = proof === '' ? {} : { code: proof }
      return queue.sendOrWait(
        { bookingId: one.id, step, code: proof },
        {
          behind: waiting.some(({ problem }) => problem === undefined),
          send: () =>
            step === 'check_in'
              ? call(booking.checkIn, { params, body }, options)
              : call(booking.checkOut, { params, body: {} }, options),
        },
      )
    },
    onSuccess: async (outcome, step) => {
      setCode('')
      if (outcome === 'waits') return
      toast(outcome === 'due' ? 'Cita cerrada: falta cobrar el resto' : said[step].done, undefined, 'good')
      await refreshVisits()
      if (one.kind === 'rent') await refreshRent()
    },
    onError: async (problem) => {
      // Without an answer the same wish is repeated under its key.
      if (!(problem instanceof ApiError && problem.status === 0)) key.current = newIdempotencyKey()
      // It may have been done although the answer was lost: show how the booking stands now.
      await refreshVisits()
      if (one.kind === 'rent') await refreshRent()
    },
  })
  // The next step has a button of its own: Enter pressed twice ends nothing that just began. The keyboard stays in the form.
  const formId = useId()
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step && document.activeElement === document.body)
      document.getElementById(formId)?.focus()
    before.current = step
  }, [step, formId])
  if (step === undefined || move === undefined) return <WaitingSteps waiting={waiting} zone={one.zone} />
  const wrongCode =
    doing.error instanceof ApiError && doing.error.code === 'wrong_code' ? doing.error.message : undefined
  return (
    <Form
      id={formId}
      tabIndex={-1}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (move.allowed) doing.mutate(step)
      }}
    >
      <WaitingSteps waiting={waiting} zone={one.zone} />
      {step === 'check_in' && move.allowed ? (
        <Field
          label={one.kind === 'rent' ? 'Código de la unidad' : 'Código de la clienta o de la unidad'}
          required={false}
          className="min-w-52 max-sm:flex-1"
          {...(wrongCode === undefined ? {} : { error: wrongCode })}
        >
          {(control) => (
            <Input
              {...control}
              value={code}
              onChange={(event) => setCode(event.target.value.trim())}
              autoComplete="off"
              autoCapitalize="characters"
              className="figures max-w-56"
            />
          )}
        </Field>
      ) : null}
      <Button
        key={step}
        type="submit"
        busy={doing.isPending}
        blocked={move.allowed ? undefined : move.reason}
      >
        {said[step].button}
      </Button>
      {doing.isError && wrongCode === undefined ? (
        <p role="alert" className="w-full font-medium text-chile">
          {doing.error.message}
        </p>
      ) : null}
    </Form>
  )
}
