/** The columns of one day: the places that have entries or gaps, and one for time without a place. */
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'

export type PlaceColumn = { key: string; label: string; entries: readonly CalendarEntry[] }

/** Two spaces may have the same name, so their id is the key. Other places of a kind share one column by name. */
const keyOf = (spaceId: number | null, name: string) => (spaceId === null ? name : `#${spaceId}`)

export const placesOf = (entries: readonly CalendarEntry[], gaps: readonly Gap[]): PlaceColumn[] => {
  const columns = new Map<string, { label: string; entries: CalendarEntry[] }>()
  const at = (spaceId: number | null, name: string) => {
    const key = keyOf(spaceId, name)
    const known = columns.get(key) ?? { label: name === '' ? noPlace : name, entries: [] }
    columns.set(key, known)
    return known
  }
  for (const entry of entries) at(entry.place?.spaceId ?? null, entry.place?.name ?? '').entries.push(entry)
  for (const { spaceId, place } of gaps.flatMap(({ offers }) => offers)) at(spaceId, place)
  if (columns.size === 0) at(null, '')
  return [...columns].map(([key, column]) => ({ key, ...column }))
}

const noPlace = 'Tu tiempo'

/** Whether the gap can be sold at that place. */
export const isAt =
  (key: string) =>
  ({ offers }: Pick<Gap, 'offers'>) =>
    offers.some(({ spaceId, place }) => keyOf(spaceId, place) === key)
