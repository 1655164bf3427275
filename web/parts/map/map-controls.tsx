import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Minus, Plus } from 'lucide-react'
import { middle } from '#web/parts/map/ground.tsx'
import { moved, zoomed } from '#web/parts/map/projection.ts'
import type { Size, View } from '#web/parts/map/projection.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Buttons for what dragging, pinching and the arrow keys do: for fingers, switch devices and voice control. */
export const MapControls = ({
  view,
  size,
  step,
  onView,
}: {
  view: View
  size: Size
  /** In pixels. */
  step: number
  onView: (view: View) => void
}) => {
  const move = (x: number, y: number) => () => onView(moved(view, { x: x * step, y: y * step }, size))
  const zoom = (by: number) => () => onView(zoomed(view, by, middle(size), size))
  return (
    <div role="group" aria-label="Mover el mapa" className="grid grid-cols-[repeat(3,2.75rem)]">
      <IconButton label="Alejar" onClick={zoom(-1)} className={floating}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton label="Mover al norte" onClick={move(0, -1)} className={floating}>
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton label="Acercar" onClick={zoom(1)} className={floating}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton label="Mover al oeste" onClick={move(-1, 0)} className={floating}>
        <ArrowLeft aria-hidden />
      </IconButton>
      <IconButton label="Mover al este" onClick={move(1, 0)} className={`${floating} col-start-3`}>
        <ArrowRight aria-hidden />
      </IconButton>
      <IconButton label="Mover al sur" onClick={move(0, 1)} className={`${floating} col-start-2`}>
        <ArrowDown aria-hidden />
      </IconButton>
    </div>
  )
}

export const floating = 'border border-line bg-surface shadow-card hover:bg-sunk'
