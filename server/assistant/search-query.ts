/** Understood search words as calls of the search API. */
import * as z from 'zod/mini'
import { Category } from '#contract/professional/categories.ts'
import { dayPartHours, dayPartIds, startHoursFrom } from '#contract/platform/day-part.ts'
import type { searchProfessionals } from '#contract/search/search.ts'
import type { UnderstoodSearch } from '#contract/search/understood.ts'
import { zoneOfState } from '#contract/places/state-zone.ts'

type Understood = z.output<typeof UnderstoodSearch>
type Query = z.input<typeof searchProfessionals.query>

/** One search for each category, at most three. */
export const queriesOf = (search: Understood): Query[] => {
  const categories = split(search.category).slice(0, 3)
  const common = { ...plainOf(search), ...timeOf(search) }
  return categories.length === 0
    ? [common]
    : categories.map((category) => ({ ...common, ...categoryOf(category) }))
}

const split = (text: string | undefined) => (text ?? '').split('|').filter((part) => part !== '')

const plainOf = ({ q, location, city, state, ...search }: Understood): Query => {
  const words = split(q).join(' ')
  return {
    q: words === '' ? undefined : words,
    location,
    city,
    state,
    availability: search.availability,
    modality: search.modality,
    verified: search.verified,
    minPesos: search.minPesos,
    maxPesos: search.maxPesos,
    sort: sorts.find((sort) => sort === search.sort),
  }
}

const sorts = ['relevance', 'distance', 'price', 'rating'] as const

const categoryOf = (category: string): Query => ({ category: categoryIn(category) })
const categoryIn = (text: string): Query['category'] => {
  const parsed = z.safeParse(Category, text)
  return parsed.success ? parsed.data : undefined
}

const timeOf = ({ day, until, part, from, to, state }: Understood): Query => {
  const zone = zoneOfState(state)
  const whole = from === undefined || to === undefined ? undefined : { from, to }
  // A part of the day, and an hour alone, bound the start of the visit.
  const hours = whole ?? (from === undefined ? hoursOf(part) : startHoursFrom(from))
  const daily = hours === undefined ? {} : { hours: `${hours.from}-${hours.to}` }
  if (day === undefined) return daily
  if (until === undefined && whole !== undefined)
    return { startsAt: instantOf(day, whole.from, zone), endsAt: instantOf(day, whole.to, zone) }
  const after = Temporal.PlainDate.from(until ?? day)
    .add({ days: 1 })
    .toString()
  return { startsAt: instantOf(day, '00:00', zone), endsAt: instantOf(after, '00:00', zone), ...daily }
}

const hoursOf = (part: string | undefined) => {
  const id = dayPartIds.find((one) => one === part)
  if (id === undefined) return undefined
  const { from, to } = dayPartHours[id]
  return { from: `${String(from).padStart(2, '0')}:00`, to: `${to}:00` }
}

const instantOf = (date: string, time: string, zone: string) =>
  new Date(
    Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds,
  ).toISOString()
