import { Map as Tiles, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef } from 'react'
import type { View } from '#web/parts/map/projection.ts'

setWorkerUrl(worker)

/** MapLibre counts its zooms by tiles of 512 pixels, we by 256. */
const behind = 1

/** The ground of the map from tiles: only that. Pins, keys and buttons are above it and are the same as on our own map. */
export default function TileMap({
  style,
  view,
  onFail,
}: {
  style: string
  view: View
  /** Tiles that do not come leave our own map. */
  onFail: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const tiles = useRef<Tiles>(undefined)
  const first = useRef(view)
  const fail = useRef(onFail)
  useEffect(() => {
    fail.current = onFail
  })

  useEffect(() => {
    if (frame.current === null) return
    let map: Tiles
    try {
      map = new Tiles({
        container: frame.current,
        style,
        ...cameraOf(first.current),
        interactive: false,
        locale: { 'Map.Title': 'Calles' },
        attributionControl: { compact: true },
      })
    } catch {
      // No WebGL here.
      return fail.current()
    }
    tiles.current = map
    map.on('error', () => {
      if (!map.isStyleLoaded()) fail.current()
    })
    return () => {
      tiles.current = undefined
      map.remove()
    }
  }, [style])

  useEffect(() => {
    tiles.current?.jumpTo(cameraOf(view))
  }, [view])

  // MapLibre sets the position of its own element.
  return (
    <div className="absolute inset-0">
      <div ref={frame} className="size-full" />
    </div>
  )
}

const cameraOf = ({ latitude, longitude, zoom }: View) => ({
  center: { lat: latitude, lng: longitude },
  zoom: zoom - behind,
})
