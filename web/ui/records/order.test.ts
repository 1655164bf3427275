import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Column, found, kindsOf, narrowed, ordered } from '#web/ui/records/order.ts'

type One = { name: string; hours: number | null }
const columns: Column<One>[] = [
  { title: 'Nombre', value: ({ name }) => name },
  { title: 'Horas', value: ({ hours }) => hours },
]
const all: One[] = [
  { name: 'Ángela Núñez', hours: 10 },
  { name: 'Beatriz', hours: null },
  { name: 'Ana', hours: 9 },
]
const names = (records: One[]) => records.map(({ name }) => name)

test('every typed word is found, whatever its accents and position', () => {
  assert.deepEqual(names(found(all, columns, 'nunez ange')), ['Ángela Núñez'])
  assert.deepEqual(names(found(all, columns, '  ')), names(all))
  assert.deepEqual(names(found(all, columns, 'an be')), [])
})

test('names are sorted in Spanish order, numbers by size, and missing values last in both directions', () => {
  assert.deepEqual(names(ordered(all, columns, { column: 0, descending: false })), [
    'Ana',
    'Ángela Núñez',
    'Beatriz',
  ])
  assert.deepEqual(names(ordered(all, columns, { column: 1, descending: false })), [
    'Ana',
    'Ángela Núñez',
    'Beatriz',
  ])
  assert.deepEqual(names(ordered(all, columns, { column: 1, descending: true })), [
    'Ángela Núñez',
    'Ana',
    'Beatriz',
  ])
  assert.deepEqual(names(ordered(all, columns, undefined)), names(all))
})

test('a list is filtered by its kinds with their counts, and not by a kind that all share', () => {
  const kinds: Column<One>[] = [
    { title: 'Nombre', value: ({ name }) => name },
    { title: 'Tarde', value: ({ hours }) => (hours === null ? null : hours > 9 ? 'Sí' : 'No'), isKind: true },
    { title: 'País', value: () => 'México', isKind: true },
  ]
  assert.deepEqual(kindsOf(all, kinds), [
    {
      title: 'Tarde',
      values: [
        { text: 'No', count: 1 },
        { text: 'Sí', count: 1 },
      ],
    },
  ])
  assert.deepEqual(names(narrowed(all, kinds, { Tarde: 'Sí' })), ['Ángela Núñez'])
  assert.deepEqual(names(narrowed(all, kinds, {})), names(all))
})
