import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchProfessionals } from '#contract/search.ts'
import { addService, changeService, removeService, services } from '#contract/service.ts'
import { drain } from '#server/platform/jobs.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'
import { account, professional, service, signIn } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

const facial = {
  name: 'Facial de oxígeno',
  category: 'beauty' as const,
  durationMinutes: 60,
  priceCents: 70_000,
}

const fromPriceOf = async (id: number) => {
  const row = await house.database.kysely
    .selectFrom('professionals')
    .select('from_price_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.from_price_cents
}

test('nobody and a host sell no services', async () => {
  assert.equal((await house.visitor().call(addService, { body: facial })).status, 401)
  const host = await signIn(house, await account(house, { roles: ['host'] }))
  assert.equal((await host.call(addService, { body: facial })).status, 403)
})

test('a profile comes first', async () => {
  const person = await signIn(house, await account(house, { roles: ['professional'] }))
  assert.equal(refusalOf(await person.call(addService, { body: facial })).code, 'no_profile')
  assert.deepEqual((await person.call(services)).body, [])
})

test('wrong numbers are refused', async () => {
  const ana = await professional(house)
  for (const wrong of [
    { durationMinutes: 0 },
    { priceCents: 0 },
    { bufferAfterMinutes: 500 },
    { name: ' ' },
  ]) {
    const reply = await ana.person.call(addService, { body: { ...facial, ...wrong } })
    assert.equal(refusalOf(reply).code, 'invalid_input', JSON.stringify(wrong))
  }
})

test('a new service is at the end of the list, lowers "desde", and is found', async () => {
  const ana = await professional(house, { firstName: 'Ofelia' })
  await service(house, ana.id, { priceCents: 90_000 })
  const added = await ana.person.call(addService, { body: facial }, { key: 'one-facial' })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const again = await ana.person.call(addService, { body: facial }, { key: 'one-facial' })
  assert.deepEqual(again.body, added.body)
  const { body: list } = await ana.person.call(services)
  assert.deepEqual(
    list.map(({ name }) => name),
    ['Corte y peinado', 'Facial de oxígeno'],
  )
  assert.equal(await fromPriceOf(ana.id), 70_000)

  await drain(house)
  const { body: cards } = await house.visitor().call(searchProfessionals, { query: { q: 'facial oxigeno' } })
  assert.deepEqual(
    cards.map(({ user }) => user.firstName),
    ['Ofelia'],
  )
})

test('a change names the version it was made from', async () => {
  const ana = await professional(house)
  const { body: made } = await ana.person.call(addService, { body: facial })
  const body = { ...facial, priceCents: 65_000, version: made.version }
  const answers = await Promise.all(
    [1, 2].map(() => ana.person.call(changeService, { params: { id: made.id }, body })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal(await fromPriceOf(ana.id), 65_000)
})

test("somebody else's service is not found", async () => {
  const ana = await professional(house)
  const { body: made } = await ana.person.call(addService, { body: facial })
  const other = await professional(house)
  const body = { ...facial, version: made.version }
  assert.equal((await other.person.call(changeService, { params: { id: made.id }, body })).status, 404)
  assert.equal((await other.person.call(removeService, { params: { id: made.id } })).status, 404)
})

test('what is removed stays for its bookings, is not offered, and "desde" is the base price again', async () => {
  const ana = await professional(house)
  const { body: made } = await ana.person.call(addService, { body: facial })
  assert.equal((await ana.person.call(removeService, { params: { id: made.id } })).status, 200)
  const { body: list } = await ana.person.call(services)
  assert.deepEqual(
    list.map(({ active }) => active),
    [false],
  )
  assert.equal(await fromPriceOf(ana.id), 0)
})
