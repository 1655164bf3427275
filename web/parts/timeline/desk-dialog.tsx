import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as availability from '#contract/availability.ts'
import * as desk from '#contract/desk.ts'
import { formatCents } from '#contract/money.ts'
import * as contract from '#contract/agreement.ts'
import * as profiles from '#contract/search.ts'
import type { TimelineSpace } from '#contract/timeline.ts'
import { call, reading } from '#web/api.ts'
import { keptText } from '#web/parts/timeline/layout.ts'
import { addDays, dateIn, instantOf, longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/states.tsx'

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
    ...reading(profiles.publicProfessional, { params: { id: String(agreement?.professionalId ?? 0) } }),
    enabled: agreement !== undefined,
  })
  const services = profile.data?.services ?? []
  const [serviceId, setService] = useState<number>()
  const service = services.find(({ id }) => id === serviceId) ?? services[0]
  const [date, setDate] = useState(firstDate)
  const slots = useQuery({
    ...reading(availability.slots, {
      query: {
        professional: agreement?.professionalId ?? 0,
        service: service?.id ?? 0,
        space: agreement?.spaceId ?? 0,
        from: date,
        to: date,
      },
    }),
    enabled: agreement !== undefined && service !== undefined && date !== '',
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
  const set = (name: keyof typeof who) => (event: { target: { value: string } }) =>
    setWho({ ...who, [name]: event.target.value })

  if (booking.data !== undefined)
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : onClose())}
        title="Enlace enviado"
        actions={<Button onClick={onClose}>Listo</Button>}
      >
        <div className="flex flex-col gap-3">
          <p>
            Apartamos {longDate(dateIn(booking.data.startsAt, zone))}, {timeOf(booking.data.startsAt, zone)}
            {booking.data.unitName === null ? '' : ` en ${booking.data.unitName}`}. {who.firstName} tiene
            hasta las <strong>{timeOf(booking.data.expiresAt, zone)}</strong> para confirmar y pagar{' '}
            {formatCents(booking.data.totalCents)}.
          </p>
          <p className="text-muted">Si no lo hace, el horario queda libre solo y te avisamos.</p>
        </div>
      </Dialog>
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
          <Field label="Profesional">
            {(control) => (
              <Select
                {...control}
                value={agreement.id}
                onChange={(event) => {
                  setAgreement(Number(event.target.value))
                  setService(undefined)
                  setToken('')
                }}
              >
                {partners.map(({ id, professionalName, spaceName }) => (
                  <option key={id} value={id}>
                    {professionalName}
                    {spaces.length > 1 ? `, ${spaceName}` : ''}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Servicio">
            {(control) => (
              <Select
                {...control}
                value={service?.id ?? ''}
                onChange={(event) => {
                  setService(Number(event.target.value))
                  setToken('')
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
          <div className="grid grid-cols-2 gap-4">
            <Field label="Día">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  required
                  value={date}
                  onChange={(event) => setDate(event.target.value)}
                />
              )}
            </Field>
            <Field
              label="Hora"
              hint={
                slots.isSuccess && offered.length === 0 ? `Ese día no hay horarios. ${kept ?? ''}` : undefined
              }
            >
              {(control) => (
                <Select {...control} value={token} onChange={(event) => setToken(event.target.value)}>
                  {offered.map((slot) => (
                    <option key={slot.token} value={slot.token}>
                      {timeOf(slot.startsAt, zone)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Nombre">
              {(control) => (
                <Input
                  {...control}
                  required
                  maxLength={80}
                  value={who.firstName}
                  onChange={set('firstName')}
                />
              )}
            </Field>
            <Field label="Apellidos">
              {(control) => (
                <Input {...control} required maxLength={80} value={who.lastName} onChange={set('lastName')} />
              )}
            </Field>
            <Field label="Correo">
              {(control) => (
                <Input {...control} required type="email" value={who.email} onChange={set('email')} />
              )}
            </Field>
            <Field label="Teléfono">
              {(control) => (
                <Input
                  {...control}
                  required
                  type="tel"
                  maxLength={24}
                  value={who.phone}
                  onChange={set('phone')}
                />
              )}
            </Field>
          </div>
          {booking.isError ? (
            <p role="alert" className="font-medium text-chile">
              {booking.error.message}
            </p>
          ) : null}
          <Button
            type="submit"
            busy={booking.isPending}
            blocked={
              offered.length > 0
                ? undefined
                : slots.isSuccess
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
