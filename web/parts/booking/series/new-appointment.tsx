import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import * as appointments from '#contract/booking/series/appointment.ts'
import { appointmentWait, type ProposedAppointment } from '#contract/booking/series/appointment.ts'
import { formatCents } from '#contract/platform/money.ts'
import { modalitiesOf, placeNames } from '#contract/service/modality.ts'
import { mostPersons } from '#contract/platform/persons.ts'
import { profile } from '#contract/professional/professional.ts'
import { publicProfessional, type PublicProfessional } from '#contract/search/public-page.ts'
import { arrangedPreview, arrangeSeries } from '#contract/booking/series/series-more.ts'
import type { OwnService } from '#contract/service/service.ts'
import type { Slot } from '#contract/availability/slot.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { addOnKey } from '#web/parts/booking/summary/address.ts'
import type { Chosen } from '#web/parts/booking/series/appointment-setting.tsx'
import { settingOf } from '#web/parts/booking/summary/asked.ts'
import { broughtIn } from '#web/parts/booking/summary/brought.ts'
import { OptionFields, openText } from '#web/parts/booking/options/option-fields.tsx'
import { SlotPicker } from '#web/parts/booking/slots/slot-picker.tsx'
import { slotsReading, todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import type { Further } from '#web/parts/booking/series/arranged-dates.tsx'
import { dateIn, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field, Input, TextArea } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const AppointmentSetting = lazy(() => import('#web/parts/booking/series/appointment-setting.tsx'))
const ArrangedDates = lazy(() => import('#web/parts/booking/series/arranged-dates.tsx'))

/** One for each client: what was typed for one person never stands in the form of another. */
const draftOf = (client: Known | undefined) => `new-appointment-${client?.id ?? 'somebody'}`

/** Of a free stretch: a service at one of its hours there. */
export type AppointmentStart = { serviceId: number; startsAt: string; spaceId: number | null }

/** A client of hers (contract/booking/client/own-client.ts). */
type Known = { id: number; firstName: string; lastName: string; phone?: string }

/** An hour of one's own for a client: who, what, when; they say yes and pay by the link of a message. */
export default function NewAppointment({
  onClose,
  client,
  start,
  serviceId,
  spaceId,
}: {
  onClose: () => void
  /** What, when and where, if somebody comes from a free stretch. */
  start?: AppointmentStart | undefined
  /** Whom it is for, if that is known. */
  client?: Known | undefined
  /** What they had last, to be had again. */
  serviceId?: number | undefined
  /** Where, if it is made from a space's page. */
  spaceId?: number | undefined
}) {
  const own = useQuery(reading(profile))
  const shown = useQuery({
    ...reading(publicProfessional, { params: { id: String(own.data?.id ?? 0) }, query: {} }),
    enabled: own.isSuccess,
  })
  const [made, setMade] = useState<ProposedAppointment>()
  // Also what others need a link for.
  const services = useQuery(servicesReading)
  const problem = own.error ?? shown.error ?? services.error
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={made === undefined ? 'Nueva cita para una clienta' : 'Enlace enviado'}
      {...(made === undefined
        ? { description: 'Apartas tu hora y le enviamos un enlace para aceptarla y pagarla.' }
        : { actions: <Button onClick={onClose}>Listo</Button> })}
    >
      {made !== undefined ? (
        <Sent one={made} />
      ) : problem !== null ? (
        <ErrorState
          text={problem.message}
          onRetry={() => void [own, services, shown].find(({ isError }) => isError)?.refetch()}
        />
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
          start={start}
          serviceId={serviceId}
          spaceId={spaceId}
          onMade={setMade}
        />
      )}
    </Dialog>
  )
}

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
  serviceId: wanted,
  spaceId,
  onMade,
}: {
  professional: PublicProfessional
  services: readonly OwnService[]
  client: Known | undefined
  serviceId: number | undefined
  spaceId: number | undefined
  start: AppointmentStart | undefined
  onMade: (made: ProposedAppointment) => void
}) => {
  const queryClient = useQueryClient()
  const [serviceId, setService] = useState(
    start?.serviceId ?? (services.find(({ id }) => id === wanted) ?? services[0])?.id ?? 0,
  )
  const [options, setOptions] = useState<readonly number[]>([])
  const [persons, setPersons] = useState(1)
  const [picked, setPicked] = useState<{ slot: Slot | undefined }>()
  const setSlot = (slot: Slot | undefined) => setPicked({ slot })
  const service = services.find(({ id }) => id === serviceId)
  const addOns = service?.addOns ?? []
  const usual = service === undefined ? {} : settingOf(modalitiesOf(service)[0])
  const [setting, setSetting] = useState<Chosen>()
  const how = setting === undefined ? (usual.modality === 'home' ? null : usual) : setting
  const where = how === null || how.modality !== undefined ? how : { ...how, space: spaceId }
  const open = openText(addOns, options)
  const readingOf = (from: string) =>
    slotsReading({
      professional: professional.id,
      people: Array.from({ length: persons }, () => [serviceId]),
      // Each who comes has the same.
      addOns:
        Array.from({ length: persons }, (_, index) => options.map((id) => addOnKey(serviceId, id, index)))
          .flat()
          .join() || undefined,
      ...where,
      from,
    })
  const startDate = start && dateIn(start.startsAt, professional.zone)
  const brought = useQuery({
    ...readingOf(startDate ?? todayAt(professional.zone)),
    enabled: start !== undefined && where !== null && open === undefined && picked === undefined,
  })
  const slot =
    picked === undefined
      ? start && broughtIn(brought.data, { at: start.startsAt, atSpace: start.spaceId ?? 0 })
      : picked.slot
  const [repeats, setRepeats] = useState(false)
  const [further, setFurther] = useState<Further>()
  const draft = draftOf(client)
  const { firstName = '', lastName = '', phone = '' } = client ?? {}
  const [who, setWho] = useState({ firstName, lastName, email: '', phone, note: '' })
  // What is known of her is not written over by what was typed once.
  const given = (text: string) => (text === '' ? {} : { 'data-given': '' })
  const refresh = useRefreshBookings()
  const making = useMutation({
    mutationFn: (slotToken: string) => {
      const { firstName, lastName, email, phone, note } = who
      const address = { email: email.trim() === '' ? null : email, phone: phone.trim() === '' ? null : phone }
      const body = { slotToken, note, contact: { firstName, lastName, ...address } }
      return repeats && further !== undefined
        ? call(arrangeSeries, { body: { ...body, every: further.every, furtherTokens: further.tokens } })
        : call(appointments.proposeAppointment, { body })
    },
    onSuccess: async (made) => {
      forgetDraft(draft)
      onMade(made)
      await queryClient.invalidateQueries({ queryKey: keyOf(appointments.proposedAppointments) })
      // It takes time of a day, whether or not its client has said yes.
      await refresh()
    },
    onError: (problem) => {
      void queryClient.invalidateQueries({ queryKey: ['/api', 'slots'] })
      // Nothing was held: each date is looked at again.
      if (problem instanceof ApiError && problem.status > 0)
        void queryClient.invalidateQueries({ queryKey: keyOf(arrangedPreview) })
    },
  })
  const set = (name: keyof typeof who) => (event: { target: { value: string } }) =>
    setWho({ ...who, [name]: event.target.value })
  const missing =
    slot === undefined
      ? (open ?? 'Elige primero una hora.')
      : who.firstName.trim() === ''
        ? 'Escribe su nombre.'
        : who.email.trim() === '' && who.phone.trim() === ''
          ? 'Escribe su correo o su teléfono.'
          : repeats && (further === undefined || further.tokens.length === 0)
            ? 'Elige al menos otra fecha, o quita la serie.'
            : undefined
  return (
    <Form
      draft={draft}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (slot !== undefined && missing === undefined) making.mutate(slot.token)
      }}
    >
      <Field label="Servicio">
        {(control) => (
          <Select
            {...control}
            value={serviceId}
            onChange={(event) => {
              setService(Number(event.target.value))
              setSetting(undefined)
              setOptions([])
              setSlot(undefined)
            }}
          >
            {services.map(({ id, name, priceCents, durationMinutes }) => (
              <option key={id} value={id}>
                {name}, {durationMinutes} min, {formatCents(priceCents)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <OptionFields
        addOns={addOns}
        chosen={options}
        onChange={(chosen) => {
          setOptions(chosen)
          setSlot(undefined)
        }}
      />
      <Field
        label="¿Para cuántas personas?"
        hint={
          persons === 1
            ? undefined
            : 'El mismo servicio, una después de otra. Al aceptar, tu clienta dice quién viene.'
        }
      >
        {(control) => (
          <Select
            {...control}
            value={persons}
            onChange={(event) => {
              setPersons(Number(event.target.value))
              setSlot(undefined)
              setRepeats(false)
            }}
          >
            {Array.from({ length: mostPersons }, (_, index) => index + 1).map((count) => (
              <option key={count} value={count}>
                {count === 1 ? 'Una persona' : `${count} personas`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {service === undefined || (service.atHome === null && !service.online) ? null : (
        <Suspense>
          <AppointmentSetting
            key={serviceId}
            service={service}
            onChange={(next) => {
              setSetting(next)
              setSlot(undefined)
            }}
          />
        </Suspense>
      )}
      {where === null ? (
        <p role="status" className="text-muted">
          Escribe la dirección para ver tus horas.
        </p>
      ) : open === undefined ? (
        <SlotPicker
          key={`${serviceId}-${persons}-${options.join()}-${where.modality}-${where.home}`}
          places={where.modality === undefined ? professional.places : []}
          together={where.modality === undefined ? undefined : placeNames[where.modality]}
          from={todayAt(professional.zone)}
          startAt={startDate === undefined ? undefined : { from: startDate, date: startDate }}
          readingOf={readingOf}
          chosen={slot}
          onChoose={setSlot}
        />
      ) : (
        <p role="status" className="text-muted">
          {open}
        </p>
      )}
      {slot === undefined || persons > 1 ? null : (
        <div className="flex flex-col gap-3">
          <Checkbox
            label="Repetir esta cita en más fechas"
            checked={repeats}
            onChange={(event) => setRepeats(event.target.checked)}
          />
          {repeats ? (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <ArrangedDates key={slot.startsAt} slot={slot} onChange={setFurther} />
            </Suspense>
          ) : null}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Nombre">
          {(control) => (
            <Input
              {...control}
              {...given(firstName)}
              name="firstName"
              maxLength={80}
              value={who.firstName}
              onChange={set('firstName')}
            />
          )}
        </Field>
        <Field label="Apellidos" required={false}>
          {(control) => (
            <Input
              {...control}
              {...given(lastName)}
              name="lastName"
              maxLength={80}
              value={who.lastName}
              onChange={set('lastName')}
            />
          )}
        </Field>
        <Field label="Correo" hint="El correo o el teléfono: ahí llega el enlace.">
          {(control) => (
            <Input {...control} name="email" type="email" value={who.email} onChange={set('email')} />
          )}
        </Field>
        <Field label="Teléfono" required={false}>
          {(control) => (
            <Input
              {...control}
              {...given(phone)}
              name="phone"
              type="tel"
              maxLength={24}
              value={who.phone}
              onChange={set('phone')}
            />
          )}
        </Field>
      </div>
      <Field label="Mensaje" required={false} hint={`Lo lee junto con la propuesta. ${hides.untilAccepted}`}>
        {(control) => (
          <TextArea
            {...control}
            name="note"
            rows={2}
            maxLength={300}
            value={who.note}
            onChange={set('note')}
          />
        )}
      </Field>
      {making.isError ? (
        <p role="alert" className="font-medium text-chile">
          {making.error.message}
        </p>
      ) : null}
      <Button type="submit" className="self-start" busy={making.isPending} blocked={missing}>
        {repeats && further !== undefined && further.tokens.length > 0
          ? `Apartar ${further.tokens.length + 1} citas y enviar el enlace`
          : 'Apartar y enviar el enlace'}
      </Button>
      <p className="text-sm text-muted">
        La hora queda apartada hasta {appointmentWait.mostHours} horas; si no hay respuesta, se libera a más
        tardar {appointmentWait.beforeStartHours} horas antes de la cita.
      </p>
    </Form>
  )
}
