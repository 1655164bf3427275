/** Starts outside the grid of the professional's hours: where hours of the service begin, and directly before or after claims. */
import type { Stretch } from '#server/availability/hours/hours.ts'
import type { Snapshot } from '#server/availability/rules/snapshot.ts'
import { type Lengths, tightStarts } from '#server/availability/rules/tight-starts.ts'
import { union, without, type Intervals } from '#server/availability/zone/intervals.ts'

type Prepared = Lengths & {
  readonly step: number
  readonly stretches: readonly Stretch[]
  readonly open: Intervals
  /** For each part with its own hours: its start after that of the visit, and its windows. */
  readonly ownHours: readonly { readonly from: number; readonly stretches: readonly Stretch[] }[]
}

/** In order of time, each once; some may be on the grid. */
export const startsBeside = (snapshot: Snapshot, prepared: Prepared): readonly number[] => {
  const opening = prepared.ownHours.flatMap(({ from, stretches }) =>
    stretches.map(({ anchor }) => anchor - from),
  )
  const tight = snapshot.professional.hasTightStarts === true ? tightOf(snapshot, prepared) : []
  if (opening.length === 0) return tight
  return [...new Set([...opening, ...tight])].sort((a, b) => a - b)
}

const tightOf = ({ professional, elsewhere, place }: Snapshot, prepared: Prepared): readonly number[] => {
  const { open, before, duration, after, unitAfter } = prepared
  const lengths = { before, duration, after, unitAfter, grid: gridOf(prepared), open }
  const busy =
    elsewhere === undefined
      ? professional.busy
      : union([...pairsOf(professional.busy), ...pairsOf(elsewhere)])
  const units = place === null ? [] : place.units.map((unit) => unit.busy)
  const rented = place?.rented ?? []
  if (rented.length === 0) return tightStarts({ ...lengths, busy, units })
  // Within rented hours only clients' bookings count as taken; the unit is the professional's.
  const within = rented.flatMap(({ from, to, taken }) =>
    tightStarts({
      ...lengths,
      unitAfter: after,
      units: [],
      busy: [...without([-Infinity, Infinity], without([from, to], taken))],
    }),
  )
  return [...tightStarts({ ...lengths, busy, units }), ...within]
    .sort((a, b) => a - b)
    .filter((start, index, all) => start !== all[index - 1])
}

const pairsOf = (intervals: Intervals) =>
  Array.from(
    { length: intervals.length / 2 },
    (_, place) => [intervals[2 * place] ?? 0, intervals[2 * place + 1] ?? 0] as const,
  )

const gridOf = ({ stretches, step }: Prepared): number[] => {
  const grid: number[] = []
  for (const { anchor, start, end } of stretches)
    for (let at = anchor + Math.ceil((start - anchor) / step) * step; at < end; at += step) grid.push(at)
  return grid
}
