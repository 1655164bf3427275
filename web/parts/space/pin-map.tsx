import { roundedDegrees } from '#contract/platform/degrees.ts'
import { MapPin } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Ground, middle, useDrag, useSize } from '#web/parts/map/ground.tsx'
import { MapControls } from '#web/parts/map/map-controls.tsx'
import { defaultView, moved, type Point, type View, zoomed } from '#web/parts/map/projection.ts'

const step = 24
const settleMs = 400

/** The pin is fixed and the map moves under it: by dragging, arrow keys and zooming. */
export default function PinMap({
  point,
  onPoint,
}: {
  point: Point | undefined
  onPoint: (point: Point) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [view, setView] = useState<View>(() =>
    point === undefined ? defaultView : { latitude: point.latitude, longitude: point.longitude, zoom: 15 },
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // A place that was chosen elsewhere on the page.
  const [known, setKnown] = useState(point)
  if (point !== undefined && (point.latitude !== known?.latitude || point.longitude !== known.longitude)) {
    setKnown(point)
    setView({ latitude: point.latitude, longitude: point.longitude, zoom: Math.max(view.zoom, 14) })
  }
  const go = (next: View) => {
    setView(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const here = { latitude: roundedDegrees(next.latitude), longitude: roundedDegrees(next.longitude) }
      setKnown(here)
      onPoint(here)
    }, settleMs)
  }
  const keys = (event: KeyboardEvent) => {
    const ways: Record<string, () => View> = {
      ArrowUp: () => moved(view, { x: 0, y: -step }, size),
      ArrowDown: () => moved(view, { x: 0, y: step }, size),
      ArrowLeft: () => moved(view, { x: -step, y: 0 }, size),
      ArrowRight: () => moved(view, { x: step, y: 0 }, size),
      '+': () => zoomed(view, 1, middle(size), size),
      '-': () => zoomed(view, -1, middle(size), size),
    }
    const way = ways[event.key]
    if (way === undefined || event.target !== event.currentTarget) return
    event.preventDefault()
    go(way())
  }
  return (
    <div className="relative h-64 overflow-hidden rounded-lg border border-line bg-sunk sm:h-80">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application by its role: it takes keys and drags */}
      <div
        ref={frame}
        role="application"
        aria-roledescription="mapa"
        aria-label="Dónde está la entrada: mueve el mapa con las flechas hasta que el pin quede en la puerta; más y menos para acercarlo."
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a map is moved by keys
        tabIndex={0}
        onKeyDown={keys}
        {...useDrag(view, size, go, frame)}
        className="absolute inset-0 cursor-grab touch-none -outline-offset-4 active:cursor-grabbing"
      >
        {size.width === 0 ? null : <Ground view={view} size={size} />}
      </div>
      {point === undefined && known === undefined ? (
        <p className="pointer-events-none absolute inset-x-3 top-3 mr-14 rounded-md bg-surface/95 px-3.5 py-2.5 text-sm font-medium shadow-card">
          Todavía no hay pin: busca arriba, o mueve el mapa hasta la puerta.
        </p>
      ) : (
        <span
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-full"
        >
          <MapPin className="size-11 fill-barro stroke-on-barro drop-shadow-md" strokeWidth={1.5} />
        </span>
      )}
      <div className="absolute top-3 right-3 flex flex-col items-end gap-2">
        <MapControls view={view} size={size} step={step} onView={go} />
      </div>
    </div>
  )
}
