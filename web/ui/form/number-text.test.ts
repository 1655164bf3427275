import assert from 'node:assert/strict'
import test from 'node:test'
import { readBasisPoints, readCents, readMinutes, readWhole } from './number-text.ts'
import { hasUnreadNumber } from './unread-number.ts'

const holds = <T>(read: (text: string) => T, cases: readonly (readonly [string, T])[]) => {
  for (const [text, value] of cases) assert.equal(read(text), value, JSON.stringify(text))
}

test('a duration is read in usual notations, and refused otherwise', () => {
  holds(readMinutes, [
    ['90', 90],
    ['90 min', 90],
    ['90 minutos', 90],
    ['90min.', 90],
    ['2h 30', 150],
    ['2h30', 150],
    ['2 h 30 min', 150],
    ['2 horas y 30 minutos', 150],
    ['1.5 h', 90],
    ['1,5 h', 90],
    ['.5 h', 30],
    ['1:30', 90],
    ['01:30', 90],
    ['0:45 h', 45],
    ['1 hora', 60],
    ['1 hora y media', 90],
    ['media hora', 30],
    ['½ h', undefined],
    ['1,200', 1200],
    ['１２０', 120],
    ['\u200e90\u00a0min', 90],
    ['0', 0],
    ['', undefined],
    ['1:75', undefined],
    ['1.5 h 20', undefined],
    ['2h 90', undefined],
    ['1,5', undefined],
    ['12.5', undefined],
    ['-30', undefined],
    ['dos horas', undefined],
    ['1e3', undefined],
    ['90x', undefined],
  ])
  holds(
    (text) => readMinutes(text, 'hours'),
    [
      ['10', 600],
      ['1.5', 90],
      ['2h 30', 150],
      ['90 min', 90],
      ['1:30', 90],
      ['', undefined],
    ],
  )
})

test('pesos are read with thousands and centavos, and an ambiguous comma is refused', () => {
  holds(readCents, [
    ['1,200', 1200_00],
    ['1200', 1200_00],
    ['1 200', 1200_00],
    ['$ 1,200.50', 1200_50],
    ['1,200 pesos', 1200_00],
    ['MX$99', 99_00],
    ['99.5', 99_50],
    ['12,345,678', 12_345_678_00],
    ['0', 0],
    ['1,20', undefined],
    ['1,2000', undefined],
    ['1.200,50', undefined],
    ['1.234', undefined],
    ['650-700', undefined],
    ['-5', undefined],
    ['gratis', undefined],
    ['', undefined],
    ['Infinity', undefined],
    ['0x10', undefined],
  ])
})

test('percentages and counts are read with their sign or word', () => {
  holds(readBasisPoints, [
    ['15', 1500],
    ['15 %', 1500],
    ['7.5%', 750],
    ['7,5', undefined],
    ['abc', undefined],
  ])
  holds(readWhole, [
    ['12', 12],
    ['12 personas', 12],
    ['30 m²', 30],
    ['30m2', 30],
    ['1,200', 1200],
    ['5 km', 5],
    ['2.5', undefined],
    ['dos', undefined],
    ['2h 30', undefined],
    ['', undefined],
  ])
})

test('a number that was not understood is found at any depth', () => {
  assert.equal(hasUnreadNumber({ a: [{ b: Number.NaN }] }), true)
  assert.equal(hasUnreadNumber({ a: [{ b: 0, c: null, d: 'NaN' }] }), false)
})
