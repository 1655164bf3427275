import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { adoptDifference, rejectDifference } from '#contract/connection/connection.ts'
import type { CalendarDifference, Connections } from '#contract/connection/connection.ts'
import type { UnitDifference } from '#contract/connection/unit-connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { call } from '#web/api.ts'
import { keepConnections } from '#web/parts/connection/readings.ts'
import { dateIn, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { toast } from '#web/ui/toast.ts'

type Difference = CalendarDifference | UnitDifference
type Deciding = {
  adopt: (id: string) => Promise<unknown>
  reject: (id: string) => Promise<unknown>
  /** The link to its event in Kalli. */
  linkTo: (difference: Difference) => LinkProps | null
}

/** Events that the professional moved or deleted in a connected calendar, to be decided here: nothing changes automatically. */
export const Differences = ({ differences }: { differences: readonly CalendarDifference[] }) => {
  const queryClient = useQueryClient()
  const keep = async (answer: Connections) => keepConnections(queryClient, answer)
  return (
    <DifferencesPanel
      title="Cambiaste algo en tu calendario"
      differences={differences}
      adopt={(id) => call(adoptDifference, { params: { id } }).then(keep)}
      reject={(id) => call(rejectDifference, { params: { id } }).then(keep)}
      linkTo={({ bookingId }) => (bookingId === null ? null : paths.appointments({ visit: bookingId }))}
    />
  )
}

type PanelProps = Deciding & { title: string; differences: readonly Difference[] }

export const DifferencesPanel = ({ title, differences, ...deciding }: PanelProps) =>
  differences.length === 0 ? null : (
    <Panel title={title} text="Aquí todo sigue a su hora hasta que decidas. Nadie más lo ve.">
      <ul className="flex flex-col divide-y divide-line">
        {differences.map((difference) => (
          <li key={difference.id} className="py-3 first:pt-0 last:pb-0">
            <One difference={difference} {...deciding} />
          </li>
        ))}
      </ul>
    </Panel>
  )

const hourText = ({ provider, startsAt, to, zone, ...rest }: Difference) => {
  const { place } = providerWords[provider]
  const was = shortOf(startsAt, zone)
  if (to === null) return `${was}: ${'unitName' in rest ? 'se borró' : 'la borraste'} en ${place}.`
  const isSameDay = dateIn(to.startsAt, zone) === dateIn(startsAt, zone)
  return `${was} → ${isSameDay ? timeOf(to.startsAt, zone) : shortOf(to.startsAt, zone)} en ${place}.`
}

const One = ({ difference, adopt, reject, linkTo }: Deciding & { difference: Difference }) => {
  const { id, provider, title, kind, about, state, to, zone } = difference
  const { place } = providerWords[provider]
  const adopting = useMutation({
    mutationFn: () => adopt(id),
    onSuccess: () => toast(about === 'block' ? 'Bloqueo movido' : 'Propuesta enviada', undefined, 'good'),
  })
  const rejecting = useMutation({
    mutationFn: () => reject(id),
    onSuccess: () => toast(`Lo regresamos en ${place}`, undefined, 'good'),
  })
  const link = linkTo(difference)
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
              {about === 'block' ? `Mover a ${hour}` : `Proponer ${hour}`}
              <span className="sr-only"> para {title}</span>
            </Button>
          ) : null}
          <Button tone="secondary" size="small" busy={rejecting.isPending} onClick={() => rejecting.mutate()}>
            Regresar en {place}
            <span className="sr-only"> {title}</span>
          </Button>
          {link === null ? null : (
            <Link {...link} className={buttonClass({ tone: 'quiet', size: 'small' })}>
              {'unitName' in difference ? 'Ver en la agenda' : 'Ver la cita'}
              <span className="sr-only"> {title}</span>
            </Link>
          )}
        </div>
      )}
    </div>
  )
}
