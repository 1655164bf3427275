import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import { saveException } from '#contract/availability/availability.ts'
import { enterGuestCode, guestBookings, leaveGuest, sendGuestCode } from '#contract/booking/client/guest.ts'
import { guestWallet, guestWaitlist, moveGuestWaitlistEntry } from '#contract/booking/client/guest-later.ts'
import * as waitlist from '#contract/booking/waitlist/waitlist.ts'
import { booked, contactOf, held, pay } from '#server/testing/bookings.ts'
import { drain } from '#server/platform/jobs.ts'
import * as guests from '#server/testing/guests.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** The address as stored; `prove` may write it differently. */
const codeTo = (address: string) => guests.codeTo(kalli, address)
const prove = (who: Person, typed: string, address = typed) => guests.prove(kalli, who, typed, address)

const visitsOf = async (who: Person, tab: 'upcoming' | 'past' = 'upcoming') =>
  (await who.call(guestBookings, { query: { tab } })).body

const unknownVisitor = { known: false, visits: [], next: null }

test('a guest who verifies a telephone sees the visits booked with it, and each opens with its link', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf({ phone: '+525544443333' })
  const visit = await booked(kalli, at, { contact })
  const who = kalli.visitor()
  assert.deepEqual(await visitsOf(who), unknownVisitor)
  await prove(who, contact.phone)
  const seen = await visitsOf(who)
  assert.equal(seen.known, true)
  assert.deepEqual(
    seen.visits.map(({ booking }) => booking.id),
    [visit.id],
  )
  const query = { t: seen.visits[0]?.t }
  assert.equal(
    (await kalli.visitor().call(contract.booking, { params: { id: visit.id }, query })).status,
    200,
  )
  // The mailbox shows the same in another browser, with a second visit booked by the same mailbox.
  const other = await booked(kalli, at, { contact, place: 3 })
  const elsewhere = kalli.visitor()
  await prove(elsewhere, contact.email)
  assert.deepEqual(
    (await visitsOf(elsewhere)).visits.map(({ booking }) => booking.id),
    [visit.id, other.id],
  )
  assert.deepEqual((await visitsOf(elsewhere, 'past')).visits, [])
  // After leaving, nothing is shown any more; and a day later neither.
  assert.equal((await elsewhere.call(leaveGuest)).status, 200)
  assert.deepEqual(await visitsOf(elsewhere), unknownVisitor)
  kalli.time.advance(24 * 60)
  assert.deepEqual(await visitsOf(who), unknownVisitor)
})

test('a guest sees the balance, the arrival code and the reason of a cancellation, and nothing about others', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  await kalli.database.pool.query('update services set upfront_bp = 3000 where id = $1', [at.serviceId])
  const contact = contactOf({ phone: '+525566667777' })
  const coming = await booked(kalli, at, { contact })
  const off = await booked(kalli, at, { contact, place: 3 })
  const neighbour = contactOf({ phone: '+525588889999', firstName: 'Refugio' })
  const theirs = await booked(kalli, at, { contact: neighbour, place: 6 })
  const params = { id: off.id }
  const professional = at.professional.person
  const quote = await professional.call(cancellations.cancelQuote, {
    params,
    query: {},
    body: { as: 'professional' },
  })
  const cancelled = await professional.call(cancellations.cancel, {
    params,
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Se descompuso mi lavacabezas.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))

  const who = kalli.visitor()
  await prove(who, contact.phone)
  const [seen, past] = [await visitsOf(who), await visitsOf(who, 'past')]
  const [next, over] = [seen.visits, past.visits].map(([first]) => first?.booking)
  assert.deepEqual([seen.visits.length, next?.id, next?.upfront?.state], [1, coming.id, 'later'])
  assert.equal(next?.upfront?.balanceCents, ((next?.totalCents ?? 0) * 7) / 10)
  assert.match(next?.arrivalCode ?? '', /^\d{6}$/)
  assert.deepEqual([past.visits.length, over?.id, over?.arrivalCode], [1, off.id, null])
  assert.deepEqual(
    [over?.cancellation?.by, over?.cancellation?.said],
    ['professional', 'Se descompuso mi lavacabezas.'],
  )
  // The professional's rent, and other clients, stay private.
  assert.deepEqual([next?.rentCents, over?.rentCents], [null, null])
  const reported = JSON.stringify([seen, past])
  for (const other of [theirs.id, neighbour.email, neighbour.phone, neighbour.firstName])
    assert.ok(!reported.includes(other), other)
})

test('a guest’s visits are paginated, soonest first, and a stranger gets nothing from their cursor', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf({ phone: '+525522221111' })
  // Booked anew each time with the same telephone: three guests for Kalli, one person.
  const ids = []
  for (const place of [0, 3, 6])
    ids.push((await booked(kalli, at, { contact: contactOf({ phone: contact.phone }), place })).id)
  const who = kalli.visitor()
  await prove(who, contact.phone)
  const read: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 3; page += 1) {
    const query = { limit: 1, ...(cursor === undefined ? {} : { cursor }) }
    const { visits, next } = (await who.call(guestBookings, { query })).body
    read.push(...visits.map(({ booking }) => booking.id))
    const anonymous = await kalli.visitor().call(guestBookings, { query })
    assert.deepEqual(anonymous.body, { known: false, visits: [], next: null })
    assert.equal(next === null, page === 2)
    cursor = next ?? undefined
  }
  assert.deepEqual(read, ids)
  // The search finds a guest's own visits by what the list shows, and never by what only others are shown.
  const found = async (q: string, by = who) => {
    const { body } = await by.call(guestBookings, { query: { q } })
    return body.visits.map(({ booking }) => booking.id)
  }
  const [first] = (await visitsOf(who)).visits
  assert.ok(first?.booking.arrivalCode)
  assert.deepEqual(await found(first.booking.arrivalCode), [ids[0]])
  assert.deepEqual(await found(first.booking.professional.firstName), ids)
  assert.deepEqual(await found('5522221111'), [])
  assert.deepEqual(await found(first.booking.professional.firstName, kalli.visitor()), [])
  const mangled = await who.call(guestBookings, { query: { cursor: 'x' } })
  assert.equal(refusalOf(mangled).code, 'invalid_input')
})

test('a code request never reveals if an address is known: strangers get no code and the same answers', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf({ phone: '+525555556666' })
  await booked(kalli, at, { contact })
  const who = kalli.visitor()
  const known = await who.call(sendGuestCode, { body: { address: contact.phone } })
  const stranger = kalli.visitor()
  const unknown = await stranger.call(sendGuestCode, { body: { address: '+525577778888' } })
  assert.deepEqual([known.status, known.body.resendInSeconds], [unknown.status, unknown.body.resendInSeconds])
  assert.notEqual(await codeTo(contact.phone), null)
  assert.equal(await codeTo('+525577778888'), null)
  // Too soon again: the same reply.
  assert.equal((await who.call(sendGuestCode, { body: { address: contact.phone } })).status, 200)
  const wrong = await Promise.all(
    [
      { asker: who, address: contact.phone },
      { asker: stranger, address: '+525577778888' },
    ].map(({ asker, address }) => asker.call(enterGuestCode, { body: { address, code: '000000' } })),
  )
  assert.deepEqual(
    wrong.map((answer) => [
      answer.status,
      refusalOf(answer).code,
      refusalOf(answer).message,
      refusalOf(answer).details,
    ]),
    [0, 1].map(() => [400, 'code_wrong', 'Ese código no es, o ya venció. Revísalo o pide otro.', undefined]),
  )
  assert.equal(refusalOf(await who.call(sendGuestCode, { body: { address: 'hola' } })).code, 'invalid_phone')
})

test('a visit booked with an account is seen with that account alone, not by telephone', async () => {
  const at = await people.bookable(kalli)
  const contact = contactOf({ phone: '+525512345678' })
  const client = await people.signIn(kalli, await people.account(kalli))
  await booked(kalli, at, { who: client, contact })
  const who = kalli.visitor()
  await who.call(sendGuestCode, { body: { address: contact.phone } })
  assert.equal(await codeTo(contact.phone), null)
})

test('a telephone is recognized however it is typed, at the checkout and when looking up visits', async () => {
  const at = await people.bookable(kalli)
  const visit = await booked(kalli, at, { contact: contactOf({ phone: '55 1234 9876' }) })
  const foreign = await booked(kalli, at, { contact: contactOf({ phone: '+34 612 34 56 78' }), place: 3 })
  const { rows } = await kalli.database.pool.query<{ said: string; stored: string }>(
    `select contact ->> 'phone' as said, phone as stored from bookings join clients on clients.id = client_id
     where bookings.id = any ($1) order by bookings.starts_at`,
    [[visit.id, foreign.id]],
  )
  assert.deepEqual(
    rows,
    ['+525512349876', '+34612345678'].map((phone) => ({ said: phone, stored: phone })),
  )
  for (const typed of [
    '55 1234 9876',
    '(55) 1234-9876',
    '+52 55 1234 9876',
    '+52 1 55 1234 9876',
    '5215512349876',
    '044 55 1234 9876',
    '01 55 1234 9876',
    '\u202a+52 55 1234 9876\u202c',
    '55·1234·9876',
  ]) {
    const who = kalli.visitor()
    await prove(who, typed, '+525512349876')
    assert.deepEqual(
      (await visitsOf(who)).visits.map(({ booking }) => booking.id),
      [visit.id],
      typed,
    )
    // An address gets five codes an hour.
    kalli.time.advance(13)
  }
  const unclear = await kalli.visitor().call(sendGuestCode, { body: { address: '55 1234' } })
  assert.doesNotMatch(refusalOf(unclear).message, /país que elegiste/, 'no country was chosen here')
  const nowhere = kalli.visitor()
  await nowhere.call(sendGuestCode, { body: { address: '55 1234 9877' } })
  assert.equal(await codeTo('+525512349877'), null)
})

test('an impossible telephone is refused at its field before payment, and by the database', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  for (const phone of [
    '12 34 56 78 90',
    '0000000000',
    '55 1234 5678 ext. 9',
    '+52 55 1234 567',
    '+999 1234567890',
  ]) {
    const refused = await pay(who, hold.id, 'tok_ok', contactOf({ phone }))
    assert.equal(refused.status, 400, phone)
    assert.deepEqual(
      [refusalOf(refused).code, refusalOf(refused).details],
      ['invalid_phone', { field: 'phone' }],
    )
  }
  assert.equal((await pay(who, hold.id)).status, 201)
  const { pool } = kalli.database
  const typed = JSON.stringify({ ...contactOf(), phone: '55 1234 5678' })
  await assert.rejects(pool.query('update bookings set contact = $2 where id = $1', [hold.id, typed]), {
    constraint: 'bookings_contact_phone',
  })
  await assert.rejects(pool.query(`update clients set phone = '55 1234 5678'`), {
    constraint: 'clients_phone',
  })
  await assert.rejects(
    pool.query(
      `insert into whatsapp_consents (booking_id, phone, sentence, consented_at) values ($1, '55 1234 5678', 'Sí', now())`,
      [hold.id],
    ),
    { constraint: 'whatsapp_consents_number' },
  )
})

test('a guest who changed numbers finds visits by each number, and prepaid assets only by the last one', async () => {
  const at = await people.bookable(kalli)
  const { email } = contactOf()
  const [former, present] = ['+525512340001', '+525512340002']
  const first = await booked(kalli, at, { contact: contactOf({ email, phone: former }) })
  kalli.time.advance(2)
  const second = await booked(kalli, at, { contact: contactOf({ email, phone: present }), place: 3 })
  const seenBy = async (address: string) => {
    kalli.time.advance(2)
    const who = kalli.visitor()
    await prove(who, address)
    return (await visitsOf(who)).visits.map(({ booking }) => booking.id)
  }
  assert.deepEqual(await seenBy(former), [first.id])
  assert.deepEqual(await seenBy(present), [second.id])
  assert.deepEqual(await seenBy(email), [first.id, second.id])
  const { rows } = await kalli.database.pool.query('select phone from clients where email = $1', [email])
  assert.deepEqual(rows, [{ phone: present }])
})

const day = '2026-11-25'
/** A visitor joins the waitlist for a day without free hours. */
const waiting = async (email: string) => {
  const at = await people.bookable(kalli, { durationMinutes: 60 })
  const closed = await at.professional.person.call(saveException, {
    query: {},
    body: { date: day, windows: [] },
  })
  assert.equal(closed.status, 200)
  const joined = await kalli.visitor().call(waitlist.joinWaitlist, {
    body: {
      professional: at.professional.id,
      service: at.serviceId,
      from: day,
      to: day,
      parts: ['morning'],
      contact: { firstName: 'Paola', email },
    },
  })
  assert.equal(joined.status, 201, JSON.stringify(joined.body))
  return at
}
const openMorning = async (at: Awaited<ReturnType<typeof waiting>>) => {
  const opened = await at.professional.person.call(saveException, {
    query: {},
    body: { date: day, windows: [{ fromMinute: 600, toMinute: 660 }] },
  })
  assert.equal(opened.status, 200)
  await drain(kalli)
}
const entriesOf = async (who: Person) => (await who.call(guestWaitlist)).body

test('a guest who verifies a mailbox sees its waitlist entries, and can confirm and stop them', async () => {
  const { email } = contactOf()
  const at = await waiting(email)
  const who = kalli.visitor()
  assert.deepEqual(await entriesOf(who), [])
  // A visitor who is only on a waitlist has booked nothing, but is sent a code.
  await prove(who, email)
  const [entry] = await entriesOf(who)
  assert.equal(entry?.state, 'unconfirmed')
  const params = { id: entry?.id ?? '' }
  const confirmed = await who.call(moveGuestWaitlistEntry, { params: { ...params, move: 'confirm' } })
  assert.deepEqual([confirmed.status, confirmed.body.state], [200, 'active'])
  await openMorning(at)
  const [offered] = await entriesOf(who)
  assert.equal(offered?.state, 'offered')
  assert.ok(offered?.offer?.token)
  const stopped = await who.call(moveGuestWaitlistEntry, { params: { ...params, move: 'stop' } })
  assert.deepEqual([stopped.status, stopped.body.state], [200, 'withdrawn'])
  assert.deepEqual(await entriesOf(who), [])
})

test('a waitlist entry is not found through another mailbox or an unverified telephone', async () => {
  const { email } = contactOf()
  await waiting(email)
  const owner = kalli.visitor()
  await prove(owner, email)
  const [entry] = await entriesOf(owner)
  const params = { id: entry?.id ?? '', move: 'stop' as const }
  const anonymous = kalli.visitor()
  assert.equal(refusalOf(await anonymous.call(moveGuestWaitlistEntry, { params })).code, 'not_found')

  const at = await people.bookable(kalli)
  const contact = contactOf({ phone: '+525533332222' })
  await booked(kalli, at, { contact })
  const stranger = kalli.visitor()
  await prove(stranger, contact.email)
  assert.deepEqual(await entriesOf(stranger), [])
  assert.equal(refusalOf(await stranger.call(moveGuestWaitlistEntry, { params })).code, 'not_found')
  const byPhone = kalli.visitor()
  await prove(byPhone, contact.phone)
  assert.deepEqual(await entriesOf(byPhone), [])
  assert.equal((await entriesOf(owner)).length, 1)
})

test('a guest’s credit is visible with their telephone or mailbox, and to no other user', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0, priceCents: 65_000 })
  const contact = contactOf({ phone: '+525511110000' })
  const visit = await booked(kalli, at, { contact, date: '2026-11-20', place: 4 })
  const params = { id: visit.id }
  const professional = at.professional.person
  const quote = await professional.call(cancellations.cancelQuote, {
    params,
    query: {},
    body: { as: 'professional' },
  })
  const cancelled = await professional.call(cancellations.cancel, {
    params,
    query: {},
    body: { quoteToken: quote.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await drain(kalli)
  const nothing = { creditCents: 0, entries: [] }
  const stranger = kalli.visitor()
  assert.deepEqual((await stranger.call(guestWallet)).body, nothing)
  const other = contactOf({ phone: '+525599998888' })
  await booked(kalli, await people.bookable(kalli), { contact: other })
  await prove(stranger, other.phone)
  assert.deepEqual((await stranger.call(guestWallet)).body, nothing)
  const later = contactOf({ email: contact.email, phone: '+525511110009' })
  await booked(kalli, await people.bookable(kalli), { contact: later })
  const former = kalli.visitor()
  await prove(former, contact.phone)
  assert.deepEqual((await former.call(guestWallet)).body, nothing)
  for (const address of [later.phone, contact.email]) {
    const who = kalli.visitor()
    await prove(who, address)
    const { creditCents, entries } = (await who.call(guestWallet)).body
    assert.equal(creditCents, 5_000)
    assert.deepEqual(
      entries.map(({ kind, amountCents }) => [kind, amountCents]),
      [['earned', 5_000]],
    )
    kalli.time.advance(2)
  }
})
