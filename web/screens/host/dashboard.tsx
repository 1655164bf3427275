import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import * as booking from '#contract/booking.ts'
import { reading } from '#web/api.ts'
import { DashboardFrame, DayOf } from '#web/parts/dashboard/dashboard-frame.tsx'
import { EarningsOfDay } from '#web/parts/money/earnings.tsx'
import { Price } from '#web/parts/money/price.tsx'
import { prefetchSection } from '#web/parts/settings/readings.ts'
import { type Section, sectionIn } from '#web/parts/settings/sections.ts'
import { SettingsFrame } from '#web/parts/settings/settings-frame.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Meter } from '#web/ui/bars.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const readingOf = (date: string) => reading(booking.hostDay, { query: { date } })

export const Route = createFileRoute('/_signed-in/host-dashboard')({
  staticData: { profile: 'host' },
  validateSearch: (search: Record<string, unknown>): { tab?: string; section?: Section } => ({
    tab: typeof search.tab === 'string' ? search.tab : undefined,
    section: sectionIn(search.section),
  }),
  loaderDeps: ({ search }) => ({ profile: search.tab === 'profile', section: search.section }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    const today = dateIn(Date.now(), user.zone)
    await (deps.profile
      ? prefetchSection(queryClient, deps.section, user)
      : queryClient.prefetchQuery(readingOf(today)))
    return { today }
  },
  head: () => ({ meta: [{ title: 'Dashboard Host · Kalli' }] }),
  component: Dashboard,
})

function Dashboard() {
  const { user } = Route.useRouteContext()
  const { today } = Route.useLoaderData()
  const { tab, section } = Route.useSearch()
  const profile = tab === 'profile'
  return (
    <DashboardFrame
      firstName={user.firstName}
      today={today}
      profile={profile}
      linkTo={(to) => paths.hostDashboard({ tab: to })}
    >
      {profile ? (
        <SettingsFrame
          section={section}
          linkTo={(to) => paths.hostDashboard({ tab: 'profile', section: to })}
        />
      ) : (
        <Day today={today} />
      )}
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
            expectedCents={day.totals.expectedCents}
            settledCents={day.totals.settledCents}
            count={day.spaces.flatMap(({ units }) => units).flatMap(({ bookings }) => bookings).length}
            of={['reserva', 'reservas']}
          />
          <Card className="flex flex-col gap-5">
            <h2 className="text-xl">Ocupación de hoy</h2>
            {day.spaces.map((space) => {
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
              {...paths.hostRegistration()}
              className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
            >
              Mis espacios
              <ArrowRight aria-hidden className="size-4" />
            </Link>
            <Link
              {...paths.spacePricingRules()}
              className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
            >
              Reglas de precio
              <ArrowRight aria-hidden className="size-4" />
            </Link>
            <Link
              {...paths.hostAvailability()}
              className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
            >
              Ver el día por unidad
              <ArrowRight aria-hidden className="size-4" />
            </Link>
            <Link
              {...paths.searchProfessionals()}
              className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
            >
              Buscar profesionales para tus horas libres
              <ArrowRight aria-hidden className="size-4" />
            </Link>
            <Link
              {...paths.vacancies({ as: 'host' })}
              className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
            >
              Mis vacantes
              <ArrowRight aria-hidden className="size-4" />
            </Link>
            <Link
              {...paths.hostApplications()}
              className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
            >
              Solicitudes y convenios
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          </Card>
        </>
      )}
    </DayOf>
  )
}
