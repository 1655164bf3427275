/** The door, the window and the lantern of the drawn facade. */
import {
  between,
  circle,
  dots,
  type Rng,
  line,
  mix,
  path,
  pick,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import { leaf } from '#server/pictures/plant.ts'
import type { Style } from '#server/pictures/floor.ts'

export const street = 690

export function door(rng: Rng, { palette, light }: Style, x: number, trim: string, front: string): string {
  const [w, h] = [190, 400]
  const top = street - h
  const colour = pick(rng, [
    palette.wood,
    palette.accent,
    shade(palette.wood, 0.3),
    mix(front, '#2a1a24', 0.6),
  ])
  const arch = (grow: number) =>
    `M${x - w / 2 - grow} ${street}V${top + 40 - grow}A${w / 2 + grow} ${w / 2 + grow - 20} 0 0 1 ${x + w / 2 + grow} ${top + 40 - grow}V${street}z`
  const panels = [-1, 1].flatMap((side) =>
    [0, 1, 2].map(
      (row) =>
        rect(
          x + (side === 1 ? 14 : -w / 2 + 14),
          top + 90 + row * 98,
          w / 2 - 28,
          78,
          tint(colour, 0.12),
          3,
        ) +
        rect(
          x + (side === 1 ? 22 : -w / 2 + 22),
          top + 98 + row * 98,
          w / 2 - 44,
          62,
          shade(colour, 0.18),
          2,
        ),
    ),
  )
  const fan =
    path(
      `M${x - w / 2 + 10} ${top + 62}V${top + 42}A${w / 2 - 10} ${w / 2 - 30} 0 0 1 ${x + w / 2 - 10} ${top + 42}V${top + 62}z`,
      light.lampsLit ? '#ffdf9a' : '#cfe0dc',
    ) +
    line(
      `M${x} ${top + 62}V${top - 22}M${x - 50} ${top + 62}L${x - 32} ${top - 6}M${x + 50} ${top + 62}L${x + 32} ${top - 6}`,
      colour,
      5,
    )
  return (
    path(arch(30), trim) +
    path(arch(30), 'none', `stroke="${shade(trim, 0.2)}" stroke-width="3"`) +
    path(arch(0), colour) +
    fan +
    rect(x - w / 2, top + 62, w, 9, shade(colour, 0.2)) +
    panels.join('') +
    line(`M${x} ${top + 70}V${street}`, shade(colour, 0.45), 4) +
    circle(x - 14, top + 236, 7, palette.metal) +
    circle(x + 14, top + 236, 7, palette.metal) +
    rect(x - w / 2 - 44, street - 8, w + 88, 16, shade(trim, 0.14), 2)
  )
}

export function ironWindow(rng: Rng, { palette, light }: Style, x: number, trim: string): string {
  const [w, h, y] = [170, 250, 260]
  const inner = light.lampsLit ? '#ffd892' : '#5a6e72'
  const iron = '#2f2626'
  const bars = Array.from({ length: 7 }, (_, index) => `M${x + 14 + index * 24} ${y - 6}V${y + h + 8}`).join(
    '',
  )
  const curls = [0.22, 0.5, 0.78]
    .map((share) => `M${x + 2} ${Math.round(y + h * share)}H${x + w - 2}`)
    .join('')
  const flowers = ['#e2506f', '#f3a0a8', '#f2b94f', '#fbf1df']
    .map((colour, index) =>
      dots(
        Array.from({ length: 4 }, () => [x + rng() * w, y + h - 4 - rng() * 30]),
        colour,
        10 + index * 2,
      ),
    )
    .join('')
  return (
    rect(x - 24, y - 30, w + 48, h + 44, trim, 2) +
    rect(x - 36, y - 44, w + 72, 18, tint(trim, 0.3), 2) +
    rect(x, y, w, h, inner) +
    path(
      `M${x} ${y}h${w * 0.34}q10 ${h * 0.5} -20 ${h}H${x}zM${x + w} ${y}h${-w * 0.34}q-10 ${h * 0.5} 20 ${h}H${x + w}z`,
      '#fff7ea',
      'opacity=".75"',
    ) +
    path(`M${x} ${y}H${x + w}L${x} ${y + 120}z`, '#ffffff', 'opacity=".14"') +
    line(bars + curls, iron, 5) +
    Array.from({ length: 3 }, (_, index) =>
      circle(x + 38 + index * 48, y + h * 0.36, 11, 'none', `stroke="${iron}" stroke-width="4"`),
    ).join('') +
    rect(x - 34, y + h + 8, w + 68, 16, shade(trim, 0.12), 2) +
    path(
      Array.from({ length: 14 }, (_, index) =>
        leaf(x + 6 + index * 12, y + h, between(rng, 22, 44), 14, between(rng, -50, 50)),
      ).join(''),
      '#4b7a55',
    ) +
    flowers +
    rect(x - 2, y + h - 2, w + 4, 22, pick(rng, ['#b9573a', palette.accent, '#c4683f']), 3)
  )
}

export const lantern = (x: number, y: number, lit: boolean) =>
  (lit ? circle(x, y + 30, 90, 'url(#glow)') : '') +
  line(`M${x - 24} ${y - 18}H${x}V${y}`, '#2f2626', 5) +
  path(`M${x - 18} ${y + 4}H${x + 18}L${x + 12} ${y + 50}H${x - 12}z`, lit ? '#ffe6a8' : '#e9e2cf') +
  path(`M${x - 20} ${y + 6}L${x} ${y - 10}L${x + 20} ${y + 6}z`, '#2f2626') +
  line(
    `M${x - 18} ${y + 4}L${x - 12} ${y + 50}H${x + 12}L${x + 18} ${y + 4}M${x} ${y + 4}V${y + 50}`,
    '#2f2626',
    3,
  )
