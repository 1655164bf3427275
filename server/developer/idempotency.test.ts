/** `Idempotency-Key` of calls by keys and apps. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addService, services } from '#contract/service/service.ts'
import { forgetDeveloper } from '#server/developer/erasure.ts'
import { forgetAccountReplies } from '#server/platform/http/idempotency.ts'
import { ownWork } from '#server/platform/work.ts'
import { appOf, callBy, keyOf } from '#server/testing/keys.ts'
import { allowed, registeredPerson } from '#server/testing/oauth.ts'
import { professional } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

const cut = { name: 'Corte', category: 'hair', durationMinutes: 30, priceCents: 30_000 } as const
const dye = { ...cut, name: 'Tinte' } as const

const add = (token: string, body: typeof cut | typeof dye, key: string) =>
  callBy(kalli, token, addService, { body }, { 'idempotency-key': key })

/** A professional with two keys of her own and an app that she allowed. */
const owner = async () => {
  const { person, id } = await registeredPerson(kalli)
  await professional(kalli, { accountId: id })
  const app = await appOf(kalli, null)
  const { tokens } = await allowed(kalli, person, app, { scope: 'services:write' })
  const [one, other] = [await keyOf(kalli, id), await keyOf(kalli, id)]
  return { person, id, one: one.secret, other: other.secret, app: tokens.access_token }
}

test('a key that repeats a call gets the first answer, and a conflict for another body', async () => {
  const { person, one } = await owner()
  const first = await add(one, cut, 'pedido-0001')
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const again = await add(one, cut, 'pedido-0001')
  assert.deepEqual([again.status, again.body], [201, first.body])
  const otherBody = await add(one, dye, 'pedido-0001')
  assert.deepEqual([otherBody.status, refusalOf(otherBody).code], [422, 'idempotency_mismatch'])
  assert.deepEqual(
    (await person.call(services)).body.map(({ name }) => name),
    ['Corte'],
  )
})

test('an app that repeats a call gets the first answer, and a conflict for another body', async () => {
  const { app } = await owner()
  const first = await add(app, cut, 'pedido-0001')
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.deepEqual((await add(app, cut, 'pedido-0001')).body, first.body)
  assert.equal(refusalOf(await add(app, dye, 'pedido-0001')).code, 'idempotency_mismatch')
})

test('two keys, an app and the browser of one account each have idempotency keys of their own', async () => {
  const { person, one, other, app } = await owner()
  const made = [
    await add(one, cut, 'pedido-0001'),
    await add(other, dye, 'pedido-0001'),
    await add(app, { ...cut, name: 'Corte' }, 'pedido-0001'),
    await person.call(addService, { body: dye }, { key: 'pedido-0001' }),
  ]
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  assert.equal(new Set(made.map(({ body }) => body.id)).size, 4)
})

test('an erased account leaves no stored answer of its keys and apps', async () => {
  const { id, one, app } = await owner()
  const stranger = await owner()
  await add(one, cut, 'pedido-0001')
  await add(app, cut, 'pedido-0002')
  await add(stranger.one, cut, 'pedido-0001')
  const actors = async () =>
    (await kalli.database.kysely.selectFrom('idempotency_keys').select('actor').execute()).map(
      ({ actor }) => actor,
    )
  const before = (await actors()).length
  await forgetAccountReplies(ownWork(kalli), id)
  await forgetDeveloper(ownWork(kalli), id)
  const left = await actors()
  assert.equal(before - left.length, 2)
  assert.ok(left.every((actor) => !actor.startsWith(`account:${id}:`) && actor !== `account:${id}`))
})
