import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { DrawnMap } from '#web/parts/map/drawn-map.tsx'
import type { Mark } from '#web/parts/map/pins.ts'
import { moved, zoomed } from '#web/parts/map/projection.ts'
import type { Pixel, Size, View } from '#web/parts/map/projection.ts'
import { placeSettingsReading } from '#web/parts/places/place-field.tsx'

// 260 KB, loaded only for an open map; offline the import fails, which is treated like missing tiles.
const TileMap = lazy(() => import('#web/parts/map/tile-map.tsx').catch(() => ({ default: NoTiles })))

const NoTiles = ({ onFail }: { onFail: () => void }) => {
  useEffect(onFail, [onFail])
  return <></>
}

/** How long to wait for tiles: a map without streets is better than none. */
const patienceMs = 2000

export const middle = ({ width, height }: Size): Pixel => ({ x: width / 2, y: height / 2 })

const noMarks: readonly Mark[] = []

/** Tiles where a style is configured and loads in time, else our own drawing. */
export const Ground = ({
  view,
  size,
  marks = noMarks,
  streets = true,
}: {
  view: View
  size: Size
  /** Marks that the map's labels must avoid. */
  marks?: readonly Mark[]
  /** False where the map is embedded in a page and was not opened: no third-party server is called. */
  streets?: boolean
}) => {
  const { data, isPending } = useQuery(placeSettingsReading)
  const [failed, setFailed] = useState(false)
  const [shown, setShown] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  const show = useCallback(() => setShown(true), [])
  const waits = streets && !isPending && Boolean(data?.mapStyle) && !shown && !failed
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(fail, patienceMs)
    return () => clearTimeout(timer)
  }, [waits, fail])
  if (isPending) return null
  if (!streets || !data?.mapStyle || failed)
    return (
      <>
        <DrawnMap view={view} size={size} marks={marks} />
        <p className="pointer-events-none absolute bottom-1 left-2 text-xs text-muted">
          Mapa aproximado · lugares de GeoNames (CC BY 4.0)
        </p>
      </>
    )
  return (
    <Suspense fallback={null}>
      <TileMap style={data.mapStyle} view={view} marks={marks} onShow={show} onFail={fail} />
    </Suspense>
  )
}

/** The size of an element, updated as it changes. */
export const useSize = (element: { current: HTMLElement | null }) => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    if (element.current === null) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return size
}

/** Drag with one pointer, pinch with two, zoom with the wheel. */
export const useDrag = (
  view: View,
  size: Size,
  onView: (view: View) => void,
  frame: { current: HTMLElement | null },
) => {
  const pointers = useRef(new Map<number, Pixel>())
  const latest = useRef({ view, size, onView })
  useEffect(() => {
    latest.current = { view, size, onView }
  })
  useEffect(() => {
    const node = frame.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { view, size, onView } = latest.current
      const box = event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : null
      const around = box === null ? middle(size) : { x: event.clientX - box.x, y: event.clientY - box.y }
      onView(zoomed(view, -event.deltaY / 300, around, size))
    }
    node?.addEventListener('wheel', turn, { passive: false })
    return () => node?.removeEventListener('wheel', turn)
  }, [frame])

  const at = (event: PointerEvent): Pixel => ({ x: event.clientX, y: event.clientY })
  const up = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button, a') !== null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, at(event))
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (before === undefined) return
      const now = at(event)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      if (other === undefined) return onView(moved(view, { x: before.x - now.x, y: before.y - now.y }, size))
      const box = event.currentTarget.getBoundingClientRect()
      const wide = (one: Pixel) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
      const around = { x: (now.x + other.x) / 2 - box.x, y: (now.y + other.y) / 2 - box.y }
      onView(zoomed(view, Math.log2(wide(now) / wide(before)), around, size))
    },
    onPointerUp: up,
    onPointerCancel: up,
  }
}
