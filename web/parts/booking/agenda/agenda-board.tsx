import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Calendar, Layer } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/agenda/calendar.ts'
import { gaps as sellable } from '#contract/platform/gaps.ts'
import { ownOutsideCalendars } from '#contract/availability/outside-calendar.ts'
import { reading } from '#web/api.ts'
import { type AgendaAction, AgendaActions } from '#web/parts/booking/agenda/agenda-actions.tsx'
import { OutsideProblem } from '#web/parts/time/outside-calendars.tsx'
import { AgendaContent } from '#web/parts/booking/agenda/agenda-content.tsx'
import { AgendaHeader, type AgendaView } from '#web/parts/booking/agenda/agenda-header.tsx'
import { isLayer } from '#web/parts/booking/agenda/entry-look.ts'
import type { OwnNamed } from '#web/parts/booking/series/use-own-appointment.ts'
import { freeHour } from '#web/parts/booking/calendar/free-hour.ts'
import { mondayOf, onDate } from '#web/parts/booking/calendar/on-date.ts'
import { useWide } from '#web/parts/booking/timeline/use-wide.ts'
import { datesOfMonth } from '#web/parts/time/month-keys.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { type Shown, AgendaDialog } from '#web/parts/booking/agenda/agenda-dialog.tsx'

/** The professional's time and all actions on it: a list on a phone, the week on a wide screen, unless another view is chosen. */
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
  view: AgendaView | undefined
  date: string
  today: string
  /** The dialog that a link opens. */
  opens: 'block' | 'week-hours' | undefined
  /** A new appointment that an address asks for. */
  makes: OwnNamed | undefined
  /** The dialog that the address named was closed, or replaced by another. */
  onClosed: () => void
}) => {
  const wide = useWide()
  const view = search ?? (wide ? 'week' : 'list')
  const later = date < today ? today : date
  const { shown, show } = useShown(
    makes === undefined
      ? opens && shownBy(opens, later, calendar)
      : { what: 'own', when: makes, client: makes.client },
    onClosed,
  )

  const outside = useQuery(reading(ownOutsideCalendars))
  const monday = mondayOf(date)
  const week = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days))
  const dates = view === 'day' ? [date] : view === 'month' ? datesOfMonth(date.slice(0, 7)) : week
  const close = () => show(undefined)
  const isGrid = view === 'day' || view === 'week'
  const gaps = useGaps(dates, date, isGrid)

  const openWeekHours = () => show({ what: 'week-hours' })
  const filter = useShownEntries(calendar, dates)
  const isClosed = (one: string) =>
    calendar.exceptions.some(({ date: other, closed }) => other === one && closed)
  return (
    <>
      <AgendaHeader
        view={view}
        date={date}
        dates={dates}
        today={today}
        at={search === undefined ? {} : { view: search }}
      />
      <AgendaActions onAct={(what) => show(shownBy(what, later, calendar))} />
      <OutsideProblem calendars={outside.data} onOpen={() => show({ what: 'calendars' })} />
      {view === 'month' ? null : <LayerFilter filter={filter} isGrid={isGrid} gaps={gaps} />}
      {isGrid && calendar.open.length === 0 && !dates.every(isClosed) ? (
        <NoHours view={view} openWeekHours={openWeekHours} />
      ) : null}
      <AgendaContent
        view={view}
        calendar={calendar}
        entries={filter.entries}
        isHiding={filter.isHiding}
        gaps={gaps.showsGaps ? (gaps.free.data ?? []) : []}
        dates={dates}
        date={date}
        today={today}
        show={show}
      />
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

/** The open dialog: what was pressed last, else what the address names. */
const useShown = (linked: Shown | undefined, onClosed: () => void) => {
  const [chosen, choose] = useState<Shown>()
  const show = (next: Shown | undefined) => {
    choose(next)
    if (linked !== undefined) onClosed()
  }
  return { shown: chosen ?? linked, show }
}

const shownBy = (what: AgendaAction, date: string, { entries, zone }: Calendar): Shown => {
  if (what === 'block') {
    // In the hours of a rented space the professional is free for clients.
    const busy = entries
      .filter(({ layer }) => layer !== 'rent')
      .map(({ startsAt, endsAt, busyFrom, busyUntil }) => ({
        from: Date.parse(busyFrom ?? startsAt),
        until: Date.parse(busyUntil ?? endsAt),
      }))
    return { what, ...freeHour(busy, { date, zone, now: serverNow() }) }
  }
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

const NoHours = ({ view, openWeekHours }: { view: AgendaView; openWeekHours: () => void }) => (
  <p className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-maiz-soft px-4 py-2 text-maiz-ink">
    <span className="min-w-48 flex-1 font-semibold">
      {view === 'day' ? 'No ofreces horarios este día.' : 'No ofreces horarios esta semana.'}
    </span>
    <Button tone="secondary" size="small" onClick={openWeekHours}>
      Poner mi horario
    </Button>
  </p>
)
