import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LogOut, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Reply } from '#contract/platform/endpoint.ts'
import * as guest from '#contract/booking/client/guest.ts'
import { call, keyOf } from '#web/api.ts'
import { clientTabs } from '#web/parts/booking/summary/client-tabs.ts'
import { type GuestScreenTab, guestScreenTabs } from '#web/parts/booking/summary/guest-tabs.ts'
import GuestVisits from '#web/parts/booking/client/guest-visits.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

/** Loaded when they are shown. */
const GuestEntries = lazy(() => import('#web/parts/booking/waitlist/guest-entries.tsx'))
const GuestPrivacy = lazy(() => import('#web/parts/booking/client/guest-privacy.tsx'))
const GuestWallet = lazy(() => import('#web/parts/booking/prepaid/guest-wallet.tsx'))

/** The bookings and waitlist entries of a visitor who confirmed a contact; and signing out of it. */
export default function GuestKnown({
  tab,
  visits,
  search,
  isSearched,
  problem,
  more,
}: {
  tab: GuestScreenTab
  visits: Reply<typeof guest.guestBookings>['visits']
  /** Above a long list. */
  search: ReactNode
  /** The visits are search results. */
  isSearched: boolean
  /** A search that failed: in place of its results. */
  problem: ReactNode
  /** Loads the next page. */
  more: ReactNode
}) {
  const navigate = useNavigate()
  if (tab === 'privacy')
    return (
      <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
        <GuestPrivacy />
      </Suspense>
    )
  return (
    <>
      <Tabs
        label="Mis reservas"
        value={tab}
        onChange={(next) =>
          void navigate({
            ...paths.guestBookings(guestScreenTabs.find((one) => one === next && one !== 'upcoming')),
            replace: true,
          })
        }
        tabs={guestScreenTabs.map((value) => ({ value, label: clientTabs[value] }))}
      >
        <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
          {tab === 'waitlist' ? (
            <GuestEntries />
          ) : tab === 'wallet' ? (
            <GuestWallet />
          ) : (
            <div className="flex flex-col gap-4">
              {search}
              {problem ??
                (isSearched && visits.length === 0 ? null : (
                  <GuestVisits tab={tab} visits={visits} more={more} />
                ))}
            </div>
          )}
        </Suspense>
      </Tabs>
      <div className="-mx-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Leave />
        <Link {...paths.guestBookings('privacy')} className={buttonClass({ tone: 'quiet', size: 'small' })}>
          <ShieldCheck aria-hidden className="size-4.5" />
          Mis datos
        </Link>
      </div>
    </>
  )
}

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
