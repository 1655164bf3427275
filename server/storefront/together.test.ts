import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { together } from '#contract/storefront/storefront.ts'
import { startHouse, type TestHouse } from '#server/testing/test-server.ts'
import { account, bookable, host, signIn, space } from '#server/testing/people.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

test('nobody is told; who never met them has nothing in common; a draft is not found', async () => {
  const { professional } = await bookable(house)
  const at = { params: { id: professional.id } }
  assert.equal((await house.visitor().call(together, at)).status, 401)
  const person = await signIn(house, await account(house))
  assert.deepEqual((await person.call(together, at)).body, { oneself: false, visits: null, spaces: null })
  assert.equal((await professional.person.call(together, at)).body.oneself, true)
  await sql`update professionals set status = 'draft' where id = ${professional.id}`.execute(
    house.database.kysely,
  )
  assert.equal((await person.call(together, at)).status, 404)
})

test('a host sees where they work already and how far their other spaces are; another host sees only their own', async () => {
  const { professional, host: owner, space: where } = await bookable(house)
  const other = await space(house, owner)
  const at = { params: { id: professional.id } }
  const { body } = await owner.person.call(together, at)
  assert.deepEqual(
    body.spaces?.map(({ id, agreement, km }) => [id, agreement, km]),
    [
      [where.id, 'active', 0],
      [other.id, null, 0],
    ],
  )
  const stranger = await host(house)
  assert.deepEqual((await stranger.person.call(together, at)).body.spaces, [])
})
