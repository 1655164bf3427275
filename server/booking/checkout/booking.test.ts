import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as z from 'zod/mini'
import * as contract from '#contract/booking/booking.ts'
import * as contractOfHold from '#contract/booking/hold.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { LostHold } from '#contract/booking/checkout/lost-hold.ts'
import { OwnHolds, PriceChange, SlotAlternatives } from '#contract/availability/slot.ts'
import { followPayment } from '#server/booking/checkout/booking.ts'
import { runJobsOnce, drain } from '#server/platform/jobs.ts'
import {
  booked,
  claimsOf,
  confirmContact,
  contactOf,
  held,
  movesOf,
  pay,
  slotOn,
  hereOf,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { inLine } from '#server/testing/crash/in-line.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

test('a visitor without an account holds, pays, is confirmed, and finds the booking again by the link in the e-mail', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  assert.equal(hold.quote.totalCents, 100_000)
  assert.deepEqual(
    hold.quote.goesTo.map(({ to, amountCents }) => [to, amountCents]),
    [
      ['professional', 60_000],
      ['host', 28_500],
      ['platform', 11_500],
    ],
  )
  assert.equal(hold.place.address, null, 'the address is told once confirmed')
  assert.equal(
    (await visitor.call(contractOfHold.readHold, { params: { id: hold.id } })).body.expiresAt,
    hold.expiresAt,
  )

  const contact = contactOf()
  const answer = await pay(visitor, hold.id, 'tok_ok', contact)
  assert.equal(answer.status, 201)
  assert.equal(answer.body.status, 'confirmed')
  assert.match(answer.body.arrivalCode ?? '', /^\d{6}$/)
  assert.equal(answer.body.place.address, 'Colima 200, planta baja')
  const claims = await claimsOf(kalli, hold.id)
  assert.deepEqual(
    claims.map(({ state }) => state),
    ['firm', 'firm', 'firm'],
    'professional, unit and client',
  )
  assert.deepEqual(await movesOf(kalli, hold.id), ['hold by client', 'pay by client', 'confirm by platform'])

  await drain(kalli)
  const mails = await kalli.database.kysely.selectFrom('mails').selectAll().orderBy('id').execute()
  const mine = mails.find(({ to_address }) => to_address === contact.email)
  const link = /booking-success\?id=(\S+)&t=(\S+)/.exec(mine?.body_text ?? '')
  assert.equal(link?.[1], hold.id)
  const t = decodeURIComponent(link?.[2] ?? '')
  const again = await kalli.visitor().call(contract.booking, { params: { id: hold.id }, query: { t } })
  assert.equal(again.status, 200)
  assert.equal(again.body.arrivalCode, answer.body.arrivalCode)
  assert.equal(mails.length, 3, 'client, professional and host')
})

test('a signed-in client finds the booking in their list, and is not offered their own time twice', async () => {
  const at = await people.bookable(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  const booking = await booked(kalli, at, { who: client })
  const mine = await client.call(contract.bookings, { query: { role: 'client' } })
  assert.deepEqual(
    mine.body.map(({ id }) => id),
    [booking.id],
  )
  assert.equal((await client.call(contract.booking, { params: { id: booking.id } })).status, 200)
  const other = await people.bookable(kalli)
  const same = await slotOn(client, other)
  assert.notEqual(same.startsAt, booking.startsAt, 'their own time is not offered twice')
})

test('a booking is not found by a stranger, another account, or a forged or foreign link', async () => {
  const at = await people.bookable(kalli)
  const booking = await booked(kalli, at)
  const other = await booked(kalli, at, { date: '2026-11-26' })
  const stranger = await people.signIn(kalli, await people.account(kalli))
  const otherPro = await people.professional(kalli)
  const attempts = [
    kalli.visitor().call(contract.booking, { params: { id: booking.id } }),
    stranger.call(contract.booking, { params: { id: booking.id } }),
    otherPro.person.call(contract.booking, { params: { id: booking.id } }),
    kalli.visitor().call(contract.booking, { params: { id: booking.id }, query: { t: other.t } }),
    kalli.visitor().call(contract.booking, { params: { id: booking.id }, query: { t: `${booking.t}x` } }),
    kalli.visitor().call(contract.receipt, { params: { id: booking.id } }),
    stranger.call(cancellation.cancelQuote, { params: { id: booking.id }, body: { as: 'client' } }),
    otherPro.person.call(attendance.checkIn, {
      params: { id: booking.id },
      body: await hereOf(kalli, booking.id),
    }),
    kalli.visitor().call(contract.booking, { params: { id: crypto.randomUUID() } }),
  ]
  for (const answer of await Promise.all(attempts)) {
    assert.equal(answer.status, 404)
    assert.equal(refusalOf(answer).code, 'not_found')
  }
})

test('the browser that booked finds the booking without the link for a day', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli)
  const { id, who } = await booked(kalli, at)
  assert.equal((await who.call(contract.booking, { params: { id } })).status, 200)
  kalli.time.advance(24 * 60)
  assert.equal((await who.call(contract.booking, { params: { id } })).status, 404)
})

test('another client’s hold is not found, neither to read, nor to pay, nor to release', async () => {
  const at = await people.bookable(kalli)
  const hold = await held(kalli.visitor(), at)
  const other = kalli.visitor()
  assert.equal((await other.call(contractOfHold.readHold, { params: { id: hold.id } })).status, 404)
  assert.equal((await pay(other, hold.id)).status, 404)
  assert.equal((await other.call(contractOfHold.releaseHold, { params: { id: hold.id } })).status, 404)
})

test('offers the second client the three nearest times', async () => {
  const at = await people.bookable(kalli, { units: 1 })
  const first = kalli.visitor()
  const second = kalli.visitor()
  const slot = await slotOn(second, at)
  await held(first, at)
  const answer = await second.call(contractOfHold.hold, { body: { slotToken: slot.token } })
  assert.equal(answer.status, 409)
  const refusal = refusalOf(answer)
  assert.equal(refusal.code, 'slot_taken')
  assert.ok(
    typeof refusal.details === 'object' && refusal.details !== null && 'alternatives' in refusal.details,
  )
  const { alternatives } = SlotAlternatives.parse(refusal.details)
  assert.equal(alternatives.length, 3)
  const [nearest] = alternatives
  const taken = await second.call(contractOfHold.hold, { body: { slotToken: nearest?.token ?? '' } })
  assert.equal(taken.status, 201, 'an alternative can be held as it is')
})

test('the same time twice by the same person is one hold', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const slot = await slotOn(visitor, at)
  const once = await visitor.call(contractOfHold.hold, { body: { slotToken: slot.token } })
  const twice = await visitor.call(contractOfHold.hold, { body: { slotToken: slot.token } })
  assert.equal(twice.status, 201)
  assert.equal(twice.body.id, once.body.id)
})

test('a client holds at most two times, and releasing one makes room for another', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const first = await held(visitor, at)
  const second = await held(visitor, at, '2026-11-26')
  const third = await slotOn(visitor, at, '2026-11-27')
  const refused = await visitor.call(contractOfHold.hold, { body: { slotToken: third.token } })
  const { code, details } = refusalOf(refused)
  assert.equal(code, 'too_many_holds')
  // The refusal lists their holds, so that one of the two can be released.
  const { holds } = z.parse(OwnHolds, details)
  assert.deepEqual(
    holds.map(({ id, isPaying }) => ({ id, isPaying })),
    [
      { id: first.id, isPaying: false },
      { id: second.id, isPaying: false },
    ],
  )
  assert.equal((await visitor.call(contractOfHold.releaseHold, { params: { id: first.id } })).status, 200)
  assert.equal(
    (await visitor.call(contractOfHold.releaseHold, { params: { id: first.id } })).status,
    200,
    'letting go twice is fine',
  )
  assert.equal((await claimsOf(kalli, first.id)).length, 0)
  assert.equal((await visitor.call(contractOfHold.hold, { body: { slotToken: third.token } })).status, 201)
})

test('a visitor who signs in keeps the two times held before, and may hold no more', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const first = await held(visitor, at)
  const second = await held(visitor, at, '2026-11-26')
  const account = await people.signIn(kalli, await people.account(kalli))
  const wanted = await slotOn(visitor, at, '2026-11-27')
  for (const [name, value] of account.jar) visitor.jar.set(name, value)
  const { code, details } = refusalOf(
    await visitor.call(contractOfHold.hold, { body: { slotToken: wanted.token } }),
  )
  assert.equal(code, 'too_many_holds')
  assert.deepEqual(
    z.parse(OwnHolds, details).holds.map(({ id }) => id),
    [first.id, second.id],
  )
  assert.equal((await visitor.call(contractOfHold.releaseHold, { params: { id: first.id } })).status, 200)
  const third = await visitor.call(contractOfHold.hold, { body: { slotToken: wanted.token } })
  assert.equal(third.status, 201)
  // An expired hold no longer counts, for any holder.
  kalli.time.advance(11)
  for (const date of ['2026-11-25', '2026-11-30']) {
    const slot = await slotOn(visitor, at, date)
    assert.equal(
      (await visitor.call(contractOfHold.hold, { body: { slotToken: slot.token } })).status,
      201,
      date,
    )
  }
  kalli.time.set(testNow)
})

test('three times at once by one person: two holds', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  await visitor.call(contractOfHold.releaseHold, { params: { id: crypto.randomUUID() } })
  const wanted = await Promise.all(
    ['2026-11-25', '2026-11-26', '2026-11-27'].map((date) => slotOn(visitor, at, date)),
  )
  const answers = await Promise.all(
    wanted.map(({ token }) => visitor.call(contractOfHold.hold, { body: { slotToken: token } })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 409])
})

test('an expired hold is reported as expired, and its time is free for others', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli, { units: 1 })
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  kalli.time.advance(11)
  assert.equal((await pay(visitor, hold.id)).status, 410)
  const read = await visitor.call(contractOfHold.readHold, { params: { id: hold.id } })
  assert.equal(refusalOf(read).code, 'hold_expired')
  // Leads back to the same professional, service, place and hour; for the holder only.
  const { held: before } = z.parse(LostHold, refusalOf(read).details)
  assert.deepEqual(
    [before.professional.id, before.service.id, before.place.spaceId, before.startsAt, before.byOwnLink],
    [hold.professional.id, hold.service.id, hold.place.spaceId, hold.startsAt, false],
  )
  const stranger = await kalli.visitor().call(contractOfHold.readHold, { params: { id: hold.id } })
  assert.deepEqual([refusalOf(stranger).code, refusalOf(stranger).details], ['not_found', undefined])
  assert.equal((await held(kalli.visitor(), at)).startsAt, hold.startsAt, 'before any sweep')
  await runJobsOnce(kalli)
  assert.deepEqual(await movesOf(kalli, hold.id), ['hold by client', 'expire by platform'])
  assert.equal((await pay(visitor, hold.id)).status, 410)
})

test('expired holds do not count towards the limit of two', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  await held(visitor, at)
  await held(visitor, at, '2026-11-26')
  kalli.time.advance(11)
  await held(visitor, at, '2026-11-27')
})

test('reports a changed price with the old one, the new one and a fresh offer', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const slot = await slotOn(visitor, at)
  await kalli.database.kysely
    .updateTable('services')
    .set({ price_cents: 120_000 })
    .where('id', '=', at.serviceId)
    .execute()
  const answer = await visitor.call(contractOfHold.hold, { body: { slotToken: slot.token } })
  const refusal = refusalOf(answer)
  assert.equal(refusal.code, 'price_changed')
  const change = PriceChange.parse(refusal.details)
  assert.equal(change.oldTotalCents, 100_000)
  assert.equal(change.newTotalCents, 120_000)
  const accepted = await visitor.call(contractOfHold.hold, { body: { slotToken: change.slot.token } })
  assert.equal(accepted.status, 201)
  assert.equal(accepted.body.quote.totalCents, 120_000)
})

test('the price of the hold is charged, even if the service’s price rises', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  await kalli.database.kysely
    .updateTable('services')
    .set({ price_cents: 990_000 })
    .where('id', '=', at.serviceId)
    .execute()
  assert.equal((await pay(visitor, hold.id)).body.payment?.amountCents, 100_000)
})

test('a forged, foreign or old token, or a time that is no longer offered, is refused clearly', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const slot = await slotOn(visitor, at)
  const forged = await visitor.call(contractOfHold.hold, { body: { slotToken: `${slot.token}x` } })
  assert.equal(refusalOf(forged).code, 'slot_token_invalid')
  await kalli.database.kysely
    .updateTable('services')
    .set({ visibility: 'hidden' })
    .where('id', '=', at.serviceId)
    .execute()
  const gone = await visitor.call(contractOfHold.hold, { body: { slotToken: slot.token } })
  assert.equal(refusalOf(gone).code, 'slot_not_available')
  kalli.time.advance(16)
  const old = await visitor.call(contractOfHold.hold, { body: { slotToken: slot.token } })
  assert.equal(refusalOf(old).code, 'slot_token_invalid')
})

test('a refused card leaves the time held, and another card books it', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const declined = await pay(visitor, hold.id, 'tok_declined')
  assert.equal(declined.status, 402)
  assert.equal(refusalOf(declined).code, 'card_declined')
  assert.equal((await visitor.call(contractOfHold.readHold, { params: { id: hold.id } })).status, 200)
  const paid = await pay(visitor, hold.id, 'tok_ok', contactOf({ firstName: 'Inés' }))
  assert.equal(paid.status, 201)
  assert.equal(paid.body.status, 'confirmed')
  assert.equal(paid.body.client?.firstName, 'Inés')
  assert.equal((await claimsOf(kalli, hold.id)).length, 3, 'one client, the one who came last')
})

test('a late webhook about a refused card does not undo the next card’s payment', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  assert.equal((await pay(visitor, hold.id, 'tok_declined')).status, 402)
  const [requested] = await inLine(
    kalli,
    { text: 'select from bookings where id = $1 for update', values: [hold.id] },
    () => pay(visitor, hold.id, 'tok_3ds'),
    () => followPayment(kalli.work(), hold.id),
  )
  assert.deepEqual(
    [requested.status, requested.body.status],
    [201, 'awaiting_payment'],
    JSON.stringify(requested.body),
  )
})

test('when the bank requires approval, the hold lasts five minutes longer, only once', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const requested = await pay(visitor, hold.id, 'tok_3ds')
  assert.equal(requested.status, 201)
  assert.equal(requested.body.status, 'awaiting_payment')
  const actionUrl = requested.body.payment?.actionUrl
  assert.ok(actionUrl)
  assert.equal(Date.parse(requested.body.holdExpiresAt ?? '') - Date.parse(hold.expiresAt), 5 * 60_000)
  const again = await pay(visitor, hold.id, 'tok_3ds')
  assert.equal(again.body.holdExpiresAt, requested.body.holdExpiresAt)
})

test('a client who returns from the bank and pays with another card books once', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  await pay(visitor, hold.id, 'tok_3ds')
  const paid = await pay(visitor, hold.id, 'tok_ok')
  assert.equal(paid.body.status, 'confirmed')
})

test('submitting several times, in sequence and at once, makes one booking and one charge', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const contact = contactOf()
  await confirmContact(visitor, hold.id, contact.email)
  const answers = await Promise.all([1, 2, 3].map(() => pay(visitor, hold.id, 'tok_ok', contact)))
  for (const answer of answers) assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const later = await pay(visitor, hold.id, 'tok_ok', contact)
  assert.equal(later.body.status, 'confirmed')
  assert.equal(later.body.id, hold.id)
  const { rows } = await kalli.database.pool.query(
    'select count(*)::int as charges from standin.charges where reference = $1',
    [later.body.payment?.id],
  )
  assert.deepEqual(rows, [{ charges: 1 }])
})

test('a retry with the same key gets the same reply, and the key with another body is refused', async () => {
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const slot = await slotOn(visitor, at)
  const key = 'a-key-of-this-test'
  const once = await visitor.call(contractOfHold.hold, { body: { slotToken: slot.token } }, { key })
  const twice = await visitor.call(contractOfHold.hold, { body: { slotToken: slot.token } }, { key })
  assert.deepEqual(twice.body, once.body)
  const other = await slotOn(visitor, at, '2026-11-26')
  const refused = await visitor.call(contractOfHold.hold, { body: { slotToken: other.token } }, { key })
  assert.equal(refused.status, 422)
})

test('a client’s second booking of the same hour is refused, and the time stays held', async () => {
  const at = await people.bookable(kalli)
  const other = await people.bookable(kalli)
  const contact = contactOf()
  await booked(kalli, at, { contact })
  const visitor = kalli.visitor()
  const hold = await held(visitor, other)
  const answer = await pay(visitor, hold.id, 'tok_ok', contact)
  assert.equal(refusalOf(answer).code, 'client_busy')
  assert.equal(
    (await pay(visitor, hold.id, 'tok_ok', contactOf())).body.status,
    'confirmed',
    'somebody else may',
  )
})

test('when the bank does not answer, the booking waits and a job settles it', async (t) => {
  t.after(() => kalli.time.set(testNow))
  const at = await people.bookable(kalli)
  const visitor = kalli.visitor()
  const hold = await held(visitor, at)
  const answer = await pay(visitor, hold.id, 'tok_timeout')
  assert.equal(answer.status, 201)
  for (let minute = 0; minute < 15; minute += 1) {
    kalli.time.advance(1)
    await runJobsOnce(kalli)
  }
  const t2 = answer.body.viewToken
  const later = await kalli.visitor().call(contract.booking, { params: { id: hold.id }, query: { t: t2 } })
  assert.equal(later.body.status, 'confirmed')
})
