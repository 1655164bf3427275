/**
 * The area around each place: every point belongs to the nearest place (Voronoi). With the seats of the municipalities as points this gives
 * an approximate map; borders between states are drawn separately.
 */
import type { Box, Pixel } from '#web/parts/map/projection.ts'

/** A corner, and the site across the edge to the next corner; null at the frame. */
type Corner = Pixel & { beyond: number | null }
export type Cell = { site: number; corners: readonly Corner[] }

/** The cells of sites inside a frame: the frame, clipped by the bisector between a site and each other one. */
export const cellsOf = (sites: readonly Pixel[], frame: Box): Cell[] =>
  sites.map((site, index) => {
    let corners: Corner[] = [
      { x: frame.west, y: frame.north, beyond: null },
      { x: frame.east, y: frame.north, beyond: null },
      { x: frame.east, y: frame.south, beyond: null },
      { x: frame.west, y: frame.south, beyond: null },
    ]
    for (const [other, at] of sites.entries())
      if (other !== index && (at.x !== site.x || at.y !== site.y)) corners = cut(corners, site, at, other)
    return { site: index, corners }
  })

/** Keeps the part nearer to `site` than to `other`. */
const cut = (corners: Corner[], site: Pixel, other: Pixel, beyond: number): Corner[] => {
  const [a, b] = [other.x - site.x, other.y - site.y]
  const limit = (other.x ** 2 + other.y ** 2 - site.x ** 2 - site.y ** 2) / 2
  const past = ({ x, y }: Pixel) => a * x + b * y - limit
  if (corners.every((corner) => past(corner) <= 0)) return corners
  const saved: Corner[] = []
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length]
    if (to === undefined) continue
    const [here, there] = [past(from), past(to)]
    if (here <= 0) saved.push(from)
    if (here <= 0 === there <= 0) continue
    const part = here / (here - there)
    saved.push({
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
      // Leaving the half-plane, the next edge is the cut; entering it, the rest of this edge.
      beyond: here <= 0 ? beyond : from.beyond,
    })
  }
  return saved
}
