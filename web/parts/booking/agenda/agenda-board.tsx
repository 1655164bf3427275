import { clockText } from '#contract/platform/clock-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Calendar, Layer } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/agenda/calendar.ts'
import { gaps as sellable } from '#contract/platform/gaps.ts'
import { ownOutsideCalendars } from '#contract/availability/outside-calendar.ts'
import { reading } from '#web/api.ts'
import { type AgendaAction, AgendaActions } from '#web/parts/booking/agenda/agenda-actions.tsx'
import { OutsideProblem } from '#web/parts/time/outside-calendars.tsx'
import { AgendaList } from '#web/parts/booking/agenda/agenda-list.tsx'
import { CalendarGrid } from '#web/parts/booking/agenda/calendar-grid.tsx'
import { isLayer } from '#web/parts/booking/agenda/entry-look.ts'
import type { OwnNamed } from '#web/parts/booking/series/use-own-appointment.ts'
import { useMoveBlock } from '#web/parts/booking/agenda/use-move-block.ts'
import { mondayOf, onDate, weekText } from '#web/parts/booking/timeline/layout.ts'
import { useWide } from '#web/parts/booking/timeline/use-wide.ts'
import { DateSteps } from '#web/parts/time/date-steps.tsx'
import { addDays, longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { type Shown, AgendaDialog } from '#web/parts/booking/agenda/agenda-dialog.tsx'

type View = 'day' | 'week' | 'list'
const views = [
  { value: 'day', label: 'Día' },
  { value: 'week', label: 'Semana' },
  { value: 'list', label: 'Lista' },
] as const

/** My time with everything that I do on it: a list on the phone, the week on a desk, unless one asks for another. */
export const AgendaBoard = ({
  calendar,
  view: search,
  date,
  today,
  opens,
  makes,
  onClosed,
}: {
  calendar: Calendar
  view: View | undefined
  date: string
  today: string
  /** What is open for who comes here by a link. */
  opens: 'block' | 'week-hours' | undefined
  /** A new appointment that an address asks for. */
  makes: OwnNamed | undefined
  /** What the address named was closed, or left for something else. */
  onClosed: () => void
}) => {
  const wide = useWide()
  const view = search ?? (wide ? 'week' : 'list')
  const later = date < today ? today : date
  const linked: Shown | undefined =
    makes === undefined ? opens && shownBy(opens, later) : { what: 'own', when: makes, client: makes.client }
  const [chosen, choose] = useState<Shown>()
  const shown = chosen ?? linked
  const show = (next: Shown | undefined) => {
    choose(next)
    if (linked !== undefined) onClosed()
  }

  const outside = useQuery(reading(ownOutsideCalendars))
  const monday = mondayOf(date)
  const week = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days))
  const dates = view === 'day' ? [date] : week
  const close = () => show(undefined)
  const isGrid = view !== 'list'
  const gaps = useGaps(dates, date, isGrid)

  const moveBlock = useMoveBlock()
  const online = useOnline()
  const openWeekHours = () => show({ what: 'week-hours' })
  const filter = useShownEntries(calendar, dates)
  const isClosed = (one: string) =>
    calendar.exceptions.some(({ date: other, closed }) => other === one && closed)
  const step = view === 'day' ? 1 : 7
  const at = search === undefined ? {} : { view: search }
  return (
    <>
      <AgendaHeader view={view} date={date} monday={monday} step={step} dates={dates} today={today} at={at} />
      <AgendaActions onAct={(what) => show(shownBy(what, later))} />
      <OutsideProblem calendars={outside.data} onOpen={() => show({ what: 'calendars' })} />
      <LayerFilter filter={filter} isGrid={isGrid} gaps={gaps} />
      {isGrid && calendar.open.length === 0 && !dates.every(isClosed) ? (
        <NoHours view={view} openWeekHours={openWeekHours} />
      ) : null}
      {view === 'list' ? (
        <AgendaList
          calendar={calendar}
          entries={filter.entries}
          dates={dates}
          today={today}
          isHiding={filter.isHiding}
          onOpen={(entry) => show({ what: 'entry', entry })}
          onWeekHours={openWeekHours}
        />
      ) : (
        <CalendarGrid
          calendar={calendar}
          entries={filter.entries}
          gaps={gaps.showsGaps ? (gaps.free.data ?? []) : []}
          dates={dates}
          shown={date}
          today={today}
          byPlace={view === 'day'}
          onOpen={(entry) => show({ what: 'entry', entry })}
          onGap={(gap) => show({ what: 'gap', gap })}
          onEmpty={(day, minute) =>
            show(online ? { what: 'own', when: { date: day, time: clockText(minute) } } : { what: 'no-line' })
          }
          onMove={moveBlock}
          onCarry={(entry, selection) => show({ what: 'move', entry, selection })}
        />
      )}
      <AgendaDialog
        shown={shown}
        calendar={calendar}
        show={show}
        close={close}
        later={later}
        monday={monday}
        today={today}
      />
    </>
  )
}

const shownBy = (what: AgendaAction, date: string): Shown => {
  if (what === 'block') return { what, date, minute: 600 }
  return what === 'appointment' ? { what: 'own', when: { date } } : { what }
}

/** The entries of these dates, without the layers that the professional hides. */
const useShownEntries = (calendar: Calendar, dates: readonly string[]) => {
  const [hidden, hide] = useState<ReadonlySet<Layer>>(new Set())
  const entries = calendar.entries.filter(
    ({ layer, startsAt, endsAt }) =>
      !hidden.has(layer) && dates.some((one) => onDate(startsAt, endsAt, one, calendar.zone) !== null),
  )
  const kinds = [...new Set(calendar.entries.map(({ layer }) => layer))]
  const isHiding = calendar.entries.some(
    ({ layer, startsAt, endsAt }) =>
      hidden.has(layer) && dates.some((one) => onDate(startsAt, endsAt, one, calendar.zone) !== null),
  )
  return { kinds, hidden, hide, entries, isHiding }
}

type EntryFilter = ReturnType<typeof useShownEntries>

/** The sellable gaps, read only while the grid shows them. */
const useGaps = (dates: readonly string[], date: string, isGrid: boolean) => {
  const [showsGaps, showGaps] = useState(true)
  const free = useQuery({
    ...reading(sellable, {
      query: { from: dates[0] ?? date, to: dates.at(-1) ?? date },
    }),
    enabled: isGrid && showsGaps,
  })
  return { showsGaps, showGaps, free }
}

type Gaps = ReturnType<typeof useGaps>

const AgendaHeader = ({
  view,
  date,
  monday,
  step,
  dates,
  today,
  at,
}: {
  view: View
  date: string
  monday: string
  step: 1 | 7
  dates: readonly string[]
  today: string
  at: { view?: View }
}) => (
  <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
    <div className="flex min-w-0 flex-col gap-1">
      <p className="eyebrow text-barro">Agenda avanzada</p>
      <h1 className="text-3xl first-letter:uppercase">
        {view === 'day' ? longDate(date) : weekText(monday)}
      </h1>
    </div>
    <div className="no-print flex flex-wrap items-center gap-2">
      <nav aria-label="Vista" className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
        {views.map(({ value, label }) => (
          <Link
            key={value}
            {...paths.calendar({ view: value, date })}
            aria-current={value === view ? 'true' : undefined}
            className={classNames(
              'inline-flex min-h-11 items-center rounded-sm px-4 font-semibold',
              value === view ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <DateSteps
        date={date}
        days={step}
        showsToday={dates.includes(today)}
        to={(day) => paths.calendar({ ...at, date: day })}
        todayAt={paths.calendar(at)}
      />
    </div>
  </header>
)

const LayerFilter = ({ filter, isGrid, gaps }: { filter: EntryFilter; isGrid: boolean; gaps: Gaps }) =>
  filter.kinds.length < 2 && !isGrid ? null : (
    <fieldset className="no-print flex flex-wrap items-center gap-x-5">
      <legend className="sr-only">Qué se muestra</legend>
      {Object.keys(contract.layers)
        .filter(isLayer)
        .filter((layer) => filter.kinds.length > 1 && filter.kinds.includes(layer))
        .map((layer) => (
          <Checkbox
            key={layer}
            label={contract.layers[layer]}
            checked={!filter.hidden.has(layer)}
            onChange={(event) => {
              const next = new Set(filter.hidden)
              if (event.target.checked) next.delete(layer)
              else next.add(layer)
              filter.hide(next)
            }}
          />
        ))}
      {isGrid ? (
        <Checkbox
          label="Huecos vendibles"
          checked={gaps.showsGaps}
          onChange={(event) => gaps.showGaps(event.target.checked)}
        />
      ) : null}
    </fieldset>
  )

const NoHours = ({ view, openWeekHours }: { view: View; openWeekHours: () => void }) => (
  <p className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-maiz-soft px-4 py-2 text-maiz-ink">
    <span className="min-w-48 flex-1 font-semibold">
      {view === 'day' ? 'No ofreces horarios este día.' : 'No ofreces horarios esta semana.'}
    </span>
    <Button tone="secondary" size="small" onClick={openWeekHours}>
      Poner mi horario
    </Button>
  </p>
)
