/** A search that a visitor saves with a telephone: confirmed first, notified once per opening, ended by a link or after a code. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { enterVisitorCode, sendVisitorCode } from '#contract/booking/contact-code.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import * as contract from '#contract/favourite/visitor-search.ts'
import { followOpening } from '#server/favourite/search-opening.ts'
import { textDue } from '#server/favourite/visitor-search.ts'
import { drain } from '#server/platform/jobs.ts'
import { remake } from '#server/search/documents.ts'
import { booked } from '#server/testing/bookings.ts'
import { codeTo, prove } from '#server/testing/guests.ts'
import { bookable } from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

let serial = 0
const phoneOf = () => `+52554477${String(++serial + 1000)}`

/** A visitor with a telephone confirmed on this page. */
const visitor = async () => {
  const who = kalli.visitor()
  const phone = phoneOf()
  assert.equal((await who.call(sendVisitorCode, { body: { phone } })).status, 200)
  const code = (await codeTo(kalli, phone)) ?? assert.fail('no code')
  assert.equal((await who.call(enterVisitorCode, { body: { phone, code } })).status, 200)
  return { who, phone }
}

/** The whole of 27 November in Mexico City. */
const friday = 'startsAt=2026-11-27T06%3A00%3A00Z&endsAt=2026-11-28T06%3A00%3A00Z'
const ofWord = (word: string, when = friday) => ({
  label: `${word} · vie 27 nov`,
  search: `q=${word}&${when}`,
  queries: [`q=${word}&${when}`],
})
const save = (who: Person, phone: string, word: string) =>
  who.call(contract.saveVisitorSearch, { body: { ...ofWord(word), phone } })
const textsTo = async (phone: string) => {
  const { rows } = await kalli.database.pool.query<{ body: string }>(
    `select body from text_messages where to_phone = $1 and dedupe_key like 'search-alert:%' order by created_at`,
    [phone],
  )
  return rows.map(({ body }) => body)
}

/** A professional with one service, whose visit on the 27th is cancelled when it is called. */
const opening = async (word: string) => {
  const at = await bookable(kalli, { name: word, noticeMinutes: 0 })
  await remake(kalli.work())
  const { id } = await booked(kalli, at, { date: '2026-11-27' })
  await drain(kalli)
  const cancel = async () => {
    const { person } = at.professional
    const requested = { params: { id }, query: {} }
    const quoted = await person.call(cancellation.cancelQuote, { ...requested, body: { as: 'professional' } })
    const body = { quoteToken: quoted.body.token, reason: 'Un imprevisto.' }
    assert.equal((await person.call(cancellation.cancel, { ...requested, body })).status, 200)
    await drain(kalli)
  }
  return { id, cancel }
}

test('a visitor’s search needs a code, belongs to that telephone, and is found by a code on another browser', async () => {
  const { who, phone } = await visitor()
  const stranger = kalli.visitor()
  assert.equal(refusalOf(await save(stranger, phone, 'masaje')).code, 'contact_unconfirmed')
  assert.equal(refusalOf(await save(who, '12', 'masaje')).code, 'invalid_phone')
  const wrong = { ...ofWord('masaje'), queries: ['priceRange=cheap&lat=here'], phone }
  assert.equal(refusalOf(await who.call(contract.saveVisitorSearch, { body: wrong })).code, 'invalid_input')
  // In a national format, twice at once.
  const both = await Promise.all([phone, phone.slice(3)].map((typed) => save(who, typed, 'masaje')))
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201],
  )
  const { body: mine } = await who.call(contract.visitorSearches)
  assert.deepEqual(
    mine.map(({ label, expiresAt }) => [label, expiresAt]),
    [['masaje · vie 27 nov', '2026-11-28T06:00:00.000Z']],
  )
  const params = { id: mine[0]?.id ?? '' }
  assert.deepEqual((await stranger.call(contract.visitorSearches)).body, [])
  await stranger.call(contract.dropVisitorSearch, { params })
  const other = kalli.visitor()
  await prove(kalli, other, phone)
  assert.equal((await other.call(contract.visitorSearches)).body.length, 1)
  await other.call(contract.dropVisitorSearch, { params })
  assert.deepEqual((await who.call(contract.visitorSearches)).body, [])
})

test('a visitor keeps at most twenty saved searches, also with two requests at once', async () => {
  const { who, phone } = await visitor()
  for (let one = 0; one < 19; one += 1) assert.equal((await save(who, phone, `palabra${one}`)).status, 201)
  const last = await Promise.all([20, 21].map((n) => save(who, phone, `palabra${n}`)))
  assert.deepEqual(last.map(({ status }) => status).toSorted(), [201, 409])
})

test('an opened slot is texted once for all matching searches, with one link to it and one that ends the alert', async () => {
  const visit = await opening('Reflexología')
  const { who, phone } = await visitor()
  await save(who, phone, 'Reflexología')
  await who.call(contract.saveVisitorSearch, {
    body: { ...ofWord('Reflexología'), search: 'q=Reflexología', phone },
  })
  const other = await visitor()
  await save(other.who, other.phone, 'Acupuntura')
  await visit.cancel()
  const [text = '', ...more] = await textsTo(phone)
  assert.deepEqual([more, await textsTo(other.phone)], [[], []])
  assert.ok(text.length <= 160, text)
  const links = [...text.matchAll(/\/s\/\w+/g)].map(([path]) => path)
  assert.equal(links.length, 2, text)
  const targets = await Promise.all(
    links.map(async (path) => (await kalli.visitor().fetch('GET', path)).headers.get('location') ?? ''),
  )
  assert.match(targets[0] ?? '', /^\/search-results\?q=Reflexolog/)
  const [, token = ''] = /^\/search-alert\/(.+)$/.exec(targets[1] ?? '') ?? []

  // The same opening again, by two workers at once.
  await Promise.all([1, 2].map(() => followOpening(kalli.work(), visit.id)))
  await drain(kalli)
  assert.equal((await textsTo(phone)).length, 1)

  // The link alone ends it, on any browser; opening it does not.
  const reader = kalli.visitor()
  const params = { token }
  const read = await reader.call(contract.linkedSearch, { params })
  assert.equal(read.body.label, 'Reflexología · vie 27 nov')
  const forged = { params: { token: `${token.slice(0, -4)}AAAA` } }
  assert.equal(refusalOf(await reader.call(contract.dropLinkedSearch, forged)).code, 'not_found')
  assert.equal((await reader.call(contract.dropLinkedSearch, { params })).status, 200)
  assert.equal((await reader.call(contract.dropLinkedSearch, { params })).status, 200)
  assert.equal(refusalOf(await reader.call(contract.linkedSearch, { params })).code, 'not_found')
  const left = (await who.call(contract.visitorSearches)).body
  assert.equal(left.length, 1)
})

test('a text due at night waits for the morning, and is sent only if the hour is still free', async () => {
  const [saved, taken] = [await opening('Osteopatía'), await opening('Drenaje')]
  const { who, phone } = await visitor()
  await save(who, phone, 'Osteopatía')
  const late = await visitor()
  await save(late.who, late.phone, 'Drenaje')
  // Three in the morning in Mexico City.
  kalli.time.set(new Date('2026-11-21T09:00:00Z'))
  await saved.cancel()
  await taken.cancel()
  await textDue(kalli.work())
  assert.deepEqual(await textsTo(phone), [])
  await kalli.database.pool.query(
    `update professionals set status = 'paused' where id = (select professional_id from bookings where id = $1)`,
    [taken.id],
  )
  await remake(kalli.work())
  kalli.time.set(new Date('2026-11-21T14:00:00Z'))
  // Two workers at once.
  await Promise.all([1, 2].map(() => textDue(kalli.work())))
  assert.equal((await textsTo(phone)).length, 1)
  assert.deepEqual(await textsTo(late.phone), [])
  const { rows } = await kalli.database.pool.query(
    'select from saved_search_notices where text_due_at is not null',
  )
  assert.equal(rows.length, 0)
})
