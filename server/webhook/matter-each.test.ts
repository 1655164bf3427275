/** Each event that is no booking's, caused as people cause it: who is sent what, and that the third of a visit and strangers are sent nothing. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import * as z from 'zod/mini'
import * as attendance from '#contract/booking/attendance.ts'
import * as deposits from '#contract/booking/settlement/deposit.ts'
import * as disputes from '#contract/booking/settlement/dispute.ts'
import { giveTip, returnTip } from '#contract/booking/settlement/tip.ts'
import * as inviting from '#contract/hiring/invitation.ts'
import { writeReview } from '#contract/review/visit-review.ts'
import * as rents from '#contract/team/rent.ts'
import { WebhookEvent, WebhookMessage } from '#contract/webhook/event.ts'
import { MatterEvent } from '#contract/webhook/matter.ts'
import { exampleOf } from '#server/openapi/webhook-examples.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import { returnTransfer } from '#server/payment/standin/bank.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { publishDue } from '#server/review/review.ts'
import { type Bookable, booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import * as people from '#server/testing/people.ts'
import { rentedHours, requireDeposit } from '#server/testing/reservations.ts'
import * as team from '#server/testing/team.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { administrator } from '#server/testing/world.ts'
import { listen, namesIn, type Owner, receiver, sendAll } from '#server/testing/webhooks.ts'
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

type Message = z.output<typeof WebhookMessage>
const ok = <Answer extends { status: number; body: unknown }>(answer: Answer): Answer => {
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer
}

/** The receiver's messages of these events, each as documented, and none with people's text. */
const receivedOf = (received: readonly { body: string }[], events: readonly string[]): Message[] => {
  const messages = received.map(({ body }) => z.parse(WebhookMessage, JSON.parse(body)))
  assert.doesNotMatch(JSON.stringify(received), /lo escrito|@|example\.test/)
  return messages
    .filter(({ type }) => events.includes(type))
    .map((message) => {
      assert.deepEqual(namesIn(message), namesIn(exampleOf(message.type)), message.type)
      return message
    })
}
/** `status` and the recipient, where the subject has one. */
const linesOf = (messages: readonly Message[], detailOf: (data: Message['data']) => unknown) =>
  messages.map(({ type, data }) => `${type} ${data.role} ${String(detailOf(data))}`)

const listening = async (owner: Owner, role: 'professional' | 'host') => {
  const there = receiver()
  await listen(kalli, owner, there.address, role, WebhookEvent.options)
  return there.received
}
const bothOf = async (at: { professional: Owner; host: Owner }) => ({
  pro: await listening(at.professional, 'professional'),
  host: await listening(at.host, 'host'),
})

const picture = async () => {
  const { default: sharp } = await import('sharp')
  const made = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  return new Blob([Uint8Array.from(made)], { type: 'image/png' })
}

/** A visit of $1,000.00 that took place and is closed. */
const visit = async (at: Bookable, place: number) => {
  const one = await booked(kalli, at, { date: '2026-11-20', place, contact: contactOf() })
  const params = { id: one.id }
  const pro = at.professional.person
  kalli.time.set(new Date(one.startsAt))
  ok(await pro.call(attendance.checkIn, { params, body: await hereOf(kalli, one.id) }))
  kalli.time.set(new Date(one.endsAt))
  ok(await pro.call(attendance.checkOut, { params, body: {} }))
  const query = { t: one.t }
  ok(await one.who.call(attendance.complete, { params, query }))
  return { ...one, params, query }
}

test('tips go to the professional, reviews without text to their subject, and payouts and their return to the payee', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { pro, host } = await bothOf(at)
  const one = await visit(at, 4)
  ok(await one.who.call(giveTip, { params: one.params, query: one.query, body: { amountCents: 10_000 } }))
  await sendAll(kalli)
  ok(await at.professional.person.call(returnTip, { params: one.params }))
  await sendAll(kalli)
  ok(
    await one.who.call(writeReview, {
      params: one.params,
      query: { as: 'client', t: one.t },
      body: {
        scores: [
          { subject: 'professional', score: 5, text: 'lo escrito' },
          { subject: 'space', score: 4, text: '' },
        ],
      },
    }),
  )
  kalli.time.advance(8 * 24 * 60)
  await publishDue(kalli.work())
  await payDue(kalli.work())
  await sendAll(kalli)
  const events = ['tip.changed', 'review.published', 'payout.paid', 'payout.returned']
  const detailOf = (data: Message['data']) =>
    'tip' in data
      ? `${data.tip.status} ${data.tip.amountCents}`
      : 'review' in data
        ? `${data.review.subject} ${data.review.score}`
        : ''
  const toPro = receivedOf(pro, events)
  assert.deepEqual(linesOf(toPro, detailOf).toSorted(), [
    // For the visit alone: the tip was refunded before it was paid out.
    'payout.paid professional ',
    'review.published professional professional 5',
    'tip.changed professional paid 10000',
    'tip.changed professional returned 10000',
  ])
  const toHost = receivedOf(host, events)
  assert.deepEqual(linesOf(toHost, detailOf).toSorted(), [
    'payout.paid host ',
    'review.published host space 4',
  ])
  const centsOf = (message: Message | undefined) =>
    message?.type === 'payout.paid' ? message.data.payout.amountCents : 0
  const { rows } = await kalli.database.pool.query<{ id: string; cents: number }>(
    `select external_id as id, amount_cents::int as cents from payouts where party = 'host' and booking_id = $1`,
    [one.id],
  )
  assert.equal(centsOf(toHost.find(({ type }) => type === 'payout.paid')), rows[0]?.cents)
  await returnTransfer(kalli.work(), rows[0]?.id ?? '')
  await deliverWebhooks(kalli.work())
  await sendAll(kalli)
  const returned = receivedOf(host, ['payout.returned'])
  assert.deepEqual(
    returned.map(({ data }) => ('payout' in data ? data.payout : null)),
    [{ transferId: rows[0]?.id, amountCents: rows[0]?.cents }],
  )
  assert.deepEqual(receivedOf(pro, ['payout.returned']), [])
})

test('a dispute is sent to its two parties, and never to the third', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const { pro, host } = await bothOf(at)
  const ofService = await visit(at, 4)
  const statement = 'lo escrito'
  ok(
    await ofService.who.call(disputes.openDispute, {
      params: ofService.params,
      query: ofService.query,
      body: { as: 'client', subject: 'not_as_agreed', statement, photos: [], proofs: [] },
    }),
  )
  await sendAll(kalli)
  const as = 'professional' as const
  const { body } = await at.professional.person.call(disputes.disputes, {
    params: ofService.params,
    query: { as },
  })
  const [open] = body.disputes
  ok(
    await at.professional.person.call(disputes.moveDispute, {
      params: { id: open?.id ?? '', move: 'answer' },
      body: { version: open?.version ?? 0, as, text: statement, photos: [] },
    }),
  )
  await sendAll(kalli)
  const staff = await administrator(kalli)
  const toDecide = ok(await staff.call(disputes.disputesToDecide)).body.disputes[0]
  ok(
    await staff.call(disputes.decideDispute, {
      params: { id: toDecide?.id ?? '' },
      body: {
        version: toDecide?.version ?? 0,
        outcome: 'quarter',
        chargedTo: 'professional',
        reason: 'lo escrito',
      },
    }),
  )
  await sendAll(kalli)
  const photo = randomUUID()
  ok(
    await at.professional.person.call(disputes.disputePhoto, {
      params: { ...ofService.params, photo },
      query: { as },
      file: await picture(),
    }),
  )
  ok(
    await at.professional.person.call(disputes.openDispute, {
      params: ofService.params,
      body: { as, subject: 'place', statement, photos: [photo], proofs: [] },
    }),
  )
  await sendAll(kalli)
  const detailOf = (data: Message['data']) =>
    'dispute' in data
      ? `${data.dispute.status} ${data.dispute.openedBy} ${data.dispute.respondent} ${String(data.dispute.outcome)}`
      : ''
  assert.deepEqual(linesOf(receivedOf(pro, ['dispute.changed']), detailOf), [
    'dispute.changed professional waiting client professional null',
    'dispute.changed professional mediation client professional null',
    'dispute.changed professional resolved client professional quarter',
    'dispute.changed professional waiting professional host null',
  ])
  assert.deepEqual(linesOf(receivedOf(host, ['dispute.changed']), detailOf), [
    'dispute.changed host waiting professional host null',
  ])
})

test('a deposit is sent to renter and host, without the reason of its claim', async () => {
  const at = await people.bookable(kalli, { units: 1, noticeMinutes: 0 })
  await requireDeposit(kalli, at)
  const { pro, host } = await bothOf(at)
  const rent = await rentedHours(at.professional.person, at)
  const params = { id: rent.id }
  kalli.time.set(new Date('2026-11-25T16:00:00Z'))
  ok(await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, rent.id) }))
  await sendAll(kalli)
  kalli.time.advance(300)
  await runJobsOnce(kalli)
  const photo = randomUUID()
  ok(
    await at.host.person.call(deposits.depositPhoto, {
      params: { ...params, photo },
      query: { as: 'host' },
      file: await picture(),
    }),
  )
  const { body } = await at.host.person.call(deposits.deposit, { params, query: { as: 'host' } })
  ok(
    await at.host.person.call(deposits.claimDeposit, {
      params,
      body: {
        version: body.deposit?.version ?? 0,
        amountCents: 20_000,
        reason: 'lo escrito',
        photos: [photo],
      },
    }),
  )
  await sendAll(kalli)
  const detailOf = (data: Message['data']) =>
    'deposit' in data ? `${data.deposit.status} ${data.deposit.amountCents} ${data.deposit.claimCents}` : ''
  for (const [received, role] of [
    [pro, 'professional'],
    [host, 'host'],
  ] as const)
    assert.deepEqual(linesOf(receivedOf(received, ['deposit.changed']), detailOf), [
      `deposit.changed ${role} held 50000 null`,
      `deposit.changed ${role} claimed 50000 20000`,
    ])
})

test('an invitation is sent to both parties, and one by email only to its host, without the address', async () => {
  const [guest, owner] = [await people.professional(kalli), await people.host(kalli)]
  await people.service(kalli, guest.id)
  await people.reachLevel(kalli, owner.accountId, 1)
  const where = await people.space(kalli, owner)
  const { pro, host } = await bothOf({ professional: guest, host: owner })
  const invite = async (to: { professionalId: number } | { email: string }) =>
    ok(
      await owner.person.call(inviting.sendInvitation, {
        body: {
          ...to,
          spaceId: where.id,
          terms: { rent: { kind: 'per_hour', ratePerHourCents: 18_000 } },
          message: 'lo escrito',
        },
      }),
    ).body
  const { id, version } = await invite({ professionalId: guest.id })
  await sendAll(kalli)
  ok(await guest.person.call(inviting.acceptInvitation, { params: { id }, body: { version } }))
  await sendAll(kalli)
  await invite({ email: 'alguien@example.test' })
  await sendAll(kalli)
  const detailOf = (data: Message['data']) =>
    'invitation' in data ? `${data.invitation.status} ${data.invitation.professionalId}` : ''
  const events = ['invitation.sent', 'invitation.moved']
  assert.deepEqual(linesOf(receivedOf(pro, events), detailOf), [
    `invitation.sent professional sent ${guest.id}`,
    `invitation.moved professional accepted ${guest.id}`,
  ])
  assert.deepEqual(linesOf(receivedOf(host, events), detailOf), [
    `invitation.sent host sent ${guest.id}`,
    `invitation.moved host accepted ${guest.id}`,
    'invitation.sent host sent null',
  ])
})

test('a team invitation is sent to the host only until it is accepted, and the fixed rent to both', async () => {
  const at = await team.salon(kalli)
  const ines = await team.newPerson(kalli)
  assert.ok(ines.professional !== null)
  const { pro, host } = await bothOf({
    professional: { ...ines.professional, person: ines.person },
    host: at.owner,
  })
  const { member, token } = await team.invite(at, ines.email)
  await sendAll(kalli)
  ok(await team.accept(ines.person, token))
  await sendAll(kalli)
  ok(
    await at.owner.person.call(rents.collectRent, {
      body: { from: '2026-11-16', to: '2026-11-26', memberIds: [member.id], totalCents: 140_000 },
    }),
  )
  await sendAll(kalli)
  const detailOf = (data: Message['data']) =>
    'member' in data
      ? `${data.member.status} ${data.member.professionalId}`
      : 'rentCharge' in data
        ? `${data.rentCharge.amountCents} ${data.rentCharge.from} ${data.rentCharge.to}`
        : ''
  const events = ['member.changed', 'rent_charge.changed']
  const joined = [
    `member.changed # active ${ines.professional.id}`,
    'rent_charge.changed # 140000 2026-11-20 2026-11-26',
  ]
  const as = (role: string) => joined.map((line) => line.replace('#', role))
  assert.deepEqual(linesOf(receivedOf(pro, events), detailOf), as('professional'))
  assert.deepEqual(linesOf(receivedOf(host, events), detailOf), [
    'member.changed host invited null',
    ...as('host'),
  ])
})

test('each event has a documented message, so that these tests and matter.test.ts read all of them', () => {
  for (const event of MatterEvent.options) assert.equal(exampleOf(event)?.type, event)
})
