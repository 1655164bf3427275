import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import * as contract from '#contract/notification/notification.ts'
import { type Notice, notify } from '#server/notification/message/notify.ts'
import { publish, drain } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const some = (accountId: number, count: number, from = 0): Notice[] =>
  Array.from({ length: count }, (_, index) => ({
    accountId,
    type: 'other',
    title: `Aviso ${from + index}`,
    message: 'Algo interesante pasó.',
    about: { kind: 'appointments', id: '' },
    dedupeKey: `test:${from + index}`,
  }))

/** Regardless of preferences. */
const ring = (notices: readonly Notice[]) =>
  notify(kalli.work(), 'booking_confirmed', notices, { bell: 'always', channels: false })

const notifySome = async (accountId: number, count: number, from = 0) => {
  kalli.time.advance(1)
  await ring(some(accountId, count, from))
}

const countOf = async (person: Person) => (await person.call(contract.communityCount)).body.count
const panelOf = async (person: Person) => (await person.call(contract.community)).body

test('an anonymous visitor has no notifications', async () => {
  const anonymous = kalli.visitor()
  for (const endpoint of [
    contract.communityCount,
    contract.community,
    contract.notifications,
    contract.notificationSettings,
    contract.communityReadAll,
  ])
    assert.equal((await anonymous.call(endpoint, {})).status, 401, endpoint.path)
  assert.equal((await anonymous.call(contract.notification, { params: { id: 1 } })).status, 401)
  assert.equal((await anonymous.call(contract.communityRead, { params: { id: 1 } })).status, 401)
})

test('a stranger’s notification is not found, and stays unread', async () => {
  const ana = await people.professional(kalli)
  const stranger = await people.host(kalli)
  await notifySome(ana.accountId, 1)
  const [notice] = await panelOf(ana.person)
  assert.ok(notice)
  const params = { id: notice.id }
  for (const endpoint of [contract.notification, contract.communityRead]) {
    const answer = await stranger.person.call(endpoint, { params })
    assert.equal(answer.status, 404)
    assert.equal(refusalOf(answer).code, 'not_found')
  }
  await stranger.person.call(contract.communityReadAll)
  assert.equal(await countOf(ana.person), 1)
  assert.deepEqual(await panelOf(stranger.person), [])
})

test('an invalid id is not found', async () => {
  const ana = await people.professional(kalli)
  for (const id of ['abc', '-1', '0', '1.5', '99999999999999999999', '1;drop table', '%00'])
    assert.equal((await ana.person.fetch('GET', `/api/notifications/${id}`)).status, 404, id)
})

test('the panel has every unread notification and the last ten read, newest first', async () => {
  const ana = await people.professional(kalli)
  await notifySome(ana.accountId, 15)
  await ana.person.call(contract.communityReadAll)
  for (const from of [15, 16, 17]) await notifySome(ana.accountId, 1, from)
  const all = await panelOf(ana.person)
  assert.equal(await countOf(ana.person), 3)
  assert.equal(all.filter(({ isRead }) => !isRead).length, 3)
  assert.equal(all.filter(({ isRead }) => isRead).length, 10)
  assert.deepEqual(
    all.slice(0, 3).map(({ title }) => title),
    ['Aviso 17', 'Aviso 16', 'Aviso 15'],
  )
  const sorted = all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
  assert.deepEqual(all, sorted)
})

test('a notification has exactly the fields of the specification', async () => {
  const ana = await people.professional(kalli)
  await notifySome(ana.accountId, 1)
  const [notice] = await panelOf(ana.person)
  assert.deepEqual(Object.keys(notice ?? {}).toSorted(), [
    'createdAt',
    'id',
    'isRead',
    'matchingCategories',
    'message',
    'title',
    'type',
  ])
})

test('requesting a notification changes nothing, and marking it read takes effect once', async () => {
  const ana = await people.professional(kalli)
  await notifySome(ana.accountId, 2)
  const [notice] = await panelOf(ana.person)
  assert.ok(notice)
  const params = { id: notice.id }
  const seen = await ana.person.call(contract.notification, { params })
  assert.equal(seen.body.isRead, false)
  assert.deepEqual(seen.body.about, { kind: 'appointments', id: '' })
  assert.equal(await countOf(ana.person), 2)
  const both = await Promise.all([
    ana.person.call(contract.communityRead, { params }),
    ana.person.call(contract.communityRead, { params }),
  ])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(await countOf(ana.person), 1)
  assert.equal((await ana.person.call(contract.notification, { params })).body.isRead, true)
})

test('concurrent requests to mark all read all succeed, and leave none unread', async () => {
  const ana = await people.professional(kalli)
  await notifySome(ana.accountId, 300)
  assert.equal(await countOf(ana.person), 300)
  const answers = await Promise.all([1, 2, 3, 4].map(() => ana.person.call(contract.communityReadAll)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal(await countOf(ana.person), 0)
})

test('another site cannot mark a notification', async () => {
  const ana = await people.professional(kalli)
  await notifySome(ana.accountId, 1)
  const answer = await ana.person.fetch('PATCH', '/api/notifications/community/read-all', {
    headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(answer.status, 403)
  assert.equal(await countOf(ana.person), 1)
})

test('the whole list is paged, all or unread', async () => {
  const ana = await people.professional(kalli)
  await notifySome(ana.accountId, 3)
  await ana.person.call(contract.communityReadAll)
  for (const from of [3, 4]) await notifySome(ana.accountId, 2, from * 10)
  const seen: string[] = []
  let next: string | undefined = '/api/notifications?limit=3'
  while (next !== undefined) {
    const page = await ana.person.fetch('GET', next)
    assert.equal(page.status, 200)
    const items: unknown = await page.json()
    assert.ok(Array.isArray(items) && items.length <= 3)
    seen.push(...items.map((item) => String(item.id)))
    next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  assert.equal(seen.length, 7)
  assert.equal(new Set(seen).size, 7)
  const unread = await ana.person.call(contract.notifications, { query: { show: 'unread' } })
  assert.equal(unread.body.length, 4)
  const wrong = await ana.person.call(contract.notifications, { query: { cursor: 'nonsense' } })
  assert.equal(wrong.status, 400)
})

test('a notification repeated for the same reason is created once', async () => {
  const ana = await people.professional(kalli)
  await ring(some(ana.accountId, 1))
  await ring(some(ana.accountId, 1))
  assert.equal(await countOf(ana.person), 1)
})

test('a client has no bell: the count is zero and the list empty', async () => {
  const client = await people.signIn(kalli, await people.account(kalli))
  assert.equal(await countOf(client), 0)
  assert.deepEqual(await panelOf(client), [])
})

test('the unread count is read from its index only', async () => {
  const ana = await people.professional(kalli)
  await notifySome(ana.accountId, 400)
  const { rows } = await kalli.database.kysely.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    await sql`set local enable_bitmapscan = off`.execute(db)
    return sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from notifications where account_id = ${sql.lit(ana.accountId)} and read_at is null`.execute(
      db,
    )
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index Only Scan using notifications_unread/)
})

describe('an invitation', () => {
  test('is notified once, however often its event is published', async () => {
    const ana = await people.professional(kalli)
    const marta = await people.host(kalli)
    const space = await people.space(kalli, marta)
    const invitationId = '01a20000-0000-7000-8000-000000000001'
    const fact = { invitationId, professionalId: ana.id, spaceId: space.id }
    await publish(kalli.work(), 'invitation.sent', fact)
    await publish(kalli.work(), 'invitation.sent', fact)
    await drain(kalli)
    const notices = await panelOf(ana.person)
    assert.equal(notices.length, 1)
    const [notice] = notices
    assert.equal(notice?.type, 'direct_invitation')
    assert.equal(notice?.title, 'Casa Salas te invita a su espacio')
    assert.deepEqual(notice?.matchingCategories, ['hair'])
    const seen = await ana.person.call(contract.notification, { params: { id: notice?.id ?? 0 } })
    assert.deepEqual(seen.body.about, { kind: 'invitation', id: invitationId })
  })
})

test('old notifications are deleted: matches after two months, the rest after half a year', async () => {
  const ana = await people.professional(kalli)
  await ring([
    ...some(ana.accountId, 1),
    ...some(ana.accountId, 1, 1).map((notice) => ({ ...notice, type: 'new_space_match' as const })),
  ])
  const { forgetOld } = await import('#server/notification/message/notification.ts')
  kalli.time.advance(61 * 24 * 60)
  await forgetOld(kalli.work())
  const fresh = await people.signIn(kalli, ana.accountId)
  assert.deepEqual(
    (await panelOf(fresh)).map(({ title }) => title),
    ['Aviso 0'],
  )
  kalli.time.advance(121 * 24 * 60)
  await forgetOld(kalli.work())
  assert.equal(await countOf(await people.signIn(kalli, ana.accountId)), 0)
})
