import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type SearchSchemaInput } from '@tanstack/react-router'
import { House, Mail, SearchX, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import { personalDocuments, shownDocumentKinds } from '#contract/hiring/document.ts'
import { type Language, languageFilters, languages } from '#contract/places/languages.ts'
import type { ProfessionalCard } from '#contract/professional/professional.ts'
import * as contract from '#contract/search/search.ts'
import * as publicPage from '#contract/search/public-page.ts'
import * as spaceContract from '#contract/space/space.ts'
import type { Space } from '#contract/space/space.ts'
import * as vacancyContract from '#contract/hiring/vacancy.ts'
import { oneOf, textIn, wholeIn } from '#web/asked.ts'
import { pagesOf } from '#web/api-pages.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { CandidateCard } from '#web/parts/hiring/candidate-card.tsx'
import { Days } from '#web/parts/hiring/days.tsx'
import { quotaReading } from '#web/parts/hiring/reading.ts'
import { SentList } from '#web/parts/hiring/sent-list.tsx'
import { FoundCount } from '#web/parts/search/found-count.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { formText } from '#web/ui/form/form-text.ts'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

const InviteDialog = lazy(async () => ({
  default: (await import('#web/parts/hiring/invite-dialog.tsx')).InviteDialog,
}))

type Search = {
  q?: string
  category?: Category
  space?: number
  vacancy?: number
  days?: string
  docs?: string
  level?: '1' | '2' | '3'
  rating?: '4' | '4.5' | '4.8'
  language?: Language
  price?: 'budget' | 'medium' | 'premium' | 'luxury'
  km?: number
  near?: 'true'
  sort?: 'distance' | 'price' | 'rating'
  box?: 'sent'
  open?: string
}

const vacanciesReading = reading(vacancyContract.hostVacancies)

const daysIn = (text: string | undefined) =>
  contract.weekdayFilters.filter((day) => (text ?? '').split(',').includes(day))
const docsIn = (text: string | undefined) =>
  shownDocumentKinds.filter((kind) => (text ?? '').split(',').includes(kind))

export const Route = createFileRoute('/_signed-in/search-professionals')({
  staticData: { profile: 'host' },
  // Read with care by the screen (`searchOf`): other pages need not carry how.
  validateSearch: (given: Search & SearchSchemaInput): Search => given,
  loader: async ({ context: { queryClient, user } }) => {
    if (!user.availableRoles.includes('host')) return
    await Promise.all([
      queryClient.prefetchQuery(reading(spaceContract.spaces)),
      queryClient.prefetchQuery(quotaReading),
      queryClient.prefetchQuery(vacanciesReading),
    ])
  },
  head: ({ match: { search } }) =>
    screenHead(search.box === 'sent' ? 'Invitaciones enviadas' : undefined, 'Buscar profesionales'),
  component: SearchProfessionals,
})

const searchOf = (given: Record<string, unknown>): Search => ({
  q: textIn(given.q)?.trim().slice(0, 120) || undefined,
  category: isCategory(given.category) ? given.category : undefined,
  space: wholeIn(given.space),
  vacancy: wholeIn(given.vacancy),
  days:
    daysIn(typeof given.days === 'number' ? String(given.days) : textIn(given.days)).join(',') || undefined,
  docs: docsIn(textIn(given.docs)).join(',') || undefined,
  level: oneOf(contract.levelFilters, given.level),
  language: oneOf(languageFilters, given.language),
  rating: oneOf(contract.ratingFilters, given.rating),
  price: oneOf(contract.priceFilters, given.price),
  km: wholeIn(given.km, 200),
  near: given.near === 'true' || given.near === true ? 'true' : undefined,
  sort: oneOf(['distance', 'price', 'rating'], given.sort),
  box: given.box === 'sent' ? 'sent' : undefined,
  open: textIn(given.open),
})

function SearchProfessionals() {
  const given = Route.useSearch()
  const search = useMemo(() => searchOf(given), [given])
  const navigate = Route.useNavigate()
  const spaces = useQuery(reading(spaceContract.spaces))
  const quota = useQuery(quotaReading)
  const go = (next: Search) => void navigate({ search: next, replace: true, resetScroll: false })
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-6xl flex-col gap-6">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div>
            <h1 className="text-3xl sm:text-4xl">Buscar profesionales</h1>
            <p className="mt-1 text-muted">
              Encuentra a quien tenga libres las horas que tu espacio tiene vacías.
            </p>
          </div>
          {quota.data === undefined ? null : (
            <p className="rounded-full bg-sunk px-4 py-2 text-[0.9375rem]">
              <span className="figures font-semibold">
                {quota.data.sentToday} de {quota.data.mostADay}
              </span>{' '}
              invitaciones hoy
            </p>
          )}
        </header>
        {spaces.isPending ? (
          <Skeleton className="h-96 rounded-lg" />
        ) : spaces.isLoadingError ? (
          <ErrorState text={spaces.error.message} onRetry={() => spaces.refetch()} />
        ) : (
          <Views
            search={search}
            go={go}
            spaces={spaces.data.filter(({ status }) => status === 'published')}
          />
        )}
      </div>
    </section>
  )
}

type Shown = { search: Search; go: (next: Search) => void; spaces: readonly Space[] }

const Views = ({ search, go, spaces }: Shown) => {
  const [invited, setInvited] = useState<{ card: ProfessionalCard; freeDays: number[] } | 'mail'>()
  const [filters, setFilters] = useState(false)
  const open = useOpenVacancies(spaces)
  const vacancy = open.find(({ id }) => id === search.vacancy)
  const space = spaces.find(({ id }) => id === (vacancy?.spaceId ?? search.space)) ?? spaces[0]
  if (space === undefined)
    return (
      <EmptyState
        icon={<House />}
        title="Primero publica un espacio"
        text="Para invitar necesitas al menos un espacio publicado, con su precio y su horario."
        action={
          <Link {...paths.hostRegistration()} className={buttonClass()}>
            Publicar un espacio
          </Link>
        }
      />
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button tone="secondary" size="small" onClick={() => setInvited('mail')}>
          <Mail aria-hidden className="size-4.5" />
          Invitar por correo
        </Button>
      </div>
      <Tabs
        label="Vistas"
        value={search.box ?? 'find'}
        tabs={[
          { value: 'find', label: 'Encontrar' },
          { value: 'sent', label: 'Enviadas' },
        ]}
        onChange={(box) => go({ ...search, box: box === 'sent' ? 'sent' : undefined, open: undefined })}
      >
        {search.box === 'sent' ? (
          <SentList open={search.open} onSearch={() => go({ ...search, box: undefined })} />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
            <Button
              tone="secondary"
              aria-expanded={filters}
              aria-controls="filtros"
              className="lg:hidden"
              onClick={() => setFilters(!filters)}
            >
              <SlidersHorizontal aria-hidden className="size-4.5" />
              {filters ? 'Ocultar filtros' : 'Filtros'}
            </Button>
            <div id="filtros" className={classNames('min-w-0', !filters && 'max-lg:hidden')}>
              <Filters search={search} go={go} spaces={spaces} space={space} />
            </div>
            <Candidates
              search={search}
              go={go}
              spaces={spaces}
              space={space}
              onInvite={(card, freeDays) => setInvited({ card, freeDays })}
            />
          </div>
        )}
      </Tabs>
      {invited === undefined ? null : (
        <Suspense fallback={<Opening />}>
          <InviteDialog
            target={
              invited === 'mail'
                ? null
                : {
                    professionalId: invited.card.id,
                    name: `${invited.card.user.firstName} ${invited.card.user.lastName}`,
                    categories: invited.card.categories,
                    freeDays: invited.freeDays,
                  }
            }
            spaces={spaces}
            spaceId={space.id}
            vacancyId={vacancy?.id}
            onClose={() => setInvited(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What is on the street, at a place that is too. */
const useOpenVacancies = (spaces: readonly Space[]) => {
  const { data = [] } = useQuery(vacanciesReading)
  return data.filter(
    (one) =>
      one.moves.some(({ move, allowed }) => move === 'invite' && allowed) &&
      spaces.some(({ id }) => id === one.spaceId),
  )
}

const Filters = ({ search, go, spaces, space }: Shown & { space: Space }) => {
  const open = useOpenVacancies(spaces)
  const vacancy = open.find(({ id }) => id === search.vacancy)
  const choose = (value: string) => {
    const chosen = open.find(({ id }) => value === `vacancy ${id}`)
    const [, id] = value.split(' ')
    go(
      chosen === undefined
        ? { ...search, space: wholeIn(id), vacancy: undefined }
        : { ...search, space: chosen.spaceId, vacancy: chosen.id, category: chosen.category },
    )
  }
  return (
    <form
      role="search"
      aria-label="Filtros"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault()
        go({ ...search, q: formText(event.currentTarget)('q') || undefined })
      }}
    >
      <Field label="Para el espacio o la vacante">
        {(control) => (
          <Select
            {...control}
            value={vacancy === undefined ? `space ${space.id}` : `vacancy ${vacancy.id}`}
            onChange={({ target }) => choose(target.value)}
          >
            <optgroup label="Espacios">
              {spaces.map((one) => (
                <option key={one.id} value={`space ${one.id}`}>
                  {one.name}
                </option>
              ))}
            </optgroup>
            {open.length === 0 ? null : (
              <optgroup label="Vacantes publicadas">
                {open.map((one) => (
                  <option key={one.id} value={`vacancy ${one.id}`}>
                    {one.title}
                  </option>
                ))}
              </optgroup>
            )}
          </Select>
        )}
      </Field>
      <Field label="Nombre, servicio o especialidad">
        {(control) => (
          <Input
            {...control}
            key={search.q ?? ''}
            name="q"
            type="search"
            defaultValue={search.q}
            maxLength={120}
          />
        )}
      </Field>
      <Field label="Categoría">
        {(control) => (
          <Select
            {...control}
            value={search.category ?? ''}
            onChange={({ target }) =>
              go({ ...search, category: isCategory(target.value) ? target.value : undefined })
            }
          >
            <option value="">Todas</option>
            {Object.entries(categories).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 text-[0.9375rem] font-semibold">Días libres</legend>
        <Days
          chosen={daysIn(search.days).map(Number)}
          onChange={(days) => go({ ...search, days: [...days].sort((a, b) => a - b).join(',') || undefined })}
        />
      </fieldset>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-1">
        <Choice
          label="Verificación"
          value={search.level}
          options={[
            ['1', 'Nivel 1 o más'],
            ['2', 'Nivel 2 o más'],
            ['3', 'Nivel 3, biométrica'],
          ]}
          onChoose={(value) => go({ ...search, level: oneOf(contract.levelFilters, value) })}
        />
        <Choice
          label="Calificación"
          value={search.rating}
          options={[
            ['4', '4+ estrellas'],
            ['4.5', '4.5+ estrellas'],
            ['4.8', '4.8+ estrellas'],
          ]}
          onChoose={(value) => go({ ...search, rating: oneOf(contract.ratingFilters, value) })}
        />
        <Choice
          label="Idioma"
          value={search.language}
          options={languageFilters.map((code) => [code, languages[code]])}
          onChoose={(value) => go({ ...search, language: oneOf(languageFilters, value) })}
        />
        <Choice
          label="Sus precios"
          value={search.price}
          options={contract.priceFilters.map((name) => [name, contract.priceRanges[name].label])}
          onChoose={(value) => go({ ...search, price: oneOf(contract.priceFilters, value) })}
        />
        <Choice
          label="Distancia"
          any="10 km"
          value={search.km === undefined ? undefined : String(search.km)}
          options={[
            ['3', '3 km'],
            ['5', '5 km'],
            ['25', '25 km'],
            ['100', '100 km'],
          ]}
          onChoose={(value) => go({ ...search, km: wholeIn(value, 200) })}
        />
      </div>
      <fieldset>
        <legend className="mb-1.5 text-[0.9375rem] font-semibold">Documentos vigentes</legend>
        {shownDocumentKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={personalDocuments[kind].label}
            checked={docsIn(search.docs).includes(kind)}
            onChange={({ target }) => {
              const others = docsIn(search.docs).filter((one) => one !== kind)
              go({ ...search, docs: [...others, ...(target.checked ? [kind] : [])].join(',') || undefined })
            }}
          />
        ))}
      </fieldset>
      <Checkbox
        label="Ya trabaja en la zona"
        checked={search.near === 'true'}
        onChange={({ target }) => go({ ...search, near: target.checked ? 'true' : undefined })}
      />
      <Choice
        label="Ordenar por"
        any="Relevancia"
        value={search.sort}
        options={[
          ['distance', 'Más cerca'],
          ['rating', 'Mejor calificación'],
          ['price', 'Menor precio'],
        ]}
        onChoose={(value) => go({ ...search, sort: oneOf(['distance', 'price', 'rating'], value) })}
      />
      <Button type="submit" tone="secondary">
        Buscar
      </Button>
      <Button tone="quiet" size="small" onClick={() => go({ space: search.space, vacancy: search.vacancy })}>
        Quitar filtros
      </Button>
    </form>
  )
}

const Choice = ({
  label,
  value,
  any = 'Cualquiera',
  options,
  onChoose,
}: {
  label: string
  value: string | undefined
  any?: string
  options: readonly (readonly [string, string])[]
  onChoose: (value: string) => void
}) => (
  <Field label={label}>
    {(control) => (
      <Select {...control} value={value ?? ''} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{any}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

const queryOf = (search: Search, space: Space) => ({
  q: search.q,
  category: search.category,
  free_days: search.days,
  docs: search.docs,
  level: search.level,
  languages: search.language,
  rating: search.rating,
  priceRange: search.price,
  near_space: space.id,
  radiusKm: search.km,
  works_near: search.near,
})

const candidatesReading = (search: Search, space: Space) =>
  pagesOf(contract.searchProfessionals, {
    query: { ...queryOf(search, space), sort: search.sort, limit: 12 },
  })

const Candidates = ({
  search,
  space,
  onInvite,
}: Shown & { space: Space; onInvite: (card: ProfessionalCard, freeDays: number[]) => void }) => {
  const answer = useInfiniteQuery(candidatesReading(search, space))
  const counted = useQuery({
    ...reading(contract.professionalMatches, { query: queryOf(search, space) }),
    enabled: answer.hasNextPage,
  })
  const total = counted.data && { count: counted.data.ids.length, more: counted.data.more }
  const quota = useQuery(quotaReading)
  const all = answer.data?.pages.flatMap(({ items }) => items) ?? []
  const used = quota.data !== undefined && quota.data.sentToday >= quota.data.mostADay
  if (answer.isPending)
    return (
      <div
        role="status"
        aria-label="Buscando"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2"
      >
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-88 rounded-lg" />
        ))}
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (all.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No se encontraron resultados"
        text="Intenta con otros filtros o términos de búsqueda"
      />
    )
  return (
    <div className="min-w-0">
      <p role="status" className="mb-4 text-muted">
        <FoundCount all={answer.hasNextPage ? total : { count: all.length, more: false }} />
      </p>
      <h2 className="sr-only">Resultados</h2>
      {answer.data?.pages.map(({ items }, page) => (
        <Page
          key={items[0]?.id ?? page}
          items={items}
          spaceId={space.id}
          blocked={used ? 'Ya enviaste las 30 invitaciones de hoy.' : undefined}
          onInvite={onInvite}
        />
      ))}
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        onMore={() => void answer.fetchNextPage()}
      />
    </div>
  )
}

/** One page of cards, and what they would fill of the space, asked for together. */
const Page = ({
  items,
  spaceId,
  blocked,
  onInvite,
}: {
  items: readonly ProfessionalCard[]
  spaceId: number
  blocked: string | undefined
  onInvite: (card: ProfessionalCard, freeDays: number[]) => void
}) => {
  const fits = useQuery({
    ...reading(publicPage.hostFit, {
      query: { space: spaceId, professionals: items.map(({ id }) => id).join(',') },
    }),
    enabled: items.length > 0,
  })
  return (
    <ul className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
      {items.map((card) => {
        const fit = fits.data?.find(({ professionalId }) => professionalId === card.id)
        return (
          <li key={card.id}>
            <CandidateCard
              of={card}
              fit={fit}
              blocked={blocked}
              onInvite={() => onInvite(card, fit?.freeDays ?? [])}
            />
          </li>
        )
      })}
    </ul>
  )
}
