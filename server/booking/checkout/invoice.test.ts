/** The data for an invoice: checked, stored with the visit, shown to the professional and to no other party. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import * as checkouts from '#contract/booking/checkout.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { invoiceProblems, rfcProblem } from '#contract/payment/invoice.ts'
import { ownTableAddress } from '#contract/figures/own-figures.ts'
import { booked, confirmContact, contactOf, held } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const invoice = {
  rfc: 'hegl 900229 ab1',
  legalName: 'Lucía Hernández García',
  regime: '612',
  use: 'G03',
  postalCode: '06700',
  email: 'facturas@example.test',
}
const saved = { ...invoice, rfc: 'HEGL900229AB1' }

const rfcs = [
  ['', false],
  ['HEGL900101AB1', true],
  ['ñape-900101-7aA', true],
  ['ABC990101XY9', true],
  ['A&B010203XYA', true],
  ['HEGL000229AB1', true],
  ['HEGL900229AB1', false],
  ['HEGL901301AB1', false],
  ['HEGL900431AB1', false],
  ['HEGL900100AB1', false],
  ['AB990101XY9', false],
  ['HEGLX900101AB1', false],
  ['HEGL900101AB', false],
  ['HEGL900101ABZ', false],
  ['XAXX010101000', false],
] as const

for (const [text, isOne] of rfcs)
  test(`RFC ${text === '' ? 'none' : text} is ${isOne ? 'valid' : 'invalid'}`, () =>
    assert.equal(rfcProblem(text) === null, isOne))

const whole = { ...saved, rfc: 'HEGL900101AB1' }
const datas = [
  ['whole', {}, []],
  ['a company in a regime of persons', { rfc: 'ABC990101XY9' }, ['regime']],
  ['a company in its own', { rfc: 'ABC990101XY9', regime: '601' }, []],
  ['a use that the regime has not', { regime: '605' }, ['use']],
  ['that same regime with its own', { regime: '605', use: 'D01' }, []],
  ['codes of no catalogue', { regime: '999', use: 'G99' }, ['regime', 'use']],
  ['four digits', { postalCode: '6700' }, ['postalCode']],
  ['letters', { postalCode: '0670a' }, ['postalCode']],
  ['nobody', { legalName: '  ' }, ['legalName']],
  ['no mailbox', { email: 'lucia' }, ['email']],
] as const

for (const [says, change, wrong] of datas)
  test(`invoice data check: ${says}`, () =>
    assert.deepEqual(Object.keys(invoiceProblems({ ...whole, ...change })), [...wrong]))

const order = async (who: Person, holdId: string, wanted: typeof invoice) => {
  const contact = { ...contactOf(), invoice: wanted }
  await confirmContact(who, holdId, contact.email)
  const payment = { method: 'card' as const, token: 'tok_ok' }
  return who.call(checkouts.book, { body: { holdId, contact, payment } })
}

test('invoice data is saved in SAT format and read by the professional once confirmed, and never by the host', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const wanted = { ...invoice, rfc: 'hegl 900101-ab1' }
  assert.equal(
    refusalOf(await order(who, hold.id, { ...wanted, use: 'D01', regime: '601' })).code,
    'invalid_input',
  )
  const paid = await order(who, hold.id, wanted)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  assert.deepEqual(paid.body.invoice, whole)
  const params = { id: hold.id }
  const pro = at.professional.person
  const theirs = await pro.call(booking.booking, { params, query: { as: 'professional' } })
  assert.deepEqual(theirs.body.invoice, whole)
  const hosts = [
    await at.host.person.call(booking.booking, { params, query: { as: 'host' } }),
    await at.host.person.call(booking.receipt, { params, query: { as: 'host' } }),
    await at.host.person.call(booking.bookings, { query: { role: 'host' } }),
  ]
  for (const { status, body } of hosts) {
    assert.equal(status, 200)
    assert.ok(!/HEGL|facturas@|06700/.test(JSON.stringify(body)))
  }
  const own = await pro.call(booking.receipt, { params, query: { as: 'professional' } })
  assert.match(own.body.notes.join(), /RFC HEGL900101AB1, régimen 612 .* uso G03 .* C\. P\. 06700/)
  const query = { t: paid.body.viewToken }
  const client = await who.call(booking.receipt, { params, query })
  assert.match(client.body.notes.join(), /este recibo no es una factura/)
  const csv = await pro.fetch('GET', ownTableAddress('visits', { from: '2026-11-25', to: '2026-11-25' }))
  assert.match(await csv.text(), /HEGL900101AB1,Lucía Hernández García,612,G03,06700,facturas@example\.test/)
})

test('invoice data is requested later, changed and withdrawn by its client alone, until the visit is over', async () => {
  const at = await people.bookable(kalli)
  const one = await booked(kalli, at)
  assert.equal(one.invoice, null)
  const params = { id: one.id }
  const query = { t: one.t }
  const set = (who: Person, invoice: typeof whole | null, query: { t?: string } = {}) =>
    who.call(checkouts.setInvoice, { params, query, body: { invoice } })
  assert.equal(refusalOf(await set(kalli.visitor(), whole)).code, 'not_found')
  assert.equal(refusalOf(await set(at.professional.person, whole)).code, 'not_found')
  assert.equal(refusalOf(await set(one.who, { ...whole, rfc: 'HEGL900229AB1' }, query)).code, 'invalid_input')
  assert.deepEqual((await set(one.who, whole, query)).body.invoice, whole)
  assert.deepEqual(
    (await set(one.who, { ...whole, postalCode: '11000' }, query)).body.invoice?.postalCode,
    '11000',
  )
  const after = await set(one.who, null, query)
  assert.deepEqual([after.body.invoice, after.body.client?.firstName], [null, 'Lucía'])
  const quote = await one.who.call(cancellation.cancelQuote, { params, query, body: { as: 'client' } })
  await one.who.call(cancellation.cancel, {
    params,
    query,
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(refusalOf(await set(one.who, whole, query)).code, 'move_not_allowed')
})
