import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { guestBookings } from '#contract/guest.ts'
import { reading } from '#web/api.ts'
import { oneOf } from '#web/asked.ts'
import { type GuestScreenTab, guestScreenTabs } from '#web/parts/booking/guest-tabs.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'

/** One of the two, by whether a contact was shown to be theirs. */
const GuestKnown = lazy(() => import('#web/parts/booking/guest-known.tsx'))
const GuestCode = lazy(() => import('#web/parts/booking/guest-code.tsx'))

/** The others ask for their own; whether anybody is known is asked with the first. */
const readingOf = (tab: GuestScreenTab = 'upcoming') =>
  reading(guestBookings, { query: { tab: tab === 'waiting' || tab === 'past' ? tab : 'upcoming' } })

export const Route = createFileRoute('/guest-bookings')({
  validateSearch: (asked: Record<string, unknown>): { tab?: GuestScreenTab } => ({
    tab: oneOf(guestScreenTabs, asked.tab),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab } }) => context.queryClient.prefetchQuery(readingOf(tab)),
  head: () => ({
    meta: [{ title: 'Mis reservas sin cuenta · Kalli' }, { name: 'robots', content: 'noindex' }],
  }),
  component: GuestBookings,
})

/** Who booked without an account: first a code, then the same as whoever has one. */
function GuestBookings() {
  const { tab = 'upcoming' } = Route.useSearch()
  const answer = useQuery(readingOf(tab))
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-4xl flex-col gap-6">
        <h1 className="text-3xl">Mis reservas sin cuenta</h1>
        {answer.isError ? (
          <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
        ) : answer.isPending ? (
          <Loading />
        ) : (
          <Suspense fallback={<Loading />}>
            {answer.data.known ? <GuestKnown tab={tab} visits={answer.data.visits} /> : <GuestCode />}
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
