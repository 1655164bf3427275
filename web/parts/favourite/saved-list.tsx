import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing, Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import * as contract from '#contract/favourite/favourite.ts'
import type { Favourites } from '#contract/favourite/favourite.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { dropSearch, savedSearches } from '#contract/favourite/saved-search.ts'
import { SavedSearches } from '#web/parts/favourite/saved-searches.tsx'
import { takeMarks } from '#web/parts/favourite/take-marks.ts'
import { SavedProfessional, SavedSpace } from '#web/parts/favourite/saved-row.tsx'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The client's favourites, and the professionals whose alerts they subscribed to. */
const SavedList = () => {
  const queryClient = useQueryClient()
  const answer = useQuery(reading(contract.favourites))
  const searches = useQuery(reading(savedSearches))
  if (answer.isPending || searches.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando…</span>
        <Skeleton className="h-72 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (searches.isLoadingError)
    return <ErrorState text={searches.error.message} onRetry={() => searches.refetch()} />
  const { professionals, spaces, alerts } = answer.data
  if (professionals.length + spaces.length + alerts.length + searches.data.length === 0)
    return (
      <EmptyState
        icon={<Heart />}
        title="Todavía no guardas a nadie"
        text="Toca Guardar en un perfil o en un espacio y lo encuentras aquí."
        action={
          <Link {...paths.search()} className={buttonClass()}>
            Buscar profesionales
          </Link>
        }
      />
    )
  return (
    <div className="flex flex-col gap-10">
      {searches.data.length === 0 ? null : (
        <SavedSearches
          searches={searches.data}
          onDrop={async (id) => {
            await call(dropSearch, { params: { id } })
            await queryClient.invalidateQueries({ queryKey: keyOf(savedSearches) })
          }}
        />
      )}
      {alerts.length === 0 ? null : <Alerts alerts={alerts} />}
      {professionals.length === 0 ? null : (
        <Group title="Profesionales">
          {professionals.map((one) => (
            <SavedProfessional
              key={one.id}
              professional={one}
              unsave={
                <Unsave kind="professional" id={one.id} name={`${one.user.firstName} ${one.user.lastName}`} />
              }
            />
          ))}
        </Group>
      )}
      {spaces.length === 0 ? null : (
        <Group title="Espacios">
          {spaces.map((space) => (
            <SavedSpace
              key={space.id}
              space={space}
              unsave={<Unsave kind="space" id={space.id} name={space.name} />}
            />
          ))}
        </Group>
      )}
    </div>
  )
}

export default SavedList

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-2xl">{title}</h2>
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {children}
    </ul>
  </section>
)

const useForget = <Input,>(forget: (input: Input) => Promise<contract.Marks>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: forget,
    onSuccess: async (now) => {
      await takeMarks(queryClient, now)
      await queryClient.invalidateQueries({ queryKey: reading(contract.favourites).queryKey })
    },
    onError: (problem) => toastError('Error', problem.message),
  })
}

const Unsave = ({ kind, id, name }: { kind: contract.FavouriteKind; id: number; name: string }) => {
  const unsave = useForget(() => call(contract.unsave, { params: { kind, id } }))
  return (
    <Button
      tone="quiet"
      size="small"
      busy={unsave.isPending}
      onClick={() => unsave.mutate(undefined, { onSuccess: () => toast('Ya no está en Guardados') })}
    >
      Quitar<span className="sr-only"> a {name} de Guardados</span>
    </Button>
  )
}

const Alerts = ({ alerts }: { alerts: Favourites['alerts'] }) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-2xl">Te avisaremos</h2>
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {alerts.map((alert) => (
        <li
          key={`${alert.professionalId}${alert.onDate}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3"
        >
          <BellRing aria-hidden className="size-5 text-barro" />
          <span className="min-w-0 flex-1 basis-56">
            <Link
              {...paths.professional(alert.professionalId)}
              className="font-semibold underline-offset-4 hover:underline"
            >
              {alert.name}
            </Link>
            <span className="block text-[0.9375rem] text-muted">
              {alert.onDate === null
                ? 'Un correo en cuanto haya un horario'
                : `Un correo si se abre un lugar el ${longDate(alert.onDate)}`}
            </span>
          </span>
          <DropAlert alert={alert} />
        </li>
      ))}
    </ul>
  </section>
)

const DropAlert = ({ alert: { professionalId, onDate, name } }: { alert: Favourites['alerts'][number] }) => {
  const drop = useForget(() =>
    call(contract.dropAlert, { params: { id: professionalId }, query: onDate === null ? {} : { onDate } }),
  )
  return (
    <Button tone="quiet" size="small" busy={drop.isPending} onClick={() => drop.mutate(undefined)}>
      Quitar<span className="sr-only"> el aviso de {name}</span>
    </Button>
  )
}
