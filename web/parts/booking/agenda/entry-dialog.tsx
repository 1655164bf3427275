import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import { formatCents } from '#contract/platform/money.ts'
import { peopleText } from '#contract/platform/persons.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { EntryRecord } from '#web/parts/booking/agenda/entry-record.tsx'
import { placeOf, processText, spanOf, titleOf } from '#web/parts/booking/agenda/entry-look.ts'
import { formWords } from '#web/parts/booking/contact/form-state.tsx'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { OwnBlockForm } from '#web/parts/booking/agenda/own-block-form.tsx'
import { needsLine, withLine } from '#web/parts/offline/with-line.tsx'
import { usedText } from '#web/parts/time/used-text.ts'
import { dateIn, dayOf, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useOnline } from '#web/ui/use-online.ts'

const ClassDialog = withLine(() => import('#web/parts/booking/agenda/class-dialog.tsx'))
const SeriesDialog = withLine(() => import('#web/parts/booking/series/series-dialog.tsx'))

/** The entry, and links to continue with it. */
export const EntryDialog = ({
  entry,
  zone,
  onMove,
  onClose,
}: {
  entry: CalendarEntry
  zone: string
  onMove: () => void
  onClose: () => void
}) => {
  const { booking, block, expiresAt, reservedFor } = entry
  const [series, setSeries] = useState(false)
  const online = useOnline()
  if (entry.class !== undefined)
    return <ClassDialog entry={entry} own={entry.class} zone={zone} onMove={onMove} onClose={onClose} />
  if (series && booking !== null) return <SeriesDialog visit={booking} as="professional" onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={block === null ? titleOf(entry) : 'Tu bloqueo'}
      description={`${dayOf(entry.startsAt, entry.zone)}, ${spanOf(entry, zone)}`}
      actions={
        reservedFor !== undefined ? (
          <ReservedForLink reservedFor={reservedFor} />
        ) : booking === null ? undefined : (
          <VisitActions entry={entry} booking={booking} online={online} onMove={onMove} />
        )
      }
    >
      {block !== null ? (
        <OwnBlockForm zone={zone} block={{ ...block, entry }} onDone={onClose} />
      ) : booking !== null ? (
        <VisitDetails booking={booking} entry={entry} setSeries={setSeries} online={online} zone={zone} />
      ) : entry.layer === 'travel' ? (
        <p>
          Lo que tardas en llegar a {entry.place?.name ?? 'tu lugar'}.{' '}
          <Link {...paths.spaceRules()} className="font-semibold text-jacaranda underline underline-offset-4">
            Cambiar mis tiempos de viaje
          </Link>
        </p>
      ) : reservedFor !== undefined ? (
        <p>{savedText(reservedFor, expiresAt, zone)}</p>
      ) : (
        <p>
          {expiresAt === null
            ? 'Este tiempo está ocupado.'
            : `Alguien lo está reservando. Si no paga, se libera el ${shortOf(expiresAt, zone)}.`}
        </p>
      )}
    </Dialog>
  )
}

const ReservedForLink = ({ reservedFor }: { reservedFor: NonNullable<CalendarEntry['reservedFor']> }) => (
  <Link
    {...(reservedFor.isRent
      ? paths.rents(reservedFor.bookingId)
      : reservedFor.isRequest
        ? paths.requests(reservedFor.bookingId)
        : paths.appointments({ visit: reservedFor.bookingId }))}
    className={buttonClass()}
  >
    {reservedFor.isRent
      ? 'Abrir la renta'
      : reservedFor.isRequest
        ? 'Ver la solicitud'
        : 'Abrir en Mis citas'}
  </Link>
)

const VisitActions = ({
  entry,
  booking,
  online,
  onMove,
}: {
  entry: CalendarEntry
  booking: NonNullable<CalendarEntry['booking']>
  online: boolean
  onMove: () => void
}) => (
  <>
    {/* Online it is among the actions of the visit. */}
    {online ? null : <Talk entry={entry} />}
    {entry.layer === 'visit' && (booking.status === 'confirmed' || booking.status === 'requested') ? (
      <Button tone="secondary" blocked={online ? undefined : needsLine} onClick={onMove}>
        {booking.status === 'requested' ? 'Proponer otra hora' : 'Cambiar de hora'}
      </Button>
    ) : null}
    <Link
      {...(entry.layer === 'rent'
        ? paths.rents(booking.id)
        : booking.status === 'requested'
          ? paths.requests(booking.id)
          : paths.appointments({ date: dateIn(entry.startsAt, entry.zone), visit: booking.id }))}
      // The next step is in this sheet; a request is answered elsewhere.
      className={buttonClass({ tone: booking.status === 'requested' ? 'primary' : 'secondary' })}
    >
      {entry.layer === 'rent'
        ? 'Abrir la renta'
        : booking.status === 'requested'
          ? 'Responder'
          : 'Abrir en Mis citas'}
    </Link>
  </>
)

const VisitDetails = ({
  booking,
  entry,
  setSeries,
  online,
  zone,
}: {
  booking: NonNullable<CalendarEntry['booking']>
  entry: CalendarEntry
  setSeries: (shows: boolean) => void
  online: boolean
  zone: string
}) => (
  <div className="flex flex-col gap-5">
    {online ? (
      <EntryRecord
        id={booking.id}
        hasMoney={booking.status !== 'requested'}
        zone={zone}
        meanwhile={<VisitFacts booking={booking} entry={entry} setSeries={setSeries} />}
        more={<AgendaFacts booking={booking} entry={entry} />}
      />
    ) : (
      <VisitFacts booking={booking} entry={entry} setSeries={setSeries} />
    )}
  </div>
)

const VisitFacts = ({
  booking,
  entry,
  setSeries,
}: {
  booking: NonNullable<CalendarEntry['booking']>
  entry: CalendarEntry
  setSeries: (shows: boolean) => void
}) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
    <dt className="text-muted">Estado</dt>
    <dd>
      <BookingBadge as="professional" status={booking.status} />
    </dd>
    {entry.layer === 'rent' ? null : (
      <>
        <dt className="text-muted">Servicio</dt>
        <dd>{booking.service}</dd>
      </>
    )}
    {entry.place === null ? null : (
      <>
        <dt className="text-muted">Lugar</dt>
        <dd>{placeOf(entry)}</dd>
      </>
    )}
    <TakenFacts entry={entry} />
    <dt className="text-muted">Precio</dt>
    <dd className="figures">{formatCents(booking.totalCents)}</dd>
    {booking.people === null ? null : (
      <>
        <dt className="text-muted">Quiénes</dt>
        <dd>{peopleText(booking.people)}</dd>
      </>
    )}
    {booking.series === null ? null : (
      <>
        <dt className="text-muted">Serie</dt>
        <dd>
          Cita {booking.series.position} de {booking.series.of}{' '}
          <Button tone="quiet" size="small" onClick={() => setSeries(true)}>
            Ver la serie
          </Button>
        </dd>
      </>
    )}
    {booking.lateMinutes === null ? null : (
      <>
        <dt className="text-muted">Avisó</dt>
        <dd className="font-semibold">Llega {booking.lateMinutes} min tarde</dd>
      </>
    )}
    {booking.forms === null ? null : (
      <>
        <dt className="text-muted">Formulario</dt>
        <dd>{formWords[booking.forms].replace('Formulario: ', '')}</dd>
      </>
    )}
  </dl>
)

/** What the sheet of a visit does not say: its price, and what else it takes of the professional's time. */
const AgendaFacts = ({
  booking,
  entry,
}: {
  booking: NonNullable<CalendarEntry['booking']>
  entry: CalendarEntry
}) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
    <dt className="text-muted">Precio</dt>
    <dd className="figures">{formatCents(booking.totalCents)}</dd>
    <TakenFacts entry={entry} />
  </dl>
)

const TakenFacts = ({ entry }: { entry: CalendarEntry }) => (
  <>
    {entry.processes === undefined ? null : (
      <>
        <dt className="text-muted">Manos libres</dt>
        <dd className="figures">{processText(entry)}</dd>
      </>
    )}
    {entry.equipment === undefined ? null : (
      <>
        <dt className="text-muted">Tienes apartado</dt>
        <dd className="figures">{usedText(entry.equipment, entry.zone)}</dd>
      </>
    )}
    {entry.busyUntil === null ? null : (
      <>
        <dt className="text-muted">Ocupada hasta</dt>
        <dd className="figures">{timeOf(entry.busyUntil, entry.zone)}</dd>
      </>
    )}
  </>
)

/** What a reserved hour waits for, and until when; an end on another day shows its date. */
const savedText = (
  { why, by, service, bookedAt }: NonNullable<CalendarEntry['reservedFor']>,
  expiresAt: string | null,
  zone: string,
) => {
  const until = expiresAt === null ? '' : ` Se libera ${shortOf(expiresAt, zone)} si no hay respuesta.`
  if (why === 'appointment') return `${service}. Le enviaste el enlace y falta que acepte y pague.${until}`
  const who = by === 'professional' ? 'Propusiste esta hora' : 'Te proponen esta hora'
  return `${service}. ${who} en vez de ${shortOf(bookedAt, zone)}; mientras se responde, ninguna de las dos se ofrece.${until}`
}

/** Once the other party knows of the booking; not for a hold or an unpaid one. */
const Talk = ({ entry: { booking, layer, place } }: { entry: CalendarEntry }) =>
  booking === null || ['held', 'awaiting_payment', 'expired'].includes(booking.status) ? null : (
    <TalkButton
      where={{ kind: 'booking', about: booking.id, as: 'professional' }}
      with={layer === 'rent' ? (place?.name ?? 'el espacio') : (booking.client ?? 'tu cliente')}
      size="medium"
    />
  )
