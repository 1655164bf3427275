import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { together } from '#contract/storefront/storefront.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, bookable, host, signIn, space } from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('an anonymous visitor gets nothing, a new client has nothing in common, and a draft is not found', async () => {
  const { professional } = await bookable(kalli)
  const at = { params: { id: professional.id } }
  assert.equal((await kalli.visitor().call(together, at)).status, 401)
  const person = await signIn(kalli, await account(kalli))
  assert.deepEqual((await person.call(together, at)).body, { oneself: false, visits: null, spaces: null })
  assert.equal((await professional.person.call(together, at)).body.oneself, true)
  await sql`update professionals set status = 'draft' where id = ${professional.id}`.execute(
    kalli.database.kysely,
  )
  assert.equal((await person.call(together, at)).status, 404)
})

test('a host sees where the professional already works and the distance of their other spaces, and only their own', async () => {
  const { professional, host: owner, space: where } = await bookable(kalli)
  const other = await space(kalli, owner)
  const at = { params: { id: professional.id } }
  const { body } = await owner.person.call(together, at)
  assert.deepEqual(
    body.spaces?.map(({ id, agreement, km }) => [id, agreement, km]),
    [
      [where.id, 'active', 0],
      [other.id, null, 0],
    ],
  )
  const stranger = await host(kalli)
  assert.deepEqual((await stranger.person.call(together, at)).body.spaces, [])
})
