import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as availability from '#contract/availability/availability.ts'
import * as desk from '#contract/booking/desk/desk.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/hiring/agreement.ts'
import { mostPersons } from '#contract/platform/persons.ts'
import * as publicPage from '#contract/search/public-page.ts'
import type { TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { call, reading } from '#web/api.ts'
import { addOnKey } from '#web/parts/booking/summary/address.ts'
import { OptionFields, openText } from '#web/parts/booking/options/option-fields.tsx'
import { DeskDone } from '#web/parts/booking/timeline/desk-done.tsx'
import { keptText } from '#web/parts/booking/timeline/layout.ts'
import { addDays, dateIn, instantOf, longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ChoiceField, Problem, TypedField } from '#web/ui/form/labelled.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const dayIn = (date: string, zone: string) => ({
  from: Date.parse(instantOf(date, '00:00', zone)),
  until: Date.parse(instantOf(addDays(date, 1), '00:00', zone)),
})

/** Somebody calls or stands at the desk: who, what, when, and the letter by which they confirm and pay. */
export const DeskDialog = ({
  spaces,
  date: firstDate,
  onClose,
}: {
  spaces: readonly TimelineSpace[]
  date: string
  onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const agreements = useQuery(reading(contract.agreements))
  const partners = (agreements.data ?? []).filter(
    ({ spaceId, status }) =>
      (status === 'active' || status === 'expiring') && spaces.some(({ id }) => id === spaceId),
  )
  const [agreementId, setAgreement] = useState<number>()
  const agreement = partners.find(({ id }) => id === agreementId) ?? partners[0]
  const space = spaces.find(({ id }) => id === agreement?.spaceId)
  const profile = useQuery({
    ...reading(publicPage.publicProfessional, {
      params: { id: String(agreement?.professionalId ?? 0) },
      query: {},
    }),
    enabled: agreement !== undefined,
  })
  const services = profile.data?.services ?? []
  const [serviceId, setService] = useState<number>()
  const service = services.find(({ id }) => id === serviceId) ?? services[0]
  const [options, setOptions] = useState<readonly number[]>([])
  const [asked, setPersons] = useState(1)
  // In a class each has their own seat.
  const persons = service?.classRule === null ? asked : 1
  const each = Array.from({ length: persons }, () => service?.id ?? 0)
  const addOns = service?.addOns ?? []
  const open = openText(addOns, options)
  const [date, setDate] = useState(firstDate)
  const slots = useQuery({
    ...reading(availability.slots, {
      query: {
        professional: agreement?.professionalId ?? 0,
        ...(persons === 1
          ? { service: service?.id ?? 0 }
          : { services: each.join(), persons: each.map(() => 1).join() }),
        space: agreement?.spaceId ?? 0,
        // Each who comes has the same.
        addOns:
          each.flatMap((service, index) => options.map((id) => addOnKey(service, id, index))).join() ||
          undefined,
        from: date,
        to: date,
      },
    }),
    enabled: agreement !== undefined && service !== undefined && open === undefined && date !== '',
  })
  const offered = slots.data?.days.flatMap((day) => day.slots) ?? []
  const [token, setToken] = useState('')
  const [who, setWho] = useState({ firstName: '', lastName: '', email: '', phone: '' })
  const booking = useMutation({
    mutationFn: () =>
      call(desk.deskBook, {
        body: {
          slotToken: offered.find((slot) => slot.token === token)?.token ?? offered[0]?.token ?? '',
          contact: who,
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/api', 'host'] }),
    onError: () => void slots.refetch(),
  })
  const zone = space?.zone ?? 'America/Mexico_City'
  const kept =
    space === undefined || date === ''
      ? null
      : keptText(space, dayIn(date, zone), agreement?.professionalName)
  const set = (name: keyof typeof who) => (text: string) => setWho({ ...who, [name]: text })

  if (booking.data !== undefined)
    return (
      <DeskDone
        title="Enlace enviado"
        onClose={onClose}
        then="Si no lo hace, el horario queda libre solo y te avisamos."
      >
        Apartamos {longDate(dateIn(booking.data.startsAt, zone))}, {timeOf(booking.data.startsAt, zone)}
        {booking.data.unitName === null ? '' : ` en ${booking.data.unitName}`}
        {persons === 1 ? '' : `, para ${persons} personas`}. {who.firstName} tiene hasta las{' '}
        <strong>{timeOf(booking.data.expiresAt, zone)}</strong> para confirmar y pagar{' '}
        {formatCents(booking.data.totalCents)}.
      </DeskDone>
    )

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Reservar en recepción"
      description="Apartas el horario y la persona recibe por correo el enlace para confirmar y pagar."
    >
      {agreements.isPending ? (
        <Skeleton className="h-40" />
      ) : agreement === undefined ? (
        <p>
          Todavía nadie tiene un convenio activo en tus espacios. Cuando lo tenga, aquí puedes reservar con
          esa persona.
        </p>
      ) : (
        <Form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            booking.mutate()
          }}
        >
          <ChoiceField
            label="Profesional"
            value={agreement.id}
            onChange={(id) => {
              setAgreement(id)
              setService(undefined)
              setOptions([])
              setToken('')
            }}
            options={partners.map(({ id, professionalName, spaceName }) => ({
              value: id,
              label: `${professionalName}${spaces.length > 1 ? `, ${spaceName}` : ''}`,
            }))}
          />
          <ChoiceField
            label="Servicio"
            value={service?.id ?? null}
            onChange={(id) => {
              setService(id)
              setOptions([])
              setToken('')
            }}
            options={services.map(({ id, name, priceCents, durationMinutes }) => ({
              value: id,
              label: `${name}, ${durationMinutes} min, ${formatCents(priceCents)}`,
            }))}
          />
          <OptionFields
            addOns={addOns}
            chosen={options}
            onChange={(chosen) => {
              setOptions(chosen)
              setToken('')
            }}
          />
          {service === undefined || service.classRule !== null ? null : (
            <ChoiceField
              label="¿Para cuántas personas?"
              hint={
                persons === 1
                  ? undefined
                  : 'El mismo servicio, una después de otra. Al pagar se dice quién viene.'
              }
              value={persons}
              onChange={(count) => {
                setPersons(count)
                setToken('')
              }}
              options={Array.from({ length: mostPersons }, (_, index) => ({
                value: index + 1,
                label: index === 0 ? 'Una persona' : `${index + 1} personas`,
              }))}
            />
          )}
          <div className="grid grid-cols-2 gap-4">
            <TypedField label="Día" type="date" value={date} onChange={setDate} />
            <ChoiceField
              label="Hora"
              hint={
                slots.isSuccess && offered.length === 0 ? `Ese día no hay horarios. ${kept ?? ''}` : undefined
              }
              value={token}
              onChange={setToken}
              options={offered.map((slot) => ({ value: slot.token, label: timeOf(slot.startsAt, zone) }))}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <TypedField label="Nombre" maxLength={80} value={who.firstName} onChange={set('firstName')} />
            <TypedField label="Apellidos" maxLength={80} value={who.lastName} onChange={set('lastName')} />
            <TypedField label="Correo" type="email" value={who.email} onChange={set('email')} />
            <TypedField
              label="Teléfono"
              type="tel"
              maxLength={24}
              value={who.phone}
              onChange={set('phone')}
            />
          </div>
          <Problem of={booking.error ?? slots.error} />
          <Button
            type="submit"
            busy={booking.isPending}
            blocked={
              open !== undefined
                ? open
                : offered.length > 0
                  ? undefined
                  : slots.isFetched
                    ? 'Elige un día con horarios.'
                    : 'Estamos buscando los horarios de ese día.'
            }
          >
            Apartar y enviar el enlace
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
