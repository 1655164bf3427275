/** The time of a search, in the timezone of the searched place. */
import { zoneOfState } from '#contract/places/state-zone.ts'
import type { Wanted } from '#web/parts/cards/going-along.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { timeOfSearch, weekendOf, whenText } from '#web/parts/time/when-text.ts'
import { isAnyTime, type When, whenIn } from '#web/parts/time/when.ts'
import { addDays, dateIn, timeOf } from '#web/parts/time/wall-clock.ts'

/** The timezone of the searched place; without a state the capital's, where most clients are. */
export const zoneOf = ({ state, location }: SearchState) => zoneOfState(state ?? location?.split(',').at(-1))

/** The time of a search; an older link with two instants becomes their day and hours there. */
export const whenOf = (search: SearchState): When => {
  const when = whenIn(search)
  const { startsAt, endsAt } = search
  if (!isAnyTime(when) || startsAt === undefined || endsAt === undefined) return when
  const zone = zoneOf(search)
  const [day, last] = [dateIn(startsAt, zone), dateIn(endsAt, zone)]
  return whenIn(
    last === day ? { day, from: timeOf(startsAt, zone), to: timeOf(endsAt, zone) } : { day, until: last },
  )
}

/** "Hoy en la tarde", "jue 26 nov, 18:00–20:00"; undefined: any time. Without `now` only dates. */
export const searchedWhen = (search: SearchState, now: number | undefined) =>
  whenText(whenOf(search), now === undefined ? undefined : dateIn(now, zoneOf(search)))

/** As parameters of the search calls. */
export const searchedTime = (search: SearchState) =>
  isAnyTime(whenIn(search))
    ? { startsAt: search.startsAt, endsAt: search.endsAt }
    : timeOfSearch(whenIn(search), zoneOf(search))

/** The dates of a form's day word, by the calendar of the searched place; undefined: no such word. */
export const daysOfWord = (word: unknown, search: SearchState, now: number): When | undefined => {
  const today = dateIn(now, zoneOf(search))
  if (word === 'today') return { day: today }
  if (word === 'tomorrow') return { day: addDays(today, 1) }
  return word === 'weekend' ? weekendOf(today) : undefined
}

/** The criteria that are passed on to a result's page. */
export const wantedOf = (search: SearchState): Wanted => ({
  going: { ...whenOf(search), ...(search.how === undefined ? {} : { how: search.how }) },
  isPlaced: (search.location ?? search.city ?? search.lat ?? search.bbox) !== undefined,
})

/** The search at a newly chosen time: a day replaces the searched week, a part of the day narrows it. */
export const atTime = (search: SearchState, when: When): SearchState => ({
  ...withWhen(search, when),
  ...(when.day === undefined ? {} : { availability: undefined }),
})

/** The search without its day, before a week is ticked: both together would find nothing. */
export const withoutDay = (search: SearchState): SearchState => {
  const { part, from, to } = whenOf(search)
  return withWhen(search, { part, from, to })
}

/** The search at another time; without one, at any time. */
export const withWhen = (search: SearchState, when: When): SearchState => ({
  ...search,
  startsAt: undefined,
  endsAt: undefined,
  day: undefined,
  until: undefined,
  part: undefined,
  from: undefined,
  to: undefined,
  ...when,
})
