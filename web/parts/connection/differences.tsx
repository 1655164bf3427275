import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  adoptDifference,
  type CalendarDifference,
  rejectDifference,
} from '#contract/connection/connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { call } from '#web/api.ts'
import { keepConnections } from '#web/parts/connection/readings.ts'
import { dateIn, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { toast } from '#web/ui/toast.ts'

/** What she moved or deleted in a calendar elsewhere, to be decided here: nothing changes by itself. */
export const Differences = ({ differences }: { differences: readonly CalendarDifference[] }) =>
  differences.length === 0 ? null : (
    <Panel
      title="Cambiaste algo en tu calendario"
      text="Aquí todo sigue a su hora hasta que decidas. Nadie más lo ve."
    >
      <ul className="flex flex-col divide-y divide-line">
        {differences.map((difference) => (
          <li key={difference.id} className="py-3 first:pt-0 last:pb-0">
            <One difference={difference} />
          </li>
        ))}
      </ul>
    </Panel>
  )

const hourText = ({ provider, startsAt, to, zone }: CalendarDifference) => {
  const { place } = providerWords[provider]
  const was = shortOf(startsAt, zone)
  if (to === null) return `${was}: la borraste en ${place}.`
  const isSameDay = dateIn(to.startsAt, zone) === dateIn(startsAt, zone)
  return `${was} → ${isSameDay ? timeOf(to.startsAt, zone) : shortOf(to.startsAt, zone)} en ${place}.`
}

const One = ({ difference }: { difference: CalendarDifference }) => {
  const { id, provider, title, kind, about, state, to, zone } = difference
  const { place } = providerWords[provider]
  const queryClient = useQueryClient()
  const adopting = useMutation({
    mutationFn: () => call(adoptDifference, { params: { id } }),
    onSuccess: async (answer) => {
      await keepConnections(queryClient, answer)
      toast(about === 'visit' ? 'Propuesta enviada' : 'Bloqueo movido', undefined, 'good')
    },
  })
  const rejecting = useMutation({
    mutationFn: () => call(rejectDifference, { params: { id } }),
    onSuccess: async (answer) => {
      await keepConnections(queryClient, answer)
      toast(`Lo regresamos en ${place}`, undefined, 'good')
    },
  })
  const hour = to === null ? '' : timeOf(to.startsAt, zone)
  return (
    <div className="flex flex-col gap-2">
      <p className="min-w-0 break-words">
        <span className="block font-semibold">{title}</span>
        <span className="text-muted first-letter:uppercase">{hourText(difference)}</span>
      </p>
      <Problem of={adopting.error ?? rejecting.error} />
      {state === 'proposed' ? (
        <p className="text-sm text-muted">
          Propusiste las {hour}. Si no se acepta, regresa a su hora en {place}.
        </p>
      ) : (
        <div className="flex flex-wrap gap-3">
          {kind === 'moved' && about !== 'other' ? (
            <Button size="small" busy={adopting.isPending} onClick={() => adopting.mutate()}>
              {about === 'visit' ? `Proponer ${hour}` : `Mover a ${hour}`}
              <span className="sr-only"> para {title}</span>
            </Button>
          ) : null}
          <Button tone="secondary" size="small" busy={rejecting.isPending} onClick={() => rejecting.mutate()}>
            Regresar en {place}
            <span className="sr-only"> {title}</span>
          </Button>
          <ToTheVisit difference={difference} />
        </div>
      )}
    </div>
  )
}

const ToTheVisit = ({ difference: { bookingId, title } }: { difference: CalendarDifference }) =>
  bookingId === null ? null : (
    <Link
      {...paths.appointments({ visit: bookingId })}
      className={buttonClass({ tone: 'quiet', size: 'small' })}
    >
      Ver la cita<span className="sr-only"> {title}</span>
    </Link>
  )
