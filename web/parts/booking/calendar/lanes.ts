/** Lanes of overlapping entries of one column: side by side, each as wide as the maximum at once allows. Pure. */

/** Position from the left, and the number of lanes. */
export type Lane = { place: number; of: number }

/** In minutes of the column's day. */
export type Drawn<Item> = { item: Item; from: number; to: number }

/** The lane of each item; without overlap `{ place: 0, of: 1 }`. */
export const lanesOf = <Item>(drawn: readonly Drawn<Item>[]): Map<Item, Lane> => {
  const lanes = new Map<Item, Lane>()
  let together: { item: Item; place: number }[] = []
  let ends: number[] = []
  const close = () => {
    for (const { item, place } of together) lanes.set(item, { place, of: ends.length })
    together = []
    ends = []
  }
  for (const { item, from, to } of drawn.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (ends.every((end) => end <= from)) close()
    const free = ends.findIndex((end) => end <= from)
    const place = free === -1 ? ends.length : free
    ends[place] = to
    together.push({ item, place })
  }
  close()
  return lanes
}

/** Left edge and width in percent of the column. */
export const laneStyle = ({ place, of }: Lane) => ({ left: `${(place / of) * 100}%`, width: `${100 / of}%` })
