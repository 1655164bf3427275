import { Plus } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'
import { isAt } from '#web/parts/booking/agenda/day-columns.ts'
import { isWithin, keyOfEntry } from '#web/parts/booking/agenda/entry-look.ts'
import { onDate } from '#web/parts/booking/calendar/on-date.ts'
import { longDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type Column, inTime } from '#web/parts/booking/agenda/grid-columns.ts'
import { EntryButton } from '#web/parts/booking/agenda/grid-entry.tsx'
import { NowLine } from '#web/parts/booking/calendar/now-line.tsx'
import { lanesOf } from '#web/parts/booking/calendar/lanes.ts'
import { type EntryMove } from '#web/parts/booking/agenda/entry-move.ts'
import { type HourGrid } from '#web/parts/booking/agenda/hour-grid.ts'

export const GridColumn = ({
  column,
  grid,
  byPlace,
  today,
  shown,
  place,
  onEmpty,
  gaps,
  onGap,
  moving,
  onOpen,
}: {
  column: Column
  grid: HourGrid
  byPlace: boolean
  today: string
  shown: string
  place: number
  onEmpty: (date: string, minute: number) => void
  gaps: readonly Gap[]
  onGap: (gap: Gap) => void
  moving: EntryMove
  onOpen: (entry: CalendarEntry) => void
}) => {
  const { lanes, rents } = placesIn(column, grid)
  return (
    <section aria-labelledby={`${grid.helpId}${column.key}`} className="contents">
      <ColumnHead grid={grid} column={column} byPlace={byPlace} today={today} shown={shown} place={place} />
      <div
        className="timeline-stripes relative row-start-2 border-l border-line bg-sunk"
        style={{ height: grid.hours.length * grid.rowPx, gridColumnStart: place + 2 }}
      >
        <ColumnGround date={column.date} grid={grid} onEmpty={onEmpty} />
        <NowLine minute={grid.now?.date === column.date ? grid.now.minute : null} topOf={grid.topOf} />
        {inTime(column.entries, gaps.filter(byPlace ? isAt(column.key) : () => true)).map((one) => {
          if ('gap' in one) {
            const { gap } = one
            const part = onDate(gap.startsAt, gap.endsAt, column.date, grid.zone)
            return part === null ? null : (
              <GapMark
                key={`gap${gap.startsAt}`}
                name={`${longDate(column.date)}, ${timeOf(gap.startsAt, grid.zone)} a ${timeOf(gap.endsAt, grid.zone)}`}
                top={grid.topOf(part.from)}
                height={((part.to - part.from) / 60) * grid.rowPx}
                onOpen={() => onGap(gap)}
              />
            )
          }
          const { entry } = one
          const part = onDate(entry.startsAt, entry.endsAt, column.date, grid.zone)
          if (part === null) return null
          const own = moving.dragging?.entry === entry ? moving.dragging : null
          const isMine = mayCarry(entry)
          const height = ((part.to - part.from) / 60) * grid.rowPx
          const isRent = entry.layer === 'rent'
          return (
            <EntryButton
              key={keyOfEntry(entry)}
              entry={entry}
              isMine={isMine}
              grid={grid}
              column={column}
              own={own}
              part={part}
              height={height}
              lane={lanes.get(entry) ?? { place: 0, of: 1 }}
              isBeside={!isRent && rents.some((rent) => overlaps(rent, entry))}
              moving={moving}
              byPlace={byPlace}
              onOpen={onOpen}
            />
          )
        })}
      </div>
    </section>
  )
}

/** The working hours, and each hour to be pressed. */
const ColumnGround = ({
  date,
  grid,
  onEmpty,
}: {
  date: string
  grid: HourGrid
  onEmpty: (date: string, minute: number) => void
}) => (
  <>
    {grid.open.flatMap(({ startsAt, endsAt }) => {
      const part = onDate(startsAt, endsAt, date, grid.zone)
      return part === null
        ? []
        : [
            <span
              key={startsAt}
              aria-hidden
              className="absolute inset-x-0 bg-surface"
              style={{ top: grid.topOf(part.from), height: ((part.to - part.from) / 60) * grid.rowPx }}
            />,
          ]
    })}
    {/* For the pointer; the keyboard uses "Bloquear" above the grid, which saves a button for each hour. */}
    {grid.hours.map((hour) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
      <span
        key={hour}
        aria-hidden
        data-empty={hour}
        onClick={(event) => onEmpty(date, quarterOf(event, hour))}
        // A long press of a finger.
        onContextMenu={(event) => {
          event.preventDefault()
          onEmpty(date, quarterOf(event, hour))
        }}
        className="absolute inset-x-0 cursor-pointer border-t border-line/70 hover:bg-jacaranda-soft/60"
        style={{ top: grid.topOf(hour * 60), height: grid.rowPx }}
      />
    ))}
  </>
)

/** The quarter hour that was pressed, in minutes of the day. */
const quarterOf = ({ clientY, currentTarget }: MouseEvent<HTMLElement>, hour: number) => {
  const { top, height } = currentTarget.getBoundingClientRect()
  const quarter = Math.floor(((clientY - top) / height) * 4)
  return hour * 60 + Math.min(3, Math.max(0, quarter)) * 15
}

/**
 * Overlapping entries are side by side. Rents are behind what takes place in them, so they overlap only other rents; an entry within a
 * process time is drawn on that visit.
 */
const placesIn = ({ entries, date }: Column, grid: HourGrid) => {
  const shortest = (24 / grid.rowPx) * 60
  const drawn = entries.flatMap((item) => {
    const part = onDate(item.startsAt, item.endsAt, date, grid.zone)
    // With its drawn height, so that nothing covers what follows a short entry.
    return part === null ? [] : [{ item, from: part.from, to: Math.max(part.to, part.from + shortest) }]
  })
  const rents = drawn.filter(({ item }) => item.layer === 'rent')
  const others = drawn.filter(({ item }) => item.layer !== 'rent' && !isWithin(item, entries))
  return {
    lanes: new Map([...lanesOf(rents), ...lanesOf(others)]),
    rents: rents.map(({ item }) => item),
  }
}

const overlaps = (one: CalendarEntry, other: CalendarEntry) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

const ColumnHead = ({
  grid,
  column,
  byPlace,
  today,
  shown,
  place,
}: {
  grid: HourGrid
  column: Column
  byPlace: boolean
  today: string
  shown: string
  place: number
}) => (
  <h2
    id={`${grid.helpId}${column.key}`}
    aria-current={!byPlace && column.date === today ? 'date' : undefined}
    {...(!byPlace && column.date === shown ? { ref: bringDayIn } : {})}
    className={classNames(
      'sticky top-0 z-30 row-start-1 truncate border-b border-l border-line px-2 py-2.5 text-center font-sans text-sm tracking-normal',
      !byPlace && column.date === today ? 'bg-jacaranda-soft' : 'bg-surface',
    )}
    style={{ gridColumnStart: place + 2 }}
  >
    <span className="sr-only">{byPlace ? column.label : longDate(column.date)}</span>
    <span aria-hidden className="block font-semibold">
      {column.label}
    </span>
    <span className="block truncate text-muted">{column.sub}</span>
  </h2>
)

/** Faint, behind the entries; only its sign can be pressed, the rest of the column works as before. */
const GapMark = ({
  name,
  top,
  height,
  onOpen,
}: {
  name: string
  top: number
  height: number
  onOpen: () => void
}) => (
  <div
    className="pointer-events-none absolute inset-x-0 border-l-4 border-agave/60 bg-agave-soft/50"
    style={{ top: top + 1, height: Math.max(28, height - 2) }}
  >
    <button
      type="button"
      aria-label={`Hueco vendible: ${name}`}
      onClick={onOpen}
      className="no-print pointer-events-auto absolute top-0.5 right-0.5 z-10 inline-flex size-6.5 items-center justify-center rounded-full bg-surface text-agave shadow-low hover:bg-agave-soft"
    >
      <Plus aria-hidden className="size-4.5" />
    </button>
  </div>
)

/** Blocks and classes are the professional's own; for an active visit another hour can be requested. */
const mayCarry = ({ block, booking, layer }: CalendarEntry) =>
  block !== null || layer === 'class' || (layer === 'visit' && booking?.status === 'confirmed')

/** Scrolls beside the hours, which stay; the page itself does not move. */
const bringDayIn = (head: HTMLElement | null) => {
  const grid = head?.closest('[data-board]')
  const board = grid?.parentElement
  if (!head || !board) return
  const hoursPx = grid?.firstElementChild?.clientWidth ?? 0
  board.scrollLeft += head.getBoundingClientRect().left - board.getBoundingClientRect().left - hoursPx
}
