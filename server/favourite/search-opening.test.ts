/** Which openings notify which saved searches: only an hour that was an appointment, that is free, and that the search would find. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as cancellation from '#contract/booking/cancellation.ts'
import { releaseHold } from '#contract/booking/hold.ts'
import { saveSearch, savedSearches } from '#contract/favourite/saved-search.ts'
import { compareNext, followHours } from '#server/favourite/search-opening.ts'
import { sweepHolds } from '#server/booking/checkout/booking.ts'
import { drain } from '#server/platform/jobs.ts'
import { anonymous } from '#server/platform/work.ts'
import { remake } from '#server/search/documents.ts'
import { booked, type Bookable, held } from '#server/testing/bookings.ts'
import { account, bookable, signIn } from '#server/testing/people.ts'
import { watchPlans } from '#server/testing/plans.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const date = '2026-11-27'
const client = async () => {
  const id = await account(kalli, {})
  return { id, person: await signIn(kalli, id) }
}
type Client = Awaited<ReturnType<typeof client>>
const save = async ({ person }: Client, ...queries: string[]) => {
  for (const query of queries) {
    const body = { label: query, search: query, queries: [query] }
    const answer = await person.call(saveSearch, { body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
}
/** The labels of the searches that were notified. */
const notified = async ({ id }: Client) => {
  const { rows } = await sql<{ title: string }>`
    select content ->> 'title' as title from outbound_messages
    where account_id = ${id} and event = 'search_alert' order by created_at`.execute(kalli.database.kysely)
  return rows.map(({ title }) => title.replace('Se abrió un horario: ', ''))
}
const stylist = async (word: string) => {
  const at = await bookable(kalli, { name: word, noticeMinutes: 0 })
  await remake(kalli.work())
  return at
}
/** The professional cancels; the events wait. */
const cancel = async ({ professional: { person } }: Bookable, id: string) => {
  const requested = { params: { id }, query: {} }
  const quoted = await person.call(cancellation.cancelQuote, { ...requested, body: { as: 'professional' } })
  const body = { quoteToken: quoted.body.token, reason: 'Un imprevisto.' }
  assert.equal((await person.call(cancellation.cancel, { ...requested, body })).status, 200)
}

test('a hold that is released, or ends without a payment, notifies no saved search', async () => {
  const at = await stylist('Sauna')
  const wants = await client()
  await save(wants, 'q=Sauna')
  const visitor = kalli.visitor()
  const { id } = await held(visitor, at, date)
  assert.equal((await visitor.call(releaseHold, { params: { id } })).status, 200)
  await held(visitor, at, date)
  kalli.time.set(new Date(kalli.clock().getTime() + 3_600_000))
  await sweepHolds(kalli.work())
  await drain(kalli)
  assert.deepEqual(await notified(wants), [])
})

test('a search without a time is notified of the hour that opened, and not when that hour is taken again', async () => {
  const at = await stylist('Temazcal')
  const wants = await client()
  await save(wants, 'q=Temazcal')
  const [first, second] = [await booked(kalli, at, { date }), await booked(kalli, at, { date: '2026-11-28' })]
  await drain(kalli)
  await cancel(at, first.id)
  // Another client was faster. Other hours of the same day were free before and still are.
  await held(kalli.visitor(), at, date)
  await drain(kalli)
  assert.deepEqual(await notified(wants), [])
  await cancel(at, second.id)
  await drain(kalli)
  assert.deepEqual(await notified(wants), ['q=Temazcal'])
})

test('a saved search is notified of the same professional once a day, also by two openings at once', async () => {
  const at = await stylist('Hammam')
  const wants = await client()
  await save(wants, 'q=Hammam')
  const visits = []
  for (const day of [date, '2026-11-28', '2026-11-29']) visits.push(await booked(kalli, at, { date: day }))
  await drain(kalli)
  const [first, second, third] = visits
  await cancel(at, first?.id ?? '')
  await cancel(at, second?.id ?? '')
  await drain(kalli)
  assert.equal((await notified(wants)).length, 1)
  kalli.time.set(new Date(kalli.clock().getTime() + 24 * 3_600_000))
  await cancel(at, third?.id ?? '')
  await drain(kalli)
  assert.equal((await notified(wants)).length, 2)
})

test('a search of this week or of the next is saved with its dates and ends with the last of them', async () => {
  const wants = await client()
  await save(wants, 'q=Masaje&availability=this_week', 'q=Masaje&availability=next_week')
  const { body } = await wants.person.call(savedSearches)
  // Sundays at midnight in Mexico City.
  assert.deepEqual(body.map(({ expiresAt }) => expiresAt).toSorted(), [
    '2026-11-23T06:00:00.000Z',
    '2026-11-30T06:00:00.000Z',
  ])
})

test('a search is compared by its category and place, and one that finds the professional is never left out', async () => {
  const at = await stylist('Peinado')
  // Each in an account of its own: one search is notified five times a day.
  const finds = [
    'q=Peinado',
    'category=hair&q=Peinado',
    'q=Peinado&city=Ciudad+de+M%C3%A9xico',
    'q=Peinado&city=Cuauht%C3%A9moc&state=Ciudad+de+M%C3%A9xico',
    'q=Peinado&state=Ciudad+de+M%C3%A9xico',
    'q=Peinado&location=Roma+Norte',
    'q=Peinado&location=Roma+Norte%2C+Ciudad+de+M%C3%A9xico&city=Cuauht%C3%A9moc',
    'q=Peinado&lat=19.42&lng=-99.16',
    'q=Peinado&bbox=-99.3,19.2,-99.0,19.6',
  ]
  const others = ['q=Peinado&category=nails', 'q=Peinado&city=Guadalajara', 'q=Peinado&state=Jalisco']
  const wants = await client()
  await save(wants, ...finds, ...others)
  const { id } = await booked(kalli, at, { date })
  await drain(kalli)
  await cancel(at, id)
  await drain(kalli)
  assert.deepEqual((await notified(wants)).toSorted(), finds.toSorted())
})

test('a search that a comparison refuses is not saved, and one saved earlier has no match and fails no job', async () => {
  const at = await stylist('Watsu')
  const wants = await client()
  for (const query of ['q=Watsu&near_space=1', 'q=Watsu&sort=distance']) {
    const body = { label: query, search: query, queries: [query] }
    assert.equal((await wants.person.call(saveSearch, { body })).status, 400)
  }
  await save(wants, 'q=Watsu')
  await sql`
    insert into saved_searches (id, account_id, label, search, queries, created_at, expires_at)
    select gen_random_uuid(), ${wants.id}, query, query, array[query], ${kalli.clock()}, ${kalli.clock()}::timestamptz + interval '60 days'
    from unnest(array['q=Watsu&near_space=1', 'q=Watsu&sort=distance']) query`.execute(kalli.database.kysely)
  const { id } = await booked(kalli, at, { date })
  await drain(kalli)
  await cancel(at, id)
  await drain(kalli)
  assert.deepEqual(await notified(wants), ['q=Watsu'])
})

test('new hours are compared with a search whose day is more than a month ahead', async () => {
  const at = await stylist('Reiki')
  const wants = await client()
  const day = new Date(kalli.clock().getTime() + 45 * 86_400_000).toISOString().slice(0, 10)
  await save(wants, `q=Reiki&startsAt=${day}T06:00:00Z&endsAt=${day}T23:59:00Z`)
  await followHours(kalli.work(), at.professional.id)
  await drain(kalli)
  assert.equal((await notified(wants)).length, 1)
})

test('of more saved searches than one job compares the last is notified too, and the others are not read whole', async () => {
  const at = await stylist('Shiatsu')
  const wants = await client()
  await save(wants, 'category=hair&city=Cuauht%C3%A9moc&q=Shiatsu')
  // Older ones of other people: five hundred of the same kind, and many of other places.
  await sql`
    insert into saved_searches (id, phone, label, search, queries, category_words, place_words, created_at, expires_at)
    select overlay('00000000-0000-7000-8000-000000000000' placing lpad(n::text, 12, '0') from 25)::uuid, '+52551' || (1000000 + n),
      'otro', 'q=otro', array['q=otro'], '{category:hair}',
      case when n <= 500 then array['city:cuauhtemoc', 'in:9015'] else array['city:lugar ' || n % 100] end,
      ${kalli.clock()}, ${kalli.clock()}::timestamptz + interval '60 days'
    from generate_series(1, 20000) n`.execute(kalli.database.kysely)
  await sql`analyze saved_searches`.execute(kalli.database.kysely)
  const { id } = await booked(kalli, at, { date })
  await drain(kalli)
  await cancel(at, id)
  await drain(kalli)
  assert.equal((await notified(wants)).length, 1)

  const watched = watchPlans(kalli, (table) => table !== 'saved_searches')
  const work = { ...kalli.work(), db: watched.db, viewer: anonymous }
  const opening = { professionalId: at.professional.id, opening: 'hours:2026-11-20', afterId: null }
  const [startsAt, endsAt] = [kalli.clock().toISOString(), '2026-12-01T00:00:00Z']
  const { indexes } = await watched.cost(() => compareNext(work, { ...opening, startsAt, endsAt }))
  await watched.close()
  assert.ok(indexes.has('saved_searches_words'), [...indexes].join(', '))
})
