/** "When" of a search: a day and two times on the clock of the place, as the two instants of the address. */
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { capitalZone, dateIn, instantOf, shortOf, timeOf } from '#web/parts/time/wall-clock.ts'

/** States whose clock is not the capital's (Ley de los Husos Horarios, 2022); their border towns are near enough. */
const zones: Readonly<Record<string, string>> = {
  'baja california': 'America/Tijuana',
  'baja california sur': 'America/Mazatlan',
  nayarit: 'America/Mazatlan',
  'quintana roo': 'America/Cancun',
  sinaloa: 'America/Mazatlan',
  sonora: 'America/Hermosillo',
}

/** The clock of the place that is searched; the capital's, where most people are, when no state is said. */
export const zoneOf = ({ state, location }: SearchState) => {
  const said = (state ?? location?.split(',').at(-1) ?? '').trim().toLowerCase()
  return zones[said] ?? capitalZone
}

/** "jue 26 nov, 18:00–20:00" */
export const windowText = (search: SearchState) => {
  const { startsAt, endsAt } = search
  if (startsAt === undefined || endsAt === undefined) return undefined
  const zone = zoneOf(search)
  return `${shortOf(startsAt, zone)}–${timeOf(endsAt, zone)}`
}

export type Window = { date: string; from: string; to: string }

/** The day and the times of a search, for a form. */
export const windowOf = (search: SearchState, now: number): Window => {
  const zone = zoneOf(search)
  const { startsAt, endsAt } = search
  return startsAt === undefined || endsAt === undefined
    ? { date: dateIn(now, zone), from: '10:00', to: '20:00' }
    : { date: dateIn(startsAt, zone), from: timeOf(startsAt, zone), to: timeOf(endsAt, zone) }
}

/** The search inside a window; one that ends before it begins ends on the next day. */
export const withWindow = (search: SearchState, { date, from, to }: Window): SearchState => {
  const zone = zoneOf(search)
  const startsAt = instantOf(date, from, zone)
  const endsAt = instantOf(date, to, zone)
  return { ...search, startsAt, endsAt: endsAt > startsAt ? endsAt : instantOf(date, '23:59', zone) }
}
