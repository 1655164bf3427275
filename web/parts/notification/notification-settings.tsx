import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import * as contract from '#contract/notification.ts'
import type { NotificationEvent, NotificationSettings as Settings } from '#contract/notification.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { forgetDraft } from '#web/ui/draft.ts'
import { controlClass, Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const draft = 'notifications'
const settingsReading = { ...reading(contract.notificationSettings), staleTime: 0 }

/** What Kalli tells somebody and by which way: a table of events and ways, and the hours when letters wait. */
export const NotificationSettings = () => {
  const { data } = useSuspenseQuery(settingsReading)
  // What another window saved begins a new form; what was typed here stays until then.
  return <SettingsForm key={data.version} saved={data} />
}

const SettingsForm = ({ saved }: { saved: Settings }) => {
  const [events, setEvents] = useState(saved.events)
  const [quiet, setQuiet] = useState(saved.quiet)
  const save = useSave()
  const changed =
    JSON.stringify({ events, quiet }) !== JSON.stringify({ events: saved.events, quiet: saved.quiet })
  const choose = (event: NotificationEvent, way: 'app' | 'email', chosen: boolean) =>
    setEvents((now) => now.map((row) => (row.event === event ? { ...row, [way]: chosen } : row)))
  return (
    <Form
      draft={draft}
      aria-label="Notificaciones"
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ events, quiet, version: saved.version })
      }}
    >
      <Matrix events={events} onChoose={choose} />
      {events.length > 0 ? <QuietHours quiet={quiet} zone={saved.zone} onChange={setQuiet} /> : null}
      {events.length > 0 ? (
        <div className="flex justify-end">
          <Button
            type="submit"
            busy={save.isPending}
            blocked={changed ? undefined : 'No hay cambios por guardar.'}
          >
            Guardar cambios
          </Button>
        </div>
      ) : null}
    </Form>
  )
}

const useSave = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { events: Settings['events']; quiet: Settings['quiet']; version: number }) =>
      call(contract.saveNotificationSettings, { body }),
    onSuccess: (settings) => {
      forgetDraft(draft)
      queryClient.setQueryData(settingsReading.queryKey, settings)
      toast('Listo', 'Guardamos cómo quieres enterarte.', 'good')
    },
    onError: (problem) => {
      toastError('Error', problem.message)
      if (problem instanceof ApiError && problem.code === 'stale_version')
        void queryClient.invalidateQueries({ queryKey: settingsReading.queryKey })
    },
  })
}

const eventTexts: Readonly<Record<NotificationEvent, { label: string; text: string }>> = {
  space_match: { label: 'Espacios nuevos', text: 'Cuando abre cerca de ti un lugar para lo que haces' },
  professional_match: {
    label: 'Profesionales nuevos',
    text: 'Cuando llega cerca alguien que encaja con tus espacios',
  },
  invitation: {
    label: 'Invitaciones',
    text: 'Cuando te invitan a un espacio, o responden la invitación que enviaste',
  },
  booking_confirmed: {
    label: 'Citas nuevas',
    text: 'Cuando se confirma una reserva contigo o en tu espacio',
  },
  booking_cancelled: { label: 'Cancelaciones', text: 'Cuando una reserva se cancela' },
  application: { label: 'Postulaciones', text: 'Cada paso de una postulación que te toca' },
  agreement: { label: 'Convenios', text: 'Pausas, renovaciones, avisos y documentos' },
  message: { label: 'Mensajes', text: 'Cuando alguien te escribe y no lo has leído en unos minutos' },
  booking_completed: { label: 'Citas completadas', text: 'Cuánto ganaste al terminar cada una' },
}

const cell = 'w-18 py-3 text-center align-middle sm:w-28'

const Matrix = ({
  events,
  onChoose,
}: {
  events: Settings['events']
  onChoose: (event: NotificationEvent, way: 'app' | 'email', chosen: boolean) => void
}) => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    <table className="w-full border-collapse">
      <caption className="sr-only">Qué te avisamos y por dónde</caption>
      <thead>
        <tr className="border-b border-line text-[0.9375rem]">
          <th scope="col" className="py-3 pl-4 text-left font-semibold sm:pl-6">
            Te avisamos de
          </th>
          <th scope="col" className={classNames(cell, 'font-semibold')}>
            Campana
          </th>
          <th scope="col" className={classNames(cell, 'font-semibold')}>
            Correo
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {events.map(({ event, app, email }) => (
          <Row key={event} {...eventTexts[event]}>
            <Choice
              name={`${event}-app`}
              label={`${eventTexts[event].label}, en la campana`}
              checked={app}
              onChange={(chosen) => onChoose(event, 'app', chosen)}
            />
            <Choice
              name={`${event}-email`}
              label={`${eventTexts[event].label}, por correo`}
              checked={email}
              onChange={(chosen) => onChoose(event, 'email', chosen)}
            />
          </Row>
        ))}
        <Row
          label="Recibos y seguridad"
          text="Tus reservas como clienta o cliente, pagos y accesos a tu cuenta"
        >
          <td className={classNames(cell, 'text-muted')}>
            <span aria-hidden>–</span>
            <span className="sr-only">No aplica</span>
          </td>
          <td className={classNames(cell, 'text-[0.9375rem] font-semibold text-agave')}>Siempre</td>
        </Row>
      </tbody>
    </table>
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-4 text-[0.9375rem] text-muted sm:px-6">
      <span>Próximamente:</span>
      {['SMS', 'WhatsApp', 'Avisos en tu teléfono'].map((way) => (
        <Badge key={way}>{way}</Badge>
      ))}
    </div>
  </div>
)

const Row = ({ label, text, children }: { label: string; text: string; children: ReactNode }) => (
  <tr>
    <th scope="row" className="py-3 pr-2 pl-4 text-left align-middle font-normal sm:pl-6">
      <span className="block font-semibold">{label}</span>
      <span className="block text-sm leading-snug text-muted">{text}</span>
    </th>
    {children}
  </tr>
)

const Choice = ({
  name,
  label,
  checked,
  onChange,
}: {
  name: string
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <td className={cell}>
    <Checkbox
      name={name}
      label={<span className="sr-only">{label}</span>}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="justify-center gap-0"
    />
  </td>
)

const usual = { fromMinute: 22 * 60, toMinute: 8 * 60 }

const QuietHours = ({
  quiet,
  zone,
  onChange,
}: {
  quiet: Settings['quiet']
  zone: string
  onChange: (quiet: Settings['quiet']) => void
}) => {
  const title = useId()
  // What was chosen is still there when somebody turns them off and on again.
  const [kept, setKept] = useState(quiet ?? usual)
  const set = (next: typeof kept) => {
    setKept(next)
    onChange(next)
  }
  return (
    <Card className="flex flex-col gap-3 sm:px-6">
      <h3 id={title} className="text-xl">
        Horas de silencio
      </h3>
      <Checkbox
        name="quiet"
        label="Que los correos esperen mientras descanso"
        checked={quiet !== null}
        onChange={(event) => onChange(event.target.checked ? kept : null)}
      />
      <div role="group" aria-labelledby={title} className="grid max-w-sm grid-cols-2 gap-4">
        <TimeOfDay
          label="Desde"
          name="quietFrom"
          minute={kept.fromMinute}
          disabled={quiet === null}
          onChange={(fromMinute) => set({ ...kept, fromMinute })}
        />
        <TimeOfDay
          label="Hasta"
          name="quietTo"
          minute={kept.toMinute}
          disabled={quiet === null}
          onChange={(toMinute) => set({ ...kept, toMinute })}
        />
      </div>
      <p className="measure text-sm text-muted">
        Hora de {placeOf(zone)}. Si una cita empieza antes de que terminen, te escribimos de inmediato; lo de
        la campana nunca suena.
      </p>
    </Card>
  )
}

const TimeOfDay = ({
  label,
  name,
  minute,
  disabled,
  onChange,
}: {
  label: string
  name: string
  minute: number
  disabled: boolean
  onChange: (minute: number) => void
}) => (
  <Field label={label}>
    {(control) => (
      <input
        {...control}
        name={name}
        type="time"
        disabled={disabled}
        value={`${two(Math.floor(minute / 60))}:${two(minute % 60)}`}
        onChange={(event) => {
          const [hours, minutes] = event.target.value.split(':').map(Number)
          // A browser says nothing while a time is half typed.
          if (hours !== undefined && minutes !== undefined && event.target.value !== '')
            onChange(hours * 60 + minutes)
        }}
        className={controlClass('figures disabled:opacity-60')}
      />
    )}
  </Field>
)

const two = (number: number) => String(number).padStart(2, '0')

/** "America/Mexico_City" as people say it. */
const placeOf = (zone: string) => places[zone] ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
const places: Readonly<Record<string, string>> = {
  'America/Mexico_City': 'Ciudad de México',
  'America/Cancun': 'Cancún',
  'America/Ciudad_Juarez': 'Ciudad Juárez',
  'America/Mazatlan': 'Mazatlán',
  'America/Merida': 'Mérida',
  'America/Bahia_Banderas': 'Bahía de Banderas',
}
