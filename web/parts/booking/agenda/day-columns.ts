/** The columns of one day: the places at which there is something or could be, and one for time that belongs to none. */
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'

export type PlaceColumn = { key: string; label: string; entries: readonly CalendarEntry[] }

/** Two spaces may have one name: each is known by its number. What is no space has one name for all of its kind. */
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

/** Could something be sold there at that place? */
export const isAt =
  (key: string) =>
  ({ offers }: Pick<Gap, 'offers'>) =>
    offers.some(({ spaceId, place }) => keyOf(spaceId, place) === key)
