import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as spaceContract from '#contract/space/space.ts'
import * as contract from '#contract/team/team.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { HostTeam } from '#web/parts/team/host-team.tsx'
import { MyBusinesses } from '#web/parts/team/my-businesses.tsx'
import { paths } from '#web/paths.ts'
import { Tabs } from '#web/ui/page/tabs.tsx'

type Side = 'host' | 'member'
const membershipsReading = reading(contract.memberships)

const sideTitles = { host: 'Mi equipo', member: 'Donde trabajo' } as const

export const Route = createFileRoute('/_signed-in/inhouse-professionals')({
  validateSearch: (given: Record<string, unknown>): { as?: Side; open?: number } => ({
    as: given.as === 'host' || given.as === 'member' ? given.as : undefined,
    open: Number.isSafeInteger(Number(given.open)) && Number(given.open) > 0 ? Number(given.open) : undefined,
  }),
  loader: async ({ context: { queryClient, user } }) => {
    await Promise.all([
      queryClient.prefetchQuery(membershipsReading),
      ...(user.availableRoles.includes('host')
        ? [
            queryClient.prefetchQuery(reading(contract.team)),
            queryClient.prefetchQuery(reading(spaceContract.spaces)),
          ]
        : []),
    ])
  },
  head: ({ match: { search } }) => screenHead(search.as && sideTitles[search.as], 'Equipo de casa'),
  component: Team,
})

function Team() {
  const { user } = Route.useRouteContext()
  const { as, open } = Route.useSearch()
  const navigate = useNavigate()
  const businesses = useQuery(membershipsReading)
  const onOpen = (id: number | undefined) =>
    navigate({
      ...paths.team({ ...(as === undefined ? {} : { as }), ...(id === undefined ? {} : { open: id }) }),
      replace: id === undefined,
      resetScroll: false,
    })
  const isHost = user.availableRoles.includes('host')
  const isMember = (businesses.data ?? []).length > 0
  const side: Side = isHost && as !== 'member' ? 'host' : 'member'
  const content = side === 'host' ? <HostTeam shown={open} onOpen={onOpen} /> : <MyBusinesses shown={open} />
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-6">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Equipo de casa</h1>
          <p className="measure text-muted">
            {side === 'host'
              ? 'Quién trabaja contigo, dónde y cuándo, qué puede hacer y qué renta paga.'
              : 'Las casas donde tienes un lugar: tu turno, tu renta y lo que puedes hacer ahí.'}
          </p>
        </header>
        {isHost && isMember ? (
          <Tabs<Side>
            label="De qué lado"
            value={side}
            onChange={(next) => navigate(paths.team({ as: next }))}
            tabs={[
              { value: 'host', label: 'Mi equipo' },
              { value: 'member', label: 'Donde trabajo' },
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
