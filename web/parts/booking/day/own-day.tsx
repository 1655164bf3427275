import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck2, CalendarPlus } from 'lucide-react'
import { Fragment, lazy, Suspense } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { DayHead } from '#web/parts/booking/visit/day-head.tsx'
import { visitsOf } from '#web/parts/booking/hours/day-count.ts'
import { dayReading } from '#web/parts/booking/hours/day-reading.ts'
import { TodaysVisits, VisitRows } from '#web/parts/booking/day/day-visits.tsx'
import { DayRequests } from '#web/parts/booking/request/day-requests.tsx'
import { EarningsLine } from '#web/parts/payment/earnings.tsx'
import { SavedLine } from '#web/parts/offline/saved-line.tsx'
import { useSavedAgenda } from '#web/parts/offline/use-saved-agenda.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const ProposedAppointments = lazy(() => import('#web/parts/booking/series/proposed-appointments.tsx'))
const LapsedLine = lazy(() => import('#web/parts/booking/day/lapsed-line.tsx'))
const OneVisit = lazy(() => import('#web/parts/booking/visit/one-visit.tsx'))

type SearchParams = {
  user: SessionUser
  today: string
  date: string
  /** The time of the page, in milliseconds. */
  loadedAt: number
  visit?: string | undefined
  /** The code of a unit that was scanned on arrival. */
  station?: string | undefined
}

/** The professional's day: its figures, each visit with its next step, and the visit of a notification. */
export const OwnDay = ({ user, today, date, loadedAt, visit, station }: SearchParams) => {
  const answer = useQuery(dayReading(date))
  const { queryKey } = dayReading(date)
  const data = date === today ? answer.data : undefined
  useSavedAgenda({ user, data, date, queryKey, updatedAt: answer.dataUpdatedAt })
  const visits = answer.data?.bookings.filter(({ kind }) => kind === 'visit').map(({ id }) => id) ?? []
  const list = { shown: visit, station, among: visits }
  const isOfDay = visit !== undefined && answer.data?.bookings.some(({ id }) => id === visit)
  return (
    <>
      <DayHead
        title="Mis citas"
        date={date}
        today={today}
        to={(day) => ({ ...paths.appointments(), search: { date: day } })}
      />
      {station === undefined ? null : (
        <p role="status" className="rounded-md bg-agave-soft px-4 py-3 font-medium text-agave">
          Código de la unidad leído. Registra la llegada en tu cita.
        </p>
      )}
      <DayRequests key={date} date={date} isToday={date === today} />
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando tu día…</span>
          <Skeleton className="h-72 rounded-lg" />
          <Skeleton className="h-16 rounded-lg" />
          <Skeleton className="h-16 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <>
          <SavedLine data={answer.data} />
          <EarningsLine
            expectedCents={answer.data.expectedCents}
            settledCents={answer.data.settledCents}
            count={visitsOf(answer.data.bookings)}
          />
          {visit === undefined || isOfDay ? null : (
            <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
              <OneVisit id={visit} />
            </Suspense>
          )}
          {answer.data.bookings.length === 0 ? (
            <EmptyState
              icon={<CalendarCheck2 />}
              title="Nada en tu agenda este día"
              text="Cuando alguien reserve, su cita aparece aquí con su hora, su lugar y lo que ganas."
              action={
                <>
                  <Link
                    {...paths.appointments({ tab: 'upcoming' })}
                    className={buttonClass({ tone: 'secondary' })}
                  >
                    Ver mis próximas citas
                  </Link>
                  <Link {...paths.calendar({ date })} className={buttonClass({ tone: 'quiet' })}>
                    Abrir mis horarios
                  </Link>
                </>
              }
            />
          ) : (
            <Fragment key={`${date} ${visit ?? ''}`}>
              {date === today ? (
                <TodaysVisits {...list} visits={answer.data.bookings} loadedAt={loadedAt} />
              ) : (
                <VisitRows {...list} visits={answer.data.bookings} />
              )}
            </Fragment>
          )}
        </>
      )}
      <Suspense>
        <ProposedAppointments date={date} />
        {date === today ? <LapsedLine /> : null}
      </Suspense>
      <Link
        {...paths.newAppointment(date === today ? {} : { date })}
        className={buttonClass({ tone: 'secondary' }, 'self-start')}
      >
        <CalendarPlus aria-hidden />
        Nueva cita
      </Link>
    </>
  )
}
