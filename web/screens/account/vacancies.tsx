import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import type { SessionUser } from '#contract/account/account.ts'
import { type Category, isCategory } from '#contract/professional/categories.ts'
import * as spaceContract from '#contract/space/space.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import { oneOf, wholeIn } from '#web/search-params.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { Feed, feedReading } from '#web/parts/hiring/vacancy/feed.tsx'
import { HostSide } from '#web/parts/hiring/vacancy/host-side.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

type Side = 'host' | 'professional'
type Search = {
  as?: Side
  open?: number
  category?: Category
  km?: number
  rent?: 'per_hour' | 'share' | 'fixed' | 'mixed'
  show?: 'saved' | 'applied'
  sort?: 'distance' | 'newest'
}

/** The user's active side, unless the address names the other and the user has it. */
const sideOf = ({ activeRole, availableRoles }: SessionUser, requested: Side | undefined): Side | null => {
  const has = (side: Side) => availableRoles.includes(side)
  if (requested !== undefined && has(requested)) return requested
  if (activeRole === 'host' && has('host')) return 'host'
  return has('professional') ? 'professional' : has('host') ? 'host' : null
}

const showTitles = { saved: 'Guardadas', applied: 'Postuladas' } as const

export const Route = createFileRoute('/_signed-in/vacancies')({
  validateSearch: (given: Record<string, unknown>): Search => ({
    as: oneOf(['host', 'professional'], given.as),
    open: wholeIn(given.open),
    category: isCategory(given.category) ? given.category : undefined,
    km: oneOf([5, 10, 50], given.km),
    rent: oneOf(['per_hour', 'share', 'fixed', 'mixed'], given.rent),
    show: oneOf(['saved', 'applied'], given.show),
    sort: oneOf(['distance', 'newest'], given.sort),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    const side = sideOf(user, deps.as)
    if (side === 'professional') await queryClient.prefetchQuery(feedReading(deps))
    if (side === 'host')
      await Promise.all([
        queryClient.prefetchQuery(reading(contract.hostVacancies)),
        queryClient.prefetchQuery(reading(spaceContract.spaces)),
      ])
  },
  head: ({ match: { search } }) =>
    screenHead(
      search.show && showTitles[search.show],
      search.as === 'host' ? 'Busco a alguien' : undefined,
      'Vacantes',
    ),
  component: Vacancies,
})

function Vacancies() {
  const { user } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = useNavigate()
  const side = sideOf(user, search.as)
  const both = user.availableRoles.includes('host') && user.availableRoles.includes('professional')
  if (side === null) return <Nobodys />
  const content =
    side === 'host' ? <HostSide shown={search.open} /> : <Feed search={search} shown={search.open} />
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-6">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Vacantes</h1>
          <p className="measure text-muted">
            {side === 'host'
              ? 'Di a quién le darías un lugar. Lo ven profesionales de esa categoría cerca de tu espacio.'
              : 'Espacios cerca de ti que buscan a alguien como tú. Postularte no cuesta.'}
          </p>
        </header>
        {both ? (
          <Tabs<Side>
            label="De qué lado"
            value={side}
            onChange={(as) => navigate(paths.vacancies({ as }))}
            tabs={[
              { value: 'professional', label: 'Busco lugar' },
              { value: 'host', label: 'Busco a alguien' },
            ]}
          >
            {content}
          </Tabs>
        ) : (
          content
        )}
      </div>
    </section>
  )
}

const Nobodys = () => (
  <div className="page py-8">
    <EmptyState
      heading="h1"
      icon={<Megaphone />}
      title="Las vacantes son de profesionales y espacios"
      text="Aquí se encuentran quienes buscan lugar para atender y quienes lo tienen. Tu cuenta todavía no tiene ese perfil."
      action={
        <Link {...paths.forProfessionals()} className={buttonClass()}>
          Ver cómo ofrecer servicios
        </Link>
      }
    />
  </div>
)
