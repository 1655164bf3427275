/** Places: what people type as a place, as the words and circles that the index knows. */
import {
  municipalities,
  nameTyped,
  nearest,
  placeFrom,
  stateNamed,
  suggest,
  within,
} from '#server/places/places.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import type { Box, Point } from '#server/search/candidates.ts'
import { fold, wordsOf } from '#server/search/rules.ts'

/**
 * `filters`: a document has a word of each; `words` should all be in its place; `near` is where the place is.
 */
export type Where = {
  filters: string[][]
  words: string[]
  near: { point: Point; radiusKm: number } | null
  /** The middle of the named place: distances are from there. */
  center: Point | null
}

/** City and state as given by a place picker, and free text. */
export const whereOf = (given: { city?: string; state?: string; location?: string }): Where => {
  const filters = [...cityFilter(given.city, given.state), ...stateFilter(given.state)]
  const text = given.location ?? ''
  if (fold(text) === '') return { filters, words: [], near: null, center: centerOf(placesCalled(given)) }
  // With a city given, the text names something inside: a neighbourhood, a street.
  if (filters.length > 0)
    return {
      filters,
      words: insideOf(text, `${given.city ?? ''} ${given.state ?? ''}`),
      near: null,
      center: centerOf(`${text} ${placesCalled(given)}`) ?? centerOf(placesCalled(given)),
    }
  return locate(text)
}

const placesCalled = ({ city = '', state = '' }: { city?: string; state?: string }) =>
  `${city} ${state}`.trim()

const centerOf = (text: string): Point | null => {
  const found = placeFrom(text)
  return found === null ? null : pointOf(found.place)
}

const pointOf = ({ latitude, longitude }: Point): Point => ({ latitude, longitude })

const locate = (text: string): Where => {
  const [place] = suggest(text, 1)
  const center = place === undefined ? null : pointOf(place)
  if (place?.kind === 'state') return { filters: stateFilter(place.state), words: [], near: null, center }
  // A neighbourhood without results is widened to its municipality, never to another city.
  if (place?.kind === 'neighbourhood' && place.municipalityId !== null)
    return {
      filters: [[`in:${place.municipalityId}`]],
      words: insideOf(place.name, place.context),
      near: null,
      center,
    }
  if (place?.kind === 'municipality')
    return {
      filters: [[`in:${place.municipalityId}`, ...ifWhole(place.city, text)]],
      words: [],
      near: null,
      center,
    }
  if (place?.kind === 'locality')
    return {
      filters: [],
      words: [],
      near: { point: pointOf(place), radiusKm: 6 },
      center,
    }
  // "Roma Norte, Ciudad de México": the last part that is a place, and the part before it inside.
  const parts = text.split(',').map((part) => part.trim())
  for (let index = parts.length - 1; index > 0; index--) {
    const outer = parts.slice(index).join(', ')
    const [within] = suggest(outer, 1)
    if (within === undefined) continue
    return {
      filters: locate(outer).filters,
      words: insideOf(parts.slice(0, index).join(' '), outer),
      near: null,
      center: centerOf(text) ?? centerOf(outer),
    }
  }
  return { filters: [], words: wordsOf(text), near: null, center: null }
}

/** A city typed by its name includes its surroundings; a borough of the capital does not. */
const ifWhole = (city: string | null, text: string) =>
  city !== null && fold(text) === fold(city) ? [`city:${fold(city)}`] : []

/** Words of a part that its whole does not repeat, without street numbers or codes. */
const insideOf = (part: string, whole: string) => {
  const said = new Set(wordsOf(whole))
  const words = wordsOf(part).filter((word) => !said.has(word) && !/\d/.test(word))
  return words.length > 4 ? [] : words
}

const stateFilter = (state: string | undefined) =>
  state === undefined || fold(state) === '' ? [] : [[`state:${fold(stateNamed(state)?.name ?? state)}`]]

/** A city by its own name, or a municipality (a borough too) by its. */
const cityFilter = (city: string | undefined, state: string | undefined): string[][] => {
  const name = nameTyped(city ?? '')
  if (name === '') return []
  const code = state === undefined ? undefined : stateNamed(state)?.code
  const capital =
    stateNamed(name)?.code === '09' ? [`city:${fold('Ciudad de México')}`, 'state:ciudad de mexico'] : []
  // "Oaxaca" means Oaxaca de Juárez.
  const boroughs = municipalities(code).filter((one) => `${foldedOf(one)} de `.startsWith(`${name} de `))
  return [[`city:${name}`, ...capital, ...boroughs.map(({ id }) => `in:${id}`)]]
}

/** Folded once: every search in a city compares its name with all two and a half thousand. */
const foldedNames = new Map<number, string>()
const foldedOf = ({ id, name }: { id: number; name: string }) => {
  const folded = foldedNames.get(id) ?? fold(name)
  foldedNames.set(id, folded)
  return folded
}

/** The municipality of a search, with its zone; 0 when only a state is given. */
export type ZoneRequested = { municipalityId: number; state: string; clock: string }

/** Null when no place was named. A point is reduced to the municipality around it. */
export const zoneRequested = (given: {
  lat?: number | undefined
  lng?: number | undefined
  bbox?: string | undefined
  city?: string | undefined
  state?: string | undefined
  location?: string | undefined
}): ZoneRequested | null => {
  if (given.lat !== undefined && given.lng !== undefined) return zoneAt(given.lat, given.lng)
  if (given.bbox !== undefined) {
    const { west, south, east, north } = boxOf(given.bbox)
    return zoneAt((south + north) / 2, (west + east) / 2)
  }
  const { location = '', city = '', state = '' } = given
  return (
    zoneCalled([location, city, state]) ??
    zoneCalled([city, state]) ??
    zoneCalled([location]) ??
    zoneCalled([state])
  )
}

const zoneAt = (latitude: number, longitude: number): ZoneRequested => {
  const { id, state, zone } = nearest(latitude, longitude)
  return { municipalityId: id, state, clock: zone }
}

const zoneCalled = (names: readonly string[]): ZoneRequested | null => {
  const text = names.filter((name) => fold(name) !== '').join(', ')
  const [place] = text === '' ? [] : suggest(text, 1)
  return place === undefined
    ? null
    : { municipalityId: place.municipalityId ?? 0, state: place.state, clock: place.zone }
}

/** GET /api/places/suggest: the project's own towns, for the location field (product.md §2 row 6). */
export const suggestPlaces = async (_work: Work, { query }: { query: { input: string } }) =>
  suggest(query.input).map((one, index) => ({
    id: one.municipalityId ?? -1 - index,
    main: one.name,
    secondary: one.context,
    neighbourhood: one.kind === 'neighbourhood' ? one.name : '',
    city: one.city ?? '',
    state: one.state,
    latitude: one.latitude,
    longitude: one.longitude,
  }))

/** Refuses `invalid_input` for a box without an inside. */
export const boxOf = (bbox: string): Box => {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number)
  if (west >= east || south >= north)
    refuse('invalid_input', { fields: [{ field: 'bbox', problem: 'va oeste,sur,este,norte' }] })
  return { west, south, east, north }
}

/** GET /api/places/settings */
export const placeSettings = async ({ config }: Work) => ({
  google: config.googlePlaces,
  mapStyle: config.mapStyle,
})

/** The most places on a readable map. */
const maxOnMap = 240

/** GET /api/places/around: the data of the map when no tiles are configured. */
export const placesAround = async (_work: Work, { query }: { query: { bbox: string } }) => {
  const { municipalities, neighbourhoods } = within(boxOf(query.bbox), maxOnMap)
  return {
    municipalities: municipalities.map(({ id, name, state, latitude, longitude }) => ({
      id,
      name,
      state,
      latitude,
      longitude,
    })),
    neighbourhoods: neighbourhoods.map(({ name, latitude, longitude }) => ({ name, latitude, longitude })),
  }
}
