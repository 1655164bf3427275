import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import { laterByClock } from '#web/parts/time/other-clock.ts'
import { type HourGrid } from '#web/parts/booking/agenda/hour-grid.ts'

const snapMinutes = 15

/** How far a block went from where it is by then. */
export type Moved = { block: NonNullable<CalendarEntry['block']>; zone: string } & Way

export type Dragging = {
  entry: CalendarEntry
  /** Where the pointer took it up; null: by keyboard. */
  from: { x: number; y: number } | null
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
  const dropped = useRef(false)
  const setDropped = (isDropped: boolean) => {
    dropped.current = isDropped
  }
  /** Whether this click follows a drop; true once for each drop. */
  const followsDrop = () => {
    const follows = dropped.current
    dropped.current = false
    return follows
  }
  const move = (entry: CalendarEntry, { minutes, days }: Way) => {
    if (minutes === 0 && days === 0) return
    if (entry.block !== null) return onMove({ block: entry.block, zone: grid.zone, minutes, days })
    onCarry(entry, laterByClock(entry.startsAt, { minutes, days }, grid.zone))
  }
  return { dragging, drag, setDropped, followsDrop, move }
}

export type EntryMove = ReturnType<typeof useEntryMove>

/** Drags an entry with the pointer, or with Alt and the arrows. */
export const dragHandlers = ({
  entry,
  own,
  isMine,
  grid,
  moving,
  byPlace,
}: {
  entry: CalendarEntry
  own: Dragging | null
  isMine: boolean
  grid: HourGrid
  moving: EntryMove
  byPlace: boolean
}) => ({
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
    // A finger that begins on a visit looks around; it moves one from its dialog.
    if (!isMine || (entry.block === null && event.pointerType !== 'mouse')) return
    event.currentTarget.setPointerCapture(event.pointerId)
    moving.setDropped(false)
    const { parentElement } = event.currentTarget
    moving.drag({
      entry,
      from: { x: event.clientX, y: event.clientY },
      width: parentElement?.offsetWidth ?? 1,
      minutes: 0,
      days: 0,
    })
  },
  onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
    if (own === null || own.from === null) return
    const minutes = Math.round((((event.clientY - own.from.y) / grid.rowPx) * 60) / snapMinutes) * snapMinutes
    moving.drag({
      ...own,
      minutes,
      days: byPlace ? 0 : Math.round((event.clientX - own.from.x) / own.width),
    })
  },
  onPointerCancel: () => moving.drag(null),
  onPointerUp: () => {
    if (own === null || own.from === null) return
    moving.drag(null)
    moving.setDropped(own.minutes !== 0 || own.days !== 0)
    moving.move(entry, own)
  },
  onBlur: () => own?.from === null && moving.drag(null),
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
    moving.setDropped(false)
    if (own?.from === null && (event.key === 'Escape' || event.key === 'Enter')) {
      event.preventDefault()
      moving.drag(null)
      if (event.key === 'Enter') moving.move(entry, own)
    }
    const way = event.altKey && isMine ? carried[event.key] : undefined
    if (way === undefined) return
    event.preventDefault()
    const { minutes, days } = byPlace ? { ...way, days: 0 } : way
    if (entry.block !== null) return moving.move(entry, { minutes, days })
    const width = event.currentTarget.parentElement?.offsetWidth ?? 1
    // From where it is by then: a second press may come before the first is drawn.
    moving.drag((now) => ({
      entry,
      from: null,
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
