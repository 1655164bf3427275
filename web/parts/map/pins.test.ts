import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { labelsOf } from '#web/parts/map/labels.ts'
import { clustersOf, markSize, marksOf, markText } from '#web/parts/map/pins.ts'
import type { Cluster, Pin } from '#web/parts/map/pins.ts'
import { boxOf, defaultView, pixelOf, seenBox } from '#web/parts/map/projection.ts'

const size = { width: 390, height: 700 }
const view = { ...defaultView, zoom: 12 }
const seen = boxOf(view, size)

const pin = (id: number, latitude: number, longitude: number, priceCents: number): Pin => ({
  id,
  latitude,
  longitude,
  type: 'spaces',
  name: `Espacio ${id}`,
  photo: null,
  rating: '0',
  priceCents,
  isFrom: true,
  where: 'Roma Norte',
  whole: true,
})

const between = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true })
const somePins = fc
  .array(
    fc.tuple(
      between(seen.south, seen.north),
      between(seen.west, seen.east),
      fc.integer({ min: 0, max: 9_999_900 }),
    ),
    { maxLength: 60 },
  )
  .map((rows) => rows.map(([latitude, longitude, cents], at) => pin(at + 1, latitude, longitude, cents)))

const overlap = (one: Cluster, other: Cluster) =>
  Math.abs(one.x - other.x) < (markSize(one.pins).width + markSize(other.pins).width) / 2 &&
  Math.abs(one.y - other.y) < (markSize(one.pins).height + markSize(other.pins).height) / 2

describe('pins on the map', () => {
  test('no two marks overlap, and every visible pin is in exactly one', () => {
    fc.assert(
      fc.property(somePins, (pins) => {
        const clusters = clustersOf(pins, view, size)
        assert.deepEqual(
          clusters.flatMap((one) => one.pins.map(({ id }) => id)).toSorted((one, other) => one - other),
          pins.map(({ id }) => id),
        )
        for (const [at, one] of clusters.entries())
          for (const other of clusters.slice(at + 1)) assert.ok(!overlap(one, other))
      }),
    )
  })

  test('a pointed-at pin gets a mark of its own, and the others stay', () => {
    fc.assert(
      fc.property(somePins, fc.integer({ min: 1, max: 60 }), (pins, raised) => {
        const clusters = clustersOf(pins, view, size, raised)
        const own = clusters.filter(({ pins }) => pins.some(({ id }) => id === raised))
        assert.ok(own.every(({ pins }) => pins.length === 1))
        assert.equal(clusters.flatMap(({ pins }) => pins).length, pins.length)
        // If the pin was not clustered, nothing moves and the order stays, so that nothing loses the focus.
        const before = clustersOf(pins, view, size)
        if (before.some(({ pins }) => pins.length === 1 && pins[0]?.id === raised))
          assert.deepEqual(clusters, before)
      }),
    )
  })

  test('a mark shows a price, a count, or that there is no price', () => {
    const one = pin(1, 19.4, -99.1, 125_000)
    assert.equal(markText([one]), '$1,250')
    assert.equal(markText([one, one, one]), '3')
    assert.equal(markText([{ ...one, priceCents: 0 }]), 'Ver')
    assert.ok(markSize([one]).width > markSize([one, one]).width)
  })
})

test('no place name is under a pin', () => {
  const municipalities = Array.from({ length: 30 }, (_, at) => ({
    name: `Municipio ${at}`,
    state: 'Puebla',
    latitude: seen.south + ((seen.north - seen.south) * (at % 6)) / 6,
    longitude: seen.west + ((seen.east - seen.west) * Math.floor(at / 6)) / 5,
  }))
  fc.assert(
    fc.property(somePins, (pins) => {
      const marks = marksOf(clustersOf(pins, view, size))
      for (const label of labelsOf({ municipalities, neighbourhoods: [] }, view, size, marks))
        for (const mark of marks)
          assert.ok(
            Math.abs(mark.x - label.x) >= (mark.width + label.width) / 2 ||
              Math.abs(mark.y - (label.y - 5)) >= (mark.height + 10) / 2,
          )
    }),
  )
  const [seat] = municipalities.slice(13)
  assert.ok(seat)
  const at = pixelOf(seat, view, size)
  const names = (pins: readonly Pin[]) =>
    labelsOf(
      { municipalities: [seat], neighbourhoods: [] },
      view,
      size,
      marksOf(clustersOf(pins, view, size)),
    )
  assert.equal(names([])[0]?.y, at.y)
  const [moved] = names([pin(1, seat.latitude, seat.longitude, 25_000)])
  assert.ok(moved && Math.abs(moved.y - at.y) > 20, 'a name under a pin is written beside it')
})

test('the part of the map under the sheet is not searched', () => {
  const whole = boxOf(view, size)
  const half = seenBox(view, size, size.height / 2)
  assert.ok(Math.abs(half.north - whole.north) < 1e-9)
  assert.ok(Math.abs(half.south - view.latitude) < 1e-9)
  assert.deepEqual(seenBox(view, size, 0), whole)
})
