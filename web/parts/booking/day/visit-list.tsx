import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, CircleCheck, History } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import * as contract from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { pagesOf } from '#web/api-pages.ts'
import { VisitRows } from '#web/parts/booking/day/day-visits.tsx'
import { useListSearch } from '#web/parts/booking/summary/use-list-search.ts'
import { addDays, dateIn, longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Paged } from '#web/ui/page/paged.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

type Tab = 'upcoming' | 'to_close' | 'past'

/** Most lists are short. */
const ListSearch = lazy(() => import('#web/parts/booking/summary/list-search.tsx'))

/** The professional's appointments beyond today: coming, to be closed, past; page by page, day by day. */
export default function VisitList({ tab, today }: { tab: Tab; today: string }) {
  const search = useListSearch()
  const { q } = search
  const answer = useInfiniteQuery({
    ...pagesOf(contract.bookings, { query: { role: 'professional', tab, ...(q === '' ? {} : { q }) } }),
    placeholderData: keepPreviousData,
    // Clients book and cancel while the list is open; past visits do not change.
    refetchInterval: tab === 'past' ? false : minuteMs,
  })
  const count = answer.data?.pages.flatMap(({ items }) => items).length ?? 0
  return (
    <>
      {search.isOffered(count, answer.isPlaceholderData) ? (
        <Suspense fallback={<div className="h-12" />}>
          <ListSearch
            label="Buscar por cliente, servicio o lugar"
            typed={search.typed}
            onType={search.onType}
            found={
              q === '' || answer.data === undefined || answer.isPlaceholderData
                ? undefined
                : { count, more: answer.hasNextPage }
            }
          />
        </Suspense>
      ) : null}
      <Pages tab={tab} today={today} answer={answer} isSearched={q !== ''} />
    </>
  )
}

const Pages = ({
  tab,
  today,
  answer,
  isSearched,
}: {
  tab: Tab
  today: string
  answer: Parameters<typeof Paged<{ items: readonly Booking[] }>>[0]['answer']
  isSearched: boolean
}) => (
  <Paged
    answer={answer}
    loading="Cargando tus citas…"
    skeletons={['h-8 w-52', 'h-16 rounded-lg', 'h-16 rounded-lg']}
  >
    {(pages) =>
      pages.every(({ items }) => items.length === 0) ? (
        isSearched ? null : (
          nothing[tab]
        )
      ) : (
        <div className="flex flex-col gap-8">
          {daysOf(pages.map(({ items }) => items)).map(({ date, visits }) => (
            <section key={date} aria-labelledby={`day-${date}`} className="flex flex-col gap-4">
              <h2 id={`day-${date}`} className="text-xl first-letter:uppercase">
                {date === today ? 'Hoy, ' : date === addDays(today, 1) ? 'Mañana, ' : ''}
                {longDate(date)}
              </h2>
              <VisitRows visits={visits.map(({ one }) => one)} among={visits[0]?.among} />
            </section>
          ))}
        </div>
      )
    }
  </Paged>
)

/** By the date at the place. Each page's visits are queried together, so that loading more repeats nothing. */
const daysOf = (pages: readonly (readonly Booking[])[]) => {
  const days = new Map<string, { one: Booking; among: readonly string[] }[]>()
  for (const items of pages) {
    const among = items.filter(({ kind }) => kind === 'visit').map(({ id }) => id)
    for (const one of items) {
      const date = dateIn(one.startsAt, one.zone)
      days.set(date, [...(days.get(date) ?? []), { one, among }])
    }
  }
  return [...days].map(([date, visits]) => ({ date, visits }))
}

/** Each empty tab suggests a next step. */
const nothing: Readonly<Record<Tab, ReactNode>> = {
  upcoming: (
    <EmptyState
      icon={<CalendarPlus />}
      title="Todavía no tienes citas por venir"
      text="Aparta tú una hora para un cliente, o comparte tu enlace para que reserven por su cuenta."
      action={
        <>
          <Link {...paths.newAppointment()} className={buttonClass()}>
            Nueva cita
          </Link>
          <Link {...paths.firstSteps('share')} className={buttonClass({ tone: 'secondary' })}>
            Compartir mi enlace
          </Link>
        </>
      }
    />
  ),
  to_close: (
    <EmptyState
      icon={<CircleCheck />}
      title="Todo cerrado y cobrado"
      text="Aquí llega lo que ya pasó de su hora: terminar, cerrar y cobrar lo que falte."
      action={
        <Link {...paths.appointments()} className={buttonClass({ tone: 'secondary' })}>
          Ver mi día
        </Link>
      }
    />
  ),
  past: (
    <EmptyState
      icon={<History />}
      title="Todavía no hay historia"
      text="Aquí quedan tus citas dadas y canceladas, con su recibo y lo que ganaste."
      action={
        <Link {...paths.newAppointment()} className={buttonClass({ tone: 'secondary' })}>
          Apartar mi primera cita
        </Link>
      }
    />
  ),
}
