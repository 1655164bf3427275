/**
 * A search as URL parameters, and back: `searchStateOf(printed(search))` equals the search. Unknown, invalid or incomplete values (a
 * latitude alone, an end before its start) are dropped, so that a hand-edited URL still finds something. Values stay strings, as the API
 * takes them.
 */
import { categories, spaceTypes } from '#contract/professional/categories.ts'
import {
  amenityFilters,
  availabilityFilters,
  modalityFilters,
  priceFilters,
  ratingFilters,
  verifiedFilters,
} from '#contract/search/search.ts'
import { type Modality, modalities } from '#contract/service/modality.ts'
import { type When, whenIn, whenNames } from '#web/parts/time/when.ts'

export type SearchType = 'professionals' | 'spaces'
export const sorts = ['price', 'rating', 'distance'] as const
export type Sort = (typeof sorts)[number]

/** Separates the values of criteria with several chips. */
export const between = '|'

/** Filters with comma-separated values (product.md §2 row 14). */
export const filterValues = {
  verified: verifiedFilters,
  priceRange: priceFilters,
  rating: ratingFilters,
  availability: availabilityFilters,
  amenities: amenityFilters,
  modality: modalityFilters,
} as const
export type FilterName = keyof typeof filterValues
export const filterNames = [
  'verified',
  'priceRange',
  'rating',
  'availability',
  'amenities',
  'modality',
] as const

const textLengths = { location: 160, city: 80, state: 80, service: 80 } as const

export type SearchState = Partial<Record<FilterName | keyof typeof textLengths, string>> &
  When & {
    q?: string
    category?: string
    type?: SearchType
    /** A point and a radius around it. */
    lat?: string
    lng?: string
    radiusKm?: string
    /** west,south,east,north */
    bbox?: string
    /** At home or online; absent: anywhere. Professionals only. */
    how?: Exclude<Modality, 'place'>
    /** Free within this interval: instants of older links without `day`. */
    startsAt?: string
    endsAt?: string
    /** Nearby, before the browser has given the position. */
    near?: 'on'
    /** Whole pesos. */
    minPesos?: string
    maxPesos?: string
    sort?: Sort
    view?: 'list'
    /** The map is open. */
    map?: 'on'
  }

const names = [
  'q',
  'location',
  'city',
  'state',
  'category',
  'type',
  ...filterNames,
  'lat',
  'lng',
  'radiusKm',
  'bbox',
  'startsAt',
  'endsAt',
  ...whenNames,
  'service',
  'how',
  'near',
  'minPesos',
  'maxPesos',
  'sort',
  'view',
  'map',
] as const

/** The parameter for a word when its form is submitted without scripts. */
export const addedName = 'mas'

export const typeOf = (search: SearchState): SearchType => search.type ?? 'professionals'

/** The labels of the categories, or of the types of space, by value. */
export const kindsOf = (type: SearchType): Readonly<Record<string, string>> =>
  type === 'spaces' ? spaceTypes : categories

/** The search in a URL; everything else is dropped. */
export const searchStateOf = (given: Record<string, unknown>): SearchState => {
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
  }
  const type: SearchType | undefined =
    given['type'] === 'spaces' ? 'spaces' : given['type'] === 'professionals' ? 'professionals' : undefined
  const kinds = kindsOf(type ?? 'professionals')
  const state: SearchState = {
    q: joined([...split(text('q')), ...split(text(addedName))].map((word) => word.slice(0, 120).trim())),
    category: joined(split(text('category')).filter((value) => Object.hasOwn(kinds, value))),
    type,
    ...placeOf(text),
    ...timeOf(given, text),
  }
  for (const [name, length] of Object.entries(textLengths)) {
    const value = text(name).slice(0, length).trim()
    if (value !== '' && isTextName(name)) state[name] = value
  }
  for (const name of filterNames) {
    if (name === 'amenities' && type !== 'spaces') continue
    if (name === 'modality' && type === 'spaces') continue
    const requested = text(name).split(',')
    const known = filterValues[name].filter((value) => requested.includes(value))
    if (known.length > 0) state[name] = known.join(',')
  }
  const how = modalities.find((one) => one === given['how'])
  if (type === 'spaces') delete state.service
  else if (how !== undefined && how !== 'place') state.how = how
  const sort = sorts.find((one) => one === given['sort'])
  // Ordering by distance needs an origin.
  if (sort !== undefined && (sort !== 'distance' || hasPlace(state))) state.sort = sort
  for (const name of ['minPesos', 'maxPesos'] as const)
    if (/^[1-9]\d{0,5}$/.test(text(name))) state[name] = text(name)
  const saysPlace = hasPlace(state) || (state.state ?? state.bbox) !== undefined
  if (given['near'] === 'on' && !saysPlace) state.near = 'on'
  if (given['view'] === 'list') state.view = 'list'
  if (given['map'] === 'on') state.map = 'on'
  return said(state)
}

/** Has a point or a named place, from which distances are measured. */
export const hasPlace = ({ lat, location, city }: SearchState) => (lat ?? location ?? city) !== undefined

const isTextName = (name: string): name is keyof typeof textLengths => Object.hasOwn(textLengths, name)

const placeOf = (text: (name: string) => string): SearchState => {
  const bbox = text('bbox')
  const edges = bbox.split(',').map(Number)
  const [west = 0, south = 0, east = 0, north = 0] = edges
  const isBox = /^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/.test(bbox) && west < east && south < north
  const isPoint = within(text('lat'), -90, 90) && within(text('lng'), -180, 180)
  const radius = text('radiusKm')
  return {
    ...(isBox ? { bbox } : {}),
    ...(isPoint ? { lat: text('lat'), lng: text('lng') } : {}),
    ...(isPoint && within(radius, 0, 200) && Number(radius) > 0 ? { radiusKm: radius } : {}),
  }
}

const timeOf = (given: Record<string, unknown>, text: (name: string) => string): SearchState => {
  const when = whenIn(given)
  if (when.day !== undefined) return when
  const [startsAt, endsAt] = [text('startsAt'), text('endsAt')]
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
  const both = instant.test(startsAt) && instant.test(endsAt)
  return both && Date.parse(startsAt) < Date.parse(endsAt) ? { startsAt, endsAt } : when
}

const within = (text: string, from: number, to: number) =>
  /^-?\d+(\.\d+)?$/.test(text) && Number(text) >= from && Number(text) <= to

/** The URL parameters, in order. */
export const printed = (search: SearchState): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))

/** Without undefined values, so that equal searches compare as equal. */
const said = (search: SearchState): SearchState =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

export const split = (text: string | undefined) =>
  (text ?? '')
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean)

/** At most eight chips of a kind: each costs a search. */
const maxOfAKind = 8
export const joined = (values: readonly string[]) =>
  [...new Set(values.filter(Boolean))].slice(0, maxOfAKind).join(between) || undefined

/** The number of active filters in the panel. */
export const filterCount = (search: SearchState) =>
  split(search.category).length +
  filterNames.reduce((count, name) => count + (search[name]?.split(',').length ?? 0), 0) +
  (search.how === undefined || search.modality !== undefined ? 0 : 1)

export const withoutFilters = (search: SearchState): SearchState => ({
  ...search,
  category: undefined,
  how: undefined,
  ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
})
