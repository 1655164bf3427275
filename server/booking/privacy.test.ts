/** What each party is told: the whole JSON is searched for what they must not see. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/booking.ts'
import { ownClients } from '#contract/own-client.ts'
import { publicSpace } from '#contract/search.ts'
import { booked, contactOf, held } from '#server/testing/bookings.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'
import * as people from '#server/testing/people.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

const secret = contactOf({
  firstName: 'Xóchitl',
  lastName: 'Apellidosecreto',
  email: 'correosecreto@example.test',
  phone: '+525577778888',
})

test("the host's answers carry the client's first name and nothing else of them, and no price of the service", async () => {
  const at = await people.bookable(house, { priceCents: 123_456 })
  const { id, arrivalCode } = await booked(house, at, { contact: secret })
  const host = at.host.person
  const answers = [
    await host.call(contract.booking, { params: { id } }),
    await host.call(contract.bookings, { query: { role: 'host' } }),
    await host.call(contract.bookings, { query: { role: 'host', tab: 'day', date: '2026-11-25' } }),
    await host.call(contract.hostDay, { query: { date: '2026-11-25' } }),
    await host.call(contract.receipt, { params: { id } }),
    await host.call(contract.cancelQuote, { params: { id }, body: { as: 'host' } }),
  ]
  for (const answer of answers) {
    assert.equal(answer.status, 200)
    const said = JSON.stringify(answer.body)
    for (const hidden of [secret.lastName, secret.email, secret.phone, arrivalCode ?? '------', '4242'])
      assert.ok(!said.includes(hidden), `the host is told ${hidden}: ${said}`)
  }
  assert.match(JSON.stringify(answers[0]?.body), /Xóchitl/)
  const [one] = answers
  assert.ok(one && 'totalCents' in one.body)
  assert.equal(one.body.totalCents, null)
  assert.ok(!JSON.stringify(answers.slice(0, 4).map(({ body }) => body)).includes('123456'))
})

test('the professional is told name and phone once confirmed, never e-mail, code or card', async () => {
  const at = await people.bookable(house)
  const { id, arrivalCode } = await booked(house, at, {
    contact: { ...secret, email: 'otrosecreto@example.test' },
  })
  const professional = at.professional.person
  const answers = [
    await professional.call(contract.booking, { params: { id } }),
    await professional.call(contract.bookings, { query: { role: 'professional' } }),
    await professional.call(contract.professionalDay, { query: { date: '2026-11-25' } }),
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
    // Of their own clients the one, as their list of them says.
    clientId: own.body[0]?.id,
  })
})

test('the client is told the exact place only once confirmed', async () => {
  const at = await people.bookable(house)
  const hold = await held(house.visitor(), at)
  assert.ok(
    !/planta baja|19\.4194|99\.1617/.test(JSON.stringify(hold)),
    'neither the street nor the point on the map',
  )
})

test('cancelled: the address, the phone and the code are gone again', async () => {
  const at = await people.bookable(house)
  const { id, t } = await booked(house, at)
  const quoted = await house
    .visitor()
    .call(contract.cancelQuote, { params: { id }, query: { t }, body: { as: 'client' } })
  await house.visitor().call(contract.cancel, {
    params: { id },
    query: { t },
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  const client = await house.visitor().call(contract.booking, { params: { id }, query: { t } })
  assert.equal(client.body.place.address, null)
  assert.equal(client.body.arrivalCode, null)
  const professional = await at.professional.person.call(contract.booking, { params: { id } })
  assert.equal(professional.body.client?.phone, null)
})

test('the door is told once the visit stands: its address, its place on a map and how one gets in; of a hold nothing', async () => {
  const at = await people.bookable(house)
  await house.database.kysely
    .updateTable('spaces')
    .set({ house_rules: JSON.stringify({ access: 'reception' }), directions: 'Portón azul, segundo piso.' })
    .where('id', '=', at.space.id)
    .execute()
  const { place: before } = await held(house.visitor(), at, undefined, 2)
  assert.deepEqual(
    [before.address, before.latitude, before.longitude, before.access, before.directions],
    [null, null, null, null, null],
  )
  const { place, id, who, t } = await booked(house, at, { place: 6 })
  assert.deepEqual([place.access, place.address !== null, place.latitude !== null], ['reception', true, true])
  assert.equal(place.directions, 'Portón azul, segundo piso.')
  const page = await house.visitor().call(publicSpace, { params: { id: String(at.space.id) } })
  assert.equal(page.status, 200)
  assert.ok(!JSON.stringify(page.body).includes('Portón azul'))
  const quote = await who.call(contract.cancelQuote, { params: { id }, query: { t }, body: { as: 'client' } })
  const over = await who.call(contract.cancel, {
    params: { id },
    query: { t },
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  const { place: after } = over.body
  assert.deepEqual([after.access, after.address, after.directions], [null, null, null])
})
