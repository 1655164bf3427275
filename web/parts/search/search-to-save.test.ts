/** What is saved of a search with "Avísame": its label, its address and its calls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchStateOf } from '#web/parts/cards/search-state.ts'
import { searchToSave } from '#web/parts/search/search-to-save.ts'

/** A Wednesday at noon in Mexico City. */
const now = Date.parse('2026-12-02T18:00:00Z')
const labelOf = (given: Record<string, string>) => searchToSave(searchStateOf(given), now).label

test('the label of a saved search says how, when, for how much and with which filters, never nothing', () => {
  assert.equal(labelOf({ modality: 'online' }), 'En línea')
  assert.equal(
    labelOf({ category: 'therapy', modality: 'online', maxPesos: '600' }),
    'Terapia · En línea · Hasta $600',
  )
  assert.equal(
    labelOf({ q: 'masaje', verified: 'verified', priceRange: 'budget', rating: '4.5', service: 'Masaje' }),
    'masaje · Servicio: Masaje · $0 - $500 · 4.5+ estrellas · Verificados',
  )
  assert.equal(labelOf({ service: 'Balayage', day: '2026-12-03' }), 'Servicio: Balayage · jue 3 dic')
  assert.equal(labelOf({ part: 'morning' }), 'En la mañana')
})

test('a week of a saved search becomes dates, in its label, its address and its calls', () => {
  const saved = (availability: string) => searchToSave(searchStateOf({ q: 'masaje', availability }), now)
  const week = saved('this_week')
  assert.equal(week.label, 'masaje · mié 2 dic a dom 6 dic')
  assert.equal(week.search, 'q=masaje&day=2026-12-02&until=2026-12-06')
  const [call = ''] = week.queries
  const query = new URLSearchParams(call)
  assert.deepEqual(
    [query.get('startsAt'), query.get('endsAt'), query.get('availability')],
    ['2026-12-02T06:00:00.000Z', '2026-12-07T06:00:00.000Z', null],
  )
  assert.equal(saved('next_week').label, 'masaje · lun 7 dic a dom 13 dic')
  assert.equal(saved('today').label, 'masaje · mié 2 dic')
  assert.equal(saved('flexible').label, 'masaje')
})
