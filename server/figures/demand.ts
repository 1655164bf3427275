/** Searches without a result in the municipalities of a host's spaces; search counts them (search/demand.ts). */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { categories, Category, doneIn, SpaceType, spaceTypes } from '#contract/professional/categories.ts'
import { incomeDays, type UnmetDemand } from '#contract/figures/figures.ts'
import { dayOf } from '#server/availability/zone/zone.ts'
import { municipality } from '#server/places/places.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const maxCells = 1_000

type Own = { municipalityId: number; spaceType: string; categories: string[] }
type Row = {
  sought: 'professionals' | 'spaces'
  category: string
  municipalityId: number
  state: string
  weekday: number | null
  hour: number | null
  searches: number
}

/** Refuses invalid_input for more than 92 days. */
export const unmetDemand = async (
  work: Work,
  { from, to }: { from: string; to: string },
): Promise<UnmetDemand> => {
  const length = dayOf(to) - dayOf(from)
  if (length < 0 || length >= incomeDays) refuse('invalid_input')
  const own = await work.db
    .selectFrom('spaces')
    .select(['municipality_id as municipalityId', 'space_type as spaceType', 'categories'])
    .where('host_id', '=', work.viewer.hostId)
    .where('status', '<>', 'archived')
    .where('municipality_id', '>', 0)
    .execute()
  const ids = [...new Set(own.map(({ municipalityId }) => municipalityId))]
  const states = [...new Set(ids.flatMap((id) => municipality(id)?.state ?? []))]
  const { rows } = await sql<Row>`
    select sought, category, municipality_id as "municipalityId", state, weekday, hour, sum(searches)::integer as searches
    from unmet_demand
    where day between ${from}::date and ${to}::date
      and (municipality_id = any(${ids}::integer[]) or municipality_id = 0 and state = any(${states}::text[]))
    group by 1, 2, 3, 4, 5, 6
    order by searches desc, 1, 2, 3, 4, 5, 6 limit ${maxCells}`.execute(work.db)
  const fits = fittingOf(own)
  return {
    from,
    to,
    zones: ids.flatMap((id) => nameOf(id)),
    searches: rows.reduce((sum, { searches }) => sum + searches, 0),
    cells: rows.map(({ municipalityId, state, ...row }) => ({
      ...row,
      label: labelOf(row),
      zone: nameOf(municipalityId)[0] ?? `${state}, sin municipio`,
      fits: fits(row),
    })),
  }
}

const nameOf = (id: number): string[] => {
  const found = municipality(id)
  return found === undefined
    ? []
    : [found.city === found.state ? found.name : `${found.city}, ${found.state}`]
}

const labelOf = ({ sought, category }: Pick<Row, 'sought' | 'category'>): string => {
  if (sought === 'spaces') {
    const type = z.safeParse(SpaceType, category)
    return type.success ? spaceTypes[type.data] : 'Cualquier espacio'
  }
  const known = z.safeParse(Category, category)
  return known.success ? categories[known.data] : 'Otro servicio'
}

/** The categories of the host's spaces: as entered, or by the type of space. */
const fittingOf = (own: readonly Own[]) => {
  const types = new Set(own.map(({ spaceType }) => spaceType))
  const done = new Set<string>(
    own.flatMap(({ spaceType, categories }): readonly string[] => {
      const type = z.safeParse(SpaceType, spaceType)
      return categories.length > 0 || !type.success ? categories : doneIn[type.data]
    }),
  )
  return ({ sought, category }: Pick<Row, 'sought' | 'category'>) =>
    category !== '' && (sought === 'spaces' ? types.has(category) : done.has(category))
}
