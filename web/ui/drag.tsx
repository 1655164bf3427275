import {
  closestCenter,
  DndContext,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDndMonitor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type DndContextProps,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { useId, type CSSProperties, type ReactNode } from 'react'

// A press that hardly moves stays a click.
const afterPixels = { activationConstraint: { distance: 5 } }
const afterLongPress = { activationConstraint: { delay: 300, tolerance: 8 } }

// In the outer tenth of a scrolling area, and only towards the edge that the pointer approaches.
const nearTheEdge = { threshold: { x: 0.1, y: 0.1 } }

const silent = () => undefined

/** Dragging is for pointers; each screen has its own keyboard alternative with its own live region. */
const accessibility: DndContextProps['accessibility'] = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: { draggable: '' },
}

const collisions = { 'under the pointer': pointerWithin, nearest: closestCenter }

/**
 * An area with draggable elements, by mouse or finger: it scrolls at its edges, Escape cancels, and the click that follows a drop is
 * ignored. A finger drags at once where the element has `touch-none`; with `longPress` it drags after a long press and scrolls otherwise.
 */
export const DragArea = ({
  children,
  target = 'under the pointer',
  longPress = false,
}: {
  children: ReactNode
  /** How the zone that receives a drop is found. */
  target?: keyof typeof collisions
  longPress?: boolean
}) => (
  <DndContext
    id={useId()}
    sensors={useSensors(
      useSensor(MouseSensor, afterPixels),
      useSensor(TouchSensor, longPress ? afterLongPress : afterPixels),
    )}
    collisionDetection={collisions[target]}
    accessibility={accessibility}
    autoScroll={nearTheEdge}
    onDragCancel={ignoreClickOfRelease}
  >
    {children}
  </DndContext>
)

/** After Escape the button is still down: its release must not open the dragged element. A keyboard click has no detail. */
const ignoreClickOfRelease = () => {
  const release = new AbortController()
  const { signal } = release
  const ignore = (event: MouseEvent) => event.detail > 0 && event.stopPropagation()
  addEventListener('click', ignore, { capture: true, signal })
  addEventListener('pointerup', () => setTimeout(() => release.abort()), { capture: true, signal })
  addEventListener('pointerdown', () => release.abort(), { capture: true, signal })
}

export type Pixels = { x: number; y: number }

/** An element that can be dragged inside a DragArea, with its drag and drop handlers. */
export const useDrag = ({
  id,
  disabled = false,
  mouseOnly = false,
  onMove,
  onDrop,
  onCancel,
}: {
  id: UniqueIdentifier
  disabled?: boolean
  /** For elements where a finger scrolls instead. */
  mouseOnly?: boolean
  onMove?: (by: Pixels) => void
  /** The distance, scrolling included, and the zone that receives the drop. */
  onDrop: (by: Pixels, zone: UniqueIdentifier | undefined) => void
  onCancel?: () => void
}) => {
  const drag = useDraggable({ id, disabled })
  const isThis = ({ active }: { active: { id: UniqueIdentifier } }) => active.id === id
  useDndMonitor({
    onDragMove: (event) => isThis(event) && onMove?.(event.delta),
    onDragEnd: (event) => isThis(event) && onDrop(event.delta, event.over?.id),
    onDragCancel: (event) => isThis(event) && onCancel?.(),
  })
  const { onTouchStart, ...mouse } = drag.listeners ?? {}
  return {
    node: drag.node,
    setNode: drag.setNodeRef,
    /** For the handle, where it is not the whole element. */
    setHandle: drag.setActivatorNodeRef,
    handlers: mouseOnly || onTouchStart === undefined ? mouse : { ...mouse, onTouchStart },
    /** The current offset; null: not dragged. */
    by: drag.transform === null ? null : { x: drag.transform.x, y: drag.transform.y },
    isDragging: drag.isDragging,
  }
}

/** The style of an element that follows the pointer. */
export const movedBy = (by: Pixels | null): CSSProperties =>
  by === null ? {} : { transform: `translate(${by.x}px, ${by.y}px)` }

/** A drop zone, and what is dragged over it. */
export const useDropZone = (id: UniqueIdentifier) => {
  const { setNodeRef, isOver, active } = useDroppable({ id })
  return { setZone: setNodeRef, isOver, dragged: active?.id }
}
