import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hourOfLines,
  listPriceOf,
  listPriceText,
  lowestOf,
  shownHour,
  shownLines,
} from '#contract/pricing/shown-price.ts'

test('"desde" is shown only if options or locations change the price', () => {
  const said = (priced: Parameters<typeof listPriceOf>[0]) => listPriceText(listPriceOf(priced))
  assert.equal(said({ priceCents: 35_000 }), '$350')
  assert.equal(said({ priceCents: 35_000, addOns: [{ priceCents: 9_000 }] }), '$350')
  assert.equal(
    said({
      priceCents: 35_000,
      addOns: [
        { group: 'Largo', priceCents: 0 },
        { group: 'Largo', priceCents: 9_000 },
      ],
    }),
    'desde $350',
  )
  assert.equal(said({ priceCents: 35_000, atPlace: true, atHome: { feeCents: 15_000 } }), 'desde $350')
  assert.equal(said({ priceCents: 35_000, atPlace: true, atHome: { feeCents: 0 } }), '$350')
  assert.equal(said({ priceCents: 35_000, atHome: { feeCents: 15_000 } }), '$500')
})

test('the lowest of several different prices is shown with "desde"', () => {
  const [cheap, dear] = [
    { cents: 35_000, isFrom: false },
    { cents: 90_000, isFrom: false },
  ]
  assert.equal(lowestOf([]), null)
  assert.deepEqual(lowestOf([cheap]), cheap)
  assert.deepEqual(lowestOf([cheap, cheap]), cheap)
  assert.deepEqual(lowestOf([dear, cheap]), { cents: 35_000, isFrom: true })
})

test('an hour shows its price, its difference from the list price and the reason', () => {
  const text = (kind: 'quiet' | 'busy' | 'last_minute' | 'first_visit', deltaCents: number) =>
    shownHour({ totalCents: 60_000, price: { kind, deltaCents } }).difference?.text
  assert.equal(text('quiet', -13_000), '−$130 · con descuento por horario')
  assert.equal(text('busy', 8_700), '+$87 · hora pico')
  assert.equal(text('busy', 0), undefined)
  assert.deepEqual(shownHour({ totalCents: 60_000 }), { cents: 60_000, listCents: 60_000, difference: null })
  assert.equal(
    shownHour({ totalCents: 60_000, price: { kind: 'quiet', deltaCents: -5_000 } }).listCents,
    65_000,
  )
})

test('a quote shows one line for the price of its hour, with the reason of the greatest change', () => {
  const line = (label: string, amountCents: number) => ({ label, amountCents })
  const both = [
    line('Corte', 60_000),
    line('Hora pico', 8_000),
    line('Con descuento de última hora', -10_000),
    line('Tinte', 90_000),
    line('Con descuento por horario', -9_000),
    line('Cupón HOLA', -5_000),
  ]
  assert.deepEqual(hourOfLines(both), { kind: 'quiet', deltaCents: -11_000 })
  assert.deepEqual(shownLines(both), [
    line('Corte', 60_000),
    line('Tinte', 90_000),
    line('Con descuento por horario', -11_000),
    line('Cupón HOLA', -5_000),
  ])
  // The hour's surcharge equals the offer's discount: the list price, without a label.
  assert.deepEqual(
    shownLines([
      line('Corte', 60_000),
      line('Hora pico', 8_000),
      line('Con descuento de última hora', -8_000),
    ]),
    [line('Corte', 60_000)],
  )
})
