/** Webhooks about money, agreements, reviews and messages: sent once, in order, to the current owner and to no former one. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as z from 'zod/mini'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as handOvers from '#contract/booking/rent/hand-over.ts'
import { offerHours } from '#contract/booking/rent/reservation.ts'
import { sendMessage } from '#contract/conversation/conversation.ts'
import * as hiring from '#contract/hiring/application.ts'
import { approveApplication } from '#contract/hiring/application-review.ts'
import { WebhookEvent, WebhookMessage } from '#contract/webhook/event.ts'
import { publishWaiting } from '#server/conversation/waiting.ts'
import { exampleOf, webhookExamples } from '#server/openapi/webhook-examples.ts'
import { drain, publish } from '#server/platform/jobs.ts'
import { ownWork } from '#server/platform/work.ts'
import { booked, held } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { rentedHours } from '#server/testing/reservations.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { listen as listenTo, namesIn, type Owner, receiver, sendAll } from '#server/testing/webhooks.ts'
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

const listen = (owner: Owner, address: string, role: 'professional' | 'host' = 'professional') =>
  listenTo(kalli, owner, address, role, WebhookEvent.options)

const messagesIn = (received: readonly { body: string }[], type?: string) =>
  received
    .map(({ body }) => z.parse(WebhookMessage, JSON.parse(body)))
    .filter((message) => type === undefined || message.type === type)

const isAsDocumented = (message: z.output<typeof WebhookMessage>) =>
  assert.deepEqual(namesIn(message), namesIn(exampleOf(message.type)))

test('the documented examples are messages of the declared schema', () => {
  for (const example of Object.values(webhookExamples))
    assert.deepEqual(z.parse(WebhookMessage, example), example)
})

test('a payment is sent to the professional once it is theirs, in growing versions, and the visit’s host gets no price', async () => {
  const at = await people.bookable(kalli)
  const [ofPro, ofHost] = [receiver(), receiver()]
  await listen(at.professional, ofPro.address)
  await listen(at.host, ofHost.address, 'host')
  await held(kalli.visitor(), at)
  await sendAll(kalli)
  assert.deepEqual(ofPro.received, [], 'a hold is its client’s alone')
  const visit = await booked(kalli, at, { place: 4 })
  await sendAll(kalli)
  const query = { t: visit.viewToken ?? '' }
  const quote = await kalli
    .visitor()
    .call(cancellation.cancelQuote, { params: { id: visit.id }, query, body: { as: 'client' } })
  const cancelled = await kalli.visitor().call(cancellation.cancel, {
    params: { id: visit.id },
    query,
    body: { quoteToken: quote.body.token, reason: '' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await sendAll(kalli)
  const payments = messagesIn(ofPro.received, 'payment.changed').flatMap((message) =>
    message.type === 'payment.changed' ? [message.data.payment] : [],
  )
  assert.ok(payments.length >= 2, JSON.stringify(payments))
  for (const { bookingId } of payments) assert.equal(bookingId, visit.id)
  const versions = payments.map(({ version }) => version)
  assert.deepEqual(
    versions,
    [...new Set(versions)].toSorted((a, b) => a - b),
  )
  const last = payments.at(-1)
  assert.equal(last?.refundedCents, last?.capturedCents)
  assert.deepEqual(messagesIn(ofHost.received, 'payment.changed'), [])
  for (const message of messagesIn(ofPro.received, 'payment.changed')) isAsDocumented(message)
})

test('an application and its agreement are sent to both parties once, however often the job runs, and to no stranger', async () => {
  const stylist = await people.professional(kalli)
  await people.service(kalli, stylist.id)
  const owner = await people.host(kalli)
  const where = await people.space(kalli, owner)
  const stranger = await people.host(kalli)
  const [ofPro, ofHost, ofStranger] = [receiver(), receiver(), receiver()]
  await listen(stylist, ofPro.address)
  await listen(owner, ofHost.address, 'host')
  await listen(stranger, ofStranger.address, 'host')
  const drafted = await stylist.person.call(hiring.addApplication, {
    body: { spaceId: where.id, terms: { rent: { kind: 'per_hour', ratePerHourCents: 18_000 } } },
  })
  await sendAll(kalli)
  assert.deepEqual(ofHost.received, [], 'a draft is its author’s alone')
  const { id, version } = drafted.body
  const sent = await stylist.person.call(hiring.submitApplication, { params: { id }, body: { version } })
  await sendAll(kalli)
  await owner.person.call(approveApplication, { params: { id }, body: { version: sent.body.version } })
  await sendAll(kalli)
  const types = (received: readonly { body: string }[]) => messagesIn(received).map(({ type }) => type)
  for (const there of [ofPro, ofHost]) {
    assert.deepEqual(types(there.received).toSorted(), [
      'agreement.made',
      'application.changed',
      'application.changed',
    ])
    for (const message of messagesIn(there.received)) isAsDocumented(message)
  }
  const states = messagesIn(ofHost.received, 'application.changed').map((message) =>
    message.type === 'application.changed' ? message.data.application.status : '',
  )
  assert.deepEqual(states, ['sent', 'approved'])
  // Its events again, as after a crash of their job.
  await publish(ownWork(kalli), 'application.changed', { applicationId: id, version: 2, move: 'approve' })
  await sendAll(kalli)
  assert.equal(ofHost.received.length, 3)
  assert.deepEqual(ofStranger.received, [])
})

test('a message waits for the previous one of its subject, and delays no other subject', async () => {
  const stylist = await people.professional(kalli)
  const owner = await people.host(kalli)
  let isDown = true
  const there = receiver(({ body }) => ({
    status: isDown && body.includes('"agreement":{"id":') ? 500 : 204,
  }))
  await listen(owner, there.address, 'host')
  const where = await people.space(kalli, owner)
  const agreementId = await people.agreement(kalli, stylist.id, where.id)
  const change = async () => {
    const { rows } = await kalli.database.pool.query<{ version: number }>(
      'update agreements set version = version + 1 where id = $1 returning version',
      [agreementId],
    )
    await publish(ownWork(kalli), 'agreement.changed', {
      agreementId,
      version: rows[0]?.version ?? 0,
      move: 'pause',
    })
    await drain(kalli)
  }
  await change()
  await change()
  const visit = await booked(kalli, { ...(await people.bookable(kalli)), host: owner })
  assert.ok(visit.id !== '')
  await sendAll(kalli)
  const versions = () =>
    messagesIn(there.received, 'agreement.changed').map((message) =>
      message.type === 'agreement.changed' ? message.data.agreement.version : 0,
    )
  assert.equal(new Set(versions()).size, 1, 'the second waits')
  isDown = false
  kalli.time.advance(20)
  await sendAll(kalli)
  assert.deepEqual([...new Set(versions())], [2, 3])
})

test('a waiting conversation message is sent without its text to the recipient only', async () => {
  const at = await people.bookable(kalli)
  const [ofPro, ofHost] = [receiver(), receiver()]
  await listen(at.professional, ofPro.address)
  await listen(at.host, ofHost.address, 'host')
  const visit = await booked(kalli, at)
  const said = await kalli.visitor().call(sendMessage, {
    params: { kind: 'booking', id: visit.id },
    query: { t: visit.viewToken ?? '', as: 'client' },
    body: { id: '019aa000-0000-7000-8000-00000000bbbb', text: 'Llevo a mi perro' },
  })
  assert.equal(said.status, 200, JSON.stringify(said.body))
  kalli.time.advance(3)
  await publishWaiting(ownWork(kalli))
  await sendAll(kalli)
  const [message, ...more] = messagesIn(ofPro.received, 'conversation.waits')
  assert.ok(message !== undefined && more.length === 0)
  isAsDocumented(message)
  assert.doesNotMatch(JSON.stringify(ofPro.received), /perro/)
  assert.deepEqual(messagesIn(ofHost.received, 'conversation.waits'), [])
})

test('a professional who handed hours over is told that they are no longer theirs, and gets nothing more about them', async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  const taker = await people.professional(kalli, { firstName: 'Berta' })
  await people.agreement(kalli, taker.id, at.space.id)
  const [former, now] = [receiver(), receiver()]
  await listen(at.professional, former.address)
  await listen(taker, now.address)
  const rent = await rentedHours(at.professional.person, at)
  const offered = await at.professional.person.call(offerHours, {
    params: { id: rent.id },
    body: { professionalId: taker.id, version: rent.version, hours: null },
  })
  const offer = offered.body.transferOffer ?? assert.fail(JSON.stringify(offered.body))
  const taken = await taker.person.call(handOvers.answerHandOver, {
    params: { id: offer.id, move: 'accept' },
    body: { version: offer.version },
  })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  await sendAll(kalli)
  const bookingsIn = (received: readonly { body: string }[]) =>
    messagesIn(received).flatMap((message) => ('booking' in message.data ? [message.data.booking] : []))
  const last = bookingsIn(former.received).at(-1)
  assert.equal(last?.isYours, false)
  const before = former.received.length
  await kalli.database.pool.query(
    `with moved as (update bookings set version = version + 1 where id = $1 returning id, version)
     insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at)
     select id, version, 'move_unit', 'confirmed', 'confirmed', 'host', '', $2 from moved`,
    [rent.id, kalli.clock()],
  )
  await sendAll(kalli)
  assert.equal(former.received.length, before)
  assert.equal(bookingsIn(now.received).at(-1)?.isYours, true)
})

test('a host whose visit moved elsewhere is told once, and gets nothing of its money or later moves', async () => {
  const at = await people.bookable(kalli)
  const there = receiver()
  await listen(at.host, there.address, 'host')
  const visit = await booked(kalli, at)
  const other = await people.host(kalli)
  const elsewhere = await people.space(kalli, other)
  await people.agreement(kalli, at.professional.id, elsewhere.id)
  const move = () =>
    kalli.database.pool.query(
      `with moved as (update bookings set version = version + 1, host_id = $2, space_id = $3, unit_id = (
          select id from units where space_id = $3 order by number limit 1), agreement_id = (
          select id from agreements where space_id = $3 limit 1) where id = $1 returning id, version)
       insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at)
       select id, version, 'accept_rescue', 'confirmed', 'confirmed', 'client', '', $4 from moved`,
      [visit.id, other.id, elsewhere.id, kalli.clock()],
    )
  await move()
  await move()
  await sendAll(kalli)
  const received = messagesIn(there.received)
  assert.deepEqual(
    received.map(({ type, data }) => [type, 'booking' in data && data.booking.isYours]),
    [
      ['booking.confirmed', true],
      ['booking.changed', false],
    ],
  )
})
