import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyText } from '#web/parts/booking/summary/money-text.ts'

type Paid = Parameters<typeof moneyText>[0]
type Payment = NonNullable<Paid['payment']>
type Upfront = NonNullable<Paid['upfront']>

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
  partCents: 0,
  captureAt: null,
  failure: null,
}
const no = { allowed: false, reason: null }
const upfront: Upfront = {
  byLink: false,
  paidCents: 20_000,
  balanceCents: 45_000,
  state: 'later',
  byHandCents: 0,
  returnedCents: 0,
  may: no,
  mayTake: no,
  actionUrl: null,
}
const taken = (refundCents: number): Paid['cancellation'] => ({
  by: 'client',
  at: '2026-11-20T16:00:00.000Z',
  reason: '',
  said: null,
  refundCents,
  feeCents: 65_000 - refundCents,
})
const zone = 'America/Mexico_City'
const captureAt = '2026-11-24T16:00:00.000Z'
type Case = {
  status?: Paid['status']
  pays?: Partial<Payment> | null
  part?: Partial<Upfront>
  ending?: Paid['cancellation']
  says: string | null
  isDue?: true
}
const cases: readonly Case[] = [
  { pays: {}, says: 'Pagada: $650' },
  { pays: { status: 'authorized' }, says: 'En garantía: $650' },
  { pays: { status: 'authorized', captureAt }, says: 'En garantía: $650, se cobra el mar 24 de nov, 10:00' },
  {
    pays: { status: 'card_saved', captureAt },
    says: 'Tarjeta guardada: $650, se cobra el mar 24 de nov, 10:00',
  },
  {
    pays: { status: 'card_saved', failure: 'Su tarjeta no pasó.' },
    says: 'Por cobrar: $650; su tarjeta no pasó y le pedimos otra',
    isDue: true,
  },
  {
    status: 'requested',
    pays: { status: 'voucher_pending' },
    says: 'Por cobrar: $650; espera su pago',
    isDue: true,
  },
  {
    status: 'completed',
    pays: { status: 'partially_refunded', refundedCents: 10_000 },
    says: 'Pagada: $650; devueltos $100',
  },
  {
    status: 'cancelled_by_client',
    pays: { status: 'refunded', refundedCents: 65_000 },
    says: 'Devuelta: $650',
  },
  { status: 'expired', pays: { status: 'voided' }, says: 'No se cobró nada' },
  { status: 'requested', pays: { status: 'requires_action' }, says: null },
  // A session of a pack, or credit alone.
  { pays: null, says: 'Pagada: $650' },
  { status: 'cancelled_by_client', pays: null, says: null },
  { status: 'cancelled_by_client', pays: null, ending: taken(65_000), says: 'Devuelta: $650' },
  { status: 'cancelled_by_client', pays: null, ending: taken(20_000), says: 'Pagada: $650; devueltos $200' },
  { status: 'cancelled_by_client', pays: null, ending: taken(0), says: 'Pagada: $650' },
  // A part at booking, the balance after the visit.
  { pays: {}, part: {}, says: 'Anticipo pagado: $200; por cobrar al terminar: $450' },
  {
    pays: { status: 'authorized' },
    part: {},
    says: 'Anticipo en garantía: $200; por cobrar al terminar: $450',
  },
  {
    pays: { status: 'card_saved', captureAt },
    part: {},
    says: 'Anticipo con tarjeta guardada: $200, se cobra el mar 24 de nov, 10:00; por cobrar al terminar: $450',
  },
  {
    pays: { status: 'voucher_pending' },
    part: {},
    says: 'Anticipo por cobrar: $200, espera su pago; por cobrar al terminar: $450',
    isDue: true,
  },
  {
    pays: { status: 'card_saved' },
    part: { paidCents: 0, balanceCents: 65_000 },
    says: 'Sin anticipo; por cobrar al terminar: $650',
  },
  { status: 'completed', pays: {}, part: { state: 'due' }, says: 'Por cobrar: $450', isDue: true },
  { status: 'completed', pays: {}, part: { state: 'paid', balanceCents: 0 }, says: 'Pagada completa' },
  {
    status: 'completed',
    pays: {},
    part: { state: 'paid', balanceCents: 0, byHandCents: 45_000 },
    says: 'Pagada completa: $450 en efectivo',
  },
  {
    status: 'closed',
    pays: { refundedCents: 20_000, status: 'refunded' },
    part: { state: 'paid', balanceCents: 0, returnedCents: 12_500 },
    says: 'Pagada completa; devueltos $325',
  },
  {
    status: 'cancelled_by_client',
    pays: { refundedCents: 20_000, status: 'refunded' },
    part: { state: 'over', balanceCents: 0 },
    says: 'Anticipo devuelto: $200',
  },
  {
    status: 'client_no_show',
    pays: {},
    part: { state: 'over', balanceCents: 0 },
    says: 'Anticipo pagado: $200',
  },
  {
    status: 'cancelled_by_client',
    pays: { status: 'card_saved' },
    part: { state: 'over', paidCents: 0, balanceCents: 0 },
    says: 'Sin anticipo: no se cobró nada',
  },
]
for (const { status = 'confirmed', pays = {}, part, ending = null, says, isDue = false } of cases)
  test(`a visit that is ${status} with ${JSON.stringify(pays)}${part === undefined ? '' : ` and upfront ${JSON.stringify(part)}`} says ${says}`, () => {
    const said = moneyText({
      status,
      zone,
      totalCents: 65_000,
      upfront: part === undefined ? null : { ...upfront, ...part },
      payment: pays === null ? null : { ...payment, ...pays },
      cancellation: ending,
    })
    assert.deepEqual(said, says === null ? null : { text: says, isDue })
  })
