import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as guest from '#contract/guest.ts'
import type { GuestTab } from '#contract/guest.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { oneOf } from '#web/asked.ts'
import { clientTabs } from '#web/parts/booking/client-tabs.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const GuestVisits = lazy(() => import('#web/parts/booking/guest-visits.tsx'))
const GuestCode = lazy(() => import('#web/parts/booking/guest-code.tsx'))

/** Come when they are looked at. */
const GuestWishes = lazy(() => import('#web/parts/waitlist/guest-wishes.tsx'))
const GuestWallet = lazy(() => import('#web/parts/booking/guest-wallet.tsx'))

/** Whatever can be had without an account: nothing is saved without one. */
const tabs = ['upcoming', 'waiting', 'past', 'waitlist', 'wallet'] as const
type Tab = (typeof tabs)[number]
const others = ['waiting', 'past', 'waitlist', 'wallet'] as const

const isList = (tab: Tab): tab is GuestTab => tab !== 'waitlist' && tab !== 'wallet'
/** The others ask for their own; whether anybody is known is asked with the first. */
const readingOf = (tab: Tab = 'upcoming') =>
  reading(guest.guestBookings, { query: { tab: isList(tab) ? tab : 'upcoming' } })

export const Route = createFileRoute('/guest-bookings')({
  validateSearch: (asked: Record<string, unknown>): { tab?: (typeof others)[number] } => ({
    tab: oneOf(others, asked.tab),
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
            onChange={(next) => void navigate({ search: { tab: oneOf(others, next) }, replace: true })}
            tabs={tabs.map((value) => ({ value, label: clientTabs[value] }))}
          >
            <Suspense fallback={<Loading />}>
              {tab === 'waitlist' ? (
                <GuestWishes />
              ) : tab === 'wallet' ? (
                <GuestWallet />
              ) : (
                <GuestVisits tab={tab} visits={answer.data.visits} />
              )}
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
