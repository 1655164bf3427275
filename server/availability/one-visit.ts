/** Services one after the other, and what is added to each, as if they were one. */
import type { AddOnRef } from '#contract/add-on.ts'
import type { Added, ServiceRow } from '#server/availability/service-row.ts'

/** Each service longer and dearer by what is added to it. Undefined: one of those is not there. */
export const withAddOns = (
  rows: readonly ServiceRow[],
  wanted: readonly AddOnRef[],
): readonly ServiceRow[] | undefined => {
  if (wanted.length === 0) return rows
  const added = wanted.flatMap(({ serviceId, id }) =>
    rows.flatMap((row) =>
      row.id === serviceId
        ? row.addOns.filter((one) => one.id === id).map((one): Added => ({ ...one, serviceId }))
        : [],
    ),
  )
  if (added.length !== wanted.length) return undefined
  return rows.map((row) => {
    const own = added.filter(({ serviceId }) => serviceId === row.id)
    return own.length === 0
      ? row
      : {
          ...row,
          name: [row.name, ...own.map(({ name }) => name)].join(' + '),
          plainName: row.name,
          added: own,
          durationMinutes: own.reduce((sum, { minutes }) => sum + minutes, row.durationMinutes),
          priceCents: own.reduce((sum, { priceCents }) => sum + priceCents, row.priceCents),
        }
  })
}

/**
 * Services one after the other as if they were one: the time before of the first, after of the last, and of all else the
 * strictest. Undefined when one is missing or they are not of one professional.
 */
export const oneVisit = (ids: readonly number[], rows: readonly ServiceRow[]): ServiceRow | undefined => {
  const parts = ids.flatMap((id) => rows.filter((row) => row.id === id))
  const [first] = parts
  const last = parts.at(-1)
  if (ids.length === 1) return first
  if (first === undefined || last === undefined || parts.length !== ids.length) return undefined
  if (parts.some(({ professionalId }) => professionalId !== first.professionalId)) return undefined
  const sum = (of: (row: ServiceRow) => number) => parts.reduce((all, row) => all + of(row), 0)
  return {
    ...first,
    name: parts.map(({ name }) => name).join(' + '),
    active: parts.every(({ active }) => active),
    durationMinutes: sum(({ durationMinutes }) => durationMinutes),
    processes: processesOfAll(parts),
    bufferAfterMinutes: last.bufferAfterMinutes,
    stepMinutes: Math.max(...parts.map(({ stepMinutes }) => stepMinutes)),
    noticeMinutes: Math.max(...parts.map(({ noticeMinutes }) => noticeMinutes)),
    horizonDays: Math.min(...parts.map(({ horizonDays }) => horizonDays)),
    priceCents: sum(({ priceCents }) => priceCents),
    places: first.places.map((place) => ({
      ...place,
      active: parts.every((row) =>
        row.places.some(({ spaceId, active }) => spaceId === place.spaceId && active),
      ),
    })),
    parts,
  }
}

/** Those of each service, counted from the start of the visit. Undefined: its professional has no service with any. */
const processesOfAll = (parts: readonly ServiceRow[]): readonly number[] | undefined => {
  if (parts.every(({ processes }) => processes === undefined)) return undefined
  let at = 0
  return parts.flatMap(({ processes = [], durationMinutes }) => {
    const from = at
    at += durationMinutes
    return processes.map((edge) => from + edge)
  })
}
