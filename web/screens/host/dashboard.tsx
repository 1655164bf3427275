import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import * as booking from '#contract/booking.ts'
import { reading } from '#web/api.ts'
import { EarningsOfDay } from '#web/parts/money/earnings.tsx'
import { Price } from '#web/parts/money/price.tsx'
import { capitalZone, dateIn, longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Meter } from '#web/ui/bars.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'

const readingOf = (date: string) => reading(booking.hostDay, { query: { date } })

export const Route = createFileRoute('/_signed-in/host-dashboard')({
  validateSearch: (search: Record<string, unknown>): { tab?: string } => ({
    tab: typeof search.tab === 'string' ? search.tab : undefined,
  }),
  loader: async ({ context: { queryClient } }) => {
    const today = dateIn(Date.now(), capitalZone)
    await queryClient.prefetchQuery(readingOf(today))
    return { today }
  },
  head: () => ({ meta: [{ title: 'Dashboard Host · Kalli' }] }),
  component: Dashboard,
})

function Dashboard() {
  const { user } = Route.useRouteContext()
  const { today } = Route.useLoaderData()
  const answer = useQuery(readingOf(today))
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-5xl flex-col gap-7">
        <header className="flex flex-col gap-1">
          <p className="eyebrow text-barro first-letter:uppercase">{longDate(today)}</p>
          <h1 className="text-3xl">Hola, {user?.firstName}</h1>
        </header>
        {answer.isPending ? (
          <Skeleton className="h-40 rounded-lg" />
        ) : answer.isError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : (
          <>
            <EarningsOfDay
              expectedCents={answer.data.totals.expectedCents}
              settledCents={answer.data.totals.settledCents}
              count={
                answer.data.spaces.flatMap(({ units }) => units).flatMap(({ bookings }) => bookings).length
              }
              of={['reserva', 'reservas']}
            />
            <Card className="flex flex-col gap-5">
              <h2 className="text-xl">Ocupación de hoy</h2>
              {answer.data.spaces.map((space) => {
                const booked = space.units.reduce((sum, unit) => sum + unit.bookedMinutes, 0)
                const open = space.openMinutes * space.units.length
                const income = space.units.reduce((sum, unit) => sum + unit.incomeCents, 0)
                return (
                  <div key={space.spaceId} className="flex flex-col gap-1">
                    <Meter
                      label={space.name}
                      share={open === 0 ? 0 : booked / open}
                      text={open === 0 ? 'cerrado' : `${Math.round((booked / open) * 100)} %`}
                    />
                    <p className="text-sm text-muted">
                      {space.units.length === 1 ? '1 unidad' : `${space.units.length} unidades`} ·{' '}
                      <Price cents={income} />
                    </p>
                  </div>
                )
              })}
              <Link
                {...paths.hostAvailability()}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Ver el día por unidad
                <ArrowRight aria-hidden className="size-4" />
              </Link>
            </Card>
          </>
        )}
      </div>
    </section>
  )
}
