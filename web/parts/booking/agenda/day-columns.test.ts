import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'
import { isAt, placesOf } from '#web/parts/booking/agenda/day-columns.ts'
import { keyOfEntry } from '#web/parts/booking/agenda/entry-look.ts'

const zone = 'America/Mexico_City'
const rentAt = (spaceId: number | null, name: string, unitName: string | null = null): CalendarEntry => ({
  layer: 'rent',
  startsAt: '2026-11-25T16:00:00.000Z',
  endsAt: '2026-11-25T18:00:00.000Z',
  busyFrom: null,
  busyUntil: null,
  zone,
  place: { number: spaceId ?? 0, spaceId, modality: 'place', name, address: null, unitName },
  booking: null,
  block: null,
  expiresAt: null,
})
const gapAt = (spaceId: number | null, place: string): Gap => ({
  startsAt: '2026-11-25T20:00:00.000Z',
  endsAt: '2026-11-25T21:00:00.000Z',
  offers: [{ serviceId: 1, name: 'Corte', spaceId, place, zone, starts: ['2026-11-25T20:00:00.000Z'] }],
})

test('two places of the same name have a column each', () => {
  const columns = placesOf([rentAt(4, 'Casa Luz'), rentAt(9, 'Casa Luz')], [gapAt(9, 'Casa Luz')])
  assert.deepEqual(
    columns.map(({ label, entries }) => [label, entries.map(({ place }) => place?.spaceId)]),
    [
      ['Casa Luz', [4]],
      ['Casa Luz', [9]],
    ],
  )
  const [first, second] = columns.map(({ key }) => isAt(key)(gapAt(9, 'Casa Luz')))
  assert.deepEqual([first, second], [false, true])
})

test('a bookable gap gets a column, and an empty day the column of the professional’s own time', () => {
  assert.deepEqual(
    placesOf([], [gapAt(null, 'Tu lugar'), gapAt(4, 'Casa Luz')]).map(({ label }) => label),
    ['Tu lugar', 'Casa Luz'],
  )
  assert.deepEqual(placesOf([], []), [{ key: '', label: 'Tu tiempo', entries: [] }])
})

test('two rents that start at the same time are two rows', () => {
  const keys = [rentAt(4, 'Casa Luz', 'Silla 1'), rentAt(4, 'Casa Luz', 'Silla 2'), rentAt(9, 'Casa Luz')]
  assert.equal(new Set(keys.map(keyOfEntry)).size, 3)
})
