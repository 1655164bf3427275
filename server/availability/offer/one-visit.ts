/** Combines consecutive services, of one person or of several, and the add-ons of each, into one. */
import { addOnLabel, type AddOnRef, openGroups, partsText } from '#contract/service/add-on.ts'
import { personOfEach } from '#contract/platform/persons.ts'
import { fittingsOfAll, needsOfAll, withAdded } from '#server/availability/offer/equipment.ts'
import type { Added, ServiceRow } from '#server/availability/offer/service-row.ts'

/** The services in their order, each with its person; two people may have the same. Missing ones are left out. */
export const partsOf = (
  ids: readonly number[],
  rows: readonly ServiceRow[],
  counts: readonly number[] = [],
): readonly ServiceRow[] => {
  if (counts.length < 2) return ids.flatMap((id) => rows.filter((row) => row.id === id))
  const whose = personOfEach(counts)
  return ids.flatMap((id, index) =>
    rows.flatMap((row) =>
      row.id === id ? [{ ...row, person: whose[index] ?? 1, persons: counts.length }] : [],
    ),
  )
}

/** Adds length and price of the add-ons to each service. Undefined: an add-on does not exist. */
export const withAddOns = (
  parts: readonly ServiceRow[],
  wanted: readonly AddOnRef[],
): readonly ServiceRow[] | undefined => {
  if (wanted.length === 0) return parts
  const isOf = (row: ServiceRow, { serviceId, person = 1 }: AddOnRef) =>
    row.id === serviceId && (row.person ?? 1) === person
  const added = wanted.flatMap((ref) =>
    parts.flatMap((row) =>
      isOf(row, ref)
        ? row.addOns.filter((one) => one.id === ref.id).map((one): Added => ({ ...one, ...whose(ref) }))
        : [],
    ),
  )
  if (added.length !== wanted.length) return undefined
  return parts.map((row) => {
    const own = added.filter((one) => isOf(row, one))
    return own.length === 0
      ? row
      : {
          ...row,
          name: [row.name, ...own.map(addOnLabel)].join(' + '),
          plainName: row.name,
          added: own,
          needs: withAdded(row.needs, row.durationMinutes, own),
          durationMinutes: own.reduce((sum, { minutes }) => sum + minutes, row.durationMinutes),
          priceCents: own.reduce((sum, { priceCents }) => sum + priceCents, row.priceCents),
        }
  })
}

/** A class is booked alone, by one person or the same for several: a service before or after it is another booking. */
export const mixesClass = (parts: readonly ServiceRow[]): boolean =>
  parts.some(({ sessions }) => sessions !== null) &&
  (new Set(parts.map(({ id }) => id)).size > 1 || parts.length !== (parts[0]?.persons ?? 1))

/** Option groups that do not have exactly one option in the visit: it cannot be booked yet. */
export const openIn = (row: ServiceRow): string[] =>
  (row.parts ?? [row]).flatMap(({ addOns, added = [] }) =>
    openGroups(addOns, ({ id }) => added.some((one) => one.id === id)),
  )

const whose = ({ serviceId, person = 1 }: AddOnRef) => (person === 1 ? { serviceId } : { serviceId, person })

/**
 * Consecutive parts as one: the buffer before the first, the buffer after the last, and the strictest of everything else. Undefined
 * when fewer were found than requested or they belong to different professionals.
 */
export const oneVisit = (request: number, parts: readonly ServiceRow[]): ServiceRow | undefined => {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined || parts.length !== request) return undefined
  if (request === 1) return first
  if (parts.some(({ professionalId }) => professionalId !== first.professionalId)) return undefined
  if (first.sessions !== null) return oneClass(first, parts)
  const sum = (of: (row: ServiceRow) => number) => parts.reduce((all, row) => all + of(row), 0)
  return {
    ...first,
    name: namesOf(parts),
    active: parts.every(({ active }) => active),
    durationMinutes: sum(({ durationMinutes }) => durationMinutes),
    processes: processesOfAll(parts),
    needs: needsOfAll(parts),
    bufferAfterMinutes: last.bufferAfterMinutes,
    stepMinutes: Math.max(...parts.map(({ stepMinutes }) => stepMinutes)),
    noticeMinutes: Math.max(...parts.map(({ noticeMinutes }) => noticeMinutes)),
    horizonDays: Math.min(...parts.map(({ horizonDays }) => horizonDays)),
    licensedUntil: soonestOf(parts.map(({ licensedUntil }) => licensedUntil)),
    priceCents: sum(({ priceCents }) => priceCents),
    atPlace: parts.every(({ atPlace }) => atPlace),
    atHome: atHomeOf(parts),
    online: parts.every((row) => row.online),
    places: first.places.map((place) => ({
      ...place,
      fittings: fittingsOfAll(parts.map((row) => row.places.find(({ at }) => at === place.at)?.fittings)),
      active: parts.every((row) => row.places.some(({ at, active }) => at === place.at && active)),
    })),
    parts,
  }
}

const soonestOf = (days: readonly (number | null)[]) => {
  const ends = days.filter((day) => day !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Seats of one class: all participants are there at once, so it lasts as long as for one of them and costs as much for each. */
const oneClass = (first: ServiceRow, parts: readonly ServiceRow[]): ServiceRow => ({
  ...first,
  name: namesOf(parts),
  priceCents: parts.reduce((sum, { priceCents }) => sum + priceCents, 0),
  parts,
})

/** Within the smallest radius of all services, and travel is charged once: the dearest. */
const atHomeOf = (parts: readonly ServiceRow[]): ServiceRow['atHome'] => {
  const each = parts.flatMap(({ atHome }) => atHome ?? [])
  if (each.length < parts.length) return null
  return {
    radiusKm: Math.min(...each.map(({ radiusKm }) => radiusKm)),
    feeCents: Math.max(...each.map(({ feeCents }) => feeCents)),
  }
}

const namesOf = (parts: readonly ServiceRow[]): string => partsText(parts.map(({ name }) => name))

/** The processes of each service, from the start of the visit. Undefined: its professional has no service with any. */
const processesOfAll = (parts: readonly ServiceRow[]): readonly number[] | undefined => {
  if (parts.every(({ processes }) => processes === undefined)) return undefined
  let at = 0
  return parts.flatMap(({ processes = [], durationMinutes }) => {
    const from = at
    at += durationMinutes
    return processes.map((edge) => from + edge)
  })
}
