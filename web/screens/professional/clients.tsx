import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as contract from '#contract/booking/client/own-client.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import OwnClients from '#web/parts/booking/client-book/own-clients.tsx'
import { oneOf, textIn, wholeIn } from '#web/search-params.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const OneOwnClient = lazy(() => import('#web/parts/booking/client-book/own-client.tsx'))

const LapsedClients = lazy(() => import('#web/parts/booking/client-book/lapsed-clients.tsx'))

const sorts = ['recent', 'name', 'spent', 'birthday'] as const
type SearchParams = {
  client?: number
  list?: 'lapsed'
  q?: string
  sort?: (typeof sorts)[number]
  tag?: string
}

export const Route = createFileRoute('/_signed-in/professional-clients')({
  staticData: { profile: 'professional', needsSaved: true },
  validateSearch: (requested: Record<string, unknown>): SearchParams => ({
    client: wholeIn(requested.client),
    list: oneOf(['lapsed'] as const, requested.list),
    q: textIn(requested.q, 80),
    sort: oneOf(sorts, requested.sort),
    tag: textIn(requested.tag, contract.maxTagLength),
  }),
  loader: async ({ context: { queryClient, user } }) => {
    if (user.professionalId !== null) await queryClient.prefetchQuery(reading(contract.clientBook))
  },
  head: ({ match: { search } }) =>
    screenHead(
      search.client !== undefined
        ? 'Ficha de un cliente'
        : search.list === 'lapsed'
          ? 'No han vuelto'
          : undefined,
      'Mis clientes',
    ),
  component: Clients,
})

function Clients() {
  const { client, list } = Route.useSearch()
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-6">
        {client === undefined && list === undefined ? (
          <OwnClients />
        ) : client === undefined ? (
          <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
            <LapsedClients />
          </Suspense>
        ) : (
          <Suspense fallback={<Skeleton className="h-52 rounded-lg" />}>
            <OneOwnClient key={client} id={client} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
