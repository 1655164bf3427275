import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeHour } from '#web/parts/booking/calendar/free-hour.ts'

const zone = 'America/Mexico_City'
const date = '2026-11-28'
const at = (time: string) => Date.parse(`${date}T${time}:00-06:00`)
const busy = (from: string, until: string) => ({ from: at(from), until: at(until) })

test('the next free hour begins at the next half hour, after what is busy, and after the last start of today it is tomorrow', () => {
  const on = (spans: ReturnType<typeof busy>[], now = '12:10') =>
    freeHour(spans, { date, zone, now: at(now) })
  assert.deepEqual(on([]), { date, minute: 750 })
  assert.deepEqual(on([busy('09:00', '12:30')]), { date, minute: 750 })
  assert.deepEqual(on([busy('13:00', '14:00'), busy('14:15', '15:00')]), { date, minute: 900 })
  assert.deepEqual(
    on([busy('12:00', '23:59')]),
    { date, minute: 750 },
    'full: the server refuses what is taken',
  )
  assert.deepEqual(on([], '22:40'), { date, minute: 1380 })
  assert.deepEqual(on([], '23:05'), { date: '2026-11-29', minute: 600 })
  assert.deepEqual(freeHour([], { date: '2026-11-29', zone, now: at('12:10') }), {
    date: '2026-11-29',
    minute: 600,
  })
})
