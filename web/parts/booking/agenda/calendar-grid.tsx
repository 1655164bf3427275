import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Calendar, CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'
import { isAt, placesOf } from '#web/parts/booking/agenda/day-columns.ts'
import {
  detailOf,
  isWithin,
  keyOfEntry,
  lookOf,
  processText,
  spanOf,
  titleOf,
} from '#web/parts/booking/agenda/entry-look.ts'
import { onDate } from '#web/parts/booking/timeline/layout.ts'
import { laterByClock } from '#web/parts/time/other-clock.ts'
import { dayOf, longDate, partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Of an hour: a day has room for what a finger can press in half of one, a week is seen at once. */
const [dayRowPx, weekRowPx] = [88, 56]
const snapMinutes = 15

/** How far a block went from where it is by then. */
export type Moved = { block: NonNullable<CalendarEntry['block']>; zone: string } & Way
type Column = { key: string; date: string; label: string; sub: string; entries: readonly CalendarEntry[] }
type Dragging = {
  entry: CalendarEntry
  /** Where the pointer took it up; null: by keyboard. */
  from: { x: number; y: number } | null
  width: number
  minutes: number
  days: number
}

/**
 * Hours downwards; the days of a week, or the places of one day, side by side. Everything on it is a button with its full name;
 * what is one's own to move is dragged, or carried with Alt and the arrows: a block goes there, of a visit it is asked what that means.
 */
export const CalendarGrid = ({
  calendar,
  entries,
  gaps,
  dates,
  shown,
  today,
  byPlace,
  onOpen,
  onGap,
  onEmpty,
  onMove,
  onCarry,
}: {
  calendar: Calendar
  entries: readonly CalendarEntry[]
  /** Where something could still be sold. */
  gaps: readonly Gap[]
  dates: readonly string[]
  /** The one that is meant: on a phone a week begins with it, and not with its Monday. */
  shown: string
  today: string
  byPlace: boolean
  onOpen: (entry: CalendarEntry) => void
  onGap: (gap: Gap) => void
  onEmpty: (date: string, minute: number) => void
  onMove: (moved: Moved) => void
  /** A visit, to this moment: nothing has changed yet. */
  onCarry: (visit: CalendarEntry, startsAt: string) => void
}) => {
  const { zone, open } = calendar
  const rowPx = byPlace ? dayRowPx : weekRowPx
  const [dragging, drag] = useState<Dragging | null>(null)
  const dropped = useRef(false)
  const helpId = useId()
  const columns = byPlace ? columnsOf(entries, gaps, dates[0] ?? '') : daysOf(entries, dates, zone)
  const spans = dates.flatMap((date) =>
    [...open, ...entries].flatMap(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone) ?? []),
  )
  const first = Math.min(9, ...spans.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(19, ...spans.map(({ to }) => Math.ceil(to / 60)))
  const hours = Array.from({ length: last - first }, (_, place) => first + place)
  const topOf = (minute: number) => ((minute - first * 60) / 60) * rowPx

  const move = (entry: CalendarEntry, { minutes, days }: Way) => {
    if (minutes === 0 && days === 0) return
    if (entry.block !== null) return onMove({ block: entry.block, zone, minutes, days })
    onCarry(entry, laterByClock(entry.startsAt, { minutes, days }, zone))
  }
  return (
    <div className="relative overflow-x-auto rounded-lg border border-line bg-surface">
      <p id={helpId} className="sr-only">
        Se arrastra, o se lleva con Alt y las flechas: quince minutos o un día cada vez. Un bloqueo cambia en
        ese momento; de una cita o una clase, con Entrar ves antes qué cambia, y con Escape se queda.
      </p>
      <p aria-live="polite" className="sr-only">
        {dragging === null || dragging.from !== null ? '' : carriedText(dragging, zone)}
      </p>
      <div
        data-board
        className="grid grid-rows-[auto_auto]"
        style={{
          gridTemplateColumns: `3.5rem repeat(${columns.length}, minmax(${byPlace ? '11rem' : '7.5rem'}, 1fr))`,
        }}
      >
        <span aria-hidden className="sticky left-0 z-30 border-b border-line bg-surface" />
        <div
          aria-hidden
          className="sticky left-0 z-30 row-start-2 bg-surface"
          style={{ height: hours.length * rowPx }}
        >
          {hours.map((hour) => (
            <span
              key={hour}
              className="figures absolute right-2 text-[0.8125rem] text-muted"
              style={{ top: topOf(hour * 60) + 2 }}
            >
              {hour}:00
            </span>
          ))}
        </div>
        {columns.map((column, place) => (
          // One after the other for a screen reader: a day's heading, then what is on that day.
          <section key={column.key} aria-labelledby={`${helpId}${column.key}`} className="contents">
            <h2
              id={`${helpId}${column.key}`}
              aria-current={!byPlace && column.date === today ? 'date' : undefined}
              {...(!byPlace && column.date === shown ? { ref: bringDayIn } : {})}
              className={classNames(
                'row-start-1 truncate border-b border-l border-line px-2 py-2.5 text-center font-sans text-sm tracking-normal',
                !byPlace && column.date === today && 'bg-jacaranda-soft',
              )}
              style={{ gridColumnStart: place + 2 }}
            >
              <span className="sr-only">{byPlace ? column.label : longDate(column.date)}</span>
              <span aria-hidden className="block font-semibold">
                {column.label}
              </span>
              <span className="block truncate text-muted">{column.sub}</span>
            </h2>
            <div
              className="timeline-stripes relative row-start-2 border-l border-line bg-sunk"
              style={{ height: hours.length * rowPx, gridColumnStart: place + 2 }}
            >
              {open.flatMap(({ startsAt, endsAt }) => {
                const part = onDate(startsAt, endsAt, column.date, zone)
                return part === null
                  ? []
                  : [
                      <span
                        key={startsAt}
                        aria-hidden
                        className="absolute inset-x-0 bg-surface"
                        style={{ top: topOf(part.from), height: ((part.to - part.from) / 60) * rowPx }}
                      />,
                    ]
              })}
              {/* For the pointer; "Bloquear" above the grid does the same by keyboard, without a button for each hour. */}
              {hours.map((hour) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
                <span
                  key={hour}
                  aria-hidden
                  data-empty={hour}
                  onClick={() => onEmpty(column.date, hour * 60)}
                  className="absolute inset-x-0 cursor-pointer border-t border-line/70 hover:bg-jacaranda-soft/60"
                  style={{ top: topOf(hour * 60), height: rowPx }}
                />
              ))}
              {inTime(column.entries, gaps.filter(byPlace ? isAt(column.key) : () => true)).map((one) => {
                if ('gap' in one) {
                  const { gap } = one
                  const part = onDate(gap.startsAt, gap.endsAt, column.date, zone)
                  return part === null ? null : (
                    <GapMark
                      key={`gap${gap.startsAt}`}
                      name={`${longDate(column.date)}, ${timeOf(gap.startsAt, zone)} a ${timeOf(gap.endsAt, zone)}`}
                      top={topOf(part.from)}
                      height={((part.to - part.from) / 60) * rowPx}
                      onOpen={() => onGap(gap)}
                    />
                  )
                }
                const { entry } = one
                const part = onDate(entry.startsAt, entry.endsAt, column.date, zone)
                if (part === null) return null
                const own = dragging?.entry === entry ? dragging : null
                const isMine = mayCarry(entry)
                const height = ((part.to - part.from) / 60) * rowPx
                return (
                  <button
                    key={keyOfEntry(entry)}
                    type="button"
                    aria-describedby={isMine ? helpId : undefined}
                    className={classNames(
                      'absolute right-0.5 flex flex-col overflow-hidden rounded-sm px-1.5 py-0.5 text-left text-[0.8125rem] leading-tight',
                      lookOf(entry),
                      isWithin(entry, column.entries) ? 'left-4 ring-1 ring-surface' : 'left-0.5',
                      entry.layer === 'rent' ? 'z-0 opacity-80' : 'z-10',
                      isMine && 'cursor-grab',
                      entry.block !== null && 'touch-none',
                      own !== null && 'z-20 shadow-high',
                    )}
                    style={{
                      top: topOf(part.from) + 1,
                      height: Math.max(24, height - 2),
                      breakInside: 'avoid',
                      ...(own === null
                        ? {}
                        : {
                            transform: `translate(${own.days * own.width}px, ${(own.minutes / 60) * rowPx}px)`,
                          }),
                    }}
                    onPointerDown={(event) => {
                      // A finger that begins on a visit looks around; it moves one from its dialog.
                      if (!isMine || (entry.block === null && event.pointerType !== 'mouse')) return
                      event.currentTarget.setPointerCapture(event.pointerId)
                      dropped.current = false
                      const { parentElement } = event.currentTarget
                      drag({
                        entry,
                        from: { x: event.clientX, y: event.clientY },
                        width: parentElement?.offsetWidth ?? 1,
                        minutes: 0,
                        days: 0,
                      })
                    }}
                    onPointerMove={(event) => {
                      if (own === null || own.from === null) return
                      const minutes =
                        Math.round((((event.clientY - own.from.y) / rowPx) * 60) / snapMinutes) * snapMinutes
                      drag({
                        ...own,
                        minutes,
                        days: byPlace ? 0 : Math.round((event.clientX - own.from.x) / own.width),
                      })
                    }}
                    onPointerCancel={() => drag(null)}
                    onPointerUp={() => {
                      if (own === null || own.from === null) return
                      drag(null)
                      dropped.current = own.minutes !== 0 || own.days !== 0
                      move(entry, own)
                    }}
                    onBlur={() => own?.from === null && drag(null)}
                    onClick={() => {
                      // Where something was let go of a click follows: it opens nothing.
                      if (dropped.current) dropped.current = false
                      else onOpen(entry)
                    }}
                    onKeyDown={(event) => {
                      dropped.current = false
                      if (own?.from === null && (event.key === 'Escape' || event.key === 'Enter')) {
                        event.preventDefault()
                        drag(null)
                        if (event.key === 'Enter') move(entry, own)
                      }
                      const way = event.altKey && isMine ? carried[event.key] : undefined
                      if (way === undefined) return
                      event.preventDefault()
                      const { minutes, days } = byPlace ? { ...way, days: 0 } : way
                      if (entry.block !== null) return move(entry, { minutes, days })
                      const width = event.currentTarget.parentElement?.offsetWidth ?? 1
                      // From where it is by then: a second press may come before the first is drawn.
                      drag((now) => ({
                        entry,
                        from: null,
                        width,
                        minutes: minutes + (now?.entry === entry ? now.minutes : 0),
                        days: days + (now?.entry === entry ? now.days : 0),
                      }))
                    }}
                  >
                    {(entry.processes ?? []).map(({ startsAt, endsAt }) => (
                      <span
                        key={startsAt}
                        aria-hidden
                        className="process-stripes absolute inset-x-0"
                        style={{
                          top: ((Date.parse(startsAt) - Date.parse(entry.startsAt)) / 3_600_000) * rowPx,
                          height: ((Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000) * rowPx,
                        }}
                      />
                    ))}
                    <span className="block truncate font-semibold">
                      {titleOf(entry)}
                      {height < 34 ? (
                        <span aria-hidden className="figures font-normal">
                          {' '}
                          {timeOf(entry.startsAt, entry.zone)}
                        </span>
                      ) : null}
                    </span>
                    <span className="sr-only">{longDate(column.date)}, </span>
                    <span className={height < 34 ? 'sr-only' : 'figures block truncate'}>
                      {spanOf(entry, zone)}
                    </span>
                    <span className={height < 60 ? 'sr-only' : 'block truncate'}>{detailOf(entry)}</span>
                    <span className="sr-only">{processText(entry)}</span>
                  </button>
                )
              })}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}

/** What is on a day and what could still be sold, by when each begins. */
const inTime = (entries: readonly CalendarEntry[], gaps: readonly Gap[]) =>
  [
    ...entries.map((entry) => ({ at: entry.startsAt, entry })),
    ...gaps.map((gap) => ({ at: gap.startsAt, gap })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))

/** Faint, behind what there is; only its sign can be pressed, the rest stays what it was. */
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

type Way = { minutes: number; days: number }

/** A block is one's own, and so is a class; a visit that stands can be asked for at another hour. */
const mayCarry = ({ block, booking, layer }: CalendarEntry) =>
  block !== null || layer === 'class' || (layer === 'visit' && booking?.status === 'confirmed')

/** One's own clock moves it, as it stands on the grid; what is said is the clock of the place. */
const carriedText = ({ entry, ...way }: Dragging, zone: string) => {
  const at = laterByClock(entry.startsAt, way, zone)
  return `${titleOf(entry)}: ${dayOf(at, entry.zone)}, ${timeOf(at, entry.zone)}. Entrar para ver qué cambia.`
}

const carried: Readonly<Record<string, Way | undefined>> = {
  ArrowUp: { minutes: -snapMinutes, days: 0 },
  ArrowDown: { minutes: snapMinutes, days: 0 },
  ArrowLeft: { minutes: 0, days: -1 },
  ArrowRight: { minutes: 0, days: 1 },
}

/** Beside the hours, which stay; the page itself does not move. */
const bringDayIn = (head: HTMLElement | null) => {
  const grid = head?.closest('[data-board]')
  const board = grid?.parentElement
  if (!head || !board) return
  const hoursPx = grid?.firstElementChild?.clientWidth ?? 0
  board.scrollLeft += head.getBoundingClientRect().left - board.getBoundingClientRect().left - hoursPx
}

const daysOf = (entries: readonly CalendarEntry[], dates: readonly string[], zone: string): Column[] =>
  dates.map((date) => {
    const { weekday, day } = partsOfDate(date)
    const own = entries.filter(({ startsAt, endsAt }) => onDate(startsAt, endsAt, date, zone))
    return { key: date, date, label: `${weekday} ${day}`, sub: countText(own), entries: own }
  })

const columnsOf = (entries: readonly CalendarEntry[], gaps: readonly Gap[], date: string): Column[] =>
  placesOf(entries, gaps).map(({ entries: own, ...place }) => ({
    ...place,
    date,
    sub: entries.length === 0 && gaps.length === 0 ? 'Libre' : countText(own),
    entries: own,
  }))

const countText = (entries: readonly CalendarEntry[]) => {
  const count = (wanted: CalendarEntry['layer'], one: string) => {
    const n = entries.filter(({ layer }) => layer === wanted).length
    return n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${one}s`]
  }
  return [...count('visit', 'cita'), ...count('class', 'clase')].join(', ') || 'Sin citas'
}
