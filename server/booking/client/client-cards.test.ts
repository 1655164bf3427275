/** A professional's book: what she enters by hand, how entries are found and sorted, merged and separated, and who never sees them. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/client/own-client.ts'
import type { CardBody } from '#contract/booking/client/own-client.ts'
import * as ownClients from '#server/booking/client/own-clients.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, contactOf, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { watchPlans } from '#server/testing/plans.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const stylist = () => people.bookable(kalli, { noticeMinutes: 0 })

type Entered = Partial<CardBody> & { firstName: string }
const add = (at: Bookable, body: Entered) => at.professional.person.call(contract.addClient, { body })
const added = async (at: Bookable, body: Entered) => {
  const answer = await add(at, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
type Query = { q?: string; limit?: number; cursor?: string; sort?: contract.ClientSort; tag?: string }
const list = async (at: Bookable, query: Query = {}) => {
  const answer = await at.professional.person.call(contract.ownClients, { query })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const names = async (at: Bookable, query: Query = {}) =>
  (await list(at, query)).map(({ firstName }) => firstName)
const page = async (at: Bookable, id: number) => {
  const answer = await at.professional.person.call(contract.ownClient, { params: { id } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

test('a client needs only a first name, and only the professional who entered it sees it', async () => {
  const at = await stylist()
  const neighbour = await stylist()
  const one = await added(at, { firstName: 'Lupita' })
  assert.deepEqual([one.visits, one.phone, one.clientId, one.lastVisitAt], [0, null, null, null])
  assert.deepEqual(await names(at), ['Lupita'])
  assert.deepEqual(await names(neighbour), [])
  const params = { id: one.id }
  const stranger = neighbour.professional.person
  const refused = [
    await stranger.call(contract.ownClient, { params }),
    await stranger.call(contract.changeClient, { params, body: { firstName: 'X', version: 1 } }),
    await stranger.call(contract.removeClient, { params }),
    await stranger.call(contract.noteClient, { params, body: { text: 'X', version: 0 } }),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404, 404],
  )
  assert.equal((await kalli.visitor().call(contract.ownClients, { query: {} })).status, 401)
})

test('a search ignores accents, and matches part of a telephone and a tag', async () => {
  const at = await stylist()
  await added(at, { firstName: 'Íngrid', lastName: 'Núñez', phone: '55 1234 5678', tags: ['Color'] })
  await added(at, { firstName: 'Ana', lastName: 'Ruiz', tags: ['Color', 'VIP'] })
  for (const q of ['ingrid nunez', 'NÚÑ', '1234 56', '+52 55 1234 5678'])
    assert.deepEqual(await names(at, { q }), ['Íngrid'], q)
  assert.deepEqual(await names(at, { q: '100%' }), [])
  assert.deepEqual(await names(at, { tag: 'VIP' }), ['Ana'])
  const { body } = await at.professional.person.call(contract.clientBook)
  assert.equal(body.total, 2)
  assert.deepEqual(body.tags, [
    { tag: 'Color', clients: 2 },
    { tag: 'VIP', clients: 1 },
  ])
})

test('the list is paginated by name and by next birthday, each client once', async () => {
  const at = await stylist()
  // Today is the 20th of November 2026.
  const days = { Berta: { month: 11, day: 18 }, Álvaro: { month: 12, day: 1 }, Carla: { month: 11, day: 20 } }
  for (const [firstName, day] of Object.entries(days))
    await added(at, { firstName, birthday: { ...day, year: null } })
  await added(at, { firstName: 'Dora' })
  assert.deepEqual(await names(at, { sort: 'name' }), ['Álvaro', 'Berta', 'Carla', 'Dora'])
  assert.deepEqual(await names(at, { sort: 'birthday' }), ['Carla', 'Álvaro', 'Berta', 'Dora'])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const answer = await at.professional.person.call(contract.ownClients, {
      query: { sort: 'birthday', limit: 1, ...(cursor === undefined ? {} : { cursor }) },
    })
    seen.push(...answer.body.map(({ firstName }) => firstName))
    cursor = /cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1]
  } while (cursor !== undefined)
  assert.deepEqual(seen, ['Carla', 'Álvaro', 'Berta', 'Dora'])
})

test('a second entry with the same telephone, however typed and also at once, is refused', async () => {
  const at = await stylist()
  const both = await Promise.all(
    ['55 2233 4455', '+52 1 55 2233 4455'].map((phone) => add(at, { firstName: 'Eva', phone })),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  const refused = both.find(({ status }) => status === 409)
  assert.ok(refused)
  assert.equal(refusalOf(refused).code, 'client_phone_taken')
  assert.equal(refusalOf(await add(at, { firstName: 'Eva', phone: '123' })).code, 'invalid_phone')
  assert.equal(refusalOf(await add(at, { firstName: 'Eva', email: 'eva' })).code, 'invalid_input')
  // Another professional may enter the same number in her own book.
  await added(await stylist(), { firstName: 'Eva', phone: '55 2233 4455' })
  // The database also refuses it without the verb.
  const insert = `insert into client_cards (professional_id, id, first_name, phone, created_at, updated_at)
    values ($1, $2, 'Eva', '+525522334455', now(), now())`
  await assert.rejects(kalli.database.pool.query(insert, [at.professional.id, 900_001]), {
    constraint: 'client_cards_phone_once',
  })
})

test('an entered client who books with that telephone remains one entry', async () => {
  const at = await stylist()
  const contact = contactOf({ firstName: 'Guadalupe', phone: '+525533445566' })
  const entered = await added(at, { firstName: 'Lupita', phone: contact.phone, tags: ['VIP'] })
  await booked(kalli, at, { contact })
  await drain(kalli)
  const [one, ...others] = await list(at)
  assert.equal(others.length, 0)
  assert.ok(one)
  assert.deepEqual([one.id, one.firstName, one.tags], [entered.id, 'Lupita', ['VIP']])
  assert.ok(one.clientId !== null && one.next !== null)
  assert.equal((await page(at, one.clientId)).client.id, entered.id, 'either number opens it')
  assert.equal((await page(at, one.id)).visits.length, 1)
  const params = { id: one.id }
  const removed = await at.professional.person.call(contract.removeClient, { params })
  assert.equal(refusalOf(removed).code, 'client_has_visits')
  // A client who visited is not entered again.
  assert.equal(
    refusalOf(await add(at, { firstName: 'Otra', phone: contact.phone })).code,
    'client_phone_taken',
  )
})

test('a professional’s details about a client stand beside the client’s own, and only a typed name replaces theirs', async () => {
  const at = await stylist()
  await booked(kalli, at, { contact: contactOf({ firstName: 'Inés', lastName: 'Paz' }) })
  const [one] = await list(at)
  assert.ok(one)
  const params = { id: one.id }
  const change = (body: Partial<CardBody>, version: number) =>
    at.professional.person.call(contract.changeClient, { params, body: { firstName: '', ...body, version } })
  const changed = await change({ foundBy: 'Instagram', birthday: { month: 2, day: 29, year: 1992 } }, 0)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual(
    [changed.body.client.firstName, changed.body.card.foundBy, changed.body.client.birthday],
    ['Inés', 'Instagram', { month: 2, day: 29, year: 1992 }],
  )
  assert.equal(refusalOf(await change({ foundBy: 'Otra' }, 0)).code, 'stale_version')
  const named = await change({ firstName: 'Nené' }, changed.body.card.version)
  assert.deepEqual([named.body.client.firstName, named.body.client.lastName], ['Nené', ''])
  assert.equal((await change({ birthday: { month: 2, day: 30, year: null } }, 3)).status, 400)
})

test('merging two clients keeps everything of both, and separating restores them', async () => {
  const at = await stylist()
  const neighbour = await stylist()
  const contact = contactOf({ firstName: 'Rosa' })
  await booked(kalli, at, { contact })
  const [visitor] = await list(at)
  assert.ok(visitor)
  const card = await added(at, { firstName: 'Rosi', phone: '55 9988 7766', tags: ['Color'] })
  const call = at.professional.person.call.bind(at.professional.person)
  await call(contract.noteClient, {
    params: { id: card.id },
    body: { text: 'Alergia al níquel.', version: 0 },
  })
  const before = await list(at, { sort: 'name' })
  const merged = await call(contract.mergeClients, {
    params: { id: visitor.id },
    body: { other: card.id },
  })
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  assert.deepEqual(await names(at), ['Rosa'])
  assert.deepEqual(merged.body.client.tags, ['Color'])
  assert.deepEqual(merged.body.merged, [
    { id: card.id, name: 'Rosi', phone: '+525599887766', note: 'Alergia al níquel.' },
  ])
  assert.equal((await page(at, card.id)).client.id, visitor.id, 'the former address still leads there')
  const again = await call(contract.mergeClients, { params: { id: visitor.id }, body: { other: card.id } })
  assert.equal(again.status, 400)
  // Another professional's entry is not found, and the database refuses it.
  const theirs = await added(neighbour, { firstName: 'Rosi' })
  const stolen = await call(contract.mergeClients, { params: { id: visitor.id }, body: { other: theirs.id } })
  assert.equal(stolen.status, 404)
  await assert.rejects(
    kalli.database.pool.query('update client_cards set merged_into = $1 where id = $2', [
      visitor.id,
      theirs.id,
    ]),
    { constraint: 'client_cards_merged_into_root' },
  )
  const apart = await call(contract.separateClients, {
    params: { id: visitor.id },
    body: { other: card.id },
  })
  assert.equal(apart.status, 200)
  assert.deepEqual(await list(at, { sort: 'name' }), before)
  assert.equal((await page(at, card.id)).note.text, 'Alergia al níquel.')
})

test('removing a client deletes every note about them', async () => {
  const at = await stylist()
  const { id } = await added(at, { firstName: 'Nora' })
  const call = at.professional.person.call.bind(at.professional.person)
  await call(contract.noteClient, { params: { id }, body: { text: 'Nada.', version: 0 } })
  assert.equal((await call(contract.removeClient, { params: { id } })).status, 200)
  const { rows } = await kalli.database.pool.query('select from client_notes where client_id = $1', [id])
  assert.equal(rows.length, 0)
  assert.equal((await call(contract.removeClient, { params: { id } })).status, 404)
})

test('a search reads the professional’s own clients through an index, among tens of thousands of others', async () => {
  const at = await stylist()
  const others = await stylist()
  await added(at, { firstName: 'Íngrid', phone: '55 1234 5678' })
  const fill = (professional: number, first: number, count: number) =>
    kalli.database.pool.query(
      `insert into client_cards (professional_id, id, first_name, created_at, updated_at)
       select $1, n, 'Cliente ' || n, now(), now() from generate_series($2::bigint, $2::bigint + $3::bigint) n`,
      [professional, first, count],
    )
  await fill(others.professional.id, 2_000_000, 40_000)
  await fill(at.professional.id, 3_000_000, 2_000)
  await kalli.database.pool.query('analyze client_cards')
  const grown = new Set(['client_cards'])
  const watched = watchPlans(kalli, (table) => !grown.has(table))
  try {
    const who = { accountId: at.professional.accountId, professionalId: at.professional.id }
    const work = { ...kalli.work(who), db: watched.db }
    const { indexes } = await watched.cost(() =>
      ownClients.list(work, { q: 'cliente 3001999', sort: 'recent', limit: 20 }),
    )
    assert.ok(
      [...indexes].some((name) => name.startsWith('client_cards_')),
      [...indexes].join(' '),
    )
  } finally {
    await watched.close()
  }
})
