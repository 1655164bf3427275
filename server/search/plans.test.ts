/**
 * Every statement of a search and its public page, as PostgreSQL really ran it (auto_explain), over tens of thousands of professionals:
 * no table is read whole, and ten times the people cost little more.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as z from 'zod/mini'
import { citySearched, instead } from '#contract/search/instead.ts'
import { searchProfessionals as endpoint } from '#contract/search/search.ts'
import { anonymous } from '#server/platform/work.ts'
import { featuredProfessionals } from '#server/search/featured.ts'
import { firstCity } from '#server/search/instead/first-city.ts'
import { readInstead } from '#server/search/instead/instead.ts'
import { publicProfessional } from '#server/storefront/professional.ts'
import { searchProfessionals } from '#server/search/search.ts'
import { suggestions } from '#server/search/suggestions/suggestions.ts'
import { addProfessionals } from '#server/testing/crash/load.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { watchPlans } from '#server/testing/plans.ts'

const few = 4_000
const many = 40_000

let kalli: TestServer
let watched: ReturnType<typeof watchPlans>

before(async () => {
  kalli = await startTestServer()
  watched = watchPlans(kalli)
})
after(async () => {
  await watched.close()
  await kalli.close()
})

const queries = {
  'a popular word': { q: 'masaje' },
  'two words': { q: 'corte dama' },
  'a name': { q: 'lucía hernández' },
  'a misspelt word': { q: 'mazaje deportvo' },
  'a word in a city': { q: 'corte', city: 'Ciudad de México' },
  'a word in a small city': { q: 'yoga', city: 'Oaxaca', state: 'Oaxaca' },
  'a word around a point': { q: 'masaje', lat: 19.41, lng: -99.16, radiusKm: 5 },
  'a word on a map': { q: 'facial', bbox: '-99.3,19.2,-99.0,19.6' },
  'a category around a point': { category: 'hair', lat: 20.67, lng: -103.35 },
  'all filters': {
    q: 'yoga',
    verified: 'verified',
    rating: '4.5',
    priceRange: 'medium,premium',
    city: 'Guadalajara',
  },
  'the cheapest': { sort: 'price', q: 'manicure' },
  'the best rated': { sort: 'rating', category: 'therapy' },
  'the nearest': { sort: 'distance', q: 'piedras', lat: 19.41, lng: -99.16 },
  everybody: {},
  noMatch: { q: 'zxqwv' },
} satisfies Record<string, Record<string, string | number>>

const cost = async (run: () => Promise<unknown>) => (await watched.cost(run)).pages

const work = () => ({ ...kalli.work(anonymous), db: watched.db })
const run = (query: Record<string, string | number | undefined>) => () =>
  searchProfessionals(work(), { query: z.parse(endpoint.query, query) })

const costs = new Map<string, number[]>()
const measure = async () => {
  for (const [name, query] of Object.entries(queries))
    costs.set(name, [...(costs.get(name) ?? []), await cost(run(query))])
}

test('no search reads a whole table, and ten times as many professionals cost little more', async () => {
  await addProfessionals(kalli.database.kysely, 1_000_001, 1_000_000 + few)
  await measure()
  await addProfessionals(kalli.database.kysely, 1_000_001 + few, 1_000_000 + many)
  await measure()
  for (const [name, [before = 0, now = 0]] of costs) {
    assert.ok(now < 1000, `${name}: ${now} pages of 8 KB`)
    // With few professionals a narrow search finds few; 400 pages are what twenty cards more may take.
    assert.ok(now <= before * 2 + 400, `${name} grew from ${before} to ${now} pages`)
  }
})

/** Lists of words and settings, and the spaces, of which there are none here. */
const readWhole = new Set([
  'search_words',
  'search_scales',
  'pg_class',
  'search_spaces',
  'spaces',
  'businesses',
])

test('a suggestion does not read all professionals at any character', async () => {
  const plans = watchPlans(kalli, (table) => readWhole.has(table))
  let minute = 0
  // Another minute each time: a cached response reads nothing.
  const ask = (q: string) =>
    suggestions(
      {
        ...kalli.work(anonymous),
        db: plans.db,
        now: new Date(kalli.clock().getTime() + (minute += 2) * 60_000),
      },
      { query: { q, type: 'professionals' } },
    )
  try {
    for (const q of ['ma', 'masa', 'masaje rel', 'lucía hern', 'co', 'corte de da', 'san', 'zxq']) {
      const { pages, indexes } = await plans.cost(() => ask(q))
      assert.ok(pages < 1500, `${q}: ${pages} pages of 8 KB`)
      assert.ok(q === 'zxq' || indexes.has('search_professionals_all'), `${q}: ${[...indexes].join(', ')}`)
    }
  } finally {
    await plans.close()
  }
})

test('the home page and a profile do not read all professionals either', async () => {
  assert.ok(
    (await cost(() =>
      featuredProfessionals({ ...work(), now: new Date(kalli.clock().getTime() + Math.random() * 1e9) }),
    )) < 2000,
  )
  assert.ok((await cost(() => publicProfessional(work(), { params: { id: '1000007' }, query: {} }))) < 300)
  assert.ok((await cost(() => publicProfessional(work(), { params: { id: 'p-1000007' }, query: {} }))) < 300)
})

/** Tables with rows of each professional; those of bookings and calendars are empty here. */
const ofEach = new Set(['accounts', 'professionals', 'services', 'schedules', 'search_professionals'])

test('proposals after an empty search do not read all professionals, and cost no more than a few searches', async () => {
  const plans = watchPlans(kalli, (table) => !ofEach.has(table))
  const input = { params: undefined, body: undefined }
  const work = { ...kalli.work(anonymous), db: plans.db }
  const city = { city: 'Ciudad de México', state: 'Ciudad de México' }
  const day = { startsAt: '2026-11-22T06:00:00Z', endsAt: '2026-11-23T06:00:00Z' }
  const rare = { verified: 'verified', rating: '4.8', priceRange: 'luxury', maxPesos: '1' }
  const searches: Record<string, Record<string, string>> = {
    'too dear': { q: 'masaje', category: 'massage', maxPesos: '1', ...city },
    'many filters': { q: 'corte', ...rare, ...city },
    'another day': { category: 'yoga', location: 'Roma Norte', ...city, ...day },
    'no such word': { q: 'zxqwv', ...city },
  }
  try {
    for (const [name, params] of Object.entries(searches)) {
      const queries = new URLSearchParams(params).toString()
      const query = z.parse(instead.query, { queries, since: '2026-11-22', after: '2026-11-22' })
      const { pages } = await plans.cost(() => readInstead(work, { ...input, query }))
      assert.ok(pages < 70_000, `${name}: ${pages} pages of 8 KB`)
    }
    const query = z.parse(citySearched.query, { queries: 'q=balayage|q=zxqwv' })
    const { pages } = await plans.cost(() => firstCity(work, { ...input, query }))
    assert.ok(pages < 3_000, `first city: ${pages} pages of 8 KB`)
  } finally {
    await plans.close()
  }
})

test('paging through thousands shows no result twice and omits none', async () => {
  const query = { q: 'yoga', city: 'Ciudad de México', limit: 100 }
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<ReturnType<typeof run>>> = await run({
      ...query,
      cursor: cursor ?? undefined,
    })()
    seen.push(...page.items.map(({ id }) => Number(id)))
    cursor = page.nextCursor
  } while (cursor !== null)
  const { rows } = await kalli.database.pool.query<{ count: number }>(
    `select count(*)::integer as count from professionals where categories = '{yoga}' and city = 'Ciudad de México'`,
  )
  assert.equal(new Set(seen).size, seen.length)
  assert.equal(seen.length, rows[0]?.count)
  assert.ok(seen.length > 500)
})
