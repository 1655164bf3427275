import { GeoJSONSource, Map as Tiles, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef } from 'react'
import type { Mark } from '#web/parts/map/pins.ts'
import type { View } from '#web/parts/map/projection.ts'

setWorkerUrl(worker)

/** MapLibre's zooms are for tiles of 512 pixels, ours for 256. */
const behind = 1

/** Only the tiles of the map. Pins, keys and buttons lie above it and are the same as on our own map. */
export default function TileMap({
  style,
  view,
  marks,
  onShow,
  onFail,
}: {
  style: string
  view: View
  marks: readonly Mark[]
  /** Called when the first tile is shown. */
  onShow: () => void
  /** Called when tiles fail: our own map stays. */
  onFail: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const tiles = useRef<Tiles>(undefined)
  const first = useRef(view)
  const clear = useRef(marks)
  const styled = useRef(false)
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
      // No WebGL in this browser.
      return fail.current()
    }
    tiles.current = map
    // A style may load, or be cached, while its tiles are blocked or hang: until the first tile arrives, there are no streets.
    let came = false
    let broken = false
    const arrive = () => {
      came = true
      show.current()
    }
    map.once('style.load', () => {
      styled.current = true
      keepClear(map, clear.current)
    })
    map.on('sourcedata', ({ tile, sourceId }) => {
      if (!came && tile !== undefined && sourceId !== layer) arrive()
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
      styled.current = false
      map.remove()
    }
  }, [style])

  useEffect(() => {
    tiles.current?.jumpTo(cameraOf(view))
  }, [view])

  // Panning changes no mark's coordinates.
  const spots = marks.map(({ latitude, longitude, width }) => `${latitude} ${longitude} ${width}`).join('|')
  useEffect(() => {
    clear.current = marks
    if (tiles.current !== undefined && styled.current) keepClear(tiles.current, marks)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `spots` is what of the marks matters here
  }, [spots])

  // MapLibre sets the position of its own container.
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

const layer = 'kalli-marks'

/**
 * Makes the style's labels avoid our pins: an invisible symbol of each pin's size lies in the top layer, is placed first and ignores
 * collisions, so that MapLibre moves or drops the labels under it.
 */
const keepClear = (map: Tiles, marks: readonly Mark[]) => {
  const data = {
    type: 'FeatureCollection' as const,
    features: marks.map(({ latitude, longitude, width, height }) => {
      const image = `${layer} ${width} ${height}`
      if (!map.hasImage(image))
        map.addImage(image, { width, height, data: new Uint8Array(width * height * 4) })
      return {
        type: 'Feature' as const,
        geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
        properties: { image },
      }
    }),
  }
  const source = map.getSource(layer)
  if (source instanceof GeoJSONSource) return void source.setData(data)
  map.addSource(layer, { type: 'geojson', data })
  map.addLayer({
    id: layer,
    type: 'symbol',
    source: layer,
    layout: { 'icon-image': ['get', 'image'], 'icon-allow-overlap': true, 'icon-padding': 4 },
  })
}
