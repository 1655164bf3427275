// The empty room: its wall, its windows and the sunlight.
import { between, line, type Rng, outline, path, pick, rect, shade, tint } from '#server/pictures/brush.ts'
import { base, eye, onFloor, type Style, width } from '#server/pictures/floor.ts'
import { leaf } from '#server/pictures/plant.ts'
import { outside, type View } from '#server/pictures/view.ts'

/** The decoration of the wall. */
export type Wall = 'plain' | 'band' | 'arch' | 'slats' | 'beams'

export function wall(rng: Rng, kind: Wall, { palette }: Style): string {
  const plaster = rect(0, 0, width, base, palette.wall) + rect(0, 0, width, base, 'url(#wallShade)')
  const foot =
    rect(0, base - 22, width, 22, tint(palette.band, 0.35)) +
    rect(0, base - 24, width, 3, shade(palette.band, 0.1), 0, 'opacity=".5"')
  if (kind === 'band')
    return (
      plaster +
      rect(0, 372, width, base - 372, palette.band) +
      rect(0, 366, width, 7, tint(palette.accent, 0.15)) +
      rect(0, 372, width, base - 372, 'url(#wallShade)') +
      rect(0, base - 20, width, 20, shade(palette.band, 0.18))
    )
  if (kind === 'arch') {
    const x = pick(rng, [560, 640, 700])
    return (
      plaster +
      path(`M${x - 250} ${base}V330A250 236 0 0 1 ${x + 250} 330V${base}z`, palette.band, 'opacity=".85"') +
      foot
    )
  }
  if (kind === 'slats') {
    const slats = `M4 ${(250 + base) / 2}H${width}`
    return (
      plaster +
      `<g opacity=".9">${rect(0, 250, width, base - 250, tint(palette.wood, 0.22))}${line(slats, shade(palette.wood, 0.22), base - 250, 'stroke-dasharray="5 15"')}${rect(0, 240, width, 12, palette.wood)}</g>` +
      foot
    )
  }
  if (kind === 'beams') {
    const beams = Array.from({ length: 9 }, (_, index) => {
      const x = 20 + index * 150
      const far = eye.x + (x - eye.x) * 1.32
      return (
        path(
          outline([
            [x, 74],
            [x + 46, 74],
            [far + 66, -2],
            [far, -2],
          ]),
          palette.wood,
        ) +
        path(
          outline([
            [x + 30, 74],
            [x + 46, 74],
            [far + 66, -2],
            [far + 44, -2],
          ]),
          shade(palette.wood, 0.28),
        ) +
        rect(x, 74, 46, 14, shade(palette.wood, 0.35))
      )
    }).join('')
    return plaster + rect(0, 0, width, 74, shade(tint(palette.wall, 0.3), 0.16)) + beams + foot
  }
  return plaster + foot
}

export type Opening = {
  x: number
  y: number
  w: number
  h: number
  shape: 'arch' | 'square' | 'steel' | 'round'
}

/** A window in the wall; `name` distinguishes its mask from others of the same picture. */
export function window(
  rng: Rng,
  name: string,
  opening: Opening,
  view: View,
  style: Style,
  frame: string,
  curtains: boolean,
): { defs: string; shapes: string } {
  const { x, y, w, h, shape } = opening
  const { palette } = style
  const hole =
    shape === 'arch'
      ? `M${x} ${y + h}V${y + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${y + h}z`
      : shape === 'round'
        ? `M${x} ${y + h / 2}a${w / 2} ${h / 2} 0 1 1 ${w} 0a${w / 2} ${h / 2} 0 1 1 ${-w} 0z`
        : `M${x} ${y}h${w}v${h}h${-w}z`
  const bars =
    shape === 'steel'
      ? [1 / 3, 2 / 3].map((share) => `M${Math.round(x + w * share)} ${y}v${h}`).join('') +
        [0.25, 0.5, 0.75].map((share) => `M${x} ${Math.round(y + h * share)}h${w}`).join('')
      : shape === 'round'
        ? ''
        : `M${x + w / 2} ${y}v${h}M${x} ${Math.round(y + h * 0.42)}h${w}`
  const sill =
    shape === 'round'
      ? ''
      : rect(x - 18, y + h, w + 36, 14, tint(frame, 0.25), 2) +
        rect(x - 10, y + h + 14, w + 20, 8, shade(palette.wall, 0.22), 0, 'opacity=".5"')
  const cloth = curtains
    ? [
        [x - 34, 1],
        [x + w + 34, -1],
      ]
        .map(
          ([cx = 0, side = 1]) =>
            path(
              `M${cx} ${y - 30}h${side * 74}q${side * -4} ${h * 0.5} ${side * -20} ${h + 62}h${side * -54}z`,
              '#fff7ea',
              'opacity=".82"',
            ) +
            line(
              `M${cx + side * 20} ${y - 30}q0 ${Math.round(h * 0.6)} ${side * -4} ${h + 60}M${cx + side * 46} ${y - 30}q${side * -2} ${Math.round(h * 0.6)} ${side * -14} ${h + 60}`,
              shade('#fff7ea', 0.16),
              2,
              'opacity=".6"',
            ),
        )
        .join('') + rect(x - 54, y - 36, w + 108, 8, palette.metal, 4)
    : ''
  return {
    defs: `<clipPath id="${name}"><path d="${hole}"/></clipPath>`,
    shapes:
      path(hole, frame, `stroke="${frame}" stroke-width="20"`) +
      `<g clip-path="url(#${name})">${outside(rng, view, style, x, y, w, h)}</g>` +
      path(hole, 'none', `stroke="${shade(frame, 0.25)}" stroke-width="4"`) +
      (bars && line(bars, frame, shape === 'steel' ? 6 : 9, `clip-path="url(#${name})"`)) +
      sill +
      cloth,
  }
}

/** The sun on the floor below a window, and the long soft light on the wall beside it. */
export function sunlight({ x, w, y, h }: Opening, { light }: Style, side: 1 | -1): string {
  const panes = [0, 1].map((pane) => {
    const left = x + (pane * w) / 2 + 8 + side * 60
    const right = left + w / 2 - 16
    return outline([
      onFloor(left, 1.06),
      onFloor(right, 1.06),
      onFloor(right + side * 120, 1.5),
      onFloor(left + side * 120, 1.5),
    ])
  })
  const beam = outline([
    [x + (side === 1 ? w : 0), y],
    [x + (side === 1 ? w : 0), y + h],
    [x + w / 2 + side * (w / 2 + 330), base],
    [x + w / 2 + side * (w / 2 + 210), y + h * 0.3],
  ])
  return (
    path(panes.join(''), light.sun, `opacity="${light.sunShare}"`) +
    path(beam, light.sun, `opacity="${Math.round(light.sunShare * 28) / 100}"`)
  )
}

/** The shadow of leaves outside on a sunlit wall. */
export function leafShadow(rng: Rng, x: number, y: number, size: number): string {
  const stalk = Array.from({ length: 9 }, (_, index) => {
    const far = index / 9
    return (
      leaf(x + far * size, y + far * size * 0.3, size * 0.36, size * 0.12, between(rng, 24, 54)) +
      leaf(x + far * size, y + far * size * 0.3, size * 0.36, size * 0.12, between(rng, 124, 154))
    )
  })
  return path(stalk.join(''), '#5a2b3a', 'opacity=".07"')
}

export const rug = (
  x: number,
  near: readonly [number, number],
  wide: number,
  colours: readonly [string, string, string],
): string => {
  const [back, front] = near
  const strip = (from: number, to: number, colour: string) =>
    path(
      outline([
        onFloor(x - wide / 2, from),
        onFloor(x + wide / 2, from),
        onFloor(x + wide / 2, to),
        onFloor(x - wide / 2, to),
      ]),
      colour,
    )
  const at = (share: number) => back + (front - back) * share
  const [ground, first, second] = colours
  const zigzag = (share: number, colour: string) =>
    line(
      `M${Array.from({ length: 15 }, (_, index) =>
        onFloor(x - wide / 2 + (wide * (index + 0.5)) / 15, at(share + (index % 2 === 0 ? 0 : 0.08)))
          .map(Math.round)
          .join(' '),
      ).join('L')}`,
      colour,
      4,
    )
  return (
    strip(back, front, ground) +
    strip(at(0.08), at(0.16), first) +
    strip(at(0.84), at(0.92), first) +
    strip(at(0.2), at(0.23), second) +
    strip(at(0.77), at(0.8), second) +
    zigzag(0.32, second) +
    zigzag(0.46, first) +
    zigzag(0.6, second)
  )
}
