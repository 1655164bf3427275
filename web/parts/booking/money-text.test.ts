import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyText } from '#web/parts/booking/money-text.ts'

type Paid = Parameters<typeof moneyText>[0]
type Payment = NonNullable<Paid['payment']>

const payment: Payment = {
  id: '01a20d91-77e1-7ddb-8014-0b67014098db',
  status: 'captured',
  method: 'card',
  amountCents: 65_000,
  creditCents: 0,
  capturedCents: 65_000,
  refundedCents: 0,
  card: null,
  actionUrl: null,
  voucher: null,
  captureAt: null,
  failure: null,
}
const zone = 'America/Mexico_City'
const captureAt = '2026-11-24T16:00:00.000Z'
const cases: readonly [Paid['status'], Partial<Payment> | null, string | null, boolean?][] = [
  ['confirmed', {}, 'Pagada: $650'],
  ['confirmed', { status: 'authorized' }, 'En garantía: $650'],
  ['confirmed', { status: 'authorized', captureAt }, 'En garantía: $650, se cobra el mar 24 de nov, 10:00'],
  [
    'confirmed',
    { status: 'card_saved', captureAt },
    'Tarjeta guardada: $650, se cobra el mar 24 de nov, 10:00',
  ],
  [
    'confirmed',
    { status: 'card_saved', failure: 'declined' },
    'Por cobrar: $650; su tarjeta no pasó y le pedimos otra',
    true,
  ],
  ['completed', { status: 'partially_refunded', refundedCents: 10_000 }, 'Pagada: $650; devueltos $100'],
  ['cancelled_by_client', { status: 'refunded', refundedCents: 65_000 }, 'Devuelta: $650'],
  ['expired', { status: 'voided' }, null],
  // A session of a pack, or credit alone.
  ['confirmed', null, 'Pagada: $650'],
  ['cancelled_by_client', null, null],
]
for (const [status, of, text, isDue = false] of cases)
  test(`a visit that is ${status} with ${JSON.stringify(of)} says ${text}`, () => {
    const said = moneyText({
      status,
      zone,
      totalCents: 65_000,
      upfront: null,
      payment: of === null ? null : { ...payment, ...of },
    })
    assert.deepEqual(said, text === null ? null : { text, isDue })
  })
