import { MessageCircle, Phone } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { placeName } from '#contract/places/place-name.ts'
import { ClientNote } from '#web/parts/booking/summary/client-note.tsx'
import { BookingActions } from '#web/parts/booking/visit/actions.tsx'
import { ArrivedBy } from '#web/parts/booking/visit/arrived-by.tsx'
import { WayLink } from '#web/parts/booking/visit/getting-there.tsx'
import { OvertimeLine } from '#web/parts/booking/visit/overtime.tsx'
import { NextStep } from '#web/parts/booking/visit/next-step.tsx'
import { WhoComes } from '#web/parts/booking/summary/who-comes.tsx'
import { FormState } from '#web/parts/booking/contact/form-state.tsx'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { PlaceIcon } from '#web/parts/booking/summary/place-icon.tsx'
import { RegisteredOffline } from '#web/parts/offline/registered-offline.tsx'
import { dateIn, durationText, longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { WhyEnded } from '#web/parts/booking/summary/why-ended.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { whatsappTo } from '#web/ui/whatsapp.ts'

const Absence = lazy(() => import('#web/parts/booking/visit/absence.tsx'))
const Delay = lazy(() => import('#web/parts/booking/visit/delay.tsx'))
const MessageState = lazy(() => import('#web/parts/booking/visit/message-state.tsx'))
const InvoiceWanted = lazy(() => import('#web/parts/booking/visit/invoice-wanted.tsx'))
const ClientLinks = lazy(() => import('#web/parts/booking/client/client-links.tsx'))
const MoneyLine = lazy(() => import('#web/parts/booking/visit/money-line.tsx'))
const TakeInPlace = lazy(() => import('#web/parts/booking/balance/take-in-place.tsx'))
const LinkInstead = lazy(() => import('#web/parts/booking/balance/link-instead.tsx'))
const RestLine = lazy(() => import('#web/parts/booking/visit/rest-line.tsx'))
const TipLine = lazy(() => import('#web/parts/booking/visit/tip-line.tsx'))
const NoShowPanel = lazy(() => import('#web/parts/booking/visit/no-show.tsx'))

type Shown = {
  booking: Booking
  /** The code of a unit that was scanned on arrival, ready to be sent. */
  station?: string | undefined
  /** The visits in the same list. */
  among?: readonly string[] | undefined
  /** The screen has its own way to another hour. */
  movesElsewhere?: boolean
}

/** One appointment of a professional, as a card. */
export const Appointment = (shown: Shown) => (
  <Card className="flex flex-col gap-4">
    <AppointmentDetails {...shown} />
  </Card>
)

/** All of an appointment for its professional: facts, the next step, what is due, and every action. */
export const AppointmentDetails = ({
  booking: one,
  station = '',
  among = [one.id],
  movesElsewhere = false,
}: Shown) => {
  const { client, place } = one
  const isRent = one.kind === 'rent'
  return (
    <>
      <AppointmentHead isRent={isRent} client={client} one={one} />
      <AppointmentFacts place={place} one={one} client={client} />
      <WhyEnded booking={one} as="professional" />
      <WhoComes people={one.people} />
      <ClientNote note={one.note} as="professional" />
      <FormState booking={one} />
      <OvertimeLine id={one.id} overtime={one.overtime} as="professional" />
      <ArrivedBy booking={one} />
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
        {one.inPlace === null ? null : (
          <>
            <TakeInPlace booking={one} />
            <LinkInstead booking={one} />
          </>
        )}
        {one.tip === null ? null : <TipLine booking={one} />}
        {one.invoice === null ? null : <InvoiceWanted booking={one} />}
        {isRent ? null : one.status === 'confirmed' ? (
          <Absence booking={one} station={station} />
        ) : one.status === 'client_no_show' || one.status === 'professional_no_show' ? (
          <NoShowPanel booking={one} as="professional" />
        ) : null}
      </Suspense>
      <AppointmentActions one={movesElsewhere ? withoutMove(one) : one} place={place} isRent={isRent} />
    </>
  )
}

const withoutMove = (one: Booking): Booking => ({
  ...one,
  moves: one.moves.filter(({ move }) => move !== 'propose_change'),
})

/** The client's full name, or what replaces it. */
export const nameOf = ({ kind, client }: Pick<Booking, 'kind' | 'client'>) =>
  kind === 'rent'
    ? 'Espacio rentado'
    : client === null
      ? 'Sin nombre todavía'
      : [client.firstName, client.lastName].filter(Boolean).join(' ')

const AppointmentHead = ({
  isRent,
  client,
  one,
}: {
  isRent: boolean
  client: Booking['client']
  one: Booking
}) => (
  <div className="flex flex-wrap items-start justify-between gap-3">
    <div>
      <p className="font-display text-lg leading-tight font-semibold">{nameOf(one)}</p>
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
    <BookingBadge as="professional" status={one.status} rescue={one.rescue} />
  </div>
)

const AppointmentFacts = ({
  place,
  one,
  client,
}: {
  place: Booking['place']
  one: Booking
  client: Booking['client']
}) => (
  <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
    <li className="flex items-start gap-2">
      <PlaceIcon modality={place.modality} className="mt-1 size-4 shrink-0 text-barro" />
      <span>
        {placeName(place)}
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
      <li className="flex flex-wrap items-center gap-x-2">
        <Phone aria-hidden className="size-4 shrink-0 text-barro" />
        <PhoneLink phone={client.phone} />
        <a
          href={whatsappTo(client.phone, helloOf(one, client.firstName))}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ tone: 'quiet', size: 'small' })}
        >
          <MessageCircle aria-hidden className="size-4.5" />
          WhatsApp
        </a>
      </li>
    ) : null}
  </ul>
)

/** The first words of the professional's message, by the clock of the place. */
const helloOf = ({ service, startsAt, zone }: Booking, firstName: string) =>
  `Hola, ${firstName}: te escribo por tu cita de ${service.name} del ${longDate(dateIn(startsAt, zone))}, ${timeOf(startsAt, zone)}.`

const AppointmentActions = ({
  one,
  place,
  isRent,
}: {
  one: Booking
  place: Booking['place']
  isRent: boolean
}) => (
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
)
