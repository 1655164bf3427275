/**
 * GET /api/search/suggestions: completions of the text under the search field. Names are found by the index and read from their
 * sources; categories and places from memory. Independent of the visitor, so a response can be shared for a minute.
 */
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import { categories, spaceTypes } from '#contract/professional/categories.ts'
import { fewestTyped, type suggestions as endpoint } from '#contract/search/suggestions.ts'
import { suggest } from '#server/places/places.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { remembered } from '#server/platform/remembered.ts'
import type { Work } from '#server/platform/work.ts'
import { fold, wordsOf } from '#server/search/rules.ts'
import {
  beginningWith,
  bestOf,
  isLike,
  type Named,
  professionalsNamed,
  servicesOf,
  type Field,
  spacesNamed,
} from '#server/search/suggestions/names.ts'
import { chipsIn, searchOf } from '#server/search/understood/address.ts'
import { categoryByName, singular, spaceByName } from '#server/search/understood/trade-words.ts'

type Query = Input<typeof endpoint>['query']
type Suggestions = Reply<typeof endpoint>
type Searched = 'professionals' | 'spaces'

/** Each group fits beside the others on the screen of a phone. */
const most = { services: 3, categories: 2, named: 3, businesses: 2, places: 2 } as const
/** How many of the best are checked for matching names. */
const lookedAt = 40

export const suggestions = async (work: Work, { query }: { query: Query }): Promise<Suggestions> => {
  const typed = fold(query.q)
  if (typed.length < fewestTyped) return []
  return forAMinute(work, `${query.type} ${typed}`, () => lookUp(work, query, typed))
}

const forAMinute = remembered<Suggestions>({ retentionMs: minuteMs, most: 2_000 })

const lookUp = async (work: Work, { q, type }: Query, typed: string): Promise<Suggestions> => {
  const words = wordsTyped(q, typed)
  const groups = [
    categoriesLike(typed, type),
    ...(await fromIndex(work, words, type)),
    placesLike(work, q, type),
  ]
  // Names that begin with the text itself come before names with a word that does.
  return [...groups.filter(beginsWith(typed)), ...groups.filter((group) => !beginsWith(typed)(group))].flat()
}

/** "de" alone is the beginning of a word, and a stop word after others. */
const wordsTyped = (q: string, typed: string) => {
  const words = wordsOf(q)
  return words.length > 0 ? words : [typed]
}

const beginsWith = (typed: string) => (group: Suggestions) =>
  group[0] !== undefined && fold(group[0].label).startsWith(typed)

const fromIndex = async (work: Work, words: readonly string[], type: Searched): Promise<Suggestions[]> => {
  if (type === 'spaces') return spacesLike(work, words, type)
  const [services, professionals, spaces] = await Promise.all([
    servicesLike(work, words),
    professionalsLike(work, words),
    spacesLike(work, words, type),
  ])
  return [services, professionals, ...spaces]
}

/** The best documents with all words there. */
const idsLike = async (work: Work, words: readonly string[], where: Field) => {
  const match = await beginningWith(work, words, where)
  const kind = where === 'spaces' ? 'spaces' : 'professionals'
  return match === null ? [] : bestOf(work, kind, match, lookedAt)
}

const professionalsLike = async (work: Work, words: readonly string[]): Promise<Suggestions> =>
  (await professionalsNamed(work, await idsLike(work, words, 'names')))
    .filter(({ label }) => isLike(label, words))
    .slice(0, most.named)
    .map((one) => ({ kind: 'professional', ...one }))

const servicesLike = async (work: Work, words: readonly string[]): Promise<Suggestions> =>
  (await servicesOf(work, await idsLike(work, words, 'services')))
    .filter((name) => isLike(name, words))
    .slice(0, most.services)
    .map((label) => ({ kind: 'service', label, search: meantBy(work, label, 'professionals') }))

/** A service becomes the chips of its name, unless the name means more than a service: "Corte de lunes". */
const meantBy = (work: Work, name: string, type: Searched) => {
  const chips = chipsIn(work, name, type)
  return chips.every(({ kind }) => kind === 'text' || kind === 'category') ? searchOf(chips) : { q: name }
}

/** Spaces by name, when spaces are searched; their businesses always. */
const spacesLike = async (work: Work, words: readonly string[], type: Searched): Promise<Suggestions[]> => {
  const found = await spacesNamed(work, await idsLike(work, words, 'spaces'))
  const businesses = new Map<number, Named>()
  for (const { businessId, business, place } of found)
    if (isLike(business, words) && !businesses.has(businessId))
      businesses.set(businessId, { id: businessId, label: business, place })
  const spaces = found
    .filter(({ label }) => isLike(label, words))
    .slice(0, most.named)
    .map(({ id, label, place }) => ({ kind: 'space' as const, id, label, place }))
  return [
    type === 'spaces' ? spaces : [],
    [...businesses.values()].slice(0, most.businesses).map((one) => ({ kind: 'business' as const, ...one })),
  ]
}

/** By their own name, and by other words: "masajista" is Masajes. */
const categoriesLike = (typed: string, type: Searched): Suggestions => {
  const labels: Readonly<Record<string, string>> = type === 'spaces' ? spaceTypes : categories
  const names: ReadonlyMap<string, string> = type === 'spaces' ? spaceByName : categoryByName
  const one = singular(typed)
  const own = Object.keys(labels).filter((key) => fold(labels[key] ?? '').startsWith(typed))
  const called = [...names].flatMap(([name, key]) =>
    name === one || (typed.length > 3 && name.startsWith(typed)) ? [key] : [],
  )
  return [...new Set([...own, ...called])]
    .slice(0, most.categories)
    .map((key) => ({ kind: 'category', label: labels[key] ?? key, search: { category: key } }))
}

/** In "masaje en rom" the place follows "en", and the text before it stays part of the search. */
const placesLike = (work: Work, q: string, type: Searched): Suggestions => {
  const [, before = '', text = q] = /^(.+?)\s+en\s+(\S.*)$/i.exec(q.trim()) ?? []
  if (fold(text).length < fewestTyped) return []
  const rest = before === '' ? [] : chipsIn(work, before, type).filter(({ kind }) => kind !== 'place')
  return suggest(text, most.places, false).map(({ name, context, city, state, zone }) => ({
    kind: 'place',
    label: before === '' ? name : `${before.trim()} en ${name}`,
    within: context,
    search: searchOf([...rest, { kind: 'place', name, city: city ?? '', state, zone }]),
  }))
}
