import type { CSSProperties } from 'react'
import { minuteMs } from '#contract/platform/duration.ts'
import {
  type Drop,
  isBlock,
  mayCarry,
  mayShift,
  type Pointed,
  step,
} from '#web/parts/booking/timeline/timeline-claim.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { movedBy, type Pixels, useDrag } from '#web/ui/drag.tsx'

/**
 * Dragging with the mouse: to another unit, to another time, or the end of a block. A touch scrolls; its dialog offers the same. `goesTo`:
 * the hours at which it would be dropped now, "10:15–11:15"; null: it is not dragged.
 */
export const useBarDrag = ({
  id,
  pointed,
  onDrop,
  minutesOf,
  downwards = false,
}: {
  id: string
  pointed: Pointed
  onDrop: (pointed: Pointed, drop: Drop) => void
  /** Converts pixels to minutes, days included. */
  minutesOf: (by: Pixels, node: HTMLElement | null) => number
  /** Hours run downwards, and units are side by side. */
  downwards?: boolean
}) => {
  const { claim, space, unit } = pointed
  const carries = mayCarry(claim)
  const block = isBlock(claim)
  const shifts = mayShift(claim)
  const shiftOf = (by: Pixels) => {
    const minutes = minutesOf(by, node.current)
    // A drag to another unit is imprecise: where consent is needed, half an hour is the minimum.
    return block || (shifts && Math.abs(minutes) >= 2 * step) ? minutes : 0
  }
  const { node, setNode, handlers, ...bar } = useDrag({
    id,
    disabled: !carries,
    mouseOnly: true,
    onDrop: (by, zone) => onDrop(pointed, { unit: Number(zone ?? unit.id), minutes: shiftOf(by), longer: 0 }),
  })
  const {
    setNode: setEnd,
    handlers: endHandlers,
    ...end
  } = useDrag({
    id: `${id} end`,
    disabled: !block,
    mouseOnly: true,
    onDrop: (by) => onDrop(pointed, { unit: unit.id, minutes: 0, longer: minutesOf(by, node.current) }),
  })
  const styleOf = ({ width, height }: CSSProperties): CSSProperties => {
    if (end.by !== null)
      return downwards
        ? { height: `calc(${height} + ${end.by.y}px)` }
        : { width: `calc(${width} + ${end.by.x}px)` }
    if (bar.by === null) return {}
    const { x, y } = bar.by
    return movedBy(downwards ? { x, y: shifts ? y : 0 } : { x: shifts ? x : 0, y })
  }
  const goesTo = () => {
    if (bar.by === null && end.by === null) return null
    const minutes = bar.by === null ? 0 : shiftOf(bar.by)
    const longer = end.by === null ? 0 : minutesOf(end.by, node.current)
    const at = (instant: string, by: number) =>
      timeOf(new Date(Date.parse(instant) + by * minuteMs).toISOString(), space.zone)
    return `${at(claim.startsAt, minutes)}–${at(claim.endsAt, minutes + longer)}`
  }
  return {
    setNode,
    handlers,
    carries,
    setEnd,
    endHandlers,
    styleOf,
    goesTo: goesTo(),
    isDragging: bar.isDragging || end.isDragging,
  }
}
