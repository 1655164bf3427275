import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Armchair } from 'lucide-react'
import * as booking from '#contract/booking.ts'
import { reading } from '#web/api.ts'
import { DayHead } from '#web/parts/booking/day-head.tsx'
import { EarningsOfDay } from '#web/parts/money/earnings.tsx'
import { SpaceDay } from '#web/parts/space/host-day.tsx'
import { capitalZone, dateIn, durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Meter } from '#web/ui/bars.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx'

const readingOf = (date: string) => ({
  ...reading(booking.hostDay, { query: { date } }),
  refetchInterval: 60_000,
})

export const Route = createFileRoute('/_signed-in/host-availability')({
  staticData: { profile: 'host' },
  validateSearch: (asked: Record<string, unknown>): { date?: string } => ({
    date: typeof asked.date === 'string' && /^\d{4}-\d\d-\d\d$/.test(asked.date) ? asked.date : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    const guess = dateIn(Date.now(), capitalZone)
    if (!user.availableRoles.includes('host')) return { today: guess }
    const { spaces } = await queryClient.ensureQueryData(readingOf(deps.date ?? guess))
    const today = dateIn(Date.now(), spaces[0]?.zone ?? capitalZone)
    if (deps.date === undefined) await queryClient.prefetchQuery(readingOf(today))
    return { today }
  },
  head: () => ({ meta: [{ title: 'Disponibilidad de espacios · Kalli' }] }),
  component: Availability,
})

function Availability() {
  const { today } = Route.useLoaderData()
  const { date = today } = Route.useSearch()
  const answer = useQuery(readingOf(date))
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-5xl flex-col gap-7">
        <DayHead
          title="Disponibilidad de espacios"
          date={date}
          today={today}
          to={(day) => paths.hostAvailability({ date: day })}
        />
        {answer.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-4">
            <span className="sr-only">Cargando tus espacios…</span>
            <Skeleton className="h-24 rounded-lg" />
            <Skeleton className="h-72 rounded-lg" />
          </div>
        ) : answer.isError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : answer.data.spaces.length === 0 ? (
          <EmptyState
            icon={<Armchair />}
            title="Todavía no publicas un espacio"
            text="Cuando lo publiques, aquí ves cada silla, cada hora y lo que deja."
          />
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
            <Card className="grid gap-5 sm:grid-cols-2">
              <Meter
                label="Horas reservadas"
                share={
                  answer.data.totals.openMinutes === 0
                    ? 0
                    : answer.data.totals.bookedMinutes / answer.data.totals.openMinutes
                }
                text={`${durationText(answer.data.totals.bookedMinutes)} de ${durationText(answer.data.totals.openMinutes)}`}
              />
              <Meter
                label="De ellas, usadas"
                share={
                  answer.data.totals.bookedMinutes === 0
                    ? 0
                    : answer.data.totals.usedMinutes / answer.data.totals.bookedMinutes
                }
                text={durationText(answer.data.totals.usedMinutes)}
              />
            </Card>
            {answer.data.spaces.map((space) => (
              <SpaceDay key={space.spaceId} space={space} />
            ))}
          </>
        )}
      </div>
    </section>
  )
}
