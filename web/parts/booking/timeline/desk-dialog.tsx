import { Zap } from 'lucide-react'
import { formatCents } from '#contract/platform/money.ts'
import { maxPersons } from '#contract/platform/persons.ts'
import type { TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { PickField } from '#web/ui/form/pick-field.tsx'
import { OptionFields } from '#web/parts/booking/options/option-fields.tsx'
import { DeskDone } from '#web/parts/booking/timeline/desk-done.tsx'
import { dateIn, longDate, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ChoiceField, Problem, TypedField } from '#web/ui/form/labelled.tsx'
import Fold from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import {
  useDeskAgreement,
  type DeskAgreement,
  useDeskVisit,
  type DeskVisit,
} from '#web/parts/booking/timeline/use-desk-visit.ts'
import { useFirstFree } from '#web/parts/booking/timeline/use-first-free.ts'

/** A client calls or comes to the reception: service, time, and the phone number or email by which they confirm and pay. */
export const DeskDialog = ({
  spaces,
  date: firstDate,
  onClose,
}: {
  spaces: readonly TimelineSpace[]
  date: string
  onClose: () => void
}) => {
  const desk = useDeskAgreement(spaces)
  const visit = useDeskVisit(desk, firstDate)

  if (visit.booking.data !== undefined)
    return (
      <DeskDone
        title="Enlace enviado"
        onClose={onClose}
        then="Si no lo hace, el horario queda libre solo y te avisamos."
      >
        Apartamos {longDate(dateIn(visit.booking.data.startsAt, visit.zone))},{' '}
        {timeOf(visit.booking.data.startsAt, visit.zone)}
        {visit.booking.data.unitName === null ? '' : ` en ${visit.booking.data.unitName}`}
        {visit.persons === 1 ? '' : `, para ${visit.persons} personas`}.{' '}
        {visit.who.firstName.trim() || 'Tu cliente'} tiene hasta las{' '}
        <strong>{timeOf(visit.booking.data.expiresAt, visit.zone)}</strong> para confirmar y pagar{' '}
        {formatCents(visit.booking.data.totalCents)}.
      </DeskDone>
    )

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Reservar en recepción"
      description="Apartas el horario y la persona recibe el enlace para confirmar y pagar."
    >
      {desk.agreements.isPending ? (
        <Skeleton className="h-40" />
      ) : desk.agreements.isLoadingError ? (
        <ErrorState text={desk.agreements.error.message} onRetry={() => void desk.agreements.refetch()} />
      ) : desk.agreement === undefined ? (
        <p>
          Todavía nadie tiene un convenio activo en tus espacios. Cuando lo tenga, aquí puedes reservar con
          esa persona.
        </p>
      ) : (
        <DeskForm visit={visit} agreement={desk.agreement} desk={desk} spaces={spaces} />
      )}
    </Dialog>
  )
}

const DeskForm = ({
  visit,
  agreement,
  desk,
  spaces,
}: {
  visit: DeskVisit
  agreement: NonNullable<DeskAgreement['agreement']>
  desk: DeskAgreement
  spaces: readonly TimelineSpace[]
}) => (
  <Form className="flex flex-col gap-4" onSubmit={visit.form.submit(() => visit.booking.mutateAsync())}>
    <FirstFree desk={desk} visit={visit} />
    <WhoFields visit={visit} />
    <ServiceFields agreement={agreement} desk={desk} visit={visit} spaces={spaces} />
    <SlotFields visit={visit} />
    <Fold label="Más datos" value={moreOf(visit)}>
      <PersonsField visit={visit} />
      <MoreOfWho visit={visit} />
    </Fold>
    <Problem of={visit.booking.error ?? visit.slots.error} />
    {/* Always on the screen, however long the form is. */}
    <div className="sticky -bottom-6 -mx-5 border-t border-line bg-surface px-5 py-3 sm:-mx-6 sm:px-6">
      <HoldButton visit={visit} />
    </div>
  </Form>
)

const moreOf = ({ persons, who: { lastName, email } }: DeskVisit) =>
  [persons === 1 ? '' : `${persons} personas`, lastName, email].filter(Boolean).join(' · ') ||
  'Personas, apellidos, correo'

/** For a walk-in: fills in the first free professional and the hour. Nothing is held yet. */
const FirstFree = ({ desk, visit }: { desk: DeskAgreement; visit: DeskVisit }) => {
  const first = useFirstFree(desk, visit)
  const { data } = first
  const isStillChosen =
    desk.agreement?.id === data?.agreementId &&
    visit.service?.id === data?.serviceId &&
    visit.date === data?.date &&
    visit.startsAt === ''
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button tone="secondary" size="small" busy={first.isPending} onClick={() => first.mutate()}>
        <Zap aria-hidden className="size-4.5" />
        Ahora, con quien esté libre
      </Button>
      <p role="status" className="text-sm text-muted first-letter:uppercase">
        {!first.isSuccess
          ? ''
          : data === undefined
            ? 'Ni hoy ni mañana hay un horario libre.'
            : isStillChosen
              ? `${shortOf(data.startsAt, visit.zone)} con ${data.name}.`
              : ''}
      </p>
      <Problem of={first.error} />
    </div>
  )
}

/** The professional and the service. */
const ServiceFields = ({
  agreement,
  desk,
  visit,
  spaces,
}: {
  agreement: NonNullable<DeskAgreement['agreement']>
  desk: DeskAgreement
  visit: DeskVisit
  spaces: readonly TimelineSpace[]
}) => (
  <>
    <PickField
      label="Profesional"
      value={agreement.id}
      onChange={(id) => {
        desk.setAgreement(id)
        visit.setService(null)
        visit.setOptions([])
        visit.setStart('')
      }}
      options={desk.partners.map(({ id, professionalName, spaceName }) => ({
        id,
        name: professionalName,
        note: spaces.length > 1 ? spaceName : undefined,
      }))}
    />
    <ChoiceField
      label="Servicio"
      value={visit.service?.id ?? null}
      onChange={(id) => {
        visit.setService(id)
        visit.setOptions([])
        visit.setStart('')
      }}
      options={visit.services.map(({ id, name, priceCents, durationMinutes }) => ({
        value: id,
        label: `${name}, ${durationMinutes} min, ${formatCents(priceCents)}`,
      }))}
    />
    <OptionFields
      addOns={visit.addOns}
      chosen={visit.options}
      onChange={(chosen) => {
        visit.setOptions(chosen)
        visit.setStart('')
      }}
    />
  </>
)

const PersonsField = ({ visit }: { visit: DeskVisit }) =>
  visit.service === undefined || visit.service.classRule !== null ? null : (
    <ChoiceField
      label="¿Para cuántas personas?"
      hint={
        visit.persons === 1
          ? undefined
          : 'El mismo servicio, una después de otra. Al pagar se dice quién viene.'
      }
      value={visit.persons}
      onChange={(count) => {
        visit.setPersons(count)
        visit.setStart('')
      }}
      options={Array.from({ length: maxPersons }, (_, index) => ({
        value: index + 1,
        label: index === 0 ? 'Una persona' : `${index + 1} personas`,
      }))}
    />
  )

const SlotFields = ({ visit }: { visit: DeskVisit }) => (
  <div className="grid grid-cols-2 gap-4">
    <TypedField label="Día" type="date" value={visit.date} onChange={visit.setDate} />
    <ChoiceField
      label="Hora"
      hint={
        visit.slots.data !== undefined && visit.offered.length === 0
          ? `Ese día no hay horarios. ${visit.allocation ?? ''}`
          : visit.gone
      }
      value={visit.slot?.startsAt ?? ''}
      onChange={visit.setStart}
      options={[
        ...(visit.gone !== undefined ? [{ value: '', label: 'Elige otra' }] : []),
        ...visit.offered.map(({ startsAt }) => ({ value: startsAt, label: timeOf(startsAt, visit.zone) })),
      ]}
    />
    {visit.nextDate === undefined ? null : (
      <Button
        tone="secondary"
        size="small"
        className="col-span-2 justify-self-start"
        onClick={() => visit.setDate(visit.nextDate ?? '')}
      >
        Pasar al {longDate(visit.nextDate)}
      </Button>
    )}
  </div>
)

/** The phone number first, as in a call. It suffices: a returning client is known by it, and the link goes there. */
const WhoFields = ({ visit }: { visit: DeskVisit }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TypedField
      label="Teléfono"
      type="tel"
      maxLength={24}
      hint={visit.isKnown ? 'Ya estuvo aquí antes.' : undefined}
      value={visit.who.phone}
      onChange={visit.set('phone')}
    />
    <TypedField
      label="Nombre"
      optional
      maxLength={80}
      value={visit.who.firstName}
      onChange={visit.set('firstName')}
    />
  </div>
)

const MoreOfWho = ({ visit }: { visit: DeskVisit }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TypedField
      label="Apellidos"
      optional
      maxLength={80}
      value={visit.who.lastName}
      onChange={visit.set('lastName')}
    />
    <TypedField
      label="Correo"
      type="email"
      optional
      hint="Sin correo, el enlace llega por mensaje a su teléfono."
      value={visit.who.email}
      onChange={visit.set('email')}
    />
  </div>
)

const HoldButton = ({ visit }: { visit: DeskVisit }) => (
  <Button
    type="submit"
    wide
    busy={visit.booking.isPending}
    blocked={
      visit.open !== undefined
        ? visit.open
        : visit.offered.length > 0
          ? visit.gone
          : visit.slots.isFetched
            ? 'Elige un día con horarios.'
            : 'Estamos buscando los horarios de ese día.'
    }
  >
    Apartar y enviar el enlace
  </Button>
)
