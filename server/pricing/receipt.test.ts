import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumOf } from '#server/payment/ledger/journals.ts'
import { cancellation, type CancelledBy } from '#server/pricing/cancellation.ts'
import { receiptOf } from '#server/pricing/receipt.ts'
import type { Billed } from '#server/pricing/receipt-lines.ts'
import { linesOf, settlementOfCancellation, settlementOfSplit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'

const parties = { clientId: 1, professionalId: 2, hostId: 3 }
const at = new Date('2026-11-20T16:00:00Z')

const billed = (change: Partial<Billed> = {}): Billed => ({
  bookingId: 'b',
  serviceName: 'Corte y peinado',
  totalCents: 100_000,
  rentCents: 30_000,
  rentMinutes: 90,
  terms: testTerms(),
  cancelledBy: null,
  ...change,
})

const completed = (booking: Billed) =>
  linesOf(
    settlementOfSplit(
      splitUnder(booking.terms, { serviceCents: booking.totalCents, rentCents: booking.rentCents }),
      parties,
    ),
    booking.totalCents,
  )

const rows = (receipt: ReturnType<typeof receiptOf>) =>
  receipt.lines.map(({ label, amountCents, explanation }) => `${label} ${amountCents}: ${explanation}`)

test('the professional’s receipt explains the worked example to the centavo', () => {
  const receipt = receiptOf('professional', billed(), { lines: completed(billed()), state: 'expected', at })
  assert.deepEqual(rows(receipt), [
    'Precio del servicio 100000: Corte y peinado',
    'Comisión de Kalli -10000: 10 % de $1,000',
    'Renta del espacio -30000: 1 h 30 min a $200 por hora',
    'ISR retenido -2155: 2.5 % de $862.07 (precio sin IVA)',
    'IVA retenido -6897: 50 % de $137.93 (IVA del precio)',
  ])
  assert.equal(receipt.netCents, 50_948)
  assert.equal(receipt.netLabel, 'Recibirás')
})

test('the host’s and the client’s receipts explain the worked example to the centavo', () => {
  const books = { lines: completed(billed()), state: 'settled', at } as const
  const host = receiptOf('host', billed(), books)
  assert.deepEqual(rows(host), [
    'Renta del espacio 30000: 1 h 30 min a $200 por hora',
    'Comisión de Kalli -1500: 5 % de $300',
    'ISR retenido -647: 2.5 % de $258.62 (renta sin IVA)',
    'IVA retenido -2069: 50 % de $41.38 (IVA de la renta)',
  ])
  assert.equal(host.netCents, 25_784)
  const client = receiptOf('client', billed(), books)
  assert.deepEqual(rows(client), ['Corte y peinado 100000: Precio del servicio, con IVA incluido'])
  assert.deepEqual([client.netCents, client.netLabel], [100_000, 'Total que pagaste'])
  assert.deepEqual(client.notes, ['Incluye $137.93 de IVA (16 %).', 'Kalli no te cobra comisión.'])
})

test('without withholding no taxes are deducted, and the receipt says who must declare them', () => {
  const booking = billed({ terms: testTerms({ withholding: false }) })
  const receipt = receiptOf('professional', booking, { lines: completed(booking), state: 'expected', at })
  assert.equal(receipt.netCents, 60_000)
  assert.deepEqual(
    receipt.lines.map(({ code }) => code),
    ['service', 'commission', 'rent'],
  )
  assert.ok(
    receipt.notes.includes(
      'Kalli no te descontó impuestos: el ISR y el IVA de este ingreso los declaras y pagas tú al SAT.',
    ),
  )
})

test('the receipts of professional and host, commissions and withheld taxes add up to the price', () => {
  const lines = completed(billed())
  assert.equal(sumOf(lines), 0)
  const nets = (['professional', 'host'] as const).map(
    (party) => receiptOf(party, billed(), { lines, state: 'settled', at }).netCents,
  )
  const kalli = lines.filter(({ account }) => [4010, 4020, 2130, 2110, 2120].includes(account))
  assert.equal(nets.reduce((sum, cents) => sum + cents, 0) - sumOf(kalli), 100_000)
})

/** product.md's 650 with a rent of 225, cancelled an hour before. */
const cancelled = (by: CancelledBy) => {
  const terms = testTerms({ withholding: false })
  const startsAt = new Date(at.getTime() + 3_600_000)
  const about = {
    terms,
    totalCents: 65_000,
    rentCents: 22_500,
    startsAt,
    confirmedAt: at,
    zone: 'America/Mexico_City',
    now: at,
  }
  const booking = billed({
    terms,
    totalCents: 65_000,
    rentCents: 22_500,
    cancelledBy: by === 'client_no_show' ? 'client' : by === 'professional_no_show' ? 'professional' : by,
  })
  const lines = linesOf(settlementOfCancellation(cancellation(about, by), parties), 65_000)
  const receipt = (party: 'client' | 'professional' | 'host') =>
    receiptOf(party, booking, { lines, state: 'settled', at })
  return { client: receipt('client'), professional: receipt('professional'), host: receipt('host') }
}

test('after a client’s late cancellation the receipts show the refund and each party’s share of the fee', () => {
  const { client, professional, host } = cancelled('client')
  assert.deepEqual(rows(client), [
    'Corte y peinado 65000: Precio del servicio, con IVA incluido',
    'Devolución -58500: Se queda el 10 % de $650, según la política Justa',
  ])
  assert.equal(client.netCents, 6500)
  assert.deepEqual(rows(professional), [
    'Cuota por cancelación 6500: 10 % de $650, política Justa',
    'Comisión de Kalli -650: 10 % de $65',
    'Renta del espacio -3250: 14.44 % de la renta (1 h 30 min a $150 por hora)',
  ])
  assert.equal(host.netCents, 3250 - 163)
})

test('after a professional’s late cancellation the receipt shows the debt, deducted from the next payout', () => {
  const { client, professional, host } = cancelled('professional')
  assert.equal(client.netCents, 0)
  assert.ok(client.notes.some((note) => note.includes('$50 de saldo')))
  assert.deepEqual(
    professional.lines.map(({ code, amountCents }) => [code, amountCents]),
    [
      ['service', 0],
      ['rent', -22_500],
      ['credit', -5000],
    ],
  )
  assert.equal(professional.netCents, -27_500)
  assert.equal(professional.netLabel, 'Se descuenta de tu próximo depósito')
  assert.equal(host.netCents, 21_375)
})

test('a host who cancels pays the professional, and both see the same amount', () => {
  const { professional, host } = cancelled('host')
  assert.equal(professional.netCents, 5625)
  assert.equal(host.netCents, -5625)
})
