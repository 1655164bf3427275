/**
 * Where a search without a place finds anything, starting with the largest city: the large cities are checked in one statement, then
 * the whole country, so that a name is found wherever its owner is.
 */
import { sql } from 'kysely'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import type { citySearched } from '#contract/search/instead.ts'
import type { SearchType } from '#contract/search/search.ts'
import type { Work } from '#server/platform/work.ts'
import { start, walk, type Kind, type Sought } from '#server/search/candidates.ts'
import { searchCities } from '#server/search/cities.ts'
import { documentsIn } from '#server/search/documents.ts'
import { type Finder, finderOf, type Params, paramsOf, withoutNames } from '#server/search/instead/finder.ts'
import { placeNames } from '#server/search/instead/place-nearby.ts'
import { whereOf } from '#server/search/place.ts'
import { allOf, anyOf } from '#server/search/rules.ts'

type City = { city: string; state: string }

/** Refuses `invalid_input` for an invalid search, `not_found` for another host's space. */
export const firstCity = async (
  work: Work,
  { query: { type, queries: texts } }: Input<typeof citySearched>,
): Promise<Reply<typeof citySearched>> => {
  const finder = finderOf(work, type)
  const queries = texts.map((text) => withoutNames(paramsOf(text), placeNames))
  const [, ...cities] = await searchCities(work, { query: { type } })
  for (const city of await withCandidates(work, type, cities, await matchesOf(work, finder, queries)))
    for (const params of queries) {
      const { found } = await finder.find({ ...params, ...city }, 1)
      if (found.length > 0) return { city }
    }
  return { city: await anywhere(work, type, finder, queries) }
}

/** The city of the first result in the whole country; null: none, or not found when its city is searched (a professional who travels). */
const anywhere = async (
  work: Work,
  type: SearchType,
  finder: Finder,
  queries: readonly Params[],
): Promise<City | null> => {
  for (const params of queries) {
    const [result] = (await finder.find(params, 1)).found
    if (result === undefined) continue
    const city = await cityOf(work, type, result.id)
    if (city !== undefined && (await finder.find({ ...params, ...city }, 1)).found.length > 0) return city
  }
  return null
}

const cityOf = (work: Work, type: SearchType, id: number): Promise<City | undefined> =>
  work.db
    .selectFrom(type)
    .select(['city', 'state'])
    .where('id', '=', id)
    .where('city', '<>', '')
    .executeTakeFirst()

/** Readings without place words: as written, and with misspelt words corrected. */
const bareReadings = [0, 2] as const

/** The index queries of each search, in any of its readings; null: no condition. */
const matchesOf = async (work: Work, { question }: Finder, queries: readonly Params[]) => {
  const matches: (string | null)[] = []
  for (const params of queries) {
    const bare = await question(withoutNames(params, ['sort']))
    for (const reading of bareReadings) {
      const sought = await bare.read(work, reading)
      if (sought !== null) matches.push(sought.match)
    }
  }
  return matches
}

/** The cities with any candidate in the index, in their order: hours, prices and workplaces are not compared yet. */
const withCandidates = async (
  work: Work,
  kind: Kind,
  cities: readonly City[],
  matches: readonly (string | null)[],
): Promise<City[]> => {
  if (cities.length === 0 || matches.length === 0) return []
  const known = matches.filter((match) => match !== null)
  const any = known.length < matches.length ? null : known.map((match) => `(${match})`).join(' | ')
  const documents = await documentsIn(work, kind)
  const looks = cities.map(({ city, state }, place) => {
    const there = whereOf({ city, state }).filters.map(anyOf)
    const sought = soughtOf(kind, allOf([...(any === null ? [] : [`(${any})`]), ...there]))
    return sql`(select ${place}::integer as place from (${walk(sought, start(sought, documents), 1)}) one where one.id is not null)`
  })
  const { rows } = await sql<{ place: number }>`${sql.join(looks, sql` union all `)}`.execute(work.db)
  const found = new Set(rows.map(({ place }) => place))
  return cities.filter((_, place) => found.has(place))
}

const soughtOf = (kind: Kind, match: string | null): Sought => ({
  kind,
  match,
  text: null,
  near: null,
  box: null,
  price: null,
  sort: 'relevance',
  where: { words: null, from: null, modalities: [], fromBase: true },
})
