/** A search as it is saved: with dates instead of "this week", and a label that says every criterion. */
import { printed, type SearchState } from '#web/parts/cards/search-state.ts'
import { chipsOf } from '#web/parts/search/chips.ts'
import { wholeQueries } from '#web/parts/search/results.ts'
import { saidChips } from '#web/parts/search/said-chips.ts'
import { whenOf, withWhen, zoneOf } from '#web/parts/search/window.ts'
import { addDays, dateIn } from '#web/parts/time/wall-clock.ts'

export type Wanted = { label: string; search: string; queries: string[] }

/** The limit of a label in the contract. */
const labelLength = 160

export const searchToSave = (search: SearchState, now: number): Wanted => {
  const dated = withDates({ ...search, view: undefined, map: undefined, sort: undefined }, now)
  return {
    label: labelOf(dated),
    search: new URLSearchParams(printed(dated)).toString(),
    queries: wholeQueries(chipsOf(dated), dated),
  }
}

/** "masaje · Roma Norte · jue 3 dic · En línea · Hasta $600 · Verificados" */
const labelOf = (search: SearchState) =>
  saidChips(search)
    .map(({ label }) => label)
    .join(' · ')
    .slice(0, labelLength)

/** Days from today on in the zone of the searched place; within the days chosen, if any. */
const withDates = (search: SearchState, now: number): SearchState => {
  const weeks = search.availability?.split(',') ?? []
  const when = whenOf(search)
  if (weeks.length === 0 || weeks.includes('flexible') || when.day !== undefined)
    return { ...search, availability: undefined }
  const today = dateIn(now, zoneOf(search))
  const sunday = addDays(today, (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7)
  const day = weeks.includes('today') || weeks.includes('this_week') ? today : addDays(sunday, 1)
  const last = weeks.includes('next_week') ? addDays(sunday, 7) : weeks.includes('this_week') ? sunday : today
  const days = last === day ? { day } : { day, until: last }
  return withWhen({ ...search, availability: undefined }, { ...when, ...days })
}
