import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { CalendarHeart, History, Hourglass } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as booking from '#contract/booking.ts'
import type { Booking } from '#contract/booking.ts'
import { favourites } from '#contract/favourite.ts'
import { ClientNote } from '#web/parts/booking/client-note.tsx'
import { oneOf } from '#web/asked.ts'
import { formatCents } from '#contract/money.ts'
import { pagesOf, reading } from '#web/api.ts'
import { BookingActions } from '#web/parts/booking/actions.tsx'
import { isCardRefused } from '#web/parts/booking/card-refused.ts'
import { clientTabs } from '#web/parts/booking/client-tabs.ts'
import { BookingBadge } from '#web/parts/booking/status.tsx'
import BookAgain from '#web/parts/booking/book-again.tsx'
import { WayLink } from '#web/parts/booking/getting-there.tsx'
import { BookingSummary } from '#web/parts/booking/summary.tsx'
import { Price } from '#web/parts/money/price.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { WhyEnded } from '#web/parts/booking/why-ended.tsx'
import { paths } from '#web/paths.ts'
import { hasBell } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

type Listed = 'upcoming' | 'waiting' | 'past'
const tabs = ['upcoming', 'waiting', 'past', 'waitlist', 'saved', 'wallet'] as const
type Tab = (typeof tabs)[number]

const tabIn = (value: unknown): Tab => oneOf(tabs, value) ?? 'upcoming'
const inAddress = (tab: Tab) => (tab === 'upcoming' ? undefined : tab)

/** Only who helps at a house sees its door here. */
const HouseDoors = lazy(async () => ({
  default: (await import('#web/parts/team/house-doors.tsx')).HouseDoors,
}))

/** Cards of search come with the tab that shows them. */
const SavedList = lazy(() => import('#web/parts/favourite/saved-list.tsx'))

/** Who has a bell has them there. */
const OwnNotices = lazy(() => import('#web/parts/notification/own-notices.tsx'))
const OwnWishes = lazy(() => import('#web/parts/waitlist/own-wishes.tsx'))
const WalletView = lazy(() => import('#web/parts/booking/wallet.tsx'))
const MissingProfessional = lazy(() => import('#web/parts/booking/missing-professional.tsx'))

const Delay = lazy(() => import('#web/parts/booking/delay.tsx'))
const PromisedTip = lazy(() => import('#web/parts/booking/promised-tip.tsx'))
const HowItWent = lazy(() => import('#web/parts/booking/how-it-went.tsx'))
const hasEnded: readonly Booking['status'][] = ['to_settle', 'completed', 'closed']

const readingOf = (tab: Listed) => pagesOf(booking.bookings, { query: { role: 'client', tab } })

export const Route = createFileRoute('/_signed-in/my-bookings')({
  validateSearch: (asked: Record<string, unknown>): { tab?: Tab } => ({
    tab: inAddress(tabIn(asked.tab)),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { tab = 'upcoming' } }) =>
    tab === 'saved'
      ? queryClient.prefetchQuery(reading(favourites))
      : // Its contract comes with the part that shows it: everybody's first page would carry it.
        tab === 'wallet' || tab === 'waitlist'
        ? undefined
        : queryClient.prefetchInfiniteQuery(readingOf(tab)),
  head: () => ({ meta: [{ title: 'Mis reservas · Kalli' }] }),
  component: MyBookings,
})

function MyBookings() {
  const { tab = 'upcoming' } = Route.useSearch()
  const { user } = Route.useRouteContext()
  const navigate = useNavigate()
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-4xl flex-col gap-6">
        <h1 className="text-3xl">Mis reservas</h1>
        <Suspense>
          <HouseDoors />
          {hasBell(user) ? null : <OwnNotices />}
        </Suspense>
        <Tabs
          label="Mis reservas"
          value={tab}
          onChange={(next) =>
            void navigate({
              ...paths.myBookings(),
              search: { tab: inAddress(tabIn(next)) },
              replace: true,
            })
          }
          tabs={tabs.map((value) => ({ value, label: clientTabs[value] }))}
        >
          {tab === 'saved' ? (
            <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
              <SavedList />
            </Suspense>
          ) : tab === 'waitlist' ? (
            <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
              <OwnWishes />
            </Suspense>
          ) : tab === 'wallet' ? (
            <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
              <WalletView />
            </Suspense>
          ) : (
            <List tab={tab} />
          )}
        </Tabs>
      </div>
    </section>
  )
}

const List = ({ tab }: { tab: Listed }) => {
  const answer = useInfiniteQuery(readingOf(tab))
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">Cargando…</span>
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const all = answer.data.pages.flatMap(({ items }) => items)
  if (all.length === 0) return <Nothing tab={tab} />
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2">
        {all.map((one) => (
          <li key={one.id}>
            <BookingCard booking={one} />
          </li>
        ))}
      </ul>
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        onMore={() => answer.fetchNextPage()}
      />
    </>
  )
}

const Nothing = ({ tab }: { tab: Listed }) =>
  tab === 'upcoming' ? (
    <EmptyState
      icon={<CalendarHeart />}
      title="No tienes citas por venir"
      text="Encuentra a quien te atienda y aparta una hora en un minuto. ¿Reservaste sin cuenta? Confirma tu correo en Configuración y esas citas aparecen aquí."
      action={
        <Link {...paths.search()} className={buttonClass()}>
          Buscar profesionales
        </Link>
      }
    />
  ) : tab === 'waiting' ? (
    <EmptyState
      icon={<Hourglass />}
      title="Nada espera respuesta ni pago"
      text="Aquí están las citas que alguien debe aceptar o que falta pagar, y las que esperan tu respuesta: otra hora u otro lugar."
      action={
        <Link {...paths.myBookings()} className={buttonClass({ tone: 'secondary' })}>
          Ver mis próximas citas
        </Link>
      }
    />
  ) : (
    <EmptyState
      icon={<History />}
      title="Todavía no hay citas pasadas"
      text="Aquí quedan tus recibos y con un toque vuelves a reservar."
      action={
        <Link {...paths.search()} className={buttonClass({ tone: 'secondary' })}>
          Buscar profesionales
        </Link>
      }
    />
  )

const BookingCard = ({ booking: one }: { booking: Booking }) => {
  const [asks, setAsks] = useState<HTMLElement | null>(null)
  return (
    <Card className="flex h-full flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BookingBadge status={one.status} />
        {one.totalCents === null ? null : <Price cents={one.totalCents} className="font-semibold" />}
      </div>
      <div ref={setAsks} className="flex flex-col gap-3 empty:hidden" />
      <BookingSummary booking={one} />
      {one.arrivalCode !== null && one.status === 'confirmed' ? (
        <p className="flex items-center justify-between gap-3 rounded-md bg-agave-soft px-4 py-2.5 text-agave">
          <span className="text-[0.9375rem] font-semibold">Código de llegada</span>
          <span className="figures font-display text-xl font-semibold tracking-widest">
            {one.arrivalCode}
          </span>
        </p>
      ) : null}
      {one.status === 'requested' && one.request !== null ? (
        <p className="rounded-md bg-maiz-soft px-4 py-2.5 text-[0.9375rem] text-maiz-ink">
          {one.professional.firstName} responde antes del {shortOf(one.request.respondBy, one.zone)}. No se te
          cobra nada antes.
        </p>
      ) : null}
      {one.status === 'declined' || one.status === 'expired' ? (
        <p className="text-sm text-muted">
          {one.cancellation?.reason ? `El motivo: «${one.cancellation.reason}» ` : ''}No se te cobró nada.
        </p>
      ) : null}
      <WhyEnded booking={one} as="client" />
      <ClientNote note={one.note} as="client" />
      {one.forms === 'pending' ? (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-maiz-soft px-4 py-2.5 text-maiz-ink">
          <span className="text-[0.9375rem] font-semibold">Te falta un formulario.</span>
          <Link
            {...paths.bookingSuccess(one.id)}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            Contestar
          </Link>
        </p>
      ) : null}
      {one.status === 'confirmed' ? <p className="text-sm text-muted">{one.policy.text}</p> : null}
      {one.upfront?.state === 'later' && one.status === 'confirmed' ? (
        <p className="text-sm text-muted">
          Al terminar tu cita se cobran {formatCents(one.upfront.balanceCents)}.
        </p>
      ) : one.upfront?.state === 'due' || one.upfront?.state === 'asked' ? (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-maiz-soft px-4 py-2.5 text-maiz-ink">
          <span className="text-[0.9375rem] font-semibold">
            Faltan {formatCents(one.upfront.balanceCents)}.
          </span>
          <Link {...paths.bookingSuccess(one.id)} className={buttonClass({ size: 'small' })}>
            Pagar el resto
          </Link>
        </p>
      ) : null}
      {isCardRefused(one) ? (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-maiz-soft px-4 py-2.5 text-maiz-ink">
          <span className="text-[0.9375rem] font-semibold">Tu tarjeta no pasó.</span>
          <Link {...paths.bookingSuccess(one.id)} className={buttonClass({ size: 'small' })}>
            Usar otra tarjeta
          </Link>
        </p>
      ) : one.payment?.captureAt && one.payment.status !== 'captured' && one.status === 'confirmed' ? (
        <p className="text-sm text-muted">Se cobra el {shortOf(one.payment.captureAt, one.zone)}.</p>
      ) : null}
      {one.status === 'confirmed' ? (
        <Suspense>
          <Delay booking={one} as="client" />
          <MissingProfessional booking={one} as="client" />
        </Suspense>
      ) : null}
      {hasEnded.includes(one.status) ? (
        <Suspense>
          <HowItWent booking={one} />
        </Suspense>
      ) : one.tip?.state === 'promised' ? (
        <Suspense>
          <PromisedTip booking={one} />
        </Suspense>
      ) : null}
      <div className="mt-auto flex flex-wrap items-start gap-3 border-t border-line pt-4">
        {one.status === 'awaiting_payment' || one.status === 'held' ? (
          <Link {...paths.bookingSuccess(one.id)} className={buttonClass({ size: 'small' })}>
            {one.payment?.voucher ? 'Ver cómo pagar' : 'Terminar el pago'}
          </Link>
        ) : null}
        {one.status === 'client_no_show' || one.status === 'professional_no_show' ? (
          <Link
            {...paths.bookingSuccess(one.id)}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            Ver la inasistencia
          </Link>
        ) : null}
        {one.status === 'confirmed' ? <WayLink place={one.place} /> : null}
        <BookingActions booking={one} visit={one} as="client" inRow askIn={asks} />
        <BookAgain booking={one} />
      </div>
    </Card>
  )
}
