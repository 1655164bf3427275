import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as contract from '#contract/availability/outside-calendar.ts'
import type { OutsideCalendar, OutsideState } from '#contract/availability/outside-calendar.ts'
import { call } from '#web/api.ts'
import { longDate, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

/** A stale or lost calendar: shown on the screens of daily work too, not only in the settings. */
export const OutsideProblem = ({
  calendars,
  onOpen,
}: {
  calendars: readonly OutsideCalendar[] | undefined
  onOpen: () => void
}) => {
  const worst =
    calendars?.find(({ state }) => state === 'lost') ?? calendars?.find(({ state }) => state === 'stale')
  if (worst === undefined) return null
  return (
    <p
      role="status"
      className={`no-print flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-4 py-3 ${worst.state === 'lost' ? 'bg-chile-soft text-chile' : 'bg-maiz-soft text-maiz-ink'}`}
    >
      <span>
        {worst.state === 'lost' ? 'Se desconectó un calendario' : 'Un calendario no se lee hace rato'}:{' '}
        {worst.unitName ?? worst.hostName}.{waitingFor(worst)}
      </span>
      <Button tone="quiet" size="small" onClick={onOpen}>
        Revisar
      </Button>
    </p>
  )
}

/** While a calendar has not been read, a professional can be booked only by request. */
const waitingFor = ({ state, unitId }: OutsideCalendar) =>
  (state === 'stale' || state === 'lost') && unitId === null
    ? ' Mientras tanto, tus citas nuevas esperan tu respuesta.'
    : ''

/** The outside calendars: the state of each, adding, refreshing and removing. `add` names their owner. */
export const OutsideCalendars = ({
  calendars,
  zone,
  name,
  add,
}: {
  calendars: readonly OutsideCalendar[]
  zone: string
  /** The unit's name, for screen readers. */
  name: string | undefined
  add: (address: string) => Promise<OutsideCalendar>
}) => {
  const form = useForm({ initial: { address: '' } })
  const again = useRead()
  const adding = useMutation({
    mutationFn: () => add(form.values.address.trim()),
    onSuccess: async ({ state, hostName, unread }) => {
      form.accept()
      await again()
      if (state === 'healthy' && unread.count > 0)
        toast('Calendario conectado', `${unreadText(unread.count)}: revísalo abajo.`, 'bad')
      else if (state === 'healthy') toast('Calendario conectado', `Leímos lo ocupado de ${hostName}.`, 'good')
      else toast('Todavía no se lee', 'Revisa la dirección; seguimos intentando.', 'bad')
    },
  })
  return (
    <div className="flex flex-col gap-4">
      {calendars.length === 0 ? null : (
        <ul className="flex flex-col gap-3">
          {calendars.map((calendar) => (
            <li key={calendar.id}>
              <One calendar={calendar} zone={zone} />
            </li>
          ))}
        </ul>
      )}
      {calendars.filter(({ provider }) => provider === null).length >= contract.maxOutside ? (
        <p className="text-sm text-muted">
          Ya hay tres calendarios conectados: quita uno para conectar otro.
        </p>
      ) : (
        <Form className="flex flex-wrap items-start gap-3" onSubmit={form.submit(() => adding.mutateAsync())}>
          <Field
            label={
              name === undefined ? 'Dirección de tu otro calendario' : `Otro calendario que ocupa ${name}`
            }
            hint="La dirección secreta en formato iCal, de Google, Outlook o Apple."
            {...(adding.error === null ? {} : { error: adding.error.message })}
            className="min-w-56 flex-1"
          >
            {(control) => (
              <Input
                {...control}
                required
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
                maxLength={2000}
                {...form.text('address')}
              />
            )}
          </Field>
          <Button type="submit" tone="secondary" busy={adding.isPending} className="mt-7.5">
            Conectar
          </Button>
        </Form>
      )}
    </div>
  )
}

/** Unreadable events may be time that is still offered here: lists them, so that their owner can check. */
const Unread = ({ calendar: { unread, hostName } }: { calendar: OutsideCalendar }) => {
  if (unread.count === 0) return null
  const more = unread.count - unread.events.length
  return (
    <details className="text-sm">
      <summary
        aria-label={`${unreadText(unread.count)} de ${hostName}`}
        className="min-h-6 cursor-pointer font-medium text-chile"
      >
        {unreadText(unread.count)}
      </summary>
      <p className="mt-2 text-muted">
        Revísalos en tu otro calendario: esas horas pueden seguir libres aquí. Lo demás sí se leyó.
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {unread.events.map(({ title, date, time, problem }, place) => (
          // Two events may have the same text; the list is never reordered.
          <li key={place} className="min-w-0 break-words">
            <span className="font-semibold">{title === '' ? 'Evento sin título' : title}</span>
            {date === null ? '' : `, ${longDate(date)}${time === null ? '' : `, ${time} h`}`}
            <span className="block text-muted">{problem}</span>
          </li>
        ))}
      </ul>
      {more <= 0 ? null : <p className="mt-2 text-muted">{more === 1 ? 'Y uno más.' : `Y ${more} más.`}</p>}
    </details>
  )
}

const unreadText = (count: number) =>
  count === 1 ? 'Un evento no se pudo leer bien' : `${count} eventos no se pudieron leer bien`

const useRead = () => {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['host', 'professional', 'calendar'].map((part) =>
        queryClient.invalidateQueries({ queryKey: ['/api', part] }),
      ),
    )
}

const states = {
  waiting: { tone: 'plain', label: 'Por leer' },
  healthy: { tone: 'agave', label: 'Al día' },
  stale: { tone: 'maiz', label: 'Sin leer hace rato' },
  lost: { tone: 'chile', label: 'Desconectado' },
} as const satisfies Record<OutsideState, { tone: BadgeTone; label: string }>

const One = ({ calendar, zone }: { calendar: OutsideCalendar; zone: string }) => {
  const again = useRead()
  const params = { id: calendar.id }
  const retrying = useMutation({
    mutationFn: () => call(contract.retryOutsideCalendar, { params }),
    onSuccess: async ({ state, problem: problemText }) => {
      await again()
      if (state === 'healthy') toast('Calendario al día', undefined, 'good')
      else toast('Todavía no se lee', problemText ?? undefined, 'bad')
    },
    onError: (problem) => toast('No se leyó', problem.message, 'bad'),
  })
  const removing = useMutation({
    mutationFn: () => call(contract.removeOutsideCalendar, { params }),
    onSuccess: async () => {
      await again()
      toast('Calendario quitado', 'Lo que ocupaba vuelve a ofrecerse.', 'good')
    },
    onError: (problem) => toast('No se quitó', problem.message, 'bad'),
  })
  const { tone, label } = states[calendar.state]
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunk p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 truncate font-semibold">{calendar.hostName}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-sm text-muted">
        {calendar.readAt === null ? 'Todavía no se ha leído.' : `Leído: ${shortOf(calendar.readAt, zone)}.`}{' '}
        {calendar.problem ?? ''}
        {waitingFor(calendar)}
      </p>
      {calendar.conflicts === 0 ? null : (
        <p className="text-sm font-medium text-chile">
          {calendar.conflicts === 1
            ? 'Una reserva coincide con algo de este calendario. Sigue en pie.'
            : `${calendar.conflicts} reservas coinciden con algo de este calendario. Siguen en pie.`}
        </p>
      )}
      <Unread calendar={calendar} />
      {calendar.provider === null ? (
        <div className="flex flex-wrap gap-3">
          <Button
            tone="secondary"
            size="small"
            busy={retrying.isPending}
            aria-label={`Leer ahora ${calendar.hostName}`}
            onClick={() => retrying.mutate()}
          >
            Leer ahora
          </Button>
          <Button
            tone="quiet"
            size="small"
            busy={removing.isPending}
            aria-label={`Quitar ${calendar.hostName}`}
            onClick={() => removing.mutate()}
          >
            Quitar
          </Button>
        </div>
      ) : (
        <Link {...paths.settings({ section: 'connections' })} className="text-sm font-medium underline">
          Ver en Conexiones
        </Link>
      )}
    </div>
  )
}
