import { useRef } from 'react'
import type { Calendar, CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'
import { titleOf, type ToneOfEntry } from '#web/parts/booking/agenda/entry-look.ts'
import { NowTime } from '#web/parts/booking/calendar/now-line.tsx'
import { useOpenAt } from '#web/parts/booking/calendar/use-open-at.ts'
import { laterByClock } from '#web/parts/time/other-clock.ts'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { type Moved, type Dragging, useEntryMove } from '#web/parts/booking/agenda/entry-move.ts'
import { useHourGrid, type HourGrid } from '#web/parts/booking/agenda/hour-grid.ts'
import { GridColumn } from '#web/parts/booking/agenda/grid-column.tsx'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import { DragArea } from '#web/ui/drag.tsx'

/**
 * Hours downwards; the days of a week, or the places of one day, side by side. Everything on it is a button with its full name; the
 * professional's own entries can be dragged, or moved with Alt and the arrows: a block moves there, for a visit a dialog opens.
 */
export const CalendarGrid = ({
  calendar,
  entries,
  gaps,
  dates,
  shown,
  today,
  byPlace,
  toneOf,
  onOpen,
  onGap,
  onEmpty,
  onMove,
  onCarry,
}: {
  calendar: Calendar
  entries: readonly CalendarEntry[]
  /** Times that could still be sold. */
  gaps: readonly Gap[]
  dates: readonly string[]
  /** The chosen date: on a phone a week begins with it, not with its Monday. */
  shown: string
  today: string
  byPlace: boolean
  toneOf: ToneOfEntry
  onOpen: (entry: CalendarEntry) => void
  onGap: (gap: Gap) => void
  onEmpty: (date: string, minute: number) => void
  onMove: (moved: Moved) => void
  /** A visit dragged to this start: nothing has changed yet. */
  onCarry: (visit: CalendarEntry, startsAt: string) => void
}) => {
  const grid = useHourGrid({ calendar, byPlace, entries, gaps, dates, toneOf })
  const moving = useEntryMove(onMove, grid, onCarry)
  const frame = useRef<HTMLDivElement>(null)
  const first = grid.now?.minute ?? firstMinuteOf(grid, shown)
  useOpenAt(frame, {
    key: `${shown} ${dates.length} ${grid.now?.date}`,
    top: grid.topOf(first) - grid.rowPx,
  })
  return (
    <div
      ref={frame}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a desk, also where nothing in it has the focus
      tabIndex={0}
      role="group"
      aria-label="Horas de la agenda"
      // The focused entry is scrolled clear of the days above and the hours beside it.
      className="lg:hours-frame relative scroll-pt-16 scroll-pl-14 overflow-auto rounded-lg border border-line bg-surface"
    >
      <p id={grid.helpId} className="sr-only">
        Se arrastra, o se lleva con Alt y las flechas: quince minutos o un día cada vez. Un bloqueo cambia en
        ese momento; de una cita o una clase, con Entrar ves antes qué cambia, y con Escape se queda.
      </p>
      <p aria-live="polite" className="sr-only">
        {moving.dragging?.byKeyboard !== true ? '' : carriedText(moving.dragging, grid.zone)}
      </p>
      <DragArea>
        <div
          data-board
          className="grid grid-rows-[auto_auto]"
          style={{
            gridTemplateColumns: `3.5rem repeat(${grid.columns.length}, minmax(${byPlace ? '11rem' : '7.5rem'}, 1fr))`,
          }}
        >
          <span aria-hidden className="sticky top-0 left-0 z-40 border-b border-line bg-surface" />
          <HourLabels grid={grid} />
          {grid.columns.map((column, place) => (
            // For a screen reader one after the other: a day's heading, then its entries.
            <GridColumn
              key={column.key}
              column={column}
              grid={grid}
              byPlace={byPlace}
              today={today}
              shown={shown}
              place={place}
              onEmpty={onEmpty}
              gaps={gaps}
              onGap={onGap}
              moving={moving}
              onOpen={onOpen}
            />
          ))}
        </div>
      </DragArea>
    </div>
  )
}

const HourLabels = ({ grid }: { grid: HourGrid }) => (
  <div
    aria-hidden
    className="sticky left-0 z-30 row-start-2 bg-surface"
    style={{ height: grid.hours.length * grid.rowPx }}
  >
    {grid.hours.map((hour) => (
      <span
        key={hour}
        className="figures absolute right-2 text-[0.8125rem] text-muted"
        style={{ top: grid.topOf(hour * 60) + 2 }}
      >
        {hour}:00
      </span>
    ))}
    {grid.now === null ? null : <NowTime minute={grid.now.minute} topOf={grid.topOf} />}
  </div>
)

/** The first minute with an entry on the chosen day. */
const firstMinuteOf = ({ columns, zone, hours }: HourGrid, shown: string) => {
  const own = columns.filter(({ date }) => date === shown).flatMap(({ entries }) => entries)
  const starts = own.flatMap(({ startsAt, endsAt }) => onDate(startsAt, endsAt, shown, zone)?.from ?? [])
  return Math.min(...starts, ...(starts.length === 0 ? [(hours[0] ?? 0) * 60] : []))
}

/** The entry moves by the viewer's clock, as shown on the grid; the text uses the clock of the place. */
const carriedText = ({ entry, ...way }: Dragging, zone: string) => {
  const at = laterByClock(entry.startsAt, way, zone)
  return `${titleOf(entry)}: ${dayOf(at, entry.zone)}, ${timeOf(at, entry.zone)}. Entrar para ver qué cambia.`
}
