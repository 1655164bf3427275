import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { publicHead } from '#web/head.ts'
import { guestNextReading } from '#web/parts/booking/client/guest-next-reading.ts'
import { featuredReading } from '#web/parts/landing/featured-reading.ts'
import Landing from '#web/parts/landing/landing.tsx'
import { placeSettingsReading } from '#web/parts/places/place-field.tsx'

/** Loaded on the server for a client; other visitors do not load this part. */
const ClientHome = lazy(() => import('#web/parts/booking/client/client-home.tsx'))
const GuestNext = lazy(() => import('#web/parts/booking/client/guest-next.tsx'))
const AdminHome = lazy(() => import('#web/parts/booking/support/admin-home.tsx'))
const Welcome = lazy(() => import('#web/parts/landing/welcome.tsx'))

export const Route = createFileRoute('/')({
  // The page works without its featured people: a failure shows only inside their part.
  loader: async ({ context: { queryClient, user } }) => {
    await Promise.all([
      isClient(user)
        ? import('#web/parts/booking/client/home-reading.ts').then(({ clientHomeReading }) =>
            queryClient.prefetchQuery(clientHomeReading),
          )
        : user === null
          ? queryClient.prefetchQuery(guestNextReading)
          : isStaff(user)
            ? import('#web/parts/booking/support/admin-places.ts').then(({ adminWaitingReading }) =>
                queryClient.prefetchQuery(adminWaitingReading),
              )
            : null,
      queryClient.prefetchQuery(featuredReading),
      queryClient.prefetchQuery(placeSettingsReading),
    ])
  },
  head: () =>
    publicHead({
      title: 'Belleza y bienestar, con lugar y hora de verdad',
      wholeTitle: 'Kalli · Belleza y bienestar, con lugar y hora de verdad',
      description:
        'Encuentra profesionales de belleza, bienestar y salud en México, mira sus horarios realmente libres y reserva en minutos.',
      path: '/',
      picture: '/social/page/kalli.png',
    }),
  component: Home,
})

/** The landing page for visitors; for signed-in users, their own start. */
function Home() {
  const { user } = Route.useRouteContext()
  return user === null ? (
    <VisitorHome />
  ) : isClient(user) ? (
    <ClientHome firstName={user.firstName} />
  ) : isStaff(user) ? (
    <AdminHome firstName={user.firstName} />
  ) : (
    <Welcome user={user} />
  )
}

const VisitorHome = () => {
  const { data: visit } = useQuery(guestNextReading)
  return (
    <>
      {visit ? (
        <Suspense>
          <GuestNext visit={visit} />
        </Suspense>
      ) : null}
      <Landing />
    </>
  )
}

const isClient = (user: SessionUser | null) => user?.activeRole === 'client'

const isStaff = (user: SessionUser | null) => user?.activeRole === 'admin'
