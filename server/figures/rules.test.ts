/** Centavos by hand, from the worked example of money.md §4 and §5. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountsOf, type OwnLine, sumOf } from '#server/figures/rules.ts'

const line = (account: number, amountCents: number): OwnLine => ({ account, amountCents })

const cases: readonly {
  name: string
  lines: readonly OwnLine[]
  of: readonly [rent: number, commission: number, withheld: number, compensation: number, net: number]
}[] = [
  { name: 'nothing', lines: [], of: [0, 0, 0, 0, 0] },
  {
    name: 'J5: 300.00 of rent, a natural person with RFC',
    lines: [line(2030, -25_784), line(4020, -1293), line(2130, -207), line(2110, -647), line(2120, -2069)],
    of: [30_000, 1500, 2716, 0, 25_784],
  },
  {
    name: 'the same without withholding',
    lines: [line(2030, -28_500), line(4020, -1293), line(2130, -207)],
    of: [30_000, 1500, 0, 0, 28_500],
  },
  {
    name: 'J10: the client cancels late, half is kept',
    lines: [line(2030, -12_892), line(4020, -647), line(2130, -103), line(2110, -323), line(2120, -1035)],
    of: [15_000, 750, 1358, 0, 12_892],
  },
  {
    name: 'product.md B10: a no-show on 650.00, the rent capped at half of the fee',
    lines: [line(2030, -9262), line(4020, -421), line(2130, -67)],
    of: [9750, 488, 0, 0, 9262],
  },
  {
    name: 'B12: the host cancels and bears 25 % of the rent',
    lines: [line(1130, 7500)],
    of: [0, 0, 0, 7500, -7500],
  },
]

for (const { name, lines, of } of cases)
  test(name, () => {
    const { rentCents, commissionCents, withheldCents, compensationCents, netCents } = amountsOf(lines)
    assert.deepEqual([rentCents, commissionCents, withheldCents, compensationCents, netCents], of)
    assert.equal(rentCents - commissionCents - withheldCents - compensationCents, netCents)
  })

test('the amounts of joined lines are the sum of their amounts', () => {
  const all = cases.map(({ lines }) => amountsOf(lines))
  assert.deepEqual(sumOf(all), amountsOf(cases.flatMap(({ lines }) => lines)))
})
