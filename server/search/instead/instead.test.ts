/**
 * Proposals where a search finds nothing, over the demo data: a followed proposal finds as many as it states, nothing nearer was
 * skipped, and the first city is the one found by searching each in turn.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import {
  citySearched,
  conditionNames,
  conditions,
  instead,
  soughtConditions,
} from '#contract/search/instead.ts'
import { searchCities, searchProfessionals, searchSpaces } from '#contract/search/search.ts'
import { dateOf, dayOf, isoOf, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { refresh } from '#server/search/documents.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import { refusalOf } from '#server/testing/person.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ seeded: true, now: new Date('2026-11-20T16:00:00Z') })
})
after(() => kalli.close())

type Type = 'professionals' | 'spaces'
type Params = Record<string, string>

/** All results of a search on all of its pages, except those around a place. */
const found = async (type: Type, params: Params) => {
  const ids = new Set<number>()
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({
      ...params,
      limit: '100',
      ...(cursor === undefined ? {} : { cursor }),
    })
    const path = type === 'spaces' ? searchSpaces.path : searchProfessionals.path
    const reply = await fetch(`${kalli.url}${path}?${query}`)
    const body: unknown = await reply.json()
    assert.equal(reply.status, 200, JSON.stringify(body))
    assert.ok(Array.isArray(body))
    for (const one of body) if (one.widened !== true) ids.add(one.id)
    cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
    if (cursor !== undefined) cursor = decodeURIComponent(cursor)
  } while (cursor !== undefined)
  return ids
}

const foundByAny = async (type: Type, queries: readonly Params[]) => {
  const all = new Set<number>()
  for (const params of queries) for (const id of await found(type, params)) all.add(id)
  return all.size
}

const expectCount = (said: { count: number; more: boolean }, real: number, what: string) => {
  assert.ok(said.count > 0, what)
  if (said.more) assert.ok(real >= said.count, `${what}: at least ${said.count}, really ${real}`)
  else assert.equal(said.count, real, what)
}

const places = [
  {},
  { city: 'Ciudad de México', state: 'Ciudad de México' },
  { location: 'Roma Norte', city: 'Ciudad de México', state: 'Ciudad de México' },
  { location: 'Narvarte Oriente', city: 'Ciudad de México', state: 'Ciudad de México' },
  { location: 'Tepic' },
  { city: 'Guadalajara', state: 'Jalisco' },
  { lat: '19.42', lng: '-99.16', radiusKm: '1' },
  { bbox: '-99.2,19.3,-99.18,19.32' },
  { city: 'Tijuana', state: 'Baja California' },
] as const

const search = fc.record({
  type: fc.constantFrom<Type>('professionals', 'professionals', 'professionals', 'spaces'),
  words: fc.constantFrom<readonly string[]>(
    [],
    ['corte'],
    ['masaje'],
    ['mazaje'],
    ['corte', 'uñas'],
    ['zzxqw'],
  ),
  category: fc.constantFrom(undefined, undefined, 'hair', 'yoga', 'therapy'),
  place: fc.constantFrom<Params>(...places),
  day: fc.option(fc.integer({ min: -1, max: 40 })),
  time: fc.constantFrom<{ hours?: string; within?: string }>(
    {},
    { hours: '00:00-05:00' },
    { hours: '12:00-19:00' },
    { within: '06:00-07:30' },
    { within: '09:00-10:00' },
  ),
  extra: fc.constantFrom<Params>(
    {},
    {},
    { maxPesos: '5' },
    { rating: '4.8' },
    { verified: 'verified', priceRange: 'luxury' },
    { modality: 'home' },
    { availability: 'this_week' },
  ),
})
type Search = typeof search extends fc.Arbitrary<infer T> ? T : never

const zone = 'America/Mexico_City'
const today = '2026-11-20'
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** A search of one day as the page makes it. */
const onDay = (day: number, { hours, within }: Search['time']): Params => {
  const start = startOfDay(zoneTable(zone), day)
  if (within === undefined)
    return {
      startsAt: isoOf(start),
      endsAt: isoOf(startOfDay(zoneTable(zone), day + 1)),
      ...(hours === undefined ? {} : { hours }),
    }
  const [from = 0, to = 0] = within.split('-').map(minutesOf)
  return { startsAt: isoOf(start + from * minuteMs), endsAt: isoOf(start + to * minuteMs) }
}

const callsOf = ({ type, words, category, place, day, time, extra }: Search) => {
  const { modality, ...common } = extra
  const kind: Params = category === undefined ? {} : type === 'spaces' ? { spaceType: 'chair' } : { category }
  const base: Params = {
    ...place,
    ...kind,
    ...common,
    ...(type === 'professionals' && modality !== undefined ? { modality } : {}),
  }
  const when: Params = day === null ? {} : onDay(dayOf(today) + day, time)
  return (words.length === 0 ? [{}] : words.map((q) => ({ q }))).map((word): Params => ({
    ...word,
    ...base,
    ...when,
  }))
}

const without = (params: Params, names: readonly string[]): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)))
const timeNames = [...conditionNames.when, ...conditionNames.week]
const narrowingNames = conditions
  .filter((one) => !soughtConditions.has(one))
  .flatMap((one) => conditionNames[one])
const placeNames = ['location', 'city', 'state', 'lat', 'lng', 'radiusKm', 'bbox']

const ask = (type: Type, queries: readonly Params[], more: Params = {}) =>
  kalli.visitor().call(instead, {
    query: { type, queries: queries.map((one) => new URLSearchParams(one).toString()).join('|'), ...more },
  })

/** Each kind of proposal follows from one of these. */
const examples: [Search][] = [
  [
    {
      type: 'professionals',
      words: ['zzxqw'],
      category: 'hair',
      place: places[1],
      day: null,
      time: {},
      extra: { maxPesos: '5' },
    },
  ],
  [
    {
      type: 'professionals',
      words: ['corte'],
      category: 'hair',
      place: places[1],
      day: 1,
      time: { hours: '00:00-05:00' },
      extra: { maxPesos: '5' },
    },
  ],
  [
    {
      type: 'professionals',
      words: ['masaje'],
      category: undefined,
      place: places[1],
      day: 3,
      time: { within: '06:00-07:30' },
      extra: {},
    },
  ],
  [
    {
      type: 'professionals',
      words: ['corte'],
      category: undefined,
      place: places[1],
      day: 2,
      time: {},
      extra: {},
    },
  ],
]

const seen = { without: 0, all: 0, words_too: 0, otherHours: 0, day: 0, place: 0, waiting: 0 }

test('each proposal finds the number it announces, and no nearer one was skipped', async () => {
  await fc.assert(
    fc.asyncProperty(search, async (given) => {
      const { type, day: searched, time } = given
      const queries = callsOf(given)
      const after = searched === null ? undefined : dateOf(dayOf(today) + searched)
      const reply = await ask(
        type,
        queries,
        after === undefined ? {} : { since: after, after, zone, ...time },
      )
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      const { without: kinds, otherHours, day, place, waiting } = reply.body

      for (const { condition, ...said } of kinds) {
        seen[condition === 'all' || condition === 'words_too' ? condition : 'without'] += 1
        const names =
          condition === 'all'
            ? narrowingNames
            : condition === 'words_too'
              ? [...narrowingNames, 'service', 'q']
              : conditionNames[condition]
        expectCount(
          said,
          await foundByAny(
            type,
            queries.map((one) => without(one, names)),
          ),
          condition,
        )
      }
      if (kinds.length < 4)
        for (const condition of conditions) {
          const names = conditionNames[condition]
          if (kinds.some((one) => one.condition === condition)) continue
          if (!queries.some((one) => names.some((name) => one[name] !== undefined))) continue
          assert.equal(
            await foundByAny(
              type,
              queries.map((one) => without(one, names)),
            ),
            0,
            condition,
          )
        }

      const open = queries.map((one) => without(one, timeNames))
      const then = (day: number) =>
        foundByAny(
          type,
          open.map((one) => ({ ...one, ...onDay(day, time) })),
        )
      if (searched !== null && (time.hours ?? time.within) !== undefined) {
        const allDay = open.map((one) => ({ ...one, ...onDay(dayOf(today) + searched, {}) }))
        const real = await foundByAny(type, allDay)
        if (otherHours === null) assert.equal(real, 0, 'at other hours')
        else expectCount(otherHours, real, 'at other hours')
        if (otherHours !== null) seen.otherHours += 1
      } else assert.equal(otherHours, null)
      if (after !== undefined) {
        const first = Math.max(dayOf(after) + 1, dayOf(today))
        const last = day === null ? dayOf(after) + 14 : dayOf(day.date) - 1
        assert.ok(day === null || (dayOf(day.date) >= first && dayOf(day.date) <= dayOf(after) + 14))
        for (let passed = first; passed <= last; passed += 1)
          assert.equal(await then(passed), 0, `someone is free on ${dateOf(passed)}`)
      }
      if (day !== null) {
        seen.day += 1
        expectCount(day, await then(dayOf(day.date)), day.date)
      }

      if (place !== null) {
        seen.place += 1
        const { location, city, state } = place
        const there = { ...(location === null ? {} : { location }), city, state }
        const left = place.isBare ? queries.map((one) => without(one, narrowingNames)) : queries
        const at = left.map((one) => ({ ...without(one, placeNames), ...there }))
        expectCount(place, await foundByAny(type, at), JSON.stringify(there))
        assert.ok(place.distanceKm >= 0 && place.distanceKm <= 200)
      }

      const anyTime = new Set<number>()
      for (const one of waiting.length === 0 ? [] : open)
        for (const id of await found(type, one)) anyTime.add(id)
      const thatDay = new Set<number>()
      if (searched !== null && waiting.length > 0)
        for (const one of open)
          for (const id of await found(type, { ...one, ...onDay(dayOf(today) + searched, {}) }))
            thatDay.add(id)
      for (const { id } of waiting) {
        seen.waiting += 1
        assert.ok(!thatDay.has(id), 'who has an hour that day needs no waiting list')
        assert.ok(anyTime.has(id), 'who may be waited for fits everything but the time')
      }
    }),
    { numRuns: cases(40, 2_000), seed: testSeed, includeErrorInReport: true, examples },
  )
  for (const [name, times] of Object.entries(seen)) assert.ok(times > 0, `no ${name} was proposed`)
})

test('proposals that keep the search’s intent come first, then those that find most, at most four', async () => {
  const capital = { city: 'Ciudad de México', state: 'Ciudad de México' }
  const dear = await ask('professionals', [{ q: 'corte', category: 'hair', maxPesos: '1', ...capital }])
  assert.deepEqual(
    dear.body.without.map(({ condition }) => condition),
    ['price'],
    'without the word or the category it is still too dear',
  )
  const many = await ask('professionals', [
    { q: 'corte', category: 'hair', verified: 'verified', rating: '4', minPesos: '100', ...capital },
  ])
  const order = many.body.without.map(({ condition, count }) => ({
    sought: Number(condition === 'category' || condition === 'words'),
    count,
  }))
  assert.equal(order.length, 4)
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a.sought - b.sought || b.count - a.count),
  )
})

test('an invalid search, an unknown zone and too many searches are refused', async () => {
  const refused = async (query: Params) =>
    (await fetch(`${kalli.url}/api/search/instead?${new URLSearchParams(query)}`)).status
  assert.equal(await refused({ queries: 'q=corte', zone: 'Europe/Paris' }), 400)
  assert.equal(await refused({ queries: 'category=carpentry' }), 400)
  assert.equal(await refused({ queries: 'q=a|q=b|q=c|q=d' }), 400)
  assert.equal(await refused({}), 400)
  assert.equal(await refused({ queries: 'constructor=1&__proto__=2&q=__proto__', after: '9999-12-31' }), 200)
  const space = await ask('professionals', [{ near_space: '1', works_near: 'true' }])
  assert.equal(refusalOf(space).code, 'not_found')
})

test('the first city with results is the one that searching each in turn gives', async () => {
  const word = fc.constantFrom(
    'corte',
    'masaje',
    'mazaje',
    'zzxqw',
    'yoga',
    'balayage',
    'terapia',
    'box',
    'facial',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        type: fc.constantFrom<Type>('professionals', 'professionals', 'spaces'),
        words: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
        extra: fc.constantFrom<Params>(
          {},
          {},
          { maxPesos: '300' },
          { rating: '4.8' },
          { ...onDay(dayOf(today) + 1, { hours: '20:00-24:00' }) },
        ),
      }),
      async ({ type, words, extra }) => {
        const queries = words.map((q) => ({ q, ...extra }))
        const { body: cities } = await kalli.visitor().call(searchCities, { query: { type } })
        let first: (typeof cities)[number] | null = null
        for (const city of cities.slice(1))
          if (
            first === null &&
            (await foundByAny(
              type,
              queries.map((one) => ({ ...one, ...city })),
            )) > 0
          )
            first = city
        const { status, body } = await kalli.visitor().call(citySearched, {
          query: { type, queries: queries.map((one) => new URLSearchParams(one).toString()).join('|') },
        })
        assert.equal(status, 200)
        const large = cities.slice(1).map(({ city }) => city)
        if (first !== null) assert.deepEqual(body.city, first)
        else if (body.city !== null) {
          // In a smaller city, where the search finds something.
          assert.ok(!large.includes(body.city.city))
          const there = queries.map((one) => ({ ...one, ...body.city }))
          assert.ok((await foundByAny(type, there)) > 0)
        }
      },
    ),
    { numRuns: cases(25, 1_000), seed: testSeed },
  )
})

test('a professional outside the large cities is found by name, and an unknown name has no city', async () => {
  const { id } = await kalli.database.kysely
    .updateTable('professionals')
    .set({
      first_name: 'Petronila',
      last_name: 'Huitzilihuitl',
      city: 'Tequisquiapan',
      state: 'Querétaro',
      neighbourhood: 'Centro',
      municipality_id: 22017,
      latitude: 20.521,
      longitude: -99.895,
      has_own_place: true,
    })
    .where('id', '=', await somePublished())
    .returning('id')
    .executeTakeFirstOrThrow()
  await refresh(kalli.work(), 'professionals', id)
  const cityFor = async (q: string) =>
    (await kalli.visitor().call(citySearched, { query: { type: 'professionals', queries: `q=${q}` } })).body
      .city
  assert.deepEqual(await cityFor('huitzilihuitl'), { city: 'Tequisquiapan', state: 'Querétaro' })
  assert.equal(await cityFor('zzxqwvkj'), null)
})

const somePublished = async () =>
  (
    await kalli.database.kysely
      .selectFrom('professionals')
      .select('id')
      .where('status', '=', 'published')
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id
