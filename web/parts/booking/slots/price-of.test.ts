import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { draw } from '#web/testing/drawn.ts'

const { PriceOf } = await import('#web/parts/booking/slots/price-of.tsx')

test('an hour that costs more than the cheapest beside it says by how much; the cheapest says nothing', async () => {
  const words = async (totalCents: number) =>
    (await draw(createElement(PriceOf, { slot: { totalCents }, least: 60_000 }))).text
  assert.equal(await words(67_250), '$672.50 +$72.50')
  assert.equal(await words(70_000), '$700 +$100')
  assert.equal(await words(60_000), '$600')
})
