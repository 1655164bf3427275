import { publicProfessional, type PublicProfessional } from '#contract/search/public-page.ts'
import { appointmentWait, type ProposedAppointment } from '#contract/booking/series/appointment.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import { profile } from '#contract/professional/professional.ts'
import type { OwnService } from '#contract/service/service.ts'
import { reading } from '#web/api.ts'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import {
  type AppointmentStart,
  type Known,
  useAppointmentChoice,
  useContact,
  useProposal,
} from '#web/parts/booking/series/use-proposal.ts'
import {
  ServiceFields,
  PersonsField,
  HourChoice,
  SeriesChoice,
  ContactFields,
} from '#web/parts/booking/series/appointment-fields.tsx'

/** An appointment that the professional proposes to a client, who accepts and pays by the link of a message. */
export default function NewAppointment({
  onClose,
  client,
  start,
  spaceId,
}: {
  onClose: () => void
  /** Service, time and place, when opened from a gap. */
  start?: AppointmentStart | undefined
  /** The client, if known. */
  client?: Known | undefined
  /** The space, when opened from its page. */
  spaceId?: number | undefined
}) {
  const own = useQuery(reading(profile))
  const shown = useQuery({
    ...reading(publicProfessional, { params: { id: String(own.data?.id ?? 0) }, query: {} }),
    enabled: own.data !== undefined,
  })
  const [made, setMade] = useState<ProposedAppointment>()
  // Including services that clients book only by a link.
  const services = useQuery(servicesReading)
  const failed = [own, services, shown].find(({ isLoadingError }) => isLoadingError)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={made === undefined ? 'Nueva cita para un cliente' : 'Enlace enviado'}
      {...(made === undefined
        ? { description: 'Apartas tu hora y le enviamos un enlace para aceptarla y pagarla.' }
        : { actions: <Button onClick={onClose}>Listo</Button> })}
    >
      {made !== undefined ? (
        <Sent one={made} />
      ) : failed?.error ? (
        <ErrorState text={failed.error.message} onRetry={() => void failed.refetch()} />
      ) : shown.data === undefined || services.data === undefined ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando tus servicios…</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-40" />
        </div>
      ) : services.data.every(({ visibility }) => visibility === 'hidden') ? (
        <p>Primero agrega un servicio: sin él no hay qué apartar.</p>
      ) : (
        <Fill
          professional={shown.data}
          services={services.data.filter(({ visibility }) => visibility !== 'hidden')}
          client={client}
          // A service that clients do not see cannot be proposed.
          start={services.data.some(isProposed(start)) ? start : undefined}
          spaceId={spaceId}
          onMade={setMade}
        />
      )}
    </Dialog>
  )
}

const isProposed =
  (start: AppointmentStart | undefined) =>
  ({ id, visibility }: OwnService) =>
    id === start?.serviceId && visibility !== 'hidden'

const Sent = ({ one }: { one: ProposedAppointment }) => (
  <div className="flex flex-col gap-3">
    <p>
      Apartamos {one.further.length === 0 ? '' : `${one.further.length + 1} citas desde el `}
      {shortOf(one.startsAt, one.zone)} para {one.firstName}. Le escribimos a{' '}
      <strong className="break-words">{one.sentTo}</strong>; tiene hasta el{' '}
      <strong>{shortOf(one.expiresAt, one.zone)}</strong> para{' '}
      {one.further.length === 0
        ? `aceptar y pagar ${formatCents(one.totalCents)}.`
        : 'aceptarlas, o solo las que le queden, y dar su tarjeta.'}
    </p>
    <p className="text-muted">
      Si no responde, {one.further.length === 0 ? 'tu hora se libera sola' : 'tus horas se liberan solas'} y
      te avisamos.
    </p>
  </div>
)

const Fill = ({
  professional,
  services,
  client,
  start,
  spaceId,
  onMade,
}: {
  professional: PublicProfessional
  services: readonly OwnService[]
  client: Known | undefined
  spaceId: number | undefined
  start: AppointmentStart | undefined
  onMade: (made: ProposedAppointment) => void
}) => {
  const choice = useAppointmentChoice({ start, services, spaceId, professional })

  const contact = useContact(client)
  const proposal = useProposal(contact, choice, onMade)
  return (
    <Form
      className="flex flex-col gap-5"
      onSubmit={contact.submit(() =>
        choice.slot !== undefined && proposal.missing === undefined
          ? proposal.making.mutateAsync(choice.slot.token)
          : undefined,
      )}
    >
      <ServiceFields choice={choice} services={services} />
      <PersonsField choice={choice} />
      <HourChoice choice={choice} professional={professional} />
      <SeriesChoice choice={choice} />
      <ContactFields contact={contact} />
      {proposal.making.isError ? (
        <p role="alert" className="font-medium text-chile">
          {proposal.making.error.message}
        </p>
      ) : null}
      <Button
        type="submit"
        className="self-start"
        busy={proposal.making.isPending}
        blocked={proposal.missing}
      >
        {choice.repeats && choice.further !== undefined && choice.further.tokens.length > 0
          ? `Apartar ${choice.further.tokens.length + 1} citas y enviar el enlace`
          : 'Apartar y enviar el enlace'}
      </Button>
      <p className="text-sm text-muted">
        La hora queda apartada hasta {appointmentWait.maxHours} horas; si no hay respuesta, se libera a más
        tardar {appointmentWait.beforeStartHours} horas antes de la cita.
      </p>
    </Form>
  )
}
