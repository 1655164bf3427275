/** Searches without a result become counts; neither the searcher nor the words are stored. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { searchProfessionals, searchSpaces } from '#contract/search/search.ts'
import { countUnmet, forgetOldDemand } from '#server/search/demand.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(async () => {
  kalli.time.set(testNow)
  await countUnmet(kalli.work())
  await kalli.database.kysely.deleteFrom('unmet_demand').execute()
})

const counted = async () => {
  await countUnmet(kalli.work())
  const rows = await kalli.database.kysely
    .selectFrom('unmet_demand')
    .selectAll()
    .orderBy('category')
    .execute()
  return rows.map((row) => [
    row.sought,
    row.category,
    row.municipality_id,
    row.state,
    row.weekday,
    row.hour,
    row.searches,
  ])
}
const city = { city: 'Cuauhtémoc', state: 'Ciudad de México' }

test('an unmet search is counted by category, place and hour, without its words or its user', async () => {
  const client = await people.signIn(kalli, await people.account(kalli))
  const query = {
    ...city,
    q: 'masaje de doña Secreta',
    // Thursday 26 November, 18 to 20 h at the capital.
    startsAt: '2026-11-27T00:00:00Z',
    endsAt: '2026-11-27T02:00:00Z',
  }
  assert.deepEqual((await client.call(searchProfessionals, { query })).body, [])
  assert.deepEqual(await counted(), [['professionals', 'massage', 9015, 'Ciudad de México', 4, 18, 1]])
  const { rows } = await kalli.database.pool.query(`select row_to_json(d) as row from unmet_demand d`)
  assert.doesNotMatch(JSON.stringify(rows), /Secreta|account|127\.0/)
})

test('a user counts once a day for a search, and again a day later', async () => {
  const query = { category: 'yoga' as const, ...city }
  const one = await people.signIn(kalli, await people.account(kalli))
  const other = await people.signIn(kalli, await people.account(kalli))
  for (const person of [one, one, other, one]) await person.call(searchProfessionals, { query })
  assert.deepEqual(await counted(), [['professionals', 'yoga', 9015, 'Ciudad de México', null, null, 2]])
  await one.call(searchProfessionals, { query })
  assert.equal((await counted())[0]?.at(-1), 2)
  kalli.time.advance(24 * 60)
  await one.call(searchProfessionals, { query })
  assert.deepEqual(
    (await counted()).map((row) => row.at(-1)),
    [2, 1],
  )
})

test('a place counts as its municipality if named, pointed at or framed, a state as the state, and no place as nothing', async () => {
  const cases: readonly (readonly [Record<string, string | number>, number | null])[] = [
    [{ location: 'Roma Norte, Ciudad de México' }, 9015],
    [{ lat: 19.4194, lng: -99.1617 }, 9015],
    [{ bbox: '-99.17,19.41,-99.15,19.43' }, 9015],
    [{ state: 'Yucatán' }, 0],
    [{ city: 'Mérida', state: 'Yucatán' }, 31_050],
    [{}, null],
    [{ location: 'xqzw nowhere' }, null],
  ]
  for (const [place, municipality] of cases) {
    await kalli.database.kysely.deleteFrom('unmet_demand').execute()
    const visitor = await people.signIn(kalli, await people.account(kalli))
    const answer = await visitor.call(searchSpaces, { query: { spaceType: 'cabin', ...place } })
    assert.deepEqual(answer.body, [], JSON.stringify(place))
    const rows = await counted()
    assert.deepEqual(
      rows.map((row) => [row[0], row[1], row[2]]),
      municipality === null ? [] : [['spaces', 'cabin', municipality]],
      JSON.stringify(place),
    )
  }
})

test('a search with results, a host’s search and a next page are no unmet demand', async () => {
  const at = await people.bookable(kalli)
  const query = { category: 'nails' as const, ...city }
  await at.host.person.call(searchProfessionals, { query })
  await at.professional.person.call(searchProfessionals, { query: { ...query, free_days: '1' } })
  assert.deepEqual(await counted(), [])
})

test('counts of several processes add up, and the table stores nothing about the visitor', async () => {
  const visitors = await Promise.all(
    Array.from({ length: 6 }, async () => people.signIn(kalli, await people.account(kalli))),
  )
  const query = { category: 'therapy' as const, ...city }
  await Promise.all(
    visitors.map(async (visitor, place) => {
      await visitor.call(searchProfessionals, { query })
      if (place % 2 === 0) await countUnmet(kalli.work())
    }),
  )
  assert.deepEqual(
    (await counted()).map((row) => row.at(-1)),
    [6],
  )
  const { rows } = await kalli.database.pool.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'unmet_demand'`,
  )
  assert.deepEqual(rows.map((row) => row.column_name).toSorted(), [
    'category',
    'day',
    'hour',
    'municipality_id',
    'searches',
    'sought',
    'state',
    'weekday',
  ])
})

test('a count is deleted after four hundred days', async () => {
  await kalli.database.pool.query(
    `insert into unmet_demand values ('2025-10-01', 'spaces', 'hall', 9015, 'Ciudad de México', null, null, 3),
      ('2026-11-01', 'spaces', 'hall', 9015, 'Ciudad de México', 6, 11, 2)`,
  )
  await forgetOldDemand(kalli.work())
  assert.deepEqual(
    (await counted()).map((row) => row.at(-1)),
    [2],
  )
  await assert.rejects(
    kalli.database.pool.query(
      `insert into unmet_demand values ('2026-11-01', 'spaces', 'hall', 9015, 'Ciudad de México', null, 11, 2)`,
    ),
    /unmet_demand_hour_of_day/,
  )
})
