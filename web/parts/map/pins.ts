/** The pins of the map: results, and clusters of pins that would overlap. */
import { formatCents } from '#contract/platform/money.ts'
import type { FoundProfessional } from '#contract/search/search.ts'
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
  /** The lowest of several prices. */
  isFrom: boolean
  /** The searched time and service, passed on to the page. */
  going?: Parameters<typeof paths.professional>[1]
  where: string
  /** Professionals only: where they were found and their first slots there. */
  found?: Pick<FoundProfessional, 'id' | 'user' | 'place' | 'services' | 'matched' | 'slots'>
  /** A full match: those are shown first. */
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
    // The place that matched, which may differ from where the professional lives.
    ...(item.place?.area ?? item.area),
    whole,
    id: item.id,
    type: 'professionals',
    name: `${item.user.firstName} ${item.user.lastName}`,
    photo: item.user.profileImageUrl,
    rating: item.rating,
    priceCents: fromPrice(item).cents,
    isFrom: fromPrice(item).isFrom,
    going: goingTo(item, wanted),
    where: (item.place ?? item).neighbourhood ?? (item.place ?? item).city,
    found: item,
  }))
}

export type Cluster = Pixel & { pins: readonly Pin[] }

/** The text of a pin: its price, or the count of a cluster. */
export const markText = ([first, ...others]: readonly Pin[]) => {
  if (first === undefined) return ''
  if (others.length > 0) return String(others.length + 1)
  return first.priceCents > 0 ? formatCents(first.priceCents) : 'Ver'
}

const markHeight = 36
/** Minimum touch target, in pixels. */
const touchable = 44
/** The widest digit in the pins' font, and the padding beside the text. */
const figureWidth = 8.5
const besideText = 26

/** The area that a pin covers, in pixels. */
export const markSize = (pins: readonly Pin[]): Size => ({
  width: Math.max(touchable, Math.ceil(markText(pins).length * figureWidth + besideText)),
  height: markHeight,
})

/**
 * Clusters the pins in order; each joins the first one whose mark it would cover, so that no marks overlap. Pins outside the map are left
 * out. The raised pin keeps its own mark on top, whatever it covers.
 */
export const clustersOf = (pins: readonly Pin[], view: View, size: Size, raised?: number): Cluster[] => {
  const clusters: (Pixel & { pins: Pin[]; width: number; isRaised: boolean })[] = []
  for (const pin of pins) {
    const at = pixelOf(pin, view, size)
    if (at.x < 0 || at.y < 0 || at.x > size.width || at.y > size.height) continue
    const { width } = markSize([pin])
    const isRaised = pin.id === raised
    const near = isRaised
      ? undefined
      : clusters.find(
          (one) =>
            !one.isRaised &&
            Math.abs(one.x - at.x) < (one.width + width) / 2 + apart &&
            Math.abs(one.y - at.y) < touchable,
        )
    if (near === undefined) clusters.push({ ...at, pins: [pin], width, isRaised })
    else near.pins.push(pin)
  }
  return clusters.map(({ x, y, pins }) => ({ x, y, pins }))
}

/** The gap between adjacent marks, in pixels. */
const apart = 4

/** A mark's position and size: the map's own labels avoid it. */
export type Mark = Point & Pixel & Size

export const marksOf = (clusters: readonly Cluster[]): Mark[] =>
  clusters.flatMap(({ x, y, pins }) => {
    const [first] = pins
    if (first === undefined) return []
    const { latitude, longitude } = first
    return [{ x, y, latitude, longitude, ...markSize(pins) }]
  })
