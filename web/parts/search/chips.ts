/**
 * The criteria of a search. A chip is one criterion: a word, a place or a category. Each chip runs its own search and the results are
 * merged by id (spec §2); combinations of one chip per kind are searched too and come first, so that a full match is found even far down
 * each list (product.md §2 row 1). The whole state is in the URL.
 */
import { joined, kindsOf, split, typeOf } from '#web/parts/cards/search-state.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'

export type Chip = {
  id: string
  type: 'search' | 'location' | 'category'
  label: string
  filters: Pick<
    SearchState,
    'q' | 'location' | 'city' | 'state' | 'category' | 'lat' | 'lng' | 'radiusKm' | 'bbox'
  >
}

/** The chips of a search in spoken order: what, where, which kind. */
export const chipsOf = (search: SearchState): Chip[] => {
  const labels = kindsOf(typeOf(search))
  return [
    ...split(search.q).map((q): Chip => ({ id: `search:${q}`, type: 'search', label: q, filters: { q } })),
    ...placeChips(search),
    ...split(search.category).map((category): Chip => ({
      id: `category:${category}`,
      type: 'category',
      label: labels[category] ?? category,
      filters: { category },
    })),
  ]
}

const placeChip = 'location'

const placeChips = ({ location, city, state, lat, lng, radiusKm, bbox }: SearchState): Chip[] => {
  const label = location ?? city ?? state
  return [
    ...(label === undefined
      ? []
      : [{ id: placeChip, type: 'location' as const, label, filters: { location, city, state } }]),
    ...(lat === undefined
      ? []
      : [
          {
            id: 'near',
            type: 'location' as const,
            label: radiusKm === undefined ? 'Cerca de mí' : `Cerca de mí, ${radiusKm} km`,
            filters: { lat, lng, radiusKm },
          },
        ]),
    ...(bbox === undefined
      ? []
      : [{ id: 'zone', type: 'location' as const, label: 'Zona del mapa', filters: { bbox } }]),
  ]
}

export const withoutPlace = (search: SearchState): SearchState => ({
  ...search,
  location: undefined,
  city: undefined,
  state: undefined,
  lat: undefined,
  lng: undefined,
  radiusKm: undefined,
  bbox: undefined,
  sort: search.sort === 'distance' ? undefined : search.sort,
})

export const withWord = (search: SearchState, word: string): SearchState => ({
  ...search,
  q: joined([...split(search.q), word.trim().slice(0, 120)]),
})

/** Adds or removes a category. */
export const withCategory = (search: SearchState, category: string, on: boolean): SearchState => ({
  ...search,
  category: joined(
    on ? [...split(search.category), category] : split(search.category).filter((value) => value !== category),
  ),
})

export const without = (search: SearchState, chip: Chip): SearchState => {
  if (chip.type === 'category') return withCategory(search, chip.filters.category ?? '', false)
  if (chip.type === 'search')
    return { ...search, q: joined(split(search.q).filter((value) => value !== chip.filters.q)) }
  const gone = Object.fromEntries(Object.keys(chip.filters).map((name) => [name, undefined]))
  const sort = chip.id === 'near' && search.sort === 'distance' ? undefined : search.sort
  return { ...search, ...gone, sort }
}

export type Selection = { chips: readonly string[]; whole: boolean; filters: Chip['filters'] }

/** More combinations than this add nothing and cost a search each. */
const maxWholes = 6

/** The searches to run: combinations of one chip of each kind, and (with more than one kind) each chip alone, always in a chosen place. */
export const selectionsOf = (chips: readonly Chip[]): Selection[] => {
  const kinds = [...new Set(chips.map((chip) => chip.type))].map((type) =>
    chips.filter((chip) => chip.type === type),
  )
  if (kinds.length === 0) return []
  const wholes = kinds
    .reduce<Chip[][]>((rows, kind) => rows.flatMap((row) => kind.map((chip) => [...row, chip])), [[]])
    .slice(0, kinds.length === 1 ? chips.length : maxWholes)
    .map((row): Selection => ({
      chips: row.map((chip) => chip.id),
      whole: true,
      filters: Object.assign({}, ...row.map((chip) => chip.filters)),
    }))
  if (kinds.length === 1) return wholes
  const places = chips.filter(({ type }) => type === 'location')
  const others = chips.filter(({ type }) => type !== 'location')
  const alone = (row: readonly Chip[]): Selection => ({
    chips: row.map(({ id }) => id),
    whole: false,
    filters: Object.assign({}, ...row.map(({ filters }) => filters)),
  })
  if (places.length === 0) return [...wholes, ...others.map((chip) => alone([chip]))]
  // With a place chosen, results elsewhere are no answer: the other chips are searched only there.
  const there =
    kinds.length === 2 ? [] : others.flatMap((chip) => places.map((place) => alone([chip, place])))
  return [...wholes, ...there.slice(0, maxWholes), ...places.map((place) => alone([place]))]
}

export type Merged<T> = { item: T; whole: boolean; chips: readonly string[] }

/** One list without duplicates, each item with the chips that found it. Interleaved, so that the best of each search come first. */
export const merge = <T extends { id: number; widened?: true | undefined }>(
  lists: readonly { selection: Selection; items: readonly T[] }[],
): Merged<T>[] => {
  const found = new Map<number, Merged<T>>()
  const longest = Math.max(0, ...lists.map(({ items }) => items.length))
  for (let place = 0; place < longest; place++)
    for (const { selection, items } of lists) {
      const item = items[place]
      if (item === undefined) continue
      const before = found.get(item.id)
      // A result around the searched place is not in it.
      const chips = item.widened ? selection.chips.filter((id) => id !== placeChip) : selection.chips
      found.set(item.id, {
        // The service and the hours of a result are those of a full match.
        item: before === undefined || (selection.whole && !before.whole) ? item : before.item,
        whole: (selection.whole && item.widened !== true) || before?.whole === true,
        chips: [...new Set([...(before?.chips ?? []), ...chips])],
      })
    }
  return [...found.values()]
}
