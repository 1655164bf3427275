/** Waiting with a first name and a telephone: join by a code, an offer by message, accept by its link, leave. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { saveException } from '#contract/availability/availability.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { guestWaitlist, moveGuestWaitlistEntry } from '#contract/booking/client/guest-later.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as links from '#contract/booking/series/link.ts'
import * as waitlist from '#contract/booking/waitlist/waitlist.ts'
import { drain } from '#server/platform/jobs.ts'
import { booked, type Bookable } from '#server/testing/bookings.ts'
import { codeTo, linkIn, prove } from '#server/testing/guests.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { confirmedPhone, textsTo } from '#server/testing/telephones.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const date = '2026-11-25'
const full = async () => {
  const at = await people.bookable(kalli, { durationMinutes: 60 })
  const saved = await at.professional.person.call(saveException, {
    query: {},
    body: { date, windows: [{ fromMinute: 600, toMinute: 660 }] },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return { at, visit: await booked(kalli, at, { date }) }
}
const join = (who: Person, at: Bookable, phone: string) =>
  who.call(waitlist.joinWaitlist, {
    body: {
      professional: at.professional.id,
      service: at.serviceId,
      from: date,
      to: date,
      parts: ['morning'],
      contact: { firstName: 'Paola', phone },
    },
  })
const cancel = async ({ id, t, who }: Awaited<ReturnType<typeof full>>['visit']) => {
  const params = { id }
  const quote = await who.call(cancellation.cancelQuote, { params, query: { t }, body: { as: 'client' } })
  const done = await who.call(cancellation.cancel, {
    params,
    query: { t },
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
}

test('an unverified telephone cannot join the waitlist, and gets no message', async () => {
  const { at } = await full()
  const answer = await join(kalli.visitor(), at, '+525544550001')
  assert.equal(refusalOf(answer).code, 'contact_unconfirmed')
  assert.deepEqual(await textsTo(kalli, '+525544550001'), [])
})

test('a verified telephone joins the waitlist, gets one offer by text message, accepts by its link, and pays', async () => {
  const { at, visit } = await full()
  const phone = '+525544550002'
  const who = kalli.visitor()
  await confirmedPhone(kalli, who, phone)
  const joined = await join(who, at, '55 4455 0002')
  assert.deepEqual([joined.status, joined.body.state, joined.body.sentTo], [201, 'active', null])
  assert.equal(refusalOf(await join(who, at, phone)).code, 'already_waiting')
  await cancel(visit)
  const [, offer, ...more] = await textsTo(kalli, phone)
  assert.deepEqual(more, [])
  assert.match(
    offer ?? '',
    /^Kalli: se abri.+ un lugar, miércoles 25 de noviembre, 10:00 h\. Es tuyo hasta las 10:15 h\./,
  )
  assert.ok((offer ?? '').length <= 160, offer ?? '')
  const token = /^\/bookings\/([\w.-]+)\/accept$/.exec(await linkIn(kalli, offer))?.[1] ?? ''
  // On another browser the link alone accepts nothing: a code is sent to the telephone.
  const elsewhere = kalli.visitor()
  const seen = await elsewhere.call(links.bookingLink, { params: { token } })
  assert.equal(seen.body.code?.channel, 'sms')
  const taken = await who.call(links.acceptLink, { params: { token }, body: { code: '' } })
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  assert.deepEqual(taken.body.contact, { firstName: 'Paola', lastName: '', email: '', phone })
  const paid = await who.call(checkout.book, {
    body: {
      holdId: taken.body.hold,
      contact: { firstName: 'Paola', lastName: '', email: '', phone },
      companions: [],
      adult: false,
      payment: { method: 'card', token: 'tok_ok', creditCents: 0, tipCents: 0, whole: false, keep: false },
    },
  })
  assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
  await drain(kalli)
  const entries = (await who.call(guestWaitlist)).body
  assert.deepEqual(
    entries.map(({ state }) => state),
    ['taken'],
  )
})

test('a guest who verifies the telephone sees and stops their waitlist entry, which deletes the number', async () => {
  const { at } = await full()
  const phone = '+525544550003'
  const who = kalli.visitor()
  await confirmedPhone(kalli, who, phone)
  assert.equal((await join(who, at, phone)).status, 201)
  kalli.time.advance(2)
  // A visitor who only waits has booked nothing, and is sent a code all the same.
  const elsewhere = kalli.visitor()
  await prove(kalli, elsewhere, phone)
  const [entry] = (await elsewhere.call(guestWaitlist)).body
  assert.equal(entry?.state, 'active')
  const params = { id: entry?.id ?? '', move: 'stop' as const }
  const stranger = kalli.visitor()
  await confirmedPhone(kalli, stranger, '+525544550004')
  assert.equal(refusalOf(await stranger.call(moveGuestWaitlistEntry, { params })).code, 'not_found')
  assert.deepEqual((await stranger.call(guestWaitlist)).body, [])
  const stopped = await elsewhere.call(moveGuestWaitlistEntry, { params })
  assert.deepEqual([stopped.status, stopped.body.state], [200, 'withdrawn'])
  const { rows } = await kalli.database.pool.query('select phone from waitlist_entries where id = $1', [
    params.id,
  ])
  assert.deepEqual(rows, [{ phone: null }])
  assert.equal(await codeTo(kalli, '+525544550005'), null)
})

test('the database refuses a waitlist entry without a contact channel, and an invalid number', async () => {
  const { at } = await full()
  const phone = '+525544550006'
  const who = kalli.visitor()
  await confirmedPhone(kalli, who, phone)
  assert.equal((await join(who, at, phone)).status, 201)
  for (const [to, constraint] of [
    ['null', 'waitlist_entries_reached'],
    [`'hola'`, 'waitlist_entries_number'],
  ])
    await assert.rejects(
      kalli.database.pool.query(
        `update waitlist_entries set phone = ${to}, version = version + 1 where phone = $1`,
        [phone],
      ),
      { constraint },
    )
})
