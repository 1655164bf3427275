/** What happens while a webhook is off, sending again all that failed, and another address for the same webhook. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as z from 'zod/mini'
import { WebhookBookingMessage } from '#contract/webhook/event.ts'
import * as contract from '#contract/webhook/webhook.ts'
import { publish, runJobsOnce } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { booked } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { listen, prove, receiver, sendAll, verified } from '#server/testing/webhooks.ts'
import { standinReceivers } from '#server/webhook/outside.ts'
import { sendDue } from '#server/webhook/sending.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => {
  kalli.time.set(testNow)
  standinReceivers.clear()
})

/** A job waits a second at most for its round; a busy machine may need longer. */
const send = async () => {
  await runJobsOnce(kalli, { of: ['webhook'] })
  await sendDue(ownWork(kalli))
}
const since = testNow.toISOString()
const bookingsIn = (received: readonly { body: string }[]) =>
  received.map(({ body }) => z.parse(WebhookBookingMessage, JSON.parse(body)).data.booking.id)

test('events of the time in which a webhook is off stay in its log, and are sent in order when its owner asks', async () => {
  const at = await people.bookable(kalli)
  const { person } = at.professional
  const there = receiver()
  const { webhook } = await listen(kalli, at.professional, there.address)
  const params = { id: webhook.id }
  await person.call(contract.changeWebhook, { params, body: { isOn: false } })
  const visits = [await booked(kalli, at), await booked(kalli, at, { place: 4 })]
  await send()
  assert.deepEqual(there.received, [])
  const log = (await person.call(contract.webhookDeliveries, { params, query: { state: 'failed' } })).body
  assert.deepEqual(
    log.map(({ state, tries, bookingId }) => [state, tries, bookingId]),
    visits.toReversed().map(({ id }) => ['failed', 0, id]),
  )
  const resend = () => person.call(contract.replayWebhookDeliveries, { params, body: { since } })
  assert.equal(refusalOf(await resend()).code, 'webhook_off')

  await person.call(contract.changeWebhook, { params, body: { isOn: true } })
  await send()
  assert.deepEqual(there.received, [], 'nothing is sent before the owner asks')
  assert.deepEqual((await resend()).body, { resending: 2, left: 0 })
  await send()
  assert.deepEqual(
    bookingsIn(there.received),
    visits.map(({ id }) => id),
  )
  assert.deepEqual((await resend()).body, { resending: 0, left: 0 }, 'what arrived is not sent again')
})

test('a subject that is no booking also stays in the log of a webhook that is off', async () => {
  const stylist = await people.professional(kalli)
  const owner = await people.host(kalli)
  const there = receiver()
  const { webhook } = await listen(kalli, owner, there.address, 'host', ['agreement.changed'])
  const params = { id: webhook.id }
  const where = await people.space(kalli, owner)
  const agreementId = await people.agreement(kalli, stylist.id, where.id)
  await owner.person.call(contract.changeWebhook, { params, body: { isOn: false } })
  await publish(ownWork(kalli), 'agreement.changed', { agreementId, version: 1, move: 'pause' })
  await sendAll(kalli)
  const log = (await owner.person.call(contract.webhookDeliveries, { params, query: {} })).body
  assert.deepEqual(
    log.map(({ about, state }) => [about, state]),
    [[`agreement:${agreementId}`, 'failed']],
  )
})

/** Messages that failed, one a minute from `testNow` on; the newest is a test. */
const failed = (webhookId: string, count: number) =>
  kalli.database.pool.query(
    `insert into webhook_messages (id, webhook_id, event, about, dedupe_key, facts, happened_at, state, tries)
     select uuidv7(), $1, case when n = $2 then 'webhook.test' else 'payment.changed' end, 'payment:' || n, 'x' || n, '{}',
       $3::timestamptz + n * interval '1 minute', 'failed', 9 from generate_series(1, $2) n order by n`,
    [webhookId, count, testNow],
  )

test('sending again takes what failed since then, the oldest thousand, without tests', async () => {
  const owner = await people.professional(kalli)
  const { webhook } = await listen(kalli, owner, receiver(() => ({ status: 500 })).address)
  const params = { id: webhook.id }
  await failed(webhook.id, 1204)
  const from = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000).toISOString()
  const resend = (minutes: number) =>
    owner.person.call(contract.replayWebhookDeliveries, { params, body: { since: from(minutes) } })
  assert.deepEqual((await resend(101)).body, { resending: 1000, left: 103 })
  const { rows } = await kalli.database.pool.query<{ about: string }>(
    `select about from webhook_messages where webhook_id = $1 and state = 'pending' order by number`,
    [webhook.id],
  )
  assert.deepEqual([rows.length, rows[0]?.about, rows.at(-1)?.about], [1000, 'payment:101', 'payment:1100'])
  assert.deepEqual((await resend(101)).body, { resending: 103, left: 0 })
})

test('a stranger cannot send the failed messages again, and the call needs a moment', async () => {
  const owner = await people.professional(kalli)
  const { webhook } = await listen(kalli, owner, receiver().address)
  const params = { id: webhook.id }
  const stranger = await people.professional(kalli)
  const resend = (person: typeof stranger.person, moment: string) =>
    person.call(contract.replayWebhookDeliveries, { params, body: { since: moment } })
  assert.equal((await resend(kalli.visitor(), since)).status, 401)
  assert.equal((await resend(stranger.person, since)).status, 404)
  assert.equal((await resend(owner.person, 'ayer')).status, 400)
})

test('another address keeps the secret, the log and the events, and is guarded like a new one', async () => {
  const at = await people.bookable(kalli)
  const { person, accountId } = at.professional
  const before = receiver(() => ({ status: 500 }))
  const [after, taken] = [receiver(), receiver()]
  const { webhook, secret } = await listen(kalli, at.professional, before.address)
  await listen(kalli, at.professional, taken.address)
  const params = { id: webhook.id }
  const move = (address: string) => person.call(contract.changeWebhook, { params, body: { address } })
  await booked(kalli, at)
  await send()
  const stateNow = async () =>
    (await person.call(contract.webhooks)).body.find(({ id }) => id === webhook.id)?.state
  assert.equal(await stateNow(), 'failing')
  kalli.time.advance(11)
  assert.equal(refusalOf(await move(after.address)).code, 'confirm_identity')
  await prove(kalli, accountId)
  for (const wrong of ['http://a.test/1', 'https://10.0.0.1/x', 'https://localhost/xx'])
    assert.equal(refusalOf(await move(wrong)).code, 'webhook_address', wrong)
  assert.equal(refusalOf(await move(taken.address)).code, 'webhook_saved_already')
  const moved = await move(after.address)
  assert.deepEqual(
    [moved.status, moved.body.address, moved.body.state, moved.body.events],
    [200, after.address, 'waiting', webhook.events],
  )
  await send()
  const [message] = after.received
  assert.ok(message, 'the waiting message goes to the new address at once')
  assert.deepEqual(verified(kalli, secret, message), JSON.parse(message.body))
  assert.equal(before.received.length, 1)
  const same = await move(after.address)
  assert.equal(same.body.state, 'healthy', 'the same address again changes nothing')
})

test('a message sent again after long failing is retried in seconds, like a new one', async () => {
  const owner = await people.professional(kalli)
  const there = receiver(() => ({ status: 502 }))
  const { webhook } = await listen(kalli, owner, there.address)
  await failed(webhook.id, 2)
  await kalli.database.pool.query(
    `insert into webhook_tries (message_id, number, at, duration_ms, status, answer)
     select id, n, $2::timestamptz - interval '1 day', 1, 502, '' from webhook_messages, generate_series(1, 9) n where webhook_id = $1`,
    [webhook.id, testNow],
  )
  const params = { id: webhook.id }
  const { body } = await owner.person.call(contract.replayWebhookDeliveries, { params, body: { since } })
  assert.equal(body.resending, 1)
  await send()
  const [message] = (
    await owner.person.call(contract.webhookDeliveries, { params, query: { state: 'pending' } })
  ).body
  assert.equal(message?.tries, 10)
  const waitMs = new Date(message.nextAt ?? 0).getTime() - kalli.clock().getTime()
  assert.ok(waitMs > 0 && waitMs <= 6_000, `${waitMs} ms`)
})

test('an answer of the former address while it is changed does not switch off the new one', async () => {
  const at = await people.bookable(kalli)
  const { person } = at.professional
  const after = receiver()
  const before = receiver(async () => {
    await person.call(contract.changeWebhook, {
      params: { id: webhook.id },
      body: { address: after.address },
    })
    return { status: 410 }
  })
  const { webhook } = await listen(kalli, at.professional, before.address)
  await booked(kalli, at)
  await send()
  assert.equal(before.received.length, 1)
  const [now] = (await person.call(contract.webhooks)).body
  assert.deepEqual([now?.address, now?.state], [after.address, 'healthy'])
  assert.equal(after.received.length, 1, 'what the former one refused goes to the new one at once')
})
