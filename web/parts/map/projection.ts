/**
 * Web Mercator projection and views. Pure. A view is a centre and a zoom: at zoom 0 the world is 256 pixels wide, and each step doubles it.
 */
export type Point = { latitude: number; longitude: number }
export type View = { latitude: number; longitude: number; zoom: number }
export type Size = { width: number; height: number }
export type Box = { west: number; south: number; east: number; north: number }
export type Pixel = { x: number; y: number }

const worldWidth = 256
const worldAt = (zoom: number) => worldWidth * 2 ** zoom
/** The latitude limit of the Mercator square. */
const maxLatitude = 85

const across = (longitude: number, zoom: number) => ((longitude + 180) / 360) * worldAt(zoom)
const down = (latitude: number, zoom: number) => {
  const bounded = Math.max(-maxLatitude, Math.min(maxLatitude, latitude))
  const sine = Math.sin((bounded * Math.PI) / 180)
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * worldAt(zoom)
}

/** The pixel of a point on a map of this size. */
export const pixelOf = ({ latitude, longitude }: Point, view: View, { width, height }: Size): Pixel => ({
  x: across(longitude, view.zoom) - across(view.longitude, view.zoom) + width / 2,
  y: down(latitude, view.zoom) - down(view.latitude, view.zoom) + height / 2,
})

/** The point under a pixel. */
export const pointAt = ({ x, y }: Pixel, view: View, { width, height }: Size): Point => {
  const world = worldAt(view.zoom)
  const east = across(view.longitude, view.zoom) + x - width / 2
  const south = down(view.latitude, view.zoom) + y - height / 2
  return {
    longitude: (east / world) * 360 - 180,
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * south) / world))) * 180) / Math.PI,
  }
}

export const boxOf = (view: View, size: Size): Box => {
  const { latitude: north, longitude: west } = pointAt({ x: 0, y: 0 }, view, size)
  const { latitude: south, longitude: east } = pointAt({ x: size.width, y: size.height }, view, size)
  return { west, south, east, north }
}

/** The visible box of a view whose lower part is covered by this many pixels. */
export const seenBox = (view: View, size: Size, covered: number): Box =>
  boxOf(moved(view, { x: 0, y: -covered / 2 }, size), {
    width: size.width,
    height: Math.max(1, size.height - covered),
  })

/** West,south,east,north as in the URL and the API: to about a hundred metres. */
export const bboxText = ({ west, south, east, north }: Box) =>
  [west, south, east, north].map((degrees) => degrees.toFixed(3)).join(',')

export const boxFrom = (bbox: string): Box => {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number)
  return { west, south, east, north }
}

/** From this zoom on a map shows towns; below, the country. */
export const closeZoom = 8

export const closestZoom = 16
export const farthestZoom = 4
export const boundZoom = (zoom: number) => Math.max(farthestZoom, Math.min(closestZoom, zoom))

/** Mexico City (spec §9), with most of its boroughs visible. */
export const defaultView: View = { latitude: 19.4326, longitude: -99.1332, zoom: 11 }

/** The closest view that shows the whole box within this share of the map; 1: without margins. */
export const viewOfBox = ({ west, south, east, north }: Box, size: Size, room = 0.84): View => {
  const wide = Math.log2((size.width * room) / Math.max(1e-6, across(east, 0) - across(west, 0)))
  const high = Math.log2((size.height * room) / Math.max(1e-6, down(south, 0) - down(north, 0)))
  const world = { width: worldWidth, height: worldWidth }
  const middle = pointAt(
    { x: (across(west, 0) + across(east, 0)) / 2, y: (down(south, 0) + down(north, 0)) / 2 },
    { latitude: 0, longitude: 0, zoom: 0 },
    world,
  )
  return { ...middle, zoom: boundZoom(Math.min(wide, high)) }
}

/** A view of all points; no closer than a neighbourhood, since points are accurate to a kilometre only. */
export const viewOf = (points: readonly Point[], size: Size): View => {
  if (points.length === 0) return defaultView
  const latitudes = points.map(({ latitude }) => latitude)
  const longitudes = points.map(({ longitude }) => longitude)
  const box = {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  }
  // A pin is as wide as its price.
  const view = viewOfBox(box, size, Math.min(0.84, Math.max(0.5, 1 - 120 / size.width)))
  return { ...view, zoom: Math.min(view.zoom, 13) }
}

/** Moves the view by pixels: its centre goes left and up by them. */
export const moved = (view: View, by: Pixel, size: Size): View => ({
  ...pointAt({ x: size.width / 2 + by.x, y: size.height / 2 + by.y }, view, size),
  zoom: view.zoom,
})

/** Zooms in or out around a pixel, whose point stays in place. */
export const zoomed = (view: View, by: number, around: Pixel, size: Size): View => {
  const zoom = boundZoom(view.zoom + by)
  const fixed = pointAt(around, view, size)
  const drift = pixelOf(fixed, { ...view, zoom }, size)
  return moved({ ...view, zoom }, { x: drift.x - around.x, y: drift.y - around.y }, size)
}
