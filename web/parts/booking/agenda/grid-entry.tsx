import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import { hourMs } from '#contract/platform/duration.ts'
import {
  detailOf,
  isWithin,
  lookOf,
  processText,
  spanOf,
  titleOf,
} from '#web/parts/booking/agenda/entry-look.ts'
import { type Dragging, type EntryMove, useEntryDrag } from '#web/parts/booking/agenda/entry-move.ts'
import { type Column, type Part } from '#web/parts/booking/agenda/grid-columns.ts'
import { type HourGrid } from '#web/parts/booking/agenda/hour-grid.ts'
import { type Lane, laneStyle } from '#web/parts/booking/calendar/lanes.ts'
import { laterByClock } from '#web/parts/time/other-clock.ts'
import { longDate, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { movedBy } from '#web/ui/drag.tsx'

export const EntryButton = ({
  entry,
  isMine,
  grid,
  column,
  own,
  part,
  height,
  lane,
  isBeside,
  moving,
  byPlace,
  onOpen,
}: {
  entry: CalendarEntry
  isMine: boolean
  grid: HourGrid
  column: Column
  own: Dragging | null
  part: Part
  height: number
  /** Its place beside overlapping entries. */
  lane: Lane
  /** A rent is behind it, and its edge stays visible. */
  isBeside: boolean
  moving: EntryMove
  byPlace: boolean
  onOpen: (entry: CalendarEntry) => void
}) => {
  const { setNode, handlers } = useEntryDrag({
    entry,
    columnKey: column.key,
    own,
    isMine,
    grid,
    moving,
    byPlace,
  })
  return (
    <button
      ref={setNode}
      type="button"
      aria-describedby={isMine ? grid.helpId : undefined}
      className={classNames(
        'absolute flex flex-col overflow-hidden rounded-sm px-1.5 py-0.5 text-left text-[0.8125rem] leading-tight',
        lookOf(entry, grid.toneOf(entry)),
        isWithin(entry, column.entries) && 'ring-1 ring-surface',
        entry.layer === 'rent' ? 'z-0 opacity-80' : 'z-10',
        isMine && 'cursor-grab',
        entry.block !== null && 'touch-none',
        own !== null && 'z-20 opacity-100 shadow-high',
      )}
      style={{
        top: grid.topOf(part.from) + 1,
        height: Math.max(24, height - 2),
        ...besideStyle(lane, isWithin(entry, column.entries) ? 16 : isBeside ? 12 : 2),
        breakInside: 'avoid',
        ...movedBy(own && { x: own.days * own.width, y: (own.minutes / 60) * grid.rowPx }),
      }}
      {...handlers}
      onClick={() => {
        moving.drag(null)
        onOpen(entry)
      }}
    >
      <EntryText entry={entry} own={own} grid={grid} height={height} column={column} />
    </button>
  )
}

/** In its lane, with two pixels to each neighbour; `inset`: distance of the first lane from the column's left edge. */
const besideStyle = (lane: Lane, inset: number) => {
  const { left, width } = laneStyle(lane)
  const from = lane.place === 0 ? inset : 2
  return { left: `calc(${left} + ${from}px)`, width: `calc(${width} - ${from + 2}px)` }
}

/** "10:15 a 11:15", with the day where it changes: where a dragged entry would be dropped. */
const goesTo = ({ entry, ...way }: Dragging, own: string) => {
  const at = (instant: string) => laterByClock(instant, way, own)
  const from =
    way.days === 0 ? timeOf(at(entry.startsAt), entry.zone) : shortOf(at(entry.startsAt), entry.zone)
  return `${from} a ${timeOf(at(entry.endsAt), entry.zone)}`
}

const EntryText = ({
  entry,
  own,
  grid,
  height,
  column,
}: {
  entry: CalendarEntry
  own: Dragging | null
  grid: HourGrid
  height: number
  column: Column
}) => (
  <>
    {own === null ? null : (
      // Only visual: the name stays, and the grid announces what is moved by keys.
      <span aria-hidden className="figures block truncate font-bold" data-goes-to>
        {goesTo(own, grid.zone)}
      </span>
    )}
    {(entry.processes ?? []).map(({ startsAt, endsAt }) => (
      <span
        key={startsAt}
        aria-hidden
        className={classNames(
          'absolute inset-x-0',
          grid.toneOf(entry) === undefined ? 'process-stripes' : 'timeline-stripes',
        )}
        style={{
          top: ((Date.parse(startsAt) - Date.parse(entry.startsAt)) / hourMs) * grid.rowPx,
          height: ((Date.parse(endsAt) - Date.parse(startsAt)) / hourMs) * grid.rowPx,
        }}
      />
    ))}
    <span className="block truncate font-semibold">
      {titleOf(entry)}
      {height < 34 && own === null ? (
        <span aria-hidden className="figures font-normal">
          {' '}
          {timeOf(entry.startsAt, entry.zone)}
        </span>
      ) : null}
    </span>
    <span className="sr-only">{longDate(column.date)}, </span>
    <span className={height < 34 || own !== null ? 'sr-only' : 'figures block truncate'}>
      {spanOf(entry, grid.zone)}
    </span>
    <span className={height < 60 ? 'sr-only' : 'block truncate'}>{detailOf(entry)}</span>
    <span className="sr-only">{processText(entry)}</span>
  </>
)
