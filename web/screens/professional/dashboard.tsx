import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import * as booking from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import { reading } from '#web/api.ts'
import { BookingBadge } from '#web/parts/booking/status.tsx'
import { DashboardFrame, DayOf } from '#web/parts/dashboard/dashboard-frame.tsx'
import { dashboardSearch } from '#web/parts/dashboard/dashboard-search.ts'
import { EarningsOfDay } from '#web/parts/money/earnings.tsx'
import { Price } from '#web/parts/money/price.tsx'
import { prefetchSection } from '#web/parts/settings/readings.ts'
import { dateIn, partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Bars } from '#web/ui/bars.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const readingOf = (date: string) => reading(booking.professionalDay, { query: { date } })

export const Route = createFileRoute('/_signed-in/professional-dashboard')({
  staticData: { profile: 'professional' },
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => ({ profile: search.tab === 'profile', section: search.section }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    const guess = dateIn(Date.now(), user.zone)
    if (deps.profile) await prefetchSection(queryClient, deps.section, user)
    if (deps.profile || !user.availableRoles.includes('professional')) return { today: guess }
    const { zone } = await queryClient.ensureQueryData(readingOf(guess))
    const today = dateIn(Date.now(), zone)
    await queryClient.prefetchQuery(readingOf(today))
    return { today }
  },
  head: () => ({ meta: [{ title: 'Mi dashboard · Kalli' }] }),
  component: Dashboard,
})

function Dashboard() {
  const { user } = Route.useRouteContext()
  const { today } = Route.useLoaderData()
  return (
    <DashboardFrame
      firstName={user.firstName}
      today={today}
      search={Route.useSearch()}
      linkTo={paths.professionalDashboard}
    >
      <Day today={today} />
    </DashboardFrame>
  )
}

const Day = ({ today }: { today: string }) => {
  const answer = useQuery(readingOf(today))
  return (
    <DayOf answer={answer}>
      {(day) => (
        <>
          <EarningsOfDay
            expectedCents={day.expectedCents}
            settledCents={day.settledCents}
            count={day.bookings.length}
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
            <Card className="flex flex-col gap-4">
              <h2 className="text-xl">Tu día</h2>
              {day.bookings.length === 0 ? (
                <p className="text-muted">Hoy no tienes citas.</p>
              ) : (
                <ol className="flex flex-col divide-y divide-line">
                  {day.bookings.map((one) => (
                    <li key={one.id} className="flex items-center gap-4 py-2.5">
                      <span className="figures w-12 font-semibold">{timeOf(one.startsAt, one.zone)}</span>
                      <span className="min-w-0 flex-1">
                        <span className="block truncate font-semibold">
                          {one.client?.firstName ?? 'Por confirmar'}
                        </span>
                        <span className="block truncate text-sm text-muted">{one.service.name}</span>
                      </span>
                      <BookingBadge status={one.status} />
                    </li>
                  ))}
                </ol>
              )}
              <Link
                {...paths.appointments()}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Abrir mi agenda
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <Link
                {...paths.rents()}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Mis espacios rentados
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <Link
                {...paths.calendar()}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Agenda avanzada
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <Link
                {...paths.services()}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Mis servicios
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <Link
                {...paths.spaceRules()}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Dónde y cómo trabajo
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <Link
                {...paths.invitations()}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Mis invitaciones
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <Link
                {...paths.team({ as: 'member' })}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Mi lugar en un equipo
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <Link
                {...paths.vacancies({ as: 'professional' })}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Vacantes cerca de mí
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <Link
                {...paths.spaceApplications()}
                className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
              >
                Postulaciones y convenios
                <ArrowRight aria-hidden className="size-4" />
              </Link>
            </Card>
            <Card className="flex flex-col gap-5">
              <h2 className="text-xl">Últimos siete días</h2>
              <Bars
                label="Liquidado por día"
                bars={day.week.map(({ date, settledCents }) => ({
                  key: date,
                  name: partsOfDate(date).weekday,
                  value: settledCents,
                  text: formatCents(Math.round(settledCents / 100) * 100),
                  now: date === today,
                }))}
              />
              <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
                <span className="text-muted">Por transferirte</span>
                <Price cents={day.balanceCents} className="text-lg font-semibold" />
              </p>
            </Card>
          </div>
        </>
      )}
    </DayOf>
  )
}
