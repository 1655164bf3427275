import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { minuteMs } from '#contract/platform/duration.ts'
import * as contract from '#contract/booking/agenda/calendar.ts'
import { dateRequested, oneOf } from '#web/search-params.ts'
import { reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { AgendaBoard } from '#web/parts/booking/agenda/agenda-board.tsx'
import { lookReading } from '#web/parts/booking/calendar/use-calendar-look.ts'
import { SavedLine } from '#web/parts/offline/saved-line.tsx'
import { useSavedAgenda } from '#web/parts/offline/use-saved-agenda.ts'
import { mondayOf } from '#web/parts/booking/calendar/on-date.ts'
import { endOf } from '#web/parts/time/month-keys.ts'
import { addDays, dateIn, longDate } from '#web/parts/time/wall-clock.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

type SearchParams = {
  view?: 'day' | 'week' | 'month' | 'list' | undefined
  date?: string | undefined
  open?: 'week-hours' | 'block' | undefined
  /** Opens a new appointment, on this day and at this hour. */
  nueva?: 1 | undefined
  day?: string | undefined
  time?: string | undefined
  /** The client of the book for whom it is. */
  client?: number | undefined
}

/** The dates shown: the day, its week or its month. */
const datesOf = (date: string, view: SearchParams['view']) => {
  if (view === 'day') return { from: date, to: date }
  const month = date.slice(0, 7)
  if (view === 'month') return { from: `${month}-01`, to: endOf(month) }
  const from = mondayOf(date)
  return { from, to: addDays(from, 6) }
}

const readingOf = (date: string, view: SearchParams['view']) => ({
  ...reading(contract.calendar, { query: datesOf(date, view) }),
  // Clients book while the professional looks at the week.
  refetchInterval: minuteMs,
  placeholderData: keepPreviousData,
})

/** A second request beside that of the week: repeated only when it is this old. */
const savedForMs = 5 * minuteMs

const viewTitles = { day: 'Día', week: 'Semana', month: 'Mes', list: 'Lista' } as const

/** The requested view and date: a screen reader announces both changes. */
const titleOf = ({ view, date }: Pick<SearchParams, 'view' | 'date'>) => {
  const parts = [view && viewTitles[view], date && longDate(date)].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(', ')
}

export const Route = createFileRoute('/_signed-in/professional-calendar-advanced')({
  staticData: { profile: 'professional', needsSaved: true },
  validateSearch: ({
    view,
    date,
    open,
    nueva,
    day,
    time,
    client,
  }: Record<string, unknown>): SearchParams => ({
    day: dateRequested(day),
    time: /^(?:now|(?:[01]\d|2[0-3]):[0-5]\d)$/.test(String(time)) ? String(time) : undefined,
    view: oneOf(['day', 'week', 'month', 'list'], view),
    date: dateRequested(date),
    open: oneOf(['week-hours', 'block'], open),
    nueva: String(nueva) === '1' ? 1 : undefined,
    client: /^\d{1,15}$/.test(String(client)) ? Number(client) : undefined,
  }),
  loaderDeps: ({ search: { date, view } }) => ({ date, view }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    const today = dateIn(Date.now(), user.zone)
    if (user.professionalId !== null)
      await Promise.all([
        queryClient.prefetchQuery(readingOf(deps.date ?? today, deps.view)),
        queryClient.prefetchQuery(lookReading('professional')),
      ])
    // Made in the screen's own file, so that other pages do not load the date functions.
    return { today, title: titleOf(deps) }
  },
  head: ({ loaderData }) => screenHead(loaderData?.title, 'Agenda avanzada'),
  component: Agenda,
})

function Agenda() {
  const { today } = Route.useLoaderData()
  const search = Route.useSearch()
  const { view, date = today, open, nueva, day: newDay, time, client } = search
  const navigate = Route.useNavigate()
  const { user } = Route.useRouteContext()
  const shown = readingOf(date, view)
  const answer = useQuery(shown)
  // A professional may go offline while looking at the week or its list: only today is stored for offline use, from either.
  const day = readingOf(today, 'day')
  const isDay = view === 'day' && date === today
  const saved = useQuery({
    ...day,
    enabled: isDay || (view !== 'day' && mondayOf(date) === mondayOf(today)),
    ...(isDay ? {} : { refetchInterval: false, staleTime: savedForMs }),
  })
  useSavedAgenda({
    user,
    data: saved.isPlaceholderData ? undefined : saved.data,
    date: today,
    queryKey: day.queryKey,
    shownKey: shown.queryKey,
    updatedAt: saved.dataUpdatedAt,
  })
  return (
    <section className="page py-5 sm:py-8">
      <div className="print-sheet mx-auto flex flex-col gap-4 sm:gap-6">
        {answer.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-4">
            <span className="sr-only">Cargando tu agenda…</span>
            <Skeleton className="h-12 w-64 rounded-md" />
            <Skeleton className="h-96 rounded-lg" />
          </div>
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : (
          <>
            <SavedLine data={answer.data} />
            <AgendaBoard
              calendar={answer.data}
              view={view}
              date={date}
              today={today}
              opens={open}
              makes={nueva && { date: newDay ?? (date < today ? today : date), time, client }}
              onClosed={() =>
                void navigate({
                  search: { view, date: search.date },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </>
        )}
      </div>
    </section>
  )
}
