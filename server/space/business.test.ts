import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as contract from '#contract/space/business.ts'
import { publicSpace } from '#contract/search/public-page.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const named = (name: string, version = 1) => ({ name, description: 'Una casa con luz.', version })

test('an anonymous visitor and a client have no business', async () => {
  assert.equal((await kalli.visitor().call(contract.businesses)).status, 401)
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await client.call(contract.businesses)).status, 403)
})

test('a stranger’s business is not found', async () => {
  const mine = await people.host(kalli)
  const stranger = await people.host(kalli)
  const answer = await stranger.person.call(contract.saveBusiness, {
    params: { id: mine.businessId },
    body: named('Mía'),
  })
  assert.equal(answer.status, 404)
})

test('a new business name shows on the page of each space, and a stale or empty one is refused', async () => {
  const owner = await people.host(kalli)
  const space = await people.space(kalli, owner)
  const save = (name: string, version: number) =>
    owner.person.call(contract.saveBusiness, {
      params: { id: owner.businessId },
      body: named(name, version),
    })
  assert.equal((await save('  ', 1)).status, 400)
  const { body } = await save('Casa Luz', 1)
  assert.deepEqual([body.name, body.version], ['Casa Luz', 2])
  const page = await kalli.visitor().call(publicSpace, { params: { id: String(space.id) } })
  assert.equal(page.body.host.businessName, 'Casa Luz')
  const stale = await save('Casa Sombra', 1)
  assert.deepEqual([stale.status, refusalOf(stale).code], [409, 'stale_version'])
})

test('of two concurrent changes one is saved', async () => {
  const owner = await people.host(kalli)
  const answers = await Promise.all(
    ['Uno', 'Dos'].map((name) =>
      owner.person.call(contract.saveBusiness, { params: { id: owner.businessId }, body: named(name) }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
})
