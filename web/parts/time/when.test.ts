import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { timeOfSearch, weekendOf, whenText } from '#web/parts/time/when-text.ts'
import { whenIn } from '#web/parts/time/when.ts'

const zone = 'America/Mexico_City'
/** A Thursday. */
const today = '2026-12-03'

test('an address holds dates and local hours, and invalid ones are dropped', () => {
  const said = { day: '2026-12-05', until: '2026-12-06', part: 'afternoon' as const }
  assert.deepEqual(whenIn(said), said)
  assert.deepEqual(whenIn({ day: '2026-02-31', until: '2026-03-02' }), {})
  assert.deepEqual(whenIn({ day: '2026-12-05', until: '2026-12-04' }), { day: '2026-12-05' })
  assert.deepEqual(whenIn({ day: '2026-12-05', until: '2027-12-05' }), { day: '2026-12-05' })
  assert.deepEqual(whenIn({ part: 'noon', to: '18:00' }), {})
  assert.deepEqual(whenIn({ part: 'evening', from: '18:00' }), { from: '18:00' })
  assert.deepEqual(whenIn({ from: '20:00', to: '18:00', part: 'evening' }), { part: 'evening' })
  assert.deepEqual(whenIn({ from: '18:00', to: '20:00', part: 'evening' }), { from: '18:00', to: '20:00' })
})

test('reading an address twice gives the same as reading it once', () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('2026-12-05', '2026-12-06', 'morning', '18:00', '20:00'),
  )
  fc.assert(
    fc.property(
      fc.record({ day: value, until: value, part: value, from: value, to: value }, { requiredKeys: [] }),
      (given) => assert.deepEqual(whenIn(whenIn(given)), whenIn(given)),
    ),
  )
})

test('a date and part of the day are written in words', () => {
  assert.equal(whenText({}, today), undefined)
  assert.equal(whenText({ day: today }, today), 'Hoy')
  assert.equal(whenText({ day: '2026-12-04', part: 'morning' }, today), 'Mañana en la mañana')
  assert.equal(whenText(weekendOf(today), today), 'Este fin de semana')
  assert.equal(whenText({ ...weekendOf(today), part: 'evening' }, today), 'Este fin de semana en la noche')
  assert.equal(whenText({ part: 'afternoon' }, today), 'En la tarde')
  assert.match(
    whenText({ day: '2026-12-10', from: '18:00', to: '20:00' }, today) ?? '',
    /^jue 10 dic, 18:00–20:00$/,
  )
  assert.equal(whenText({ day: '2026-12-10', from: '11:00' }, today), 'jue 10 dic, empieza 11:00–13:00')
})

test('on a Sunday the weekend is that day, and on a Saturday both days', () => {
  assert.deepEqual(weekendOf('2026-12-06'), { day: '2026-12-06' })
  assert.deepEqual(weekendOf('2026-12-05'), { day: '2026-12-05', until: '2026-12-06' })
})

test('a search call gets whole days with the hours of a part, or exactly the chosen hours', () => {
  assert.deepEqual(timeOfSearch({ part: 'evening' }, zone), { hours: '19:00-24:00' })
  assert.deepEqual(timeOfSearch({ day: today, part: 'afternoon' }, zone), {
    startsAt: '2026-12-03T06:00:00.000Z',
    endsAt: '2026-12-04T06:00:00.000Z',
    hours: '12:00-19:00',
  })
  assert.deepEqual(timeOfSearch({ day: today, from: '18:00', to: '20:00' }, zone), {
    startsAt: '2026-12-04T00:00:00.000Z',
    endsAt: '2026-12-04T02:00:00.000Z',
  })
  // Alone, an hour bounds the start: a visit of three hours at eleven fits.
  const whole = { startsAt: '2026-12-03T06:00:00.000Z', endsAt: '2026-12-04T06:00:00.000Z' }
  assert.deepEqual(timeOfSearch({ day: today, from: '11:00' }, zone), { ...whole, hours: '11:00-13:00' })
  assert.deepEqual(timeOfSearch({ day: today, from: '22:30' }, zone), { ...whole, hours: '22:30-24:00' })
  assert.deepEqual(timeOfSearch({ ...weekendOf(today), from: '10:00', to: '14:00' }, zone), {
    startsAt: '2026-12-05T06:00:00.000Z',
    endsAt: '2026-12-07T06:00:00.000Z',
    hours: '10:00-14:00',
  })
})
