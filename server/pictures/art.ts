// Wall decorations: framed prints, woven plates, shelves of colours, textiles. Centred at (0, 0), in centimetres.
import {
  box,
  boxes,
  circle,
  ellipse,
  type Rng,
  line,
  path,
  pick,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import { leaf } from '#server/pictures/plant.ts'
import type { Palette } from '#server/pictures/palette.ts'

/** A framed print of hills, sun, agave, bird or hand, in the colours of the place. */
export function print(rng: Rng, palette: Palette, wide: number, tall: number): string {
  const { wood, accent, second, fabric, band } = palette
  const [w, h] = [wide / 2, tall / 2]
  const inner = pick(rng, [
    () =>
      circle(0, -h * 0.25, w * 0.36, second) +
      path(
        `M${-w + 4} ${h - 4}V${Math.round(h * 0.2)}Q${Math.round(-w * 0.4)} ${Math.round(-h * 0.2)} 0 ${Math.round(h * 0.25)}T${w - 4} ${Math.round(h * 0.1)}V${h - 4}z`,
        accent,
      ) +
      path(
        `M${-w + 4} ${h - 4}V${Math.round(h * 0.55)}Q0 ${Math.round(h * 0.2)} ${w - 4} ${Math.round(h * 0.6)}V${h - 4}z`,
        fabric,
      ),
    () =>
      path(
        [-64, -40, -14, 14, 40, 64].map((degrees) => leaf(0, h * 0.6, h * 0.95, w * 0.24, degrees)).join(''),
        accent,
      ) + rect(-w * 0.42, h * 0.52, w * 0.84, h * 0.28, fabric, 2),
    () =>
      path(
        `M${Math.round(-w * 0.62)} ${Math.round(h * 0.74)}V0A${Math.round(w * 0.62)} ${Math.round(w * 0.62)} 0 0 1 ${Math.round(w * 0.62)} 0V${Math.round(h * 0.74)}z`,
        band,
      ) +
      path(
        `M${Math.round(-w * 0.36)} ${Math.round(h * 0.74)}V${Math.round(h * 0.1)}A${Math.round(w * 0.36)} ${Math.round(w * 0.36)} 0 0 1 ${Math.round(w * 0.36)} ${Math.round(h * 0.1)}V${Math.round(h * 0.74)}z`,
        second,
      ) +
      circle(0, h * 0.2, w * 0.16, fabric),
    () =>
      path(
        `M${Math.round(-w * 0.5)} ${Math.round(h * 0.1)}Q${Math.round(-w * 0.1)} ${Math.round(-h * 0.7)} ${Math.round(w * 0.5)} ${Math.round(-h * 0.4)}Q${Math.round(w * 0.1)} ${Math.round(h * 0.5)} ${Math.round(-w * 0.7)} ${Math.round(h * 0.6)}z`,
        fabric,
      ) +
      circle(w * 0.28, -h * 0.32, 2, '#fff6e6') +
      path(leaf(-w * 0.1, h * 0.7, h * 0.5, w * 0.3, 60), accent),
  ])()
  return (
    rect(-w + 3, -h + 4, wide, tall, '#33141f', 1, 'opacity=".2"') +
    rect(-w, -h, wide, tall, wood, 1) +
    rect(-w + 3, -h + 3, wide - 6, tall - 6, '#fbf2e0') +
    inner +
    path(`M${-w + 3} ${-h + 3}H${w - 3}L${-w + 3} ${h - 3}z`, '#ffffff', 'opacity=".12"')
  )
}

/** Woven palm plates in a group. */
export function plates(rng: Rng, { second, accent, fabric }: Palette): string {
  const plate = (x: number, y: number, r: number) => {
    const colour = pick(rng, [fabric, accent, second])
    return (
      circle(x + 2, y + 3, r, '#33141f', 'opacity=".18"') +
      circle(x, y, r, '#e6c48c') +
      circle(
        x,
        y,
        r * 0.76,
        'none',
        `stroke="${colour}" stroke-width="${Math.round(r * 0.16)}" stroke-dasharray="${Math.round(r * 0.2)} ${Math.round(r * 0.1)}"`,
      ) +
      circle(x, y, r * 0.5, '#d9b074') +
      circle(x, y, r * 0.22, colour)
    )
  }
  return plate(-24, 4, 22) + plate(18, -18, 17) + plate(22, 22, 15)
}

/** Three small shelves of nail colours. */
export function polishes(rng: Rng, { wood, fabric, second, accent }: Palette, wide: number): string {
  const colours = [
    '#c2263d',
    '#e25a6f',
    '#f0a3a8',
    '#f6cdbf',
    '#8a2a4a',
    '#b07ac0',
    '#5a449b',
    '#e9a24a',
    '#d9694a',
    '#f2dcc4',
    '#7a9a86',
    fabric,
    second,
    accent,
  ]
  return [-34, -6, 22]
    .map((y) => {
      const row = Array.from({ length: Math.floor(wide / 9) }, (_, index) => {
        const x = -wide / 2 + 3 + index * 9
        const colour = pick(rng, colours)
        return [
          { colour, d: box(x, y - 9, 6, 9) },
          { colour: '#3a2a2a', d: box(x + 2, y - 17, 3, 8) },
        ]
      }).flat()
      return (
        boxes(row) +
        rect(-wide / 2, y, wide, 3, tint(wood, 0.2)) +
        rect(-wide / 2, y + 3, wide, 3, '#33141f', 0, 'opacity=".14"')
      )
    })
    .join('')
}

/** A long textile with stripes and a fringe. */
export function textile(
  rng: Rng,
  { fabric, second, accent, band }: Palette,
  wide: number,
  tall: number,
): string {
  const [w, h] = [wide / 2, tall / 2]
  const stripes = Array.from({ length: 9 }, (_, index) =>
    rect(
      -w,
      -h + 8 + index * (tall / 9.4),
      wide,
      3 + rng() * 6,
      pick(rng, [second, accent, band, '#f7ead0']),
    ),
  )
  const diamonds = Array.from(
    { length: 5 },
    (_, index) =>
      `M${Math.round(-w * 0.8 + index * w * 0.4)} 0l${Math.round(w * 0.17)} -9l${Math.round(w * 0.17)} 9l${Math.round(-w * 0.17)} 9z`,
  ).join('')
  return (
    rect(-w + 3, -h + 4, wide, tall, '#33141f', 0, 'opacity=".16"') +
    rect(-w, -h, wide, tall, fabric) +
    stripes.join('') +
    rect(-w, -14, wide, 28, shade(fabric, 0.2)) +
    path(diamonds, second) +
    line(
      Array.from(
        { length: Math.floor(wide / 4) },
        (_, index) => `M${Math.round(-w + 2 + index * 4)} ${h}v8`,
      ).join(''),
      second,
      1.4,
    ) +
    rect(-w - 5, -h - 4, wide + 10, 5, '#7a4a30', 2)
  )
}

/** A floating shelf with things on it; its board is at y = 0. */
export const shelf = (wide: number, { wood }: Palette, things: string): string =>
  things +
  rect(-wide / 2, 0, wide, 4, tint(wood, 0.2), 1) +
  rect(-wide / 2, 4, wide, 4, '#33141f', 0, 'opacity=".15"')

/** A stack of folded and rolled towels with its base at (0, 0). */
export function towels({ second, accent }: Palette): string {
  const cream = '#fbf1e0'
  return [cream, tint(second, 0.35), cream, tint(accent, 0.55)]
    .map(
      (colour, index) =>
        rect(-15, -7 - index * 7, 30, 7, colour, 3) +
        rect(-15, -3 - index * 7, 30, 2, shade(colour, 0.16), 1),
    )
    .join('')
}

/** A candle with its light, with its base at (0, 0). */
export const candle = (lit: boolean): string =>
  (lit ? circle(0, -16, 22, 'url(#glow)') : '') +
  rect(-5, -12, 10, 12, '#f4dfc0', 2) +
  path('M0 -20Q4 -15 0 -12Q-4 -15 0 -20z', '#f6a94a') +
  ellipse(0, -12, 4, 1, '#fff2cf')
