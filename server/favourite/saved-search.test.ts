/** A search with an alert: its owner, and that an opening is notified once, to the searches that find it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as cancellation from '#contract/booking/cancellation.ts'
import { clientHome } from '#contract/booking/client/home.ts'
import { keep } from '#contract/favourite/favourite.ts'
import { dropSearch, saveSearch, savedSearches } from '#contract/favourite/saved-search.ts'
import { notificationSettings, saveNotificationSettings } from '#contract/notification/notification.ts'
import { forgetOver } from '#server/favourite/saved-search.ts'
import { followOpening } from '#server/favourite/search-opening.ts'
import { drain } from '#server/platform/jobs.ts'
import { remake } from '#server/search/documents.ts'
import { booked } from '#server/testing/bookings.ts'
import { account, bookable, signIn } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const client = async () => {
  const id = await account(kalli, {})
  return { id, person: await signIn(kalli, id) }
}
/** The whole of 27 November in Mexico City. */
const friday = 'startsAt=2026-11-27T06%3A00%3A00Z&endsAt=2026-11-28T06%3A00%3A00Z'
const ofWord = (word: string, when = friday) => ({
  label: `${word} · vie 27 nov`,
  search: `q=${word}&${when}`,
  queries: [`q=${word}&${when}`],
})
const sentTo = async (accountId: number) => {
  const { rows } = await sql<{ title: string; about: { id: string }; look_at: Date | null }>`
    select content ->> 'title' as title, content -> 'about' as about, look_at from outbound_messages
    where account_id = ${accountId} and event = 'search_alert' order by created_at`.execute(
    kalli.database.kysely,
  )
  return rows
}

/** A professional with one service, whose visit on the 27th is about to be cancelled. */
const booking = async (word: string) => {
  const at = await bookable(kalli, { name: word, noticeMinutes: 0 })
  await remake(kalli.work())
  const { id } = await booked(kalli, at, { date: '2026-11-27' })
  await drain(kalli)
  return { at, id }
}
const cancelled = async ({ at, id }: Awaited<ReturnType<typeof booking>>) => {
  const { person } = at.professional
  const requested = { params: { id }, query: {} }
  const quoted = await person.call(cancellation.cancelQuote, { ...requested, body: { as: 'professional' } })
  const done = await person.call(cancellation.cancel, {
    ...requested,
    body: { quoteToken: quoted.body.token, reason: 'Un imprevisto.' },
  })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  await drain(kalli)
}

test('a saved search belongs to one account: anonymous, a stranger, invalid, past and repeated requests', async () => {
  const body = ofWord('masaje')
  assert.equal((await kalli.visitor().call(saveSearch, { body })).status, 401)
  assert.equal((await kalli.visitor().call(savedSearches)).status, 401)
  const { person } = await client()
  const { person: stranger } = await client()
  const wrong = { ...body, queries: ['priceRange=cheap&lat=here'] }
  assert.equal(refusalOf(await person.call(saveSearch, { body: wrong })).code, 'invalid_input')
  const over = ofWord('masaje', 'startsAt=2026-11-01T06%3A00%3A00Z&endsAt=2026-11-02T06%3A00%3A00Z')
  assert.equal(refusalOf(await person.call(saveSearch, { body: over })).code, 'time_is_past')

  const both = await Promise.all([1, 2].map(() => person.call(saveSearch, { body })))
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201],
  )
  const { body: saved } = await person.call(savedSearches)
  assert.equal(saved.length, 1)
  // Until the searched day is over.
  assert.equal(saved[0]?.expiresAt, '2026-11-28T06:00:00.000Z')
  assert.deepEqual((await stranger.call(savedSearches)).body, [])
  const id = saved[0]?.id ?? ''
  await stranger.call(dropSearch, { params: { id } })
  assert.equal((await person.call(savedSearches)).body.length, 1)
  await person.call(dropSearch, { params: { id } })
  assert.deepEqual((await person.call(savedSearches)).body, [])
})

test('an account keeps at most twenty saved searches, also with two requests at once', async () => {
  const { person } = await client()
  for (let one = 0; one < 19; one += 1)
    assert.equal((await person.call(saveSearch, { body: ofWord(`palabra${one}`) })).status, 201)
  const last = await Promise.all(
    [20, 21].map((n) => person.call(saveSearch, { body: ofWord(`palabra${n}`) })),
  )
  assert.deepEqual(last.map(({ status }) => status).toSorted(), [201, 409])
})

test('concurrent new and repeated saved searches are each stored once', async () => {
  const { person } = await client()
  const words = Array.from({ length: 12 }, (_, n) => ['sauna', 'temazcal', 'hammam'][n % 3] ?? '')
  const sent = words.map((word) => person.call(saveSearch, { body: ofWord(word) }))
  assert.deepEqual(new Set((await Promise.all(sent)).map(({ status }) => status)), new Set([201]))
  assert.equal((await person.call(savedSearches)).body.length, 3)
})

test('an opened slot is notified once to each client whose saved search finds it, with a link to that search', async () => {
  const visit = await booking('Reflexología')
  const wants = await client()
  const otherDay = await client()
  const otherWord = await client()
  await wants.person.call(saveSearch, { body: ofWord('Reflexología') })
  await otherDay.person.call(saveSearch, {
    body: ofWord('Reflexología', 'startsAt=2026-11-29T06%3A00%3A00Z&endsAt=2026-11-29T09%3A00%3A00Z'),
  })
  await otherWord.person.call(saveSearch, { body: ofWord('Acupuntura') })
  // A professional is not notified of their own hours.
  await visit.at.professional.person.call(saveSearch, { body: ofWord('Reflexología') })
  assert.deepEqual(await sentTo(wants.id), [])
  await cancelled(visit)
  const [sent] = await sentTo(wants.id)
  assert.match(sent?.title ?? '', /^Se abrió un horario: Reflexología/)
  assert.equal(sent?.about.id, ofWord('Reflexología').search)
  assert.deepEqual([await sentTo(otherDay.id), await sentTo(otherWord.id)], [[], []])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from saved_search_notices`.execute(
    kalli.database.kysely,
  )
  assert.equal(rows[0]?.n, 1)

  // The same opening again, by two workers at once.
  await Promise.all([1, 2].map(() => followOpening(kalli.work(), visit.id)))
  await drain(kalli)
  assert.equal((await sentTo(wants.id)).length, 1)
})

test('an alert due at night waits for the morning, and a client who turned its channels off gets none', async () => {
  const visit = await booking('Osteopatía')
  const sleeps = await client()
  const silent = await client()
  await sleeps.person.call(saveSearch, { body: ofWord('Osteopatía') })
  await silent.person.call(saveSearch, { body: ofWord('Osteopatía') })
  const { body: now } = await silent.person.call(notificationSettings)
  const off = { app: false, push: false, whatsapp: false, sms: false, email: false }
  await silent.person.call(saveNotificationSettings, {
    body: {
      version: now.version,
      quiet: now.quiet,
      events: now.events.flatMap(({ event }) => (event === 'search_alert' ? [{ event, ...off }] : [])),
    },
  })
  // Three in the morning in Mexico City.
  kalli.time.set(new Date('2026-11-21T09:00:00Z'))
  await cancelled(visit)
  const [waits] = await sentTo(sleeps.id)
  assert.equal(waits?.look_at?.toISOString(), '2026-11-21T14:00:00.000Z')
  assert.deepEqual(await sentTo(silent.id), [])
})

test('a saved search whose day has passed is deleted with its notifications', async () => {
  kalli.time.set(new Date('2026-12-05T18:00:00Z'))
  await forgetOver(kalli.work())
  const { rows } = await sql`select from saved_searches where label like '%vie 27 nov'`.execute(
    kalli.database.kysely,
  )
  assert.equal(rows.length, 0)
})

test('a client’s home shows the next visit, and saved professionals with their hours; anonymous is refused', async () => {
  assert.equal((await kalli.visitor().call(clientHome)).status, 401)
  const { person } = await client()
  assert.deepEqual((await person.call(clientHome)).body, { next: null, waiting: [], again: [], saved: [] })
  const at = await bookable(kalli, { name: 'Facial', noticeMinutes: 0 })
  await person.call(keep, { params: { kind: 'professional', id: at.professional.id } })
  const { id } = await booked(kalli, at, { who: person, date: '2026-12-08' })
  const { body } = await person.call(clientHome)
  assert.equal(body.next?.id, id)
  assert.deepEqual(
    body.saved.map(({ professional, hours }) => [professional.id, hours.length > 0]),
    [[at.professional.id, true]],
  )
  assert.ok(
    body.saved[0]?.hours.every(
      ({ service, serviceId }) => service === 'Facial' && serviceId === at.serviceId,
    ),
  )
})
