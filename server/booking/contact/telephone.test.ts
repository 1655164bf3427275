import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as bookings from '#contract/booking/booking.ts'
import * as cancellations from '#contract/booking/cancellation.ts'
import * as checkout from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import { guestBookings } from '#contract/booking/client/guest.ts'
import { find } from '#server/booking/support/find.ts'
import { drain } from '#server/platform/jobs.ts'
import { held } from '#server/testing/bookings.ts'
import { codeTo, linkIn, prove } from '#server/testing/guests.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const payment = {
  method: 'card',
  token: 'tok_ok',
  creditCents: 0,
  tipCents: 0,
  whole: false,
  keep: false,
} as const
const order = (holdId: string, phone: string, email = '') => ({
  holdId,
  contact: { firstName: 'Lucía', lastName: '', email, phone },
  companions: [],
  adult: false,
  payment,
})

const confirm = async (who: Person, holdId: string, phone: string, typed = phone) => {
  const sent = await who.call(holds.sendContactCode, { params: { id: holdId }, body: { phone: typed } })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const code = (await codeTo(kalli, phone)) ?? assert.fail('no code')
  return who.call(holds.enterContactCode, { params: { id: holdId }, body: { phone: typed, code } })
}

const textsTo = async (phone: string): Promise<string[]> => {
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    'select body from text_messages where to_phone = $1 order by id',
    [phone],
  )
  return rows.map(({ body }) => body)
}

/** A visit booked by a visitor with only this telephone. */
const bookedBy = async (phone: string, at?: Awaited<ReturnType<typeof people.bookable>>, place?: number) => {
  const who = kalli.visitor()
  const hold = await held(who, at ?? (await people.bookable(kalli)), undefined, place)
  assert.equal((await confirm(who, hold.id, phone)).status, 200)
  const answer = await who.call(checkout.book, { body: order(hold.id, phone) })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

test('a first name and a verified telephone are enough to book, and all messages go to the telephone', async () => {
  const at = await people.bookable(kalli)
  const who = kalli.visitor()
  const hold = await held(who, at)
  const phone = '+525544440001'
  const early = await who.call(checkout.book, { body: order(hold.id, phone) })
  assert.equal(refusalOf(early).code, 'contact_unconfirmed')
  const known = await confirm(who, hold.id, phone, '55 4444 0001')
  assert.deepEqual(known.body, { known: null })
  const visit = await who.call(checkout.book, { body: order(hold.id, phone) })
  assert.equal(visit.body.status, 'confirmed')
  const [, confirmed] = await textsTo(phone)
  assert.match(confirmed ?? '', /^Kalli: Reserva confirmada: .+ http\S+\/s\/[0-9A-Za-z]{12}$/)
  const address = await linkIn(kalli, confirmed)
  assert.match(address, /^\/booking-success\?id=\S+&t=\S+$/)
  const t = decodeURIComponent(/&t=(\S+)$/.exec(address)?.[1] ?? '')
  const opened = await kalli.visitor().call(bookings.booking, { params: { id: visit.body.id }, query: { t } })
  assert.equal(opened.status, 200)
  const { rows } = await kalli.database.pool.query("select 1 from mails where to_address = ''")
  assert.equal(rows.length, 0)
})

test('a telephone other than the verified one cannot book', async () => {
  const who = kalli.visitor()
  const hold = await held(who, await people.bookable(kalli))
  await confirm(who, hold.id, '+525544440002')
  const other = await who.call(checkout.book, { body: order(hold.id, '+525544440003') })
  assert.equal(refusalOf(other).code, 'contact_unconfirmed')
})

test('a telephone is one client, who is recognized on another browser and busy at the same hour', async () => {
  const phone = '+525544440004'
  await bookedBy(phone)
  const who = kalli.visitor()
  const hold = await held(who, await people.bookable(kalli))
  const known = await confirm(who, hold.id, phone)
  assert.deepEqual(known.body, { known: { firstName: 'Lucía', lastName: '', phone } })
  const second = await who.call(checkout.book, { body: order(hold.id, phone) })
  assert.equal(refusalOf(second).code, 'client_busy')
  const { rows } = await kalli.database.pool.query('select 1 from clients where proved_phone = $1', [phone])
  assert.equal(rows.length, 1)
})

test('with the telephone’s code alone a guest finds and cancels the visit, and is notified by text message', async () => {
  const phone = '+525544440005'
  const visit = await bookedBy(phone)
  const who = kalli.visitor()
  await prove(kalli, who, phone)
  const seen = (await who.call(guestBookings, { query: {} })).body.visits
  assert.deepEqual(
    seen.map(({ booking }) => booking.id),
    [visit.id],
  )
  const query = { t: seen[0]?.t }
  const params = { id: visit.id }
  const quoted = await who.call(cancellations.cancelQuote, { params, query, body: { as: 'client' } })
  assert.equal(quoted.status, 200, JSON.stringify(quoted.body))
  const ended = await who.call(cancellations.cancel, {
    params,
    query,
    body: { quoteToken: quoted.body.token },
  })
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  assert.match((await textsTo(phone)).at(-1) ?? '', /cancel/i)
})

test('an email beside a confirmed telephone gets the receipt, without a link that acts', async () => {
  const who = kalli.visitor()
  const phone = '+525544440006'
  const email = 'mistyped@example.test'
  const hold = await held(who, await people.bookable(kalli))
  await confirm(who, hold.id, phone)
  const answer = await who.call(checkout.book, { body: order(hold.id, phone, email) })
  assert.equal(answer.status, 201)
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ text: string }>(
    'select body_text as text from mails where to_address = $1',
    [email],
  )
  assert.equal(rows.length, 1)
  assert.match(rows[0]?.text ?? '', /guest-bookings/)
  assert.doesNotMatch(rows[0]?.text ?? '', /[?&]t=/)
})

test('support finds a visit by its telephone, however it is typed', async () => {
  const visit = await bookedBy('+525544440007')
  const found = await find(kalli.work(), { q: '55 4444-0007', limit: 20 })
  assert.deepEqual(
    found.items.map(({ id }) => id),
    [visit.id],
  )
})

test('the database refuses a client and a visit without a contact channel', async () => {
  const visit = await bookedBy('+525544440008')
  await assert.rejects(
    kalli.database.pool.query('update clients set proved_phone = null where proved_phone = $1', [
      '+525544440008',
    ]),
    { constraint: 'clients_reached' },
  )
  await assert.rejects(
    kalli.database.pool.query("update bookings set contact = contact - 'proved' where id = $1", [visit.id]),
    { constraint: 'bookings_contact_reached' },
  )
})
