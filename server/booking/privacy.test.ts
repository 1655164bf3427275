/** What each party is shown: the whole JSON is searched for what they must not see. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as day from '#contract/booking/day.ts'
import { previewClosure } from '#contract/booking/closure/closure.ts'
import * as noShow from '#contract/booking/visit/no-show.ts'
import { ownClients } from '#contract/booking/client/own-client.ts'
import { publicSpace } from '#contract/search/public-page.ts'
import { type Bookable, booked, contactOf, held } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const secret = contactOf({
  firstName: 'Xóchitl',
  lastName: 'Apellidosecreto',
  email: 'correosecreto@example.test',
  phone: '+525577778888',
})

test('the host’s replies contain only the client’s first name, and no price of the service', async () => {
  const at = await people.bookable(kalli, { priceCents: 123_456 })
  const { id, arrivalCode, startsAt, endsAt } = await booked(kalli, at, { contact: secret })
  const host = at.host.person
  const answers = await hostAnswers(at, id)
  assertHidden(answers, [secret.lastName, secret.email, secret.phone, arrivalCode ?? '------', '4242'])
  assertHidden(answers, ofPrice)
  const [one] = answers
  assert.match(JSON.stringify(one?.body), /Xóchitl/)
  const quote = await host.call(cancellations.cancelQuote, { params: { id }, body: { as: 'host' } })
  assert.deepEqual([quote.status, quote.body.refundCents], [200, null])
  assert.match(quote.body.reason, /el cliente no paga nada/)
  assertHidden([quote], ofPrice)
  // The holder of a token can read its content.
  const carried = Buffer.from(quote.body.token.split('.')[0] ?? '', 'base64url').toString()
  assertHidden([{ status: 200, body: carried }], ofPrice)
  const closing = await host.call(previewClosure, {
    params: { id: at.space.id },
    body: { unitIds: [], startsAt, endsAt, reason: '', kind: 'closure' },
  })
  const [touched] = closing.body.affected
  assert.ok(touched?.cancel)
  assertHidden([closing], ofPrice)
  const inside = Buffer.from(touched.cancel.token.split('.')[0] ?? '', 'base64url').toString()
  assertHidden([{ status: 200, body: inside }], ofPrice)
})

/** The price of $1,234.56 and amounts that reveal it: a late fee of a tenth, a no-show fee of three tenths, and the refund of each. */
const ofPrice = ['123456', '1,234.56', '12346', '123.46', '37037', '370.37', '111110', '86419']

const hostAnswers = async (at: Bookable, id: string) => {
  const host = at.host.person
  return [
    await host.call(contract.booking, { params: { id } }),
    await host.call(contract.bookings, { query: { role: 'host' } }),
    await host.call(contract.bookings, { query: { role: 'host', tab: 'past' } }),
    await host.call(contract.bookings, { query: { role: 'host', tab: 'day', date: '2026-11-25' } }),
    await host.call(day.hostDay, { query: { date: '2026-11-25' } }),
    await host.call(contract.receipt, { params: { id } }),
  ]
}

const assertHidden = (answers: readonly { status: number; body: unknown }[], hidden: readonly string[]) => {
  for (const { status, body } of answers) {
    const said = JSON.stringify(body)
    assert.equal(status, 200, said)
    for (const one of hidden) assert.ok(!said.includes(one), `the host is told ${one}: ${said}`)
  }
}

test('no outcome of a visit reveals its price to the host, neither by the rule applied nor by the amount retained', async () => {
  const late = await people.bookable(kalli, { priceCents: 123_456 })
  const cancelled = await booked(kalli, late, { contact: contactOf(), place: 3 })
  const [params, query] = [{ id: cancelled.id }, { t: cancelled.t }]
  kalli.time.set(new Date(Date.parse(cancelled.startsAt) - 30 * 60_000))
  const { body } = await cancelled.who.call(cancellations.cancelQuote, {
    params,
    query,
    body: { as: 'client' },
  })
  assert.equal(body.feeCents, 12_346)
  await cancelled.who.call(cancellations.cancel, {
    params,
    query,
    body: { quoteToken: body.token, reason: '' },
  })
  const own = (await cancelled.who.call(contract.booking, { params, query })).body
  assert.match(own.cancellation?.reason ?? '', /1,234\.56/)
  const seen = await hostAnswers(late, cancelled.id)
  assertHidden(seen, ofPrice)
  const [one] = seen
  assert.ok(one && 'cancellation' in one.body)
  assert.deepEqual([one.body.cancellation?.by, one.body.cancellation?.reason], ['client', ''])

  kalli.time.set(testNow)
  const away = await people.bookable(kalli, { priceCents: 123_456 })
  const missed = await booked(kalli, away, { contact: contactOf(), place: 6 })
  kalli.time.set(new Date(Date.parse(missed.startsAt) + 16 * 60_000))
  const host = away.host.person
  const { version } = (await host.call(contract.booking, { params: { id: missed.id } })).body
  const at = { params: { id: missed.id }, query: {} }
  const marked = await host.call(noShow.markNoShow, { ...at, body: { version, as: 'host' } })
  const reported = await host.call(noShow.noShow, at)
  assertHidden([marked, reported, ...(await hostAnswers(away, missed.id))], ofPrice)
  const { noShow: said } = reported.body
  assert.deepEqual([said?.state, said?.feeCents, said?.refundCents], ['open', null, null])
  kalli.time.set(testNow)
})

test('the professional sees name and telephone once confirmed, and never e-mail, code or card', async () => {
  const at = await people.bookable(kalli)
  const { id, arrivalCode } = await booked(kalli, at, {
    contact: { ...secret, email: 'otrosecreto@example.test' },
  })
  const professional = at.professional.person
  const answers = [
    await professional.call(contract.booking, { params: { id } }),
    await professional.call(contract.bookings, { query: { role: 'professional' } }),
    await professional.call(day.professionalDay, { query: { date: '2026-11-25' } }),
    await professional.call(contract.receipt, { params: { id } }),
  ]
  for (const answer of answers) {
    assert.equal(answer.status, 200)
    for (const hidden of ['otrosecreto@example.test', arrivalCode ?? '------', '4242'])
      assert.ok(!JSON.stringify(answer.body).includes(hidden), `the professional is told ${hidden}`)
  }
  const [one] = answers
  assert.ok(one && 'client' in one.body)
  const own = await professional.call(ownClients, { query: {} })
  assert.deepEqual(one.body.client, {
    firstName: 'Xóchitl',
    lastName: 'Apellidosecreto',
    phone: '+525577778888',
    visits: 0,
    // The id of their own client, as in their list of clients.
    clientId: own.body[0]?.id,
  })
})

test('a client with a hold does not see the exact place', async () => {
  const at = await people.bookable(kalli)
  const hold = await held(kalli.visitor(), at)
  assert.ok(
    !/planta baja|19\.4194|99\.1617/.test(JSON.stringify(hold)),
    'neither the street nor the point on the map',
  )
})

test('a cancellation hides the address, the telephone and the arrival code again', async () => {
  const at = await people.bookable(kalli)
  const { id, t } = await booked(kalli, at)
  const quoted = await kalli
    .visitor()
    .call(cancellations.cancelQuote, { params: { id }, query: { t }, body: { as: 'client' } })
  await kalli.visitor().call(cancellations.cancel, {
    params: { id },
    query: { t },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  const client = await kalli.visitor().call(contract.booking, { params: { id }, query: { t } })
  assert.equal(client.body.place.address, null)
  assert.equal(client.body.arrivalCode, null)
  const professional = await at.professional.person.call(contract.booking, { params: { id } })
  assert.equal(professional.body.client?.phone, null)
})

test('a client sees address, map point and directions only while the visit is confirmed', async () => {
  const at = await people.bookable(kalli)
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ house_rules: JSON.stringify({ access: 'reception' }), directions: 'Portón azul, segundo piso.' })
    .where('id', '=', at.space.id)
    .execute()
  const { place: before } = await held(kalli.visitor(), at, undefined, 2)
  assert.deepEqual(
    [before.address, before.latitude, before.longitude, before.access, before.directions],
    [null, null, null, null, null],
  )
  const { place, id, who, t } = await booked(kalli, at, { place: 6 })
  assert.deepEqual([place.access, place.address !== null, place.latitude !== null], ['reception', true, true])
  assert.equal(place.directions, 'Portón azul, segundo piso.')
  const page = await kalli.visitor().call(publicSpace, { params: { id: String(at.space.id) } })
  assert.equal(page.status, 200)
  assert.ok(!JSON.stringify(page.body).includes('Portón azul'))
  const quote = await who.call(cancellations.cancelQuote, {
    params: { id },
    query: { t },
    body: { as: 'client' },
  })
  const over = await who.call(cancellations.cancel, {
    params: { id },
    query: { t },
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  const { place: after } = over.body
  assert.deepEqual([after.access, after.address, after.directions], [null, null, null])
})
