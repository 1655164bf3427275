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
  onShow,
  onFail,
}: {
  style: string
  view: View
  /** The first tile is there. */
  onShow: () => void
  /** Tiles that do not come leave our own map. */
  onFail: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const tiles = useRef<Tiles>(undefined)
  const first = useRef(view)
  const fail = useRef(onFail)
  const show = useRef(onShow)
  useEffect(() => {
    fail.current = onFail
    show.current = onShow
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
    // A style may come, or be cached, while its tiles are blocked or hang: until the first of them is here, there are no streets.
    let came = false
    let broken = false
    const arrive = () => {
      came = true
      show.current()
    }
    map.on('sourcedata', ({ tile }) => {
      if (!came && tile !== undefined) arrive()
    })
    // A style may have no tiles at all.
    map.once('load', () => {
      if (!came && !broken) arrive()
    })
    map.on('error', () => {
      broken = true
      if (!came) fail.current()
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
