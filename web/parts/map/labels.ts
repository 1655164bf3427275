/** The labels of our own map: largest places first, each where there is room, and never under a pin. */
import { closeZoom, pixelOf } from '#web/parts/map/projection.ts'
import type { Pixel, Point, Size, View } from '#web/parts/map/projection.ts'

type Named = Point & { name: string }
type Label = Pixel & { name: string; width: number; look: string }

const stateLook = 'fill-ink text-[15px] font-semibold tracking-wide'
const municipalityClass = 'fill-ink text-[13px] font-medium'
const smallLook = 'fill-muted text-[12px]'

const lineHeight = 22
/** The offset of a label above or below a pin on its place. */
const aside = 32

/** Text is drawn on its baseline: its middle is a little higher. */
const isCovered = ({ x, y }: Pixel, width: number, marks: readonly (Pixel & Size)[]) =>
  marks.some(
    (mark) =>
      Math.abs(mark.x - x) < (mark.width + width) / 2 && Math.abs(mark.y - (y - 5)) < (mark.height + 16) / 2,
  )

/** The position of each label; labels without room are left out. */
export const labelsOf = (
  {
    municipalities,
    neighbourhoods,
  }: { municipalities: readonly (Named & { state: string })[]; neighbourhoods: readonly Named[] },
  view: View,
  size: Size,
  marks: readonly (Pixel & Size)[],
): Label[] => {
  const labels: Label[] = []
  const put = (name: string, place: Pixel, look: string) => {
    const width = name.length * 7.5 + 12
    for (const shift of [0, aside, -aside]) {
      const at = { x: place.x, y: place.y + shift }
      const free = labels.every(
        (one) => Math.abs(one.x - at.x) > (one.width + width) / 2 || Math.abs(one.y - at.y) > lineHeight,
      )
      const inside = at.x > width / 2 && at.x < size.width - width / 2 && at.y > 14 && at.y < size.height - 8
      // A label that collides only with another label is left out, as moving it would put it beside the wrong place.
      if (!isCovered(at, width, marks)) {
        if (free && inside) labels.push({ ...at, name, width, look })
        return
      }
    }
  }
  if (view.zoom < closeZoom)
    for (const state of new Set(municipalities.map((one) => one.state))) {
      const own = municipalities.filter((one) => one.state === state)
      const mean = (of: (one: Point) => number) => own.reduce((sum, one) => sum + of(one), 0) / own.length
      const middle = { latitude: mean((one) => one.latitude), longitude: mean((one) => one.longitude) }
      put(state, pixelOf(middle, view, size), stateLook)
    }
  if (view.zoom >= closeZoom - 1)
    for (const one of municipalities) put(one.name, pixelOf(one, view, size), municipalityClass)
  if (view.zoom >= 12) for (const one of neighbourhoods) put(one.name, pixelOf(one, view, size), smallLook)
  return labels
}
