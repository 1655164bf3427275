/** The cities with most results, offered by a search without a place (contract/search/search.ts). */
import { sql } from 'kysely'
import { citiesShown, type SearchType } from '#contract/search/search.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { remembered } from '#server/platform/remembered.ts'
import type { Work } from '#server/platform/work.ts'

type City = { city: string; state: string }

export const searchCities = (
  work: Work,
  { query: { type } }: { query: { type: SearchType } },
): Promise<City[]> => forAMinute(work, type, () => largest(work, type))

const forAMinute = remembered<City[]>({ retentionMs: minuteMs, most: 2 })

/** A sample of this many rows, in whole pages, shows which cities are the largest, whatever the total. */
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
