/** What the map shows: results as pins, and pins that would cover each other as one. */
import { centsOf } from '#web/parts/payment/cents.ts'
import { pixelOf } from '#web/parts/map/projection.ts'
import type { Pixel, Point, Size, View } from '#web/parts/map/projection.ts'
import { goingTo, type Wanted } from '#web/parts/cards/going-along.ts'
import type { paths } from '#web/paths.ts'
import { fromPrice } from '#web/parts/cards/from-price.ts'
import type { Results } from '#web/parts/search/results.ts'

export type Pin = Point & {
  id: number
  type: 'professionals' | 'spaces'
  name: string
  photo: string | null
  rating: string
  priceCents: number
  /** The lowest of several. */
  isFrom: boolean
  /** What was searched and comes along. */
  going?: Parameters<typeof paths.professional>[1]
  where: string
  /** It fits everything that is sought: those are what the map shows first. */
  whole: boolean
}

export const pinsOf = (results: Results | undefined, wanted?: Wanted): Pin[] => {
  if (results === undefined) return []
  if (results.type === 'spaces')
    return [...results.found.whole, ...results.found.part].map(({ item, whole }) => ({
      ...item.area,
      whole,
      id: item.id,
      type: 'spaces',
      name: item.name,
      photo: item.photos[0] ?? null,
      rating: item.rating,
      priceCents: centsOf(item.pricePerHour),
      isFrom: false,
      going: wanted?.going,
      where: item.neighbourhood ?? item.city,
    }))
  return [...results.found.whole, ...results.found.part].map(({ item, whole }) => ({
    ...item.area,
    whole,
    id: item.id,
    type: 'professionals',
    name: `${item.user.firstName} ${item.user.lastName}`,
    photo: item.user.profileImageUrl,
    rating: item.rating,
    priceCents: fromPrice(item).cents,
    isFrom: fromPrice(item).isFrom,
    going: goingTo(item, wanted),
    where: item.neighbourhood ?? item.city,
  }))
}

export type Cluster = Pixel & { pins: readonly Pin[] }

/** Nearer than this, in pixels, and two pins are one: a finger must find each. */
const apart = 46

/** Pins in their order; each joins the first that it would cover. Those outside of the map are left out. */
export const clustersOf = (pins: readonly Pin[], view: View, size: Size): Cluster[] => {
  const clusters: (Pixel & { pins: Pin[] })[] = []
  for (const pin of pins) {
    const at = pixelOf(pin, view, size)
    if (at.x < -20 || at.y < -20 || at.x > size.width + 20 || at.y > size.height + 20) continue
    const near = clusters.find((one) => Math.hypot(one.x - at.x, (one.y - at.y) * 1.4) < apart)
    if (near === undefined) clusters.push({ ...at, pins: [pin] })
    else near.pins.push(pin)
  }
  return clusters
}
