import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cellsOf } from '#web/parts/map/cells.ts'
import { clustersOf } from '#web/parts/map/pins.ts'
import type { Pin } from '#web/parts/map/pins.ts'
import {
  bboxText,
  boxFrom,
  boxOf,
  defaultView,
  moved,
  pixelOf,
  pointAt,
  viewOf,
  viewOfBox,
  zoomed,
} from '#web/parts/map/projection.ts'

const size = { width: 390, height: 600 }
const near = (one: number, other: number, by = 1e-6) =>
  assert.ok(Math.abs(one - other) < by, `${one} is not ${other}`)

const points = fc.record({
  latitude: fc.double({ min: 14, max: 33, noNaN: true }),
  longitude: fc.double({ min: -118, max: -86, noNaN: true }),
})
const views = fc.record({
  latitude: fc.double({ min: 14, max: 33, noNaN: true }),
  longitude: fc.double({ min: -118, max: -86, noNaN: true }),
  zoom: fc.integer({ min: 4, max: 16 }),
})

describe('a map', () => {
  test('a point converted to a pixel and back is the same point', () => {
    fc.assert(
      fc.property(points, views, (point, view) => {
        const back = pointAt(pixelOf(point, view, size), view, size)
        near(back.latitude, point.latitude)
        near(back.longitude, point.longitude)
      }),
    )
  })

  test('zooming in keeps the point under the finger', () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 0, max: 390 }), fc.integer({ min: 0, max: 600 }), (view, x, y) => {
        const before = pointAt({ x, y }, view, size)
        const after = pointAt({ x, y }, zoomed(view, 1, { x, y }, size), size)
        near(after.latitude, before.latitude, 1e-5)
        near(after.longitude, before.longitude, 1e-5)
      }),
    )
  })

  test('a shared zone restores the same zone', () => {
    const box = boxOf(defaultView, size)
    const again = boxOf(viewOfBox(boxFrom(bboxText(box)), size, 1), size)
    for (const edge of ['west', 'south', 'east', 'north'] as const) near(again[edge], box[edge], 2e-3)
  })

  test('all results are visible, and a single one is not zoomed too far', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 9 }), (some) => {
        const view = viewOf(some, size)
        // Fully zoomed out, a phone's map is too narrow for the whole country.
        if (view.zoom <= 4) return
        for (const point of some) {
          const { x, y } = pixelOf(point, view, size)
          assert.ok(x >= 0 && x <= size.width && y >= 0 && y <= size.height)
        }
        assert.ok(view.zoom <= 13)
      }),
    )
    assert.deepEqual(viewOf([], size), defaultView)
  })

  test('a map moved forth and back shows the same area', () => {
    const back = moved(moved(defaultView, { x: 90, y: -40 }, size), { x: -90, y: 40 }, size)
    near(back.latitude, defaultView.latitude)
    near(back.longitude, defaultView.longitude)
  })
})

describe('the land around each town', () => {
  const frame = { west: 0, east: 200, north: 0, south: 100 }

  test('every point belongs to the nearest town, and the towns cover everything', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 199 }), fc.integer({ min: 1, max: 99 })), {
          minLength: 1,
          maxLength: 12,
          selector: ([x, y]) => `${x} ${y}`,
        }),
        (places) => {
          const sites = places.map(([x, y]) => ({ x, y }))
          const cells = cellsOf(sites, frame)
          let area = 0
          for (const { site, corners } of cells) {
            for (const [index, corner] of corners.entries()) {
              const next = corners[(index + 1) % corners.length] ?? corner
              area += (corner.x * next.y - next.x * corner.y) / 2
              const own = sites[site]
              assert.ok(own)
              const reach = Math.hypot(corner.x - own.x, corner.y - own.y)
              for (const other of sites)
                assert.ok(Math.hypot(corner.x - other.x, corner.y - other.y) > reach - 1e-6)
            }
          }
          near(Math.abs(area), 200 * 100, 1e-3)
        },
      ),
    )
  })

  test('an edge knows which town lies beyond it', () => {
    const [left] = cellsOf(
      [
        { x: 50, y: 50 },
        { x: 150, y: 50 },
      ],
      frame,
    )
    const shared = left?.corners.filter(({ beyond }) => beyond === 1) ?? []
    assert.deepEqual(
      shared.map(({ x }) => x),
      [100],
    )
  })
})

test('overlapping pins become one mark, and no pin is lost', () => {
  const pin = (id: number, longitude: number): Pin => ({
    id,
    latitude: 19.43,
    longitude,
    type: 'spaces',
    name: `Espacio ${id}`,
    photo: null,
    rating: '0',
    priceCents: 15_000,
    isFrom: true,
    where: 'Roma Norte',
    whole: true,
  })
  const pins = [pin(1, -99.16), pin(2, -99.16), pin(3, -99.0)]
  const clusters = clustersOf(pins, { ...defaultView, zoom: 11 }, size)
  assert.deepEqual(
    clusters.map(({ pins }) => pins.map(({ id }) => id)),
    [[1, 2], [3]],
  )
})
