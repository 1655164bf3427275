import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centsIn } from '#web/parts/money/cents.ts'

const cases: readonly (readonly [string, number | null])[] = [
  ['650', 65_000],
  ['650.5', 65_050],
  ['1,250.50', 125_050],
  ['$ 99', 9_900],
  ['0', 0],
  ['100000', 100_000_00],
  ['100000.01', null],
  ['', null],
  ['-5', null],
  ['12,5', null],
  ['1e3', null],
  ['650.555', null],
]
for (const [typed, cents] of cases)
  test(`"${typed}" is ${cents === null ? 'no price' : `${cents} centavos`}`, () =>
    assert.equal(centsIn(typed), cents))
