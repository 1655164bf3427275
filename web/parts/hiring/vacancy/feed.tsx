import * as vacancyResponse from '#contract/hiring/vacancy-response.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Bookmark, Megaphone } from 'lucide-react'
import { type Category, categories, isCategory } from '#contract/professional/categories.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import { oneOf } from '#web/search-params.ts'
import { call, reading } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useSavedTick } from '#web/ui/form/saved-tick.ts'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { VacancyCard } from '#web/parts/hiring/vacancy/vacancy-card.tsx'

export type FeedSearch = {
  category?: Category | undefined
  km?: number | undefined
  rent?: 'per_hour' | 'share' | 'fixed' | 'mixed' | undefined
  show?: 'saved' | 'applied' | undefined
  sort?: 'distance' | 'newest' | undefined
}

export const feedReading = ({ category, km, rent, show, sort }: FeedSearch) =>
  reading(contract.vacancies, { query: { category, km, rent, show, sort } })

/** The professional's list of vacancies: search, filters, favourites and applications. */
export const Feed = ({ search, shown }: { search: FeedSearch; shown: number | undefined }) => {
  const answer = useQuery(feedReading(search))
  const isFiltered = [search.category, search.km, search.rent].some((one) => one !== undefined)
  const listed = answer.data ?? []
  return (
    <div className="flex flex-col gap-6">
      <Filters search={search} />
      <Alert />
      {shown !== undefined && !answer.isPending && !listed.some(({ id }) => id === shown) ? (
        <Elsewhere id={shown} />
      ) : null}
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-48 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : listed.length === 0 ? (
        <Nothing search={search} isFiltered={isFiltered} />
      ) : (
        <>
          <p role="status" className="text-muted">
            <span className="figures font-semibold text-ink">{listed.length}</span>{' '}
            {listed.length === 1 ? 'vacante' : 'vacantes'}
          </p>
          <ul className="flex flex-col gap-5">
            {listed.map((one) => (
              <li key={one.id}>
                <VacancyCard one={one} begin={one.id === shown} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const Nothing = ({ search, isFiltered }: { search: FeedSearch; isFiltered: boolean }) => {
  if (search.show === 'saved')
    return (
      <EmptyState
        icon={<Bookmark />}
        title="Aún no guardas ninguna"
        text="Guarda las que quieras pensar; aquí te esperan aunque cambies de filtros."
      />
    )
  return (
    <EmptyState
      icon={<Megaphone />}
      title={
        search.show === 'applied'
          ? 'Todavía no te postulas a una vacante'
          : isFiltered
            ? 'Ninguna con estos filtros'
            : 'Por ahora nadie busca cerca de ti'
      }
      text={
        isFiltered
          ? 'Prueba con más distancia o quita un filtro.'
          : 'Activa el aviso y te decimos en cuanto salga una. También puedes pedir lugar donde tú quieras.'
      }
      action={
        isFiltered ? (
          <Link {...paths.vacancies()} className={buttonClass({ tone: 'secondary' })}>
            Quitar filtros
          </Link>
        ) : (
          <Link {...paths.search({ type: 'spaces' })} className={buttonClass({ tone: 'secondary' })}>
            Buscar espacios
          </Link>
        )
      }
    />
  )
}

const Filters = ({ search }: { search: FeedSearch }) => {
  const navigate = useNavigate({ from: '/vacancies' })
  const set = (change: FeedSearch) =>
    void navigate({
      search: { ...search, ...change, as: 'professional' },
      replace: true,
      resetScroll: false,
    })
  return (
    <div role="group" aria-label="Filtros" className="grid grid-cols-2 gap-3 sm:grid-cols-5">
      <Field label="Ver">
        {(control) => (
          <Select
            {...control}
            value={search.show ?? ''}
            onChange={({ target }) => set({ show: oneOf(['saved', 'applied'], target.value) })}
          >
            <option value="">Todas</option>
            <option value="saved">Guardadas</option>
            <option value="applied">Donde me postulé</option>
          </Select>
        )}
      </Field>
      <Field label="Categoría">
        {(control) => (
          <Select
            {...control}
            value={search.category ?? ''}
            onChange={({ target }) => set({ category: isCategory(target.value) ? target.value : undefined })}
          >
            <option value="">Las mías</option>
            {Object.entries(categories).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Distancia">
        {(control) => (
          <Select
            {...control}
            value={search.km ?? ''}
            onChange={({ target }) => set({ km: [5, 10, 50].find((km) => km === Number(target.value)) })}
          >
            <option value="5">5 km</option>
            <option value="10">10 km</option>
            <option value="">25 km</option>
            <option value="50">50 km</option>
          </Select>
        )}
      </Field>
      <Field label="Renta">
        {(control) => (
          <Select
            {...control}
            value={search.rent ?? ''}
            onChange={({ target }) =>
              set({ rent: oneOf(['per_hour', 'share', 'fixed', 'mixed'], target.value) })
            }
          >
            <option value="">Cualquiera</option>
            <option value="per_hour">Por hora</option>
            <option value="share">Por servicio</option>
            <option value="fixed">Fija</option>
            <option value="mixed">Mixta</option>
          </Select>
        )}
      </Field>
      <Field label="Primero" className="col-span-2 sm:col-span-1">
        {(control) => (
          <Select
            {...control}
            value={search.sort ?? ''}
            onChange={({ target }) => set({ sort: oneOf(['distance', 'newest'], target.value) })}
          >
            <option value="">Las más compatibles</option>
            <option value="distance">Las más cercanas</option>
            <option value="newest">Las más nuevas</option>
          </Select>
        )}
      </Field>
    </div>
  )
}

const alertReading = reading(vacancyResponse.vacancyAlert)

const Alert = () => {
  const queryClient = useQueryClient()
  const answer = useQuery(alertReading)
  const setting = useMutation({
    mutationFn: (on: boolean) => call(vacancyResponse.setVacancyAlert, { body: { on } }),
    onSuccess: (now) => {
      queryClient.setQueryData(alertReading.queryKey, now)
      toast(now.on ? 'Te avisamos de vacantes nuevas' : 'Ya no te avisamos', undefined, 'good')
    },
    onError: (problem) => toastError('No se guardó', problem.message),
  })
  const tick = useSavedTick(answer.data?.on ?? false, setting.mutateAsync)
  if (answer.data === undefined) return null
  return (
    <Checkbox
      className="self-start"
      label="Avísame de vacantes nuevas de mis categorías cerca de mí"
      {...tick}
    />
  )
}

/** A notification links to a vacancy that the filters hide: it is shown above the list. */
const Elsewhere = ({ id }: { id: number }) => {
  const answer = useQuery(reading(contract.vacancy, { params: { id } }))
  if (answer.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (answer.isLoadingError)
    return (
      <p role="status" className="rounded-md bg-sunk px-4 py-3">
        Esa vacante ya no está publicada.
      </p>
    )
  return <VacancyCard one={answer.data} begin />
}
