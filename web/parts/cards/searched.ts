import { dayPartIds } from '#contract/platform/day-part.ts'
import { oneOf } from '#web/search-params.ts'
import type { SearchFor } from '#web/paths.ts'
import type { Where } from '#web/parts/places/place-field.tsx'

type Typed = {
  q: string
  category: string
  where: Where
  type: 'professionals' | 'spaces'
  day?: string
  part?: string
}

/** The search of a search card: empty fields are left out, and "all" is no category (spec §2). */
export const searchedFor = ({ q, category, where, type, day, part }: Typed): SearchFor => ({
  q: q || undefined,
  ...where,
  location: where.location.trim() || undefined,
  category: category === 'all' ? undefined : category,
  type,
  day: day || undefined,
  part: oneOf(dayPartIds, part),
})

/** The caller's own handler replaces the navigation to the results (spec §2). */
export const leadOn = (
  search: SearchFor,
  onSearch: ((search: SearchFor) => void) | undefined,
  toResults: (search: SearchFor) => void,
) => (onSearch ?? toResults)(search)
