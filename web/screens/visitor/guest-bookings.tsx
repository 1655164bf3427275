import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as guest from '#contract/guest.ts'
import { guestTabs, type GuestTab } from '#contract/guest.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { oneOf } from '#web/asked.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const GuestVisits = lazy(() => import('#web/parts/booking/guest-visits.tsx'))
const GuestCode = lazy(() => import('#web/parts/booking/guest-code.tsx'))

const readingOf = (tab: GuestTab) => reading(guest.guestBookings, { query: { tab } })
const tabIn = (value: unknown): GuestTab => oneOf(['waiting', 'past'], value) ?? 'upcoming'

export const Route = createFileRoute('/guest-bookings')({
  validateSearch: (asked: Record<string, unknown>): { tab?: 'waiting' | 'past' } => ({
    tab: oneOf(['waiting', 'past'], asked.tab),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab } }) => context.queryClient.prefetchQuery(readingOf(tabIn(tab))),
  head: () => ({
    meta: [{ title: 'Mis reservas sin cuenta · Kalli' }, { name: 'robots', content: 'noindex' }],
  }),
  component: GuestBookings,
})

/** Who booked without an account: first a code, then the same as whoever has one. */
function GuestBookings() {
  const tab = tabIn(Route.useSearch().tab)
  const navigate = Route.useNavigate()
  const answer = useQuery(readingOf(tab))
  const isKnown = answer.data?.known === true
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-4xl flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-3xl">Mis reservas sin cuenta</h1>
          {isKnown ? <Leave /> : null}
        </div>
        {answer.isError ? (
          <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
        ) : answer.isPending ? (
          <Loading />
        ) : isKnown ? (
          <Tabs
            label="Mis reservas"
            value={tab}
            onChange={(next) =>
              void navigate({ search: next === 'upcoming' ? {} : { tab: next }, replace: true })
            }
            tabs={[
              { value: 'upcoming', label: guestTabs.upcoming },
              { value: 'waiting', label: guestTabs.waiting },
              { value: 'past', label: guestTabs.past },
            ]}
          >
            <Suspense fallback={<Loading />}>
              <GuestVisits tab={tab} visits={answer.data.visits} />
            </Suspense>
          </Tabs>
        ) : (
          <Suspense fallback={<Loading />}>
            <GuestCode />
          </Suspense>
        )}
      </div>
    </section>
  )
}

const Loading = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <span className="sr-only">Buscando tus reservas…</span>
    <Skeleton className="h-48 rounded-lg" />
  </div>
)

const Leave = () => {
  const queryClient = useQueryClient()
  const again = () => queryClient.invalidateQueries({ queryKey: keyOf(guest.guestBookings) })
  const leaving = useMutation({ mutationFn: () => call(guest.leaveGuest, {}), onSuccess: again })
  return (
    <Button tone="quiet" size="small" busy={leaving.isPending} onClick={() => leaving.mutate()}>
      <LogOut aria-hidden className="size-4.5" />
      Salir de este navegador
    </Button>
  )
}
