import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { placesAround } from '#contract/search/search.ts'
import { reading } from '#web/api.ts'
import { cellsOf } from '#web/parts/map/cells.ts'
import type { Cell } from '#web/parts/map/cells.ts'
import { labelsOf } from '#web/parts/map/labels.ts'
import { outline } from '#web/parts/map/outline.ts'
import { bboxText, boxOf, closeZoom, pixelOf, pointAt } from '#web/parts/map/projection.ts'
import type { Pixel, Point, Size, View } from '#web/parts/map/projection.ts'

/**
 * Kalli's own map, for deployments without tiles: each municipality is the area nearest to its seat, states have colours, and names are
 * sized by population. Approximate, from the places that ship with Kalli.
 */
export const DrawnMap = ({
  view,
  size,
  marks,
}: {
  view: View
  size: Size
  marks: readonly (Pixel & Size)[]
}) => {
  const anchor = anchorOf(view, size)
  const area = { width: size.width * spread, height: size.height * spread }
  const bbox = bboxText(boxOf(anchor, area))
  const { data } = useQuery({
    ...reading(placesAround, { query: { bbox } }),
    placeholderData: keepPreviousData,
  })
  const scale = 2 ** (view.zoom - anchor.zoom)
  const origin = pixelOf(pointAt({ x: 0, y: 0 }, anchor, area), view, size)
  return (
    <svg aria-hidden width={size.width} height={size.height} className="absolute inset-0 bg-sunk">
      <g transform={`translate(${origin.x} ${origin.y}) scale(${scale})`}>
        <Land
          places={data?.municipalities ?? none}
          zoom={anchor.zoom}
          latitude={anchor.latitude}
          longitude={anchor.longitude}
          width={area.width}
          height={area.height}
        />
      </g>
      {data === undefined ? null : <Names data={data} view={view} size={size} marks={marks} />}
    </svg>
  )
}

type Placed = Point & { state: string }
const none: readonly Placed[] = []

/** Rendered once for a range of views; within it the drawing is only moved and scaled. */
const Land = memo(function Land({
  places,
  zoom,
  latitude,
  longitude,
  width,
  height,
}: View & Size & { places: readonly Placed[] }) {
  const inside = { width, height }
  const sites = places.map((place) => pixelOf(place, { zoom, latitude, longitude }, inside))
  const land = cellsOf(sites, { west: 0, east: width, north: 0, south: height })
  const stateOf = (site: number) => places[site]?.state ?? ''
  const far = zoom < closeZoom
  return (
    <>
      <clipPath id="mexico">
        <path d={pathOf(outline.map((point) => pixelOf(point, { zoom, latitude, longitude }, inside)))} />
      </clipPath>
      <g clipPath={far ? 'url(#mexico)' : undefined}>
        {land.map(({ site, corners }) => (
          <path key={site} d={pathOf(corners)} className={tintOf(stateOf(site))} />
        ))}
        {far ? null : (
          <path d={bordersOf(land, () => true)} {...line} strokeWidth={1} className="fill-none stroke-line" />
        )}
        <path
          d={bordersOf(land, (one, other) => stateOf(one) !== stateOf(other))}
          {...line}
          strokeWidth={far ? 1.25 : 2.5}
          strokeDasharray={far ? undefined : '7 5'}
          className={far ? 'fill-none stroke-edge/60' : 'fill-none stroke-edge'}
        />
      </g>
    </>
  )
})

const line = { vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round' } as const

/** How much more than the visible area is drawn, so that small moves render nothing. */
const spread = 2

/** The view that is rendered for all views near this one: whole zooms, and steps of half a map. */
const anchorOf = (view: View, size: Size): View => {
  const zoom = Math.floor(view.zoom)
  const whole = { zoom, latitude: 0, longitude: 0 }
  const middle = pixelOf(view, whole, { width: 0, height: 0 })
  const step = { x: Math.max(1, size.width / 2), y: Math.max(1, size.height / 2) }
  const snapped = {
    x: Math.round(middle.x / step.x) * step.x,
    y: Math.round(middle.y / step.y) * step.y,
  }
  return { ...pointAt(snapped, whole, { width: 0, height: 0 }), zoom }
}

const round = (value: number) => Math.round(value * 10) / 10
const pathOf = (corners: readonly Pixel[]) =>
  corners.length === 0 ? '' : `M${corners.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}Z`

/** The edges between two cells, without duplicates. */
const bordersOf = (cells: readonly Cell[], wanted: (site: number, beyond: number) => boolean) =>
  cells
    .flatMap(({ site, corners }) =>
      corners.map((from, index) => {
        const to = corners[(index + 1) % corners.length]
        if (to === undefined || from.beyond === null || from.beyond < site || !wanted(site, from.beyond))
          return ''
        return `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`
      }),
    )
    .join('')

const tints = ['fill-plaster', 'fill-agave-soft/70', 'fill-maiz-soft/70', 'fill-barro-soft/70'] as const
const tintOf = (state: string) => {
  let sum = 0
  for (const email of state) sum = (sum * 31 + (email.codePointAt(0) ?? 0)) % 997
  return tints[sum % tints.length]
}

const Names = ({
  data,
  view,
  size,
  marks,
}: {
  data: Parameters<typeof labelsOf>[0]
  view: View
  size: Size
  marks: readonly (Pixel & Size)[]
}) =>
  labelsOf(data, view, size, marks).map(({ name, x, y, look }) => (
    <text
      key={`${name} ${Math.round(x)} ${Math.round(y)}`}
      x={x}
      y={y}
      textAnchor="middle"
      strokeWidth={3}
      paintOrder="stroke"
      className={`${look} stroke-plaster`}
    >
      {name}
    </text>
  ))
