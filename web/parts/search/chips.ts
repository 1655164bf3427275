/**
 * What a search asks for. A chip is one wish: a word, a place or a category. Each chip runs its own search and the
 * results are merged by id (spec §2); so that a person who fits every kind of wish is found even far down each list,
 * the kinds are also asked for together, and those come first (product.md §2 row 1). All of it lives in the address.
 */
export type SearchType = 'professionals' | 'spaces'

export type SearchState = {
  q?: string
  location?: string
  city?: string
  state?: string
  category?: string
  type?: SearchType
  verified?: string
  priceRange?: string
  rating?: string
  availability?: string
  amenities?: string
  view?: 'list'
}

export type Chip = {
  id: string
  type: 'search' | 'location' | 'category'
  label: string
  filters: { q?: string; location?: string; city?: string; state?: string; category?: string }
}

/** Several words in one parameter stand apart by `|`. */
const between = '|'

const textNames = [
  'q',
  'location',
  'city',
  'state',
  'category',
  'verified',
  'priceRange',
  'rating',
  'availability',
  'amenities',
] as const

/** What of an address is a search; everything else is dropped. */
export const searchStateOf = (search: Record<string, unknown>): SearchState => {
  const state: SearchState = {}
  for (const name of textNames) {
    const value = search[name]
    if (typeof value === 'string' && value.trim() !== '') state[name] = value
  }
  if (state.category === 'all') delete state.category
  if (search.type === 'spaces' || search.type === 'professionals') state.type = search.type
  if (search.view === 'list') state.view = 'list'
  return state
}

/**
 * The same for the router, which keeps every parameter of the address that a screen does not name: what is
 * dropped has to be said (a form sent before any script has arrived brings `category=all`).
 */
export const searchStateForRouter = (search: Record<string, unknown>): SearchState => ({
  ...Object.fromEntries([...textNames, 'type', 'view'].map((name) => [name, undefined])),
  ...searchStateOf(search),
})

/** The chips of a search; `labels` names the categories (or types of space). */
export const chipsOf = (search: SearchState, labels: Readonly<Record<string, string>>): Chip[] => [
  ...split(search.q).map((q): Chip => ({ id: `search:${q}`, type: 'search', label: q, filters: { q } })),
  ...(search.location === undefined && search.city === undefined && search.state === undefined
    ? []
    : [
        {
          id: 'location',
          type: 'location' as const,
          label: search.location ?? search.city ?? search.state ?? '',
          filters: { location: search.location, city: search.city, state: search.state },
        },
      ]),
  ...split(search.category).map((category): Chip => ({
    id: `category:${category}`,
    type: 'category',
    label: labels[category] ?? category,
    filters: { category },
  })),
]

export const withWord = (search: SearchState, word: string): SearchState => ({
  ...search,
  q: [...new Set([...split(search.q), word.trim()])].filter(Boolean).join(between) || undefined,
})

export const without = (search: SearchState, chip: Chip): SearchState => {
  if (chip.type === 'location') return { ...search, location: undefined, city: undefined, state: undefined }
  const name = chip.type === 'search' ? 'q' : 'category'
  const gone = chip.filters[name]
  return {
    ...search,
    [name]:
      split(search[name])
        .filter((value) => value !== gone)
        .join(between) || undefined,
  }
}

const split = (text: string | undefined) =>
  (text ?? '')
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean)

export type Wish = { chips: readonly string[]; whole: boolean; filters: Chip['filters'] }

/** More combinations than this say nothing new and cost a search each. */
const mostWholes = 6

/** The searches to run: the combinations of one chip of each kind, and (with more than one kind) each chip alone. */
export const wishesOf = (chips: readonly Chip[]): Wish[] => {
  const kinds = [...new Set(chips.map((chip) => chip.type))].map((type) =>
    chips.filter((chip) => chip.type === type),
  )
  if (kinds.length === 0) return []
  const wholes = kinds
    .reduce<Chip[][]>((rows, kind) => rows.flatMap((row) => kind.map((chip) => [...row, chip])), [[]])
    .slice(0, mostWholes)
    .map((row): Wish => ({
      chips: row.map((chip) => chip.id),
      whole: true,
      filters: Object.assign({}, ...row.map((chip) => chip.filters)),
    }))
  if (kinds.length === 1) return wholes
  return [
    ...wholes,
    ...chips.map((chip): Wish => ({ chips: [chip.id], whole: false, filters: chip.filters })),
  ]
}

export type Merged<T> = { item: T; whole: boolean; chips: readonly string[] }

/** One list without repetition, each with the chips that found it; in the order in which they came. */
export const merge = <T extends { id: number }>(
  lists: readonly { wish: Wish; items: readonly T[] }[],
): Merged<T>[] => {
  const found = new Map<number, Merged<T>>()
  for (const { wish, items } of lists)
    for (const item of items) {
      const before = found.get(item.id)
      found.set(item.id, {
        item: before?.item ?? item,
        whole: wish.whole || before?.whole === true,
        chips: [...new Set([...(before?.chips ?? []), ...wish.chips])],
      })
    }
  return [...found.values()]
}
