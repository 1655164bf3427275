import { type KeyboardEvent, useState } from 'react'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import { keyOfEntry } from '#web/parts/booking/agenda/entry-look.ts'
import { type HourGrid } from '#web/parts/booking/agenda/hour-grid.ts'
import { laterByClock } from '#web/parts/time/other-clock.ts'
import { type Pixels, useDrag } from '#web/ui/drag.tsx'

const snapMinutes = 15

/** How far a block was moved from its current position. */
export type Moved = { block: NonNullable<CalendarEntry['block']>; zone: string } & Way

export type Dragging = {
  entry: CalendarEntry
  byKeyboard: boolean
  width: number
  minutes: number
  days: number
}

/** The entry that is being dragged, by pointer or keyboard, and what happens when it is dropped. */
export const useEntryMove = (
  onMove: (moved: Moved) => void,
  grid: HourGrid,
  onCarry: (visit: CalendarEntry, startsAt: string) => void,
) => {
  const [dragging, drag] = useState<Dragging | null>(null)
  const move = (entry: CalendarEntry, { minutes, days }: Way) => {
    if (minutes === 0 && days === 0) return
    if (entry.block !== null) return onMove({ block: entry.block, zone: grid.zone, minutes, days })
    onCarry(entry, laterByClock(entry.startsAt, { minutes, days }, grid.zone))
  }
  return { dragging, drag, move }
}

export type EntryMove = ReturnType<typeof useEntryMove>

type OfEntry = {
  entry: CalendarEntry
  /** The column's key: an entry past midnight is in two columns. */
  columnKey: string
  own: Dragging | null
  isMine: boolean
  grid: HourGrid
  moving: EntryMove
  byPlace: boolean
}

/** Drags an entry in steps of a quarter of an hour and a day, with the pointer or with Alt and the arrows. */
export const useEntryDrag = (of: OfEntry) => {
  const { entry, columnKey, isMine, grid, moving, byPlace } = of
  const columnWidth = () => node.current?.parentElement?.offsetWidth ?? 1
  const wayOf = ({ x, y }: Pixels): Way => ({
    minutes: Math.round(((y / grid.rowPx) * 60) / snapMinutes) * snapMinutes,
    days: byPlace ? 0 : Math.round(x / columnWidth()),
  })
  const { node, setNode, handlers } = useDrag({
    id: `${columnKey} ${keyOfEntry(entry)}`,
    disabled: !isMine,
    // A touch that begins on a visit scrolls; a visit is moved from its dialog.
    mouseOnly: entry.block === null,
    onMove: (by) => {
      const way = wayOf(by)
      moving.drag((now) =>
        now?.entry === entry && now.minutes === way.minutes && now.days === way.days
          ? now
          : { entry, byKeyboard: false, width: columnWidth(), ...way },
      )
    },
    onDrop: (by) => {
      moving.drag(null)
      moving.move(entry, wayOf(by))
    },
    onCancel: () => moving.drag(null),
  })
  return { setNode, handlers: { ...handlers, ...keyHandlers(of, columnWidth) } }
}

const keyHandlers = ({ entry, own, isMine, moving, byPlace }: OfEntry, columnWidth: () => number) => ({
  onBlur: () => own?.byKeyboard === true && moving.drag(null),
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
    if (own?.byKeyboard === true && (event.key === 'Escape' || event.key === 'Enter')) {
      event.preventDefault()
      moving.drag(null)
      if (event.key === 'Enter') moving.move(entry, own)
    }
    const way = event.altKey && isMine ? carried[event.key] : undefined
    if (way === undefined) return
    event.preventDefault()
    const { minutes, days } = byPlace ? { ...way, days: 0 } : way
    if (entry.block !== null) return moving.move(entry, { minutes, days })
    const width = columnWidth()
    // From its current position: a second press may come before the first is drawn.
    moving.drag((now) => ({
      entry,
      byKeyboard: true,
      width,
      minutes: minutes + (now?.entry === entry ? now.minutes : 0),
      days: days + (now?.entry === entry ? now.days : 0),
    }))
  },
})

type Way = { minutes: number; days: number }

const carried: Readonly<Record<string, Way | undefined>> = {
  ArrowUp: { minutes: -snapMinutes, days: 0 },
  ArrowDown: { minutes: snapMinutes, days: 0 },
  ArrowLeft: { minutes: 0, days: -1 },
  ArrowRight: { minutes: 0, days: 1 },
}
