/** Webhooks: owners, contents and recipients, signatures by the specification's own library, rotation, log, replay and ends. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as z from 'zod/mini'
import { WebhookBookingMessage } from '#contract/webhook/event.ts'
import { declineRequest } from '#contract/booking/request/request.ts'
import * as contract from '#contract/webhook/webhook.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { inTransaction } from '#server/platform/work.ts'
import { erase, partiesOf } from '#server/privacy/privacy.ts'
import { answersEach, booked, requested } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { listen, prove, receiver, verified } from '#server/testing/webhooks.ts'
import { standinReceivers } from '#server/webhook/outside.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => {
  kalli.time.set(testNow)
  standinReceivers.clear()
})

test('adding an endpoint requires identification and a public address, each once and at most five', async () => {
  const { accountId, person } = await people.professional(kalli)
  const add = (address: string, role: 'professional' | 'host' = 'professional') =>
    person.call(contract.addWebhook, { body: { role, address, events: ['booking.confirmed'] } })
  assert.equal(refusalOf(await add('https://a.test/1')).code, 'confirm_identity')
  await prove(kalli, accountId)
  const wrong = [
    'http://a.test/1',
    'https://10.0.0.1/x',
    'https://u:p@a.test/',
    'https://a.test:8443/x',
    'https://localhost/xx',
    `http://127.0.0.1:1/dev/webhooks/a`,
  ]
  for (const address of wrong) assert.equal(refusalOf(await add(address)).code, 'webhook_address', address)
  assert.equal(refusalOf(await add('https://a.test/1', 'host')).code, 'forbidden', 'who is no host')
  const first = await add('https://a.test/1#x')
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.match(first.body.secret, /^whsec_[\w+/]{43}=$/)
  assert.equal(first.body.webhook.address, 'https://a.test/1')
  assert.equal(refusalOf(await add('https://a.test/1')).code, 'webhook_saved_already')
  const more = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`https://a.test/more/${n}`)))
  assert.equal(more.filter(({ status }) => status === 201).length, 4)
  assert.equal(more.filter((one) => one.status !== 201 && refusalOf(one).code === 'webhooks_full').length, 4)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select webhooks::text as text from webhooks',
  )
  const shown = await person.call(contract.webhooks)
  for (const text of [JSON.stringify(rows), JSON.stringify(shown.body)])
    assert.ok(!text.includes(first.body.secret) && !text.includes(first.body.secret.slice(6)), 'shown once')
  assert.doesNotMatch(JSON.stringify(rows), /a\.test/)
})

test('a stranger cannot find an endpoint or its log', async () => {
  const owner = await people.professional(kalli)
  const stranger = await people.professional(kalli)
  await prove(kalli, stranger.accountId)
  const { webhook } = await listen(kalli, owner, receiver().address)
  const params = { id: webhook.id }
  const sent = (await owner.person.call(contract.testWebhook, { params })).body
  const one = { id: webhook.id, delivery: sent.id }
  const { person } = stranger
  const answers = await Promise.all([
    person.call(contract.changeWebhook, { params, body: { isOn: false } }),
    person.call(contract.rotateWebhookSecret, { params }),
    person.call(contract.testWebhook, { params }),
    person.call(contract.webhookDeliveries, { params, query: {} }),
    person.call(contract.webhookDelivery, { params: one }),
    person.call(contract.replayWebhookDelivery, { params: one }),
    person.call(contract.replayWebhookDeliveries, { params, body: { since: testNow.toISOString() } }),
    person.call(contract.removeWebhook, { params }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 404),
  )
  assert.deepEqual((await person.call(contract.webhooks)).body, [])
  assert.equal((await kalli.visitor().call(contract.webhooks)).status, 401)
})

const messagesOf = (received: readonly { body: string }[]) =>
  received.map(({ body }) => z.parse(WebhookBookingMessage, JSON.parse(body)))

test('professional and host each get their own booking events in order, signed and without client data', async () => {
  const at = await people.bookable(kalli)
  await answersEach(at)
  const [ofPro, ofHost] = [receiver(), receiver()]
  const pro = await listen(kalli, at.professional, ofPro.address)
  const host = await listen(kalli, at.host, ofHost.address, 'host')
  const visit = await requested(kalli, at)
  const declined = await at.professional.person.call(declineRequest, {
    params: { id: visit.id },
    body: { as: 'professional', version: visit.version, reason: 'no_time' },
  })
  assert.equal(declined.status, 200, JSON.stringify(declined.body))
  const other = await booked(kalli, await people.bookable(kalli))
  await runJobsOnce(kalli, { of: ['webhook'] })

  const toPro = messagesOf(ofPro.received)
  assert.deepEqual(
    toPro.map(({ type }) => type),
    ['booking.requested', 'booking.declined'],
  )
  for (const { data } of toPro) assert.equal(data.booking.id, visit.id)
  assert.ok(!JSON.stringify(ofPro.received).includes(other.id), 'another professional’s booking')
  const [first] = toPro
  assert.ok(first?.data.booking.isYours)
  assert.equal(first.data.booking.status, 'requested')
  assert.equal(first.data.booking.totalCents, 100_000)
  assert.equal(first.data.booking.serviceId, at.serviceId)
  const [hostFirst] = messagesOf(ofHost.received)
  assert.ok(hostFirst?.data.booking.isYours)
  assert.equal(hostFirst.data.booking.spaceId, at.space.id)
  assert.equal('totalCents' in hostFirst.data.booking || 'serviceId' in hostFirst.data.booking, false)
  for (const [secret, { received }] of [
    [pro.secret, ofPro],
    [host.secret, ofHost],
  ] as const)
    for (const message of received) {
      assert.deepEqual(verified(kalli, secret, message), JSON.parse(message.body))
      assert.doesNotMatch(message.body, /@|\+52|contact|arrival|name/i)
    }
  assert.throws(() => verified(kalli, host.secret, ofPro.received[0] ?? assert.fail()), /signature/i)
})

test('a booking event is written in the transaction of its move, and rolled back with it', async () => {
  const at = await people.bookable(kalli)
  const there = receiver()
  const { webhook } = await listen(kalli, at.professional, there.address)
  const visit = await booked(kalli, at)
  await drain(kalli)
  assert.equal(there.received.length, 1, 'within the moment, without waiting for the minute')
  await kalli.database.pool.query(`begin;
    insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at)
      values ('${visit.id}', 99, 'move_unit', 'confirmed', 'confirmed', 'host', '', now()); rollback`)
  await runJobsOnce(kalli, { of: ['webhook'] })
  const log = await at.professional.person.call(contract.webhookDeliveries, {
    params: { id: webhook.id },
    query: {},
  })
  assert.deepEqual(
    log.body.map(({ event, bookingId, state, tries }) => ({ event, bookingId, state, tries })),
    [{ event: 'booking.confirmed', bookingId: visit.id, state: 'sent', tries: 1 }],
  )
})

test('after a rotation both secrets sign for a day, and then only the new one', async () => {
  const owner = await people.professional(kalli)
  const there = receiver()
  const { webhook, secret: former } = await listen(kalli, owner, there.address)
  const params = { id: webhook.id }
  kalli.time.advance(11)
  assert.equal(
    refusalOf(await owner.person.call(contract.rotateWebhookSecret, { params })).code,
    'confirm_identity',
  )
  await prove(kalli, owner.accountId)
  const { secret } = (await owner.person.call(contract.rotateWebhookSecret, { params })).body
  await owner.person.call(contract.testWebhook, { params })
  const [both = assert.fail()] = there.received
  assert.equal(both.headers['webhook-signature']?.split(' ').length, 2)
  for (const one of [former, secret]) verified(kalli, one, both)
  kalli.time.advance(24 * 60 + 1)
  await owner.person.call(contract.testWebhook, { params })
  const [, alone = assert.fail()] = there.received
  verified(kalli, secret, alone)
  assert.throws(() => verified(kalli, former, alone))
})

test('the log shows what was sent and answered, and one message is resent under its id', async () => {
  const owner = await people.professional(kalli)
  let status = 500
  const there = receiver(() => ({ status, text: `no\0 hoy ${'x'.repeat(5000)}` }))
  const { webhook } = await listen(kalli, owner, there.address)
  const params = { id: webhook.id }
  const sent = (await owner.person.call(contract.testWebhook, { params })).body
  assert.equal(sent.state, 'pending')
  assert.match(sent.attempts[0]?.problem ?? '', /500/)
  assert.equal(sent.attempts[0]?.answer.length, 1000)
  assert.match(sent.attempts[0]?.answer ?? '', /^no hoy x/)
  assert.equal(sent.body, there.received[0]?.body)
  const [failing] = (await owner.person.call(contract.webhooks)).body
  assert.deepEqual([failing?.state, failing?.waiting], ['failing', 1])
  status = 200
  const one = { params: { id: webhook.id, delivery: sent.id } }
  const again = (await owner.person.call(contract.replayWebhookDelivery, one)).body
  assert.deepEqual([again.state, again.tries, again.lastTry?.problem], ['sent', 2, null])
  const replayed = (await owner.person.call(contract.replayWebhookDelivery, one)).body
  assert.deepEqual([replayed.state, replayed.tries], ['sent', 3])
  assert.equal(new Set(there.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(there.received.map(({ body }) => body)).size, 1)
  assert.equal((await owner.person.call(contract.webhooks)).body[0]?.state, 'healthy')
})

test('the log is paged backwards, and filtered by state', async () => {
  const owner = await people.professional(kalli)
  const { webhook } = await listen(kalli, owner, receiver().address)
  const params = { id: webhook.id }
  for (let n = 0; n < 3; n += 1) await owner.person.call(contract.testWebhook, { params })
  const first = await owner.person.call(contract.webhookDeliveries, { params, query: { limit: 2 } })
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await owner.person.call(contract.webhookDeliveries, { params, query: { limit: 2, cursor } })
  assert.deepEqual([first.body.length, second.body.length, second.headers.get('link')], [2, 1, null])
  assert.equal(new Set([...first.body, ...second.body].map(({ id }) => id)).size, 3)
  const none = await owner.person.call(contract.webhookDeliveries, { params, query: { state: 'failed' } })
  assert.deepEqual(none.body, [])
})

test('an endpoint that answers 410 is disabled with an email, gets no more events, and can be enabled again', async () => {
  const at = await people.bookable(kalli)
  let status = 410
  const there = receiver(() => ({ status }))
  const { webhook } = await listen(kalli, at.professional, there.address)
  const params = { id: webhook.id }
  await booked(kalli, at)
  await runJobsOnce(kalli, { of: ['webhook'] })
  const { person } = at.professional
  assert.equal((await person.call(contract.webhooks)).body[0]?.state, 'gone')
  const emails = await emailsTo(at.professional.accountId)
  assert.equal(emails.length, 1)
  assert.match(emails[0] ?? '', /Apagamos los avisos a sistema-\d+\.test[\s\S]*410[\s\S]*section=developers/)
  assert.equal(refusalOf(await person.call(contract.testWebhook, { params })).code, 'webhook_off')
  await booked(kalli, at, { place: 4 })
  await runJobsOnce(kalli, { of: ['webhook'] })
  assert.equal(there.received.length, 1, 'what happens while it is off is not sent')
  status = 200
  await person.call(contract.changeWebhook, { params, body: { isOn: true } })
  await booked(kalli, at, { place: 8 })
  await runJobsOnce(kalli, { of: ['webhook'] })
  assert.equal(there.received.length, 2)
  assert.equal((await emailsTo(at.professional.accountId)).length, 1)
})

const emailsTo = async (accountId: number) => {
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    `select body_text as text from mails where to_address = (select email from accounts where id = $1)
     and subject like 'Kalli ya no avisa%'`,
    [accountId],
  )
  return rows.map(({ text }) => text)
}

test('a message is retried for three days with growing waits, and then the endpoint is disabled with an email', async () => {
  const at = await people.bookable(kalli)
  const there = receiver(() => ({ status: 503 }))
  await listen(kalli, at.professional, there.address)
  await booked(kalli, at, { date: '2026-12-02' })
  const gaps: number[] = []
  let last = kalli.clock().getTime()
  let seen = 0
  for (let minutes = 0; minutes < 4 * 24 * 60; minutes += 1) {
    // Only the webhook's own job: days of all jobs would take long.
    await runJobsOnce(kalli, { of: ['webhook'] })
    if (there.received.length > seen) gaps.push((kalli.clock().getTime() - last) / 60_000)
    if (there.received.length > seen) last = kalli.clock().getTime()
    seen = there.received.length
    const waits = await kalli.database.pool.query<{ next: Date | null }>(
      `select min(next_at) as next from webhook_messages where state = 'pending'`,
    )
    const next = waits.rows[0]?.next
    if (next === null || next === undefined) break
    minutes += Math.max(0, Math.round((next.getTime() - kalli.clock().getTime()) / 60_000) - 1)
    kalli.time.set(new Date(Math.max(next.getTime(), kalli.clock().getTime() + 60_000)))
  }
  assert.ok(gaps.length >= 8 && gaps.length <= 12, String(gaps))
  const grown = gaps.slice(1, 7)
  assert.deepEqual(
    grown,
    grown.toSorted((a, b) => a - b),
  )
  assert.ok((kalli.clock().getTime() - testNow.getTime()) / 3_600_000 >= 72)
  const { body } = await at.professional.person.call(contract.webhooks)
  assert.equal(body[0]?.state, 'given_up')
  assert.match((await emailsTo(at.professional.accountId))[0] ?? '', /tres días/)
})

test('a suspended account is sent nothing, and a deleted one leaves nothing', async () => {
  const at = await people.bookable(kalli)
  const there = receiver(() => ({ status: 500 }))
  const { webhook } = await listen(kalli, at.professional, there.address)
  await booked(kalli, at)
  await runJobsOnce(kalli, { of: ['webhook'] })
  assert.equal(there.received.length, 1)
  const { accountId } = at.professional
  await kalli.database.pool.query('update accounts set suspended_at = now() where id = $1', [accountId])
  kalli.time.advance(60)
  await runJobsOnce(kalli, { of: ['webhook'] })
  assert.equal(there.received.length, 1)
  await kalli.database.pool.query('update accounts set suspended_at = null where id = $1', [accountId])
  await runJobsOnce(kalli, { of: ['webhook'] })
  assert.equal(there.received.length, 2)
  await inTransaction(kalli.work({ accountId }), async (work) =>
    erase(work, await partiesOf(work, accountId)),
  )
  const { rows } = await kalli.database.pool.query<{ n: number }>(
    `select (select count(*) from webhooks where id = $1)::int + (select count(*) from webhook_messages where webhook_id = $1)::int as n`,
    [webhook.id],
  )
  assert.equal(rows[0]?.n, 0)
})
