// The places of Mexico: states, municipalities with their time zones, and towns. Shipped as data (docs/places/places.md) and held in
// memory; independent of people, spaces and bookings.
import * as z from 'zod/mini'
import data from '#server/places/data/places.json' with { type: 'json' }
import { type NeighbourhoodRow, neighbourhoodRows } from '#server/places/neighbourhood.ts'
import { withoutLeading } from '#server/places/also-called.ts'
import { fold, matchTokens, rankOf, wordsTyped } from '#server/places/rules.ts'
import { entryNamed, likeIn, namedBy, vocabularyOf } from '#server/places/named.ts'
import type { Entry, Suggestion } from '#server/places/named.ts'

/** One of the 32 states: INEGI's two-digit code, the three characters of ISO 3166-2:MX, and its common name. */
export type State = { code: string; iso: string; name: string }

/** A municipality (or borough of Mexico City): `id` is INEGI's number, state × 1000 + municipality. */
export type Municipality = {
  id: number
  name: string
  /** The city as people call it: the seat, or Ciudad de México for its boroughs. */
  city: string
  stateCode: string
  state: string
  latitude: number
  longitude: number
  /** The position is accurate to some tens of kilometres only. */
  estimated: boolean
  /** Population of the seat, by GeoNames; 0 where unknown. For ranking, not for display. */
  population: number
  zone: string
}

const File = z.object({
  states: z.array(z.tuple([z.string(), z.string(), z.string()])),
  zones: z.array(z.string()),
  municipalities: z.array(
    z.tuple([z.int(), z.string(), z.string(), z.number(), z.number(), z.int(), z.int(), z.int()]),
  ),
  localities: z.array(z.tuple([z.string(), z.int(), z.number(), z.number(), z.int()])),
})

const file = File.parse(data)
const capital = '09'
const stateList: State[] = file.states.map(([code, iso, name]) => ({ code, iso, name }))
const stateByCode = new Map(stateList.map((state) => [state.code, state]))

const municipalityList: Municipality[] = file.municipalities.map(
  ([id, name, seat, latitude, longitude, population, zone, estimated]) => {
    const state = stateOf(Math.floor(id / 1000))
    return {
      id,
      name,
      city: state.code === capital ? state.name : seat || name,
      stateCode: state.code,
      state: state.name,
      latitude,
      longitude,
      estimated: estimated === 1,
      population,
      zone: file.zones[zone] ?? missing(`zone ${zone}`),
    }
  },
)
const municipalityById = new Map(municipalityList.map((one) => [one.id, one]))

/** Every zone of a place in Mexico. */
export const zones: readonly string[] = file.zones

/** The 32 states in the order of their codes. */
export const states = (): readonly State[] => stateList

/** A state by its name, code or three characters, without regard to accents or case: "Nuevo León", "19", "nle". */
export const stateNamed = (text: string): State | undefined => stateByAnyName.get(fold(text))

/** The municipalities of a state in the order of their codes, or all of them. */
export const municipalities = (stateCode?: string): readonly Municipality[] =>
  stateCode === undefined ? municipalityList : municipalityList.filter((one) => one.stateCode === stateCode)

/** A municipality by INEGI's number, such as 31050 for Mérida. */
export const municipality = (id: number): Municipality | undefined => municipalityById.get(id)

/** The IANA zone of a municipality. The id must be one of ours: parse it at the edge with `municipality`. */
export const zoneOf = (municipalityId: number): string =>
  (municipalityById.get(municipalityId) ?? missing(`municipality ${municipalityId}`)).zone

/** The municipality of the locality nearest to a point (WGS84 degrees); near a border it may be the neighbour. */
export function nearest(latitude: number, longitude: number): Municipality {
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  let best = 0
  let least = Infinity
  for (const point of points) {
    const north = point.latitude - latitude
    const east = (point.longitude - longitude) * narrowing
    const distance = north * north + east * east
    if (distance < least) {
      least = distance
      best = point.municipalityId
    }
  }
  return municipalityById.get(best) ?? missing(`municipality ${best}`)
}

/** Whether this is the point of a suggestion, the middle of a locality or a neighbourhood, and so no exact address. */
export const isMiddle = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean =>
  middles.some((one) => one.latitude === latitude && one.longitude === longitude)

/**
 * Places whose words begin with every word typed, without regard to accents, case or short forms ("Cd.", "gdl", "Pto"); at least one must
 * be of the place's own name. The whole name first, then names that begin so, then the rest; each by population. If there is none: without
 * leading words ("la condesa"), then, if allowed, with misspelt words corrected ("Guadalajra").
 */
export function suggest(text: string, limit = 8, mayCorrect = true): Suggestion[] {
  for (const tokens of mayCorrect ? waysToRead(text) : waysWritten(text)) {
    const found = matching(tokens)
    if (found.length > 0) return found.slice(0, limit)
  }
  return []
}

/**
 * The place that a phrase names, or null: its whole name, alone or with what contains it ("roma norte", "centro gdl", "la condesa", "merida
 * yucatan", "Guadalajara"), never the beginning of a word. `isCorrected`: a word of it was misspelt. Takes microseconds.
 */
export function placeFrom(text: string): { place: Suggestion; isCorrected: boolean } | null {
  entries ??= allEntries()
  return namedBy(entries, waysWritten(text))
}

/** A name of a place with its short forms written out, folded: "GDL" is "guadalajara". */
export const nameTyped = (text: string): string => matchTokens(text).join(' ')

/** As written, with short forms written out, and without leading words. */
const waysWritten = (text: string): string[][] => {
  const written = matchTokens(text)
  const bare = withoutLeading(written)
  return [written, wordsTyped(text), ...(bare === null ? [] : [bare])].filter(({ length }) => length > 0)
}

function* waysToRead(text: string): Generator<readonly string[]> {
  const ways = waysWritten(text)
  yield* ways
  entries ??= allEntries()
  const { corrected } = vocabularyOf(entries)
  for (const tokens of ways) {
    const others = corrected(tokens)
    if (others !== null) yield others
  }
}

const matching = (tokens: readonly string[]): Suggestion[] => {
  const typed = tokens.join(' ')
  if (typed.length < 2) return []
  const ranks: Entry[][] = [[], [], []]
  entries ??= allEntries()
  for (const entry of likeIn(entries, tokens)) ranks[rankOf(entry, typed, tokens)]?.push(entry)
  const named = tokens.length < 2 ? null : entryNamed(vocabularyOf(entries), tokens)
  const seen = new Set<string>()
  return [...(ranks[0] ?? []), ...(named === null ? [] : [named]), ...ranks.slice(1).flat()]
    .map((entry) => entry.suggestion)
    .filter(({ name, context }) => !seen.has(name + context) && seen.add(name + context))
}

export type Box = { west: number; south: number; east: number; north: number }

/** The labels of a drawn map of a box: its most populous municipalities (at most `limit`) and neighbourhoods. */
export function within(box: Box, limit: number) {
  const isIn = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
    latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east
  const municipalities = municipalityList
    .filter((one) => !one.estimated && isIn(one))
    .toSorted((one, other) => other.population - one.population)
    .slice(0, limit)
  const neighbourhoods = Object.values(neighbourhoodRows)
    .flat()
    .map(([name, , latitude, longitude, weight]) => ({ name, latitude, longitude, weight }))
    .filter(isIn)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, limit)
  return { municipalities, neighbourhoods }
}

const stateByAnyName = new Map(
  stateList.flatMap((state) =>
    [state.name, state.code, state.iso, ...aliasesOf(state)].map((name) => [fold(name), state]),
  ),
)

const points = [
  ...municipalityList
    .filter((one) => !one.estimated)
    .map(({ id, latitude, longitude }) => ({ municipalityId: id, latitude, longitude })),
  ...file.localities.map(([, municipalityId, latitude, longitude]) => ({
    municipalityId,
    latitude,
    longitude,
  })),
]

/** The points of all suggestions; a state is placed at its largest city. */
const middles = [
  ...municipalityList,
  ...points,
  ...Object.values(neighbourhoodRows)
    .flat()
    .map(([, , latitude, longitude]) => ({ latitude, longitude })),
]

// Built at the first query, so that the start does not wait for it.
let entries: Entry[] | undefined

const allEntries = (): Entry[] =>
  [
    ...stateList.map(stateEntry),
    ...municipalityList.flatMap(municipalityEntries),
    ...file.localities.map(localityEntry),
    ...Object.entries(neighbourhoodRows).flatMap(([id, rows]) =>
      rows.map((row) => neighbourhoodEntry(Number(id), row)),
    ),
  ].sort((a, b) => b.population - a.population)

/** A state is placed at its largest city, and only the capital precedes other places of its name. */
function stateEntry(state: State): Entry {
  const own = municipalityList.filter((one) => one.stateCode === state.code)
  const largest = own.reduce((most, one) => (one.population > most.population ? one : most))
  const isCapital = state.code === capital
  return {
    suggestion: {
      kind: 'state',
      name: state.name,
      context: isCapital ? 'México' : 'Estado',
      city: isCapital ? state.name : null,
      state: state.name,
      municipalityId: null,
      latitude: isCapital ? 19.4326 : largest.latitude,
      longitude: isCapital ? -99.1332 : largest.longitude,
      zone: largest.zone,
    },
    own: [state.name, ...aliasesOf(state)].map((name) => ` ${fold(name)}`).join(' '),
    all: ` ${fold(state.name)} mexico`,
    population: isCapital ? own.reduce((sum, one) => sum + one.population, 0) : largest.population - 1,
  }
}

/** A municipality matches its own name and its seat's; people mean the seat, so that is shown. */
function municipalityEntries(one: Municipality): Entry[] {
  const entry = (name: string, context: string): Entry => ({
    suggestion: { ...placeOf(one), kind: 'municipality', name, context },
    own: ` ${fold(name)}`,
    all: ` ${fold(`${name} ${context}`)}`,
    population: one.population,
  })
  if (one.city === one.name || one.stateCode === capital) return [entry(one.name, one.state)]
  return [entry(one.city, `${one.name}, ${one.state}`), entry(one.name, one.state)]
}

function localityEntry([
  name,
  municipalityId,
  latitude,
  longitude,
  population,
]: (typeof file.localities)[number]): Entry {
  const within = municipalityById.get(municipalityId) ?? missing(`municipality ${municipalityId}`)
  const city = within.stateCode === capital ? within.city : name
  const context = `${within.name}, ${within.state}`
  return {
    suggestion: { ...placeOf(within), kind: 'locality', name, context, city, latitude, longitude },
    own: ` ${fold(name)}`,
    all: ` ${fold(`${name} ${context}`)}`,
    population,
  }
}

/** A neighbourhood ranks like some thousands of people: after towns of its name, before villages. */
function neighbourhoodEntry(id: number, [name, , latitude, longitude, weight]: NeighbourhoodRow): Entry {
  const within = municipalityById.get(id) ?? missing(`municipality ${id}`)
  const context =
    within.city === within.name ? `${within.name}, ${within.state}` : `${within.name}, ${within.city}`
  return {
    suggestion: { ...placeOf(within), kind: 'neighbourhood', name, context, latitude, longitude },
    own: ` ${fold(name)}`,
    all: ` ${fold(`${name} ${context} ${within.state}`)}`,
    population: weight * 5000,
  }
}

function placeOf({ id, city, state, latitude, longitude, zone }: Municipality) {
  return { municipalityId: id, city, state, latitude, longitude, zone }
}

function aliasesOf(state: State): string[] {
  if (state.code === capital) return ['CDMX', 'DF', 'Distrito Federal']
  return state.code === '15' ? ['Edomex', 'México'] : []
}

function stateOf(code: number): State {
  return stateByCode.get(String(code).padStart(2, '0')) ?? missing(`state ${code}`)
}

function missing(what: string): never {
  throw new Error(`No ${what} in places.json`)
}
