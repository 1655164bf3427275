import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reply } from '#contract/platform/endpoint.ts'
import {
  featuredProfessionals,
  professionalMatches,
  searchProfessionals,
  searchSpaces,
  spaceMatches,
} from '#contract/search/search.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { refusalOf } from '#server/testing/person.ts'

/** The small demo data of the seed: enough people for pages. */
let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ seeded: true, now: new Date() })
})
after(() => kalli.close())

type Query = { [name: string]: string | number | undefined }
const cursorOf = (headers: Headers) =>
  /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

const pages = async (query: Query) => {
  const all: Reply<typeof searchProfessionals>[] = []
  let cursor: string | undefined
  do {
    const more = cursor === undefined ? {} : { cursor: decodeURIComponent(cursor) }
    const reply = await kalli.visitor().call(searchProfessionals, { query: { ...query, ...more } })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    all.push(reply.body)
    cursor = cursorOf(reply.headers)
  } while (cursor !== undefined && all.length < 200)
  return all
}

const published = async () => {
  const row = await kalli.database.kysely
    .selectFrom('professionals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow()
  return row.count
}

for (const sort of ['relevance', 'price', 'rating', 'distance']) {
  test(`pages by ${sort} show every professional once and in order`, async () => {
    const place = sort === 'distance' ? { lat: 19.42, lng: -99.16, radiusKm: 200 } : {}
    const all = (await pages({ sort, limit: 7, ...place })).flat()
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length, 'nobody twice')
    if (sort === 'distance') {
      const km = all.map(({ distanceKm }) => distanceKm ?? -1)
      assert.deepEqual(
        km,
        km.toSorted((a, b) => a - b),
      )
      return assert.ok(all.length > 5)
    }
    assert.equal(all.length, await published(), 'nobody left out')
    if (sort === 'price') {
      const prices = all.map(({ services }) => Math.min(...services.map(({ price }) => Number(price))))
      assert.deepEqual(
        prices,
        prices.toSorted((a, b) => a - b),
      )
    }
    if (sort === 'rating') {
      const ratings = all.map(({ rating }) => Number(rating))
      assert.deepEqual(
        ratings,
        ratings.toSorted((a, b) => b - a),
      )
    }
  })
}

test('smaller pages of free professionals contain the same professionals', async () => {
  const whole = (await pages({ availability: 'next_week', limit: 100 })).flat().map(({ id }) => id)
  const parts = (await pages({ availability: 'next_week', limit: 3 })).flat().map(({ id }) => id)
  assert.ok(whole.length > 10)
  assert.deepEqual(parts, whole)
})

test('a professional shown as free next week has a next start by then', async () => {
  const { body } = await kalli
    .visitor()
    .call(searchProfessionals, { query: { availability: 'next_week', limit: 5 } })
  for (const { id } of body) {
    const profile = await kalli.visitor().call(publicProfessional, { params: { id: String(id) } })
    assert.ok(profile.body.nextSlotAt !== null, `${id}`)
  }
})

test('the number of matches is exact, without reading all pages', async () => {
  for (const query of [{}, { category: 'hair' as const }, { q: 'corte' }, { availability: 'this_week' }]) {
    const all = (await pages({ ...query, limit: 7 })).flat()
    const { status, body } = await kalli.visitor().call(professionalMatches, { query })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.ids.toSorted(), all.map(({ id }) => id).toSorted(), JSON.stringify(query))
    assert.equal(body.more, false)
  }
  const spaces = await kalli.visitor().call(spaceMatches, { query: {} })
  assert.ok(spaces.body.ids.length > 3)
})

test('an invalid cursor is refused', async () => {
  for (const cursor of ['x', 'eyJhIjoxfQ', Buffer.from('[9,-1,0,"a",null]').toString('base64url')]) {
    const reply = await kalli.visitor().call(searchProfessionals, { query: { cursor } })
    assert.equal(refusalOf(reply).code, 'invalid_input', cursor)
  }
})

test('no typed text breaks the search', async () => {
  for (const q of [
    "'",
    '"',
    '\\',
    '!',
    '&|()',
    ':*',
    "a':*&",
    '%',
    '_',
    '🙂',
    'ñ',
    '   ',
    '<->',
    'x'.repeat(120),
    "o'hara",
  ])
    for (const endpoint of [searchProfessionals, searchSpaces]) {
      const reply = await kalli.visitor().call(endpoint, {
        query: { q, location: q.slice(0, 80), city: q.slice(0, 40), service: q.slice(0, 80) },
      })
      assert.equal(reply.status, 200, `${q}: ${JSON.stringify(reply.body)}`)
    }
})

test('the home page features eight professionals of different trades, the same for a minute', async () => {
  const { body } = await kalli.visitor().call(featuredProfessionals)
  assert.equal(body.length, 8)
  assert.ok(new Set(body.map(({ categories }) => categories[0])).size >= 5)
  assert.ok(body.every(({ services }) => services.length > 0))
  const again = await kalli.visitor().call(featuredProfessionals)
  assert.deepEqual(again.body, body)
})
