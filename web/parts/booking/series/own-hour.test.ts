import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnHour, OwnHours } from '#contract/booking/series/own-appointment.ts'
// Before the part, which has JSX.
import '#web/testing/drawn.ts'

const { hourIn } = await import('#web/parts/booking/series/use-own-appointment.ts')

const [nine, four] = ['2026-12-01T15:00:00.000Z', '2026-12-01T22:00:00.000Z']
const hourAt = (startsAt: string, token: string): OwnHour => ({
  slot: {
    token,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
    spaceId: null,
    unitId: null,
    totalCents: 100_000,
  },
  place: 'Estudio Luz',
  unit: null,
  commissionCents: 0,
  commissionWords: '',
  rentCents: 0,
  netCents: 100_000,
  link: null,
  deposit: null,
  overrides: [],
})
const answer = (token: string, startsAt: string[], named: OwnHours['named'] = null): OwnHours => ({
  zone: 'America/Mexico_City',
  date: '2026-12-01',
  hours: startsAt.map((start) => hourAt(start, `${token} ${start}`)),
  places: [],
  needsHome: false,
  homes: [],
  named,
})

test('the first hour is filled in until one is chosen, and no other is taken once the chosen one is gone', () => {
  assert.equal(hourIn(answer('first', [nine, four]), undefined)?.slot.startsAt, nine)
  assert.equal(hourIn(answer('second', [nine, four]), four)?.slot.token, `second ${four}`)
  assert.equal(hourIn(answer('third', [nine]), four), undefined)
  assert.equal(hourIn(undefined, four), undefined)
})

test('a named hour that is not possible is not replaced, and a chosen one comes before it', () => {
  const named = { hour: hourAt(four, 'named'), reason: null }
  assert.equal(hourIn(answer('first', [nine], named), undefined)?.slot.token, 'named')
  assert.equal(hourIn(answer('first', [nine], named), nine)?.slot.startsAt, nine)
  assert.equal(hourIn(answer('first', [nine], { hour: null, reason: 'Está ocupado' }), undefined), undefined)
})
