import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type SearchSchemaInput } from '@tanstack/react-router'
import { House, Mail, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { isCategory } from '#contract/professional/categories.ts'
import { languageFilters } from '#contract/places/languages.ts'
import type { ProfessionalCard } from '#contract/professional/professional.ts'
import * as contract from '#contract/search/search.ts'
import * as spaceContract from '#contract/space/space.ts'
import { oneOf, textIn, wholeIn } from '#web/search-params.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { quotaReading, vacanciesReading } from '#web/parts/hiring/reading.ts'
import { SentList } from '#web/parts/hiring/sent/sent-list.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import {
  type Search,
  daysIn,
  docsIn,
  type Shown,
  useOpenVacancies,
  CandidateFilters,
} from '#web/parts/hiring/candidate-filters.tsx'
import { Candidates } from '#web/parts/hiring/candidates.tsx'

const InviteDialog = lazy(async () => ({
  default: (await import('#web/parts/hiring/invite-dialog.tsx')).InviteDialog,
}))

export const Route = createFileRoute('/_signed-in/search-professionals')({
  staticData: { profile: 'host' },
  // Parsed by the screen (`searchOf`): other pages need not load the parser.
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
      <div className="mx-auto flex max-w-work flex-col gap-6">
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
                {quota.data.sentToday} de {quota.data.maxADay}
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
          <SentList
            open={search.open}
            onOpen={(open) => go({ ...search, open })}
            onSearch={() => go({ ...search, box: undefined })}
          />
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
              <CandidateFilters search={search} go={go} spaces={spaces} space={space} />
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
