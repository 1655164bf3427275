import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { draw } from '#web/testing/drawn.ts'

const { PriceOf } = await import('#web/parts/booking/slots/price-of.tsx')

test('an hour off the list price shows the difference and reason, and one at the list price only the price', async () => {
  const words = async (slot: Parameters<typeof PriceOf>[0]['slot']) =>
    (await draw(createElement(PriceOf, { slot }))).text
  assert.equal(
    await words({ totalCents: 52_000, price: { kind: 'quiet', deltaCents: -13_000 } }),
    '$520 −$130 · con descuento por horario',
  )
  assert.equal(
    await words({ totalCents: 68_700, price: { kind: 'busy', deltaCents: 8_700 } }),
    '$687 +$87 · hora pico',
  )
  assert.equal(await words({ totalCents: 60_000 }), '$600')
})
