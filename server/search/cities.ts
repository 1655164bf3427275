/** Where most is found: the cities that a search without a place offers (contract/search/search.ts). */
import { sql } from 'kysely'
import { citiesShown, type SearchType } from '#contract/search/search.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import type { Work } from '#server/platform/work.ts'

type City = { city: string; state: string }

/** Stored in memory for a minute, for each database that this process serves. */
export const searchCities = async (
  work: Work,
  { query }: { query: { type: SearchType } },
): Promise<City[]> => {
  const now = work.now.getTime()
  const saved = memory.get(work.db)?.get(query.type)
  if (saved !== undefined && now >= saved.at && now - saved.at < retentionMs) return saved.cities
  const cities = await largest(work, query.type)
  const own = memory.get(work.db) ?? new Map<SearchType, { at: number; cities: City[] }>()
  memory.set(work.db, own.set(query.type, { at: now, cities }))
  return cities
}

const retentionMs = minuteMs
const memory = new WeakMap<object, Map<SearchType, { at: number; cities: City[] }>>()

/** So many rows, of whole pages, say which cities are the largest, whatever the number of people. */
const sampled = 20_000

const largest = async (work: Work, type: SearchType): Promise<City[]> => {
  const table = sql.table(type)
  const { rows: sizes } = await sql<{ percent: number }>`
    select least(100, 100 * ${sampled} / greatest(reltuples, 1))::float8 as percent
    from pg_class where oid = ${type}::regclass`.execute(work.db)
  const percent = sizes[0]?.percent ?? 100
  const { rows } = await sql<City>`
    select city, state from ${table} tablesample system (${percent}::float8) repeatable (1)
    where status = 'published' and city <> ''
    group by city, state order by count(*) desc, city, state limit ${citiesShown}::integer`.execute(work.db)
  return rows
}
