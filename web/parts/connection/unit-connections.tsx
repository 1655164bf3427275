import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  adoptUnitDifference,
  rejectUnitDifference,
  type UnitConnections as Answer,
} from '#contract/connection/unit-connection.ts'
import { call } from '#web/api.ts'
import { DifferencesPanel } from '#web/parts/connection/differences.tsx'
import { keepUnitConnections, unitConnectionsReading } from '#web/parts/connection/readings.ts'
import { UnitCalendar } from '#web/parts/connection/unit-calendar.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** For a team member: the units of their space. The accounts are the host's. */
export const UnitConnections = ({ membership }: { membership: number }) => {
  const answer = useQuery(unitConnectionsReading(membership))
  if (answer.isPending) return <Skeleton className="h-40 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  return (
    <>
      <UnitDifferences answer={answer.data} membership={membership} />
      <UnitsPanel answer={answer.data} membership={membership} />
    </>
  )
}

type Props = { answer: Answer; membership?: number }

export const UnitDifferences = ({ answer, membership }: Props) => {
  const queryClient = useQueryClient()
  const body = membership === undefined ? {} : { membership }
  const keep = (now: Answer) => keepUnitConnections(queryClient, membership, now)
  return (
    <DifferencesPanel
      title="Algo cambió en el calendario de una unidad"
      differences={answer.differences}
      adopt={(id) => call(adoptUnitDifference, { params: { id }, body }).then(keep)}
      reject={(id) => call(rejectUnitDifference, { params: { id }, body }).then(keep)}
      linkTo={({ startsAt, zone }) =>
        membership === undefined ? paths.hostAvailability({ date: dateIn(startsAt, zone) }) : null
      }
      as={membership === undefined ? 'host' : null}
      reload={() => queryClient.invalidateQueries({ queryKey: unitConnectionsReading(membership).queryKey })}
    />
  )
}

/** Each unit with its calendar. */
export const UnitsPanel = ({ answer, membership }: Props) => (
  <Panel
    title="Calendario de cada unidad"
    text="Lo que esté ocupado allá ocupa la unidad aquí, y sus rentas, citas y bloqueos aparecen allá en segundos, sin nombres de clientes. Una reserva nunca se quita: si dos cosas coinciden, te preguntamos."
  >
    {answer.units.length === 0 ? (
      <p className="text-muted">Cuando publiques un espacio, aquí eliges el calendario de cada unidad.</p>
    ) : answer.choices.length === 0 ? (
      <p className="text-muted">
        {membership === undefined
          ? 'Conecta una cuenta para elegir el calendario de cada unidad.'
          : 'La casa todavía no ha conectado una cuenta. Pídele que lo haga en su Configuración, Conexiones.'}
      </p>
    ) : (
      <ul className="flex flex-col divide-y divide-line">
        {answer.units.map((unit) => (
          <li key={unit.unitId} className="py-4 first:pt-0 last:pb-0">
            <UnitCalendar unit={unit} choices={answer.choices} membership={membership} />
          </li>
        ))}
      </ul>
    )}
  </Panel>
)
