/** The searches proposed where one found nothing: each has its own URL, and its result as text. */
import { type Condition, conditions, maxQueries, soughtConditions } from '#contract/search/instead.ts'
import { type SearchState, split, typeOf } from '#web/parts/cards/search-state.ts'
import { chipsOf, withoutPlace } from '#web/parts/search/chips.ts'
import type { Instead } from '#web/parts/search/instead-reading.ts'
import { wholeQueries } from '#web/parts/search/results.ts'
import { isSearch, saidChips } from '#web/parts/search/said-chips.ts'
import { whenOf, withWhen, zoneOf } from '#web/parts/search/window.ts'
import { dateIn, longDate } from '#web/parts/time/wall-clock.ts'

export type Proposal = {
  id: string
  /** "Quita «jueves en la tarde»" */
  change: string
  /** "12 profesionales" */
  finds: string
  search: SearchState
}

/** In reading order: criteria to leave out, then another day, then another place. */
export const proposalsOf = (
  { without, otherHours, day, place }: Omit<Instead, 'waiting'>,
  search: SearchState,
  now: number,
): Proposal[] => {
  const isPart = wholeQueries(chipsOf(search), search).length > maxQueries
  const number = ({ count, more }: { count: number; more: boolean }) =>
    `${count.toLocaleString('es-MX')}${more || isPart ? ' o más' : ''}`
  const proposals: Proposal[] = []
  for (const { condition, ...found } of without) {
    const next = withoutCondition(search, condition)
    const label = labelOf(search, condition, now)
    if (!isSearch({ ...next, sort: undefined }) || label === undefined) continue
    const one = found.count === 1 && !found.more && !isPart
    proposals.push({
      id: condition,
      change: `Quita ${label}`,
      finds: `${number(found)} ${typeOf(search) === 'spaces' ? (one ? 'espacio' : 'espacios') : one ? 'profesional' : 'profesionales'}`,
      search: next,
    })
  }
  if (otherHours !== null)
    proposals.push({
      id: 'hours',
      change: whenOf(search).until === undefined ? 'A otra hora el mismo día' : 'A otra hora en esos días',
      finds: `${number(otherHours)} con horas`,
      search: withWhen(search, { ...whenOf(search), part: undefined, from: undefined, to: undefined }),
    })
  if (day !== null)
    proposals.push({
      id: 'day',
      change: `El ${dayText(day.date, search, now)}`,
      finds: `${number(day)} con horas`,
      search: onDay(search, day.date),
    })
  if (place !== null)
    proposals.push({
      id: 'place',
      change: `En ${place.location ?? place.city}, a ${place.distanceKm.toLocaleString('es-MX')} km${place.isBare ? ', sin filtros' : ''}`,
      finds: number(place),
      search: {
        ...withoutPlace(place.isBare ? withoutCondition(search, 'all') : search),
        location: place.location ?? undefined,
        city: place.city,
        state: place.state,
      },
    })
  return proposals
}

/** Every condition that only narrows the search. */
const narrowing = conditions.filter((condition) => !soughtConditions.has(condition))

type Left = Instead['without'][number]['condition']

/** The search without one of its conditions, or without all that narrow it. */
export const withoutCondition = (search: SearchState, condition: Left): SearchState => {
  switch (condition) {
    case 'all':
      return narrowing.reduce(withoutCondition, search)
    case 'words_too':
      return { ...narrowing.reduce(withoutCondition, search), service: undefined, q: undefined }
    case 'when':
      return withWhen(search, {})
    case 'week':
      return { ...search, availability: undefined }
    case 'price':
      return { ...search, minPesos: undefined, maxPesos: undefined }
    case 'way':
      return { ...search, how: undefined, modality: undefined }
    case 'words':
      return { ...search, q: undefined }
    case 'amenities':
    case 'category':
    case 'priceRange':
    case 'rating':
    case 'service':
    case 'verified':
      return { ...search, [condition]: undefined }
  }
}

/** The search on that day, at the searched hours. */
export const onDay = (search: SearchState, day: string): SearchState => {
  const { part, from, to } = whenOf(search)
  return withWhen({ ...search, availability: undefined }, { day, part, from, to })
}

/** The labels of its chips. */
const labelOf = (search: SearchState, condition: Left, now: number): string | undefined => {
  const of: readonly Condition[] =
    condition === 'words_too'
      ? ['words', 'service', ...narrowing]
      : condition === 'all'
        ? narrowing
        : [condition]
  const quoted = of.flatMap((one) => labelsOf(search, one, now)).map((label) => `«${label}»`)
  return quoted.length === 0 ? undefined : new Intl.ListFormat('es-MX').format(quoted)
}

const labelsOf = (search: SearchState, condition: Condition, now: number): readonly string[] =>
  condition === 'service'
    ? split(search.service)
    : saidChips(search, now)
        .filter(({ id }) => isChipOf(id, condition))
        .map(({ label }) => label)

/** Chips whose id is not the name of their condition. */
const chipIds: Readonly<Partial<Record<Condition, string>>> = {
  when: 'when',
  week: 'availability:',
  price: 'price',
  way: 'how:',
  words: 'search:',
}
const isChipOf = (id: string, condition: Condition) => {
  const start = chipIds[condition] ?? `${condition}:`
  return start.endsWith(':') ? id.startsWith(start) : id === start
}

/** "viernes 4", with the month if it is not the current one. */
const dayText = (date: string, search: SearchState, now: number) =>
  dateIn(now, zoneOf(search)).slice(0, 7) === date.slice(0, 7)
    ? longDate(date).replace(/ de .*$/, '')
    : longDate(date)
