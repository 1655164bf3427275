// The empty room: wall, floor in perspective, window with what is outside, and the sun that comes through it.
// Seen from the height of somebody standing: the eye is at (eye.x, eye.y), the wall meets the floor at `base`.
import {
  between,
  circle,
  dots as specks,
  ellipse,
  type Luck,
  line,
  mix,
  outline,
  path,
  pick,
  type Point,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import { leaf } from '#server/pictures/plant.ts'
import type { Light, Palette } from '#server/pictures/palette.ts'

export const width = 1200
export const height = 800
export const base = 590
const eye = { x: 600, y: 318 }
/** Pixels of a centimetre at the wall. */
const fine = 1.86

export type Style = { palette: Palette; light: Light }

/** How large a centimetre is for something that stands on the floor at this height of the picture. */
export const scaleAt = (y: number): number => (fine * (y - eye.y)) / (base - eye.y)

/** A point of the floor: x along the wall in pixels, and how near (1 = at the wall, 1.77 = at our feet). */
export const onFloor = (x: number, near: number): Point => [
  eye.x + (x - eye.x) * near,
  eye.y + (base - eye.y) * near,
]

/** The floors there are; each palette has its own colours for them. */
export type Floor = 'star' | 'checker' | 'dots' | 'petals' | 'planks' | 'cement'

export function floor(luck: Luck, kind: Floor, { palette }: Style): string {
  const [ground, figure, dot] = palette.tile
  const ending = rect(0, base, width, height - base, 'url(#floorShade)')
  if (kind === 'planks') return planks(luck, palette.wood) + ending
  if (kind === 'cement')
    return (
      rect(0, base, width, height - base, mix(palette.wall, '#b9a893', 0.55)) +
      line(seams(), shade(palette.wall, 0.28), 1.5, 'opacity=".35"') +
      ending
    )
  const under = rect(0, base, width, height - base, ground)
  const grout = line(seams(), shade(ground, 0.3), 1, 'opacity=".4"')
  const drawn = { star, checker, dots, petals }[kind](figure, dot)
  return under + drawn + grout + ending
}

const tile = 108
const depth = 860
const nearOf = (row: number) => depth / (depth - row * tile)
const rows = 4

/** Every tile that can be seen, as its column, row, and a way from its own square (0..1) to the picture. */
function eachTile<T>(draw: (at: (u: number, v: number) => Point, column: number, row: number) => T): T[] {
  const drawn: T[] = []
  for (let row = 0; row < rows; row++)
    for (let column = -6; column < 6; column++) {
      const at = (u: number, v: number) => onFloor(eye.x + (column + u) * tile, nearOf(row + v))
      if (Math.max(at(1, 0)[0], at(1, 1)[0]) < 0 || Math.min(at(0, 0)[0], at(0, 1)[0]) > width) continue
      drawn.push(draw(at, column, row))
    }
  return drawn
}

const seams = () => {
  const across = Array.from(
    { length: rows },
    (_, row) => `M0 ${Math.round(onFloor(0, nearOf(row))[1])}H${width}`,
  )
  const along = Array.from({ length: 13 }, (_, index) => {
    const [x, y] = onFloor(eye.x + (index - 6) * tile, 1)
    const [fx, fy] = onFloor(eye.x + (index - 6) * tile, nearOf(rows))
    return `M${Math.round(x)} ${Math.round(y)}L${Math.round(fx)} ${Math.round(fy)}`
  })
  return [...across, ...along].join('')
}

function star(figure: string, dot: string): string {
  const points: Point[] = [
    [0.5, 0.06],
    [0.62, 0.38],
    [0.94, 0.5],
    [0.62, 0.62],
    [0.5, 0.94],
    [0.38, 0.62],
    [0.06, 0.5],
    [0.38, 0.38],
  ]
  const stars = eachTile((at) => outline(points.map(([u, v]) => at(u, v)))).join('')
  const corners = eachTile((at) => outline([at(-0.16, 0), at(0, -0.16), at(0.16, 0), at(0, 0.16)])).join('')
  return path(stars, figure) + path(corners, dot)
}

function checker(figure: string, dot: string): string {
  const dark = eachTile((at, column, row) =>
    (column + row) % 2 === 0 ? outline([at(0, 0), at(1, 0), at(1, 1), at(0, 1)]) : '',
  ).join('')
  const eyes = eachTile((at, column, row) =>
    (column + row) % 2 === 0 ? '' : outline([at(0.5, 0.3), at(0.7, 0.5), at(0.5, 0.7), at(0.3, 0.5)]),
  ).join('')
  return path(dark, figure) + path(eyes, dot)
}

function dots(figure: string, dot: string): string {
  const small = (half: number, parity: number) =>
    eachTile((at, column, row) =>
      (column + row + 16) % 2 === parity
        ? outline([at(-half, 0), at(0, -half), at(half, 0), at(0, half)])
        : '',
    ).join('')
  return path(small(0.3, 0), figure) + path(small(0.3, 1), dot)
}

function petals(figure: string, dot: string): string {
  // Four leaves from the middle of every other tile to its corners, a diamond where they meet.
  const blade = (at: (u: number, v: number) => Point, u: number, v: number) => {
    const turn = (far: number, aside: number) =>
      at(0.5 + (u - 0.5) * far + (v - 0.5) * aside, 0.5 + (v - 0.5) * far - (u - 0.5) * aside)
    return outline([turn(0.12, 0), turn(0.5, 0.34), turn(0.96, 0), turn(0.5, -0.34)])
  }
  const even = (column: number, row: number) => (column + row + 16) % 2 === 0
  const leaves = eachTile((at, column, row) =>
    even(column, row)
      ? [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ]
          .map(([u = 0, v = 0]) => blade(at, u, v))
          .join('')
      : '',
  ).join('')
  const frames = eachTile((at, column, row) =>
    even(column, row) ? '' : outline([at(0.5, 0.22), at(0.78, 0.5), at(0.5, 0.78), at(0.22, 0.5)]),
  ).join('')
  return path(leaves, figure) + path(frames, dot)
}

function planks(luck: Luck, wood: string): string {
  const plank = 74
  const boards = Array.from({ length: 20 }, (_, index) => {
    const left = eye.x + (index - 10) * plank
    return path(
      outline([onFloor(left, 1), onFloor(left + plank, 1), onFloor(left + plank, 1.8), onFloor(left, 1.8)]),
      tint(wood, 0.2 + luck() * 0.2),
    )
  })
  const ends = Array.from({ length: 18 }, (_, index) => {
    const left = eye.x + (index - 9) * plank
    const near = between(luck, 1.05, 1.7)
    return `M${onFloor(left, near).map(Math.round).join(' ')}L${onFloor(left + plank, near)
      .map(Math.round)
      .join(' ')}`
  })
  return boards.join('') + line(ends.join(''), shade(wood, 0.25), 1.5, 'opacity=".5"')
}

/** How the wall is dressed. */
export type Wall = 'plain' | 'band' | 'arch' | 'slats' | 'beams'

export function wall(luck: Luck, kind: Wall, { palette }: Style): string {
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
    const x = pick(luck, [560, 640, 700])
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

export type View = 'jacaranda' | 'volcano' | 'street' | 'garden' | 'desert'

/** What one sees through an opening of the given box. */
export function outside(
  luck: Luck,
  view: View,
  { light }: Style,
  x: number,
  y: number,
  w: number,
  h: number,
): string {
  const sky = rect(x, y, w, h, 'url(#sky)')
  const ground = y + h
  const px = (share: number) => Math.round(x + share * w)
  const py = (share: number) => Math.round(y + share * h)
  const hills = path(
    `M${x} ${ground}V${py(0.66)}Q${px(0.25)} ${py(0.5)} ${px(0.5)} ${py(0.64)}T${x + w} ${py(0.58)}V${ground}z`,
    light.hill,
    'opacity=".75"',
  )
  const sun =
    light.name === 'gold' || light.name === 'dusk'
      ? circle(px(0.7), py(0.5), Math.min(w * 0.1, h * 0.22), '#fff0c4', 'opacity=".9"')
      : ''
  if (view === 'volcano')
    return (
      sky +
      sun +
      path(
        `M${px(0.02)} ${ground}L${px(0.46)} ${py(0.3)}L${px(0.56)} ${py(0.3)}L${x + w} ${py(0.82)}V${ground}z`,
        mix(light.hill, '#5a5f8a', 0.35),
      ) +
      path(
        `M${px(0.39)} ${py(0.4)}L${px(0.46)} ${py(0.3)}H${px(0.56)}L${px(0.62)} ${py(0.4)}L${px(0.56)} ${py(0.38)}L${px(0.51)} ${py(0.44)}L${px(0.46)} ${py(0.37)}z`,
        '#fdf6ec',
      ) +
      hills +
      path(blobs(luck, x, ground - h * 0.1, w, h * 0.12), '#4f7a58')
    )
  if (view === 'jacaranda') {
    const purple = light.name === 'dusk' ? '#6a4fa8' : '#9a86d8'
    return (
      sky +
      sun +
      hills +
      line(
        `M${px(0.62)} ${ground}Q${px(0.6)} ${py(0.7)} ${px(0.66)} ${py(0.5)}M${px(0.61)} ${py(0.75)}Q${px(0.5)} ${py(0.6)} ${px(0.42)} ${py(0.52)}`,
        '#5a4238',
        Math.max(5, w * 0.03),
      ) +
      path(crown(luck, px(0.6), py(0.36), w * 0.46, h * 0.3), purple) +
      path(crown(luck, px(0.5), py(0.3), w * 0.26, h * 0.15), tint(purple, 0.3), 'opacity=".8"')
    )
  }
  if (view === 'street') {
    const houses = ['#e0955f', '#d76f78', '#6fa79b', '#e9bd62', '#8a7ac0']
    const wide = w / 3
    return (
      sky +
      sun +
      [0, 1, 2]
        .map((index) => {
          const left = x + index * wide
          const top = py(0.34 + luck() * 0.16)
          const colour = mix(pick(luck, houses), light.hill, 0.2)
          return (
            rect(left, top, wide + 1, ground - top, colour) +
            rect(left, top, wide + 1, h * 0.035, tint(colour, 0.5)) +
            rect(left + wide * 0.34, top + h * 0.13, wide * 0.32, h * 0.17, shade(colour, 0.4)) +
            rect(left + wide * 0.3, top + h * 0.31, wide * 0.4, h * 0.02, tint(colour, 0.5))
          )
        })
        .join('') +
      path(blobs(luck, x, ground - h * 0.05, w, h * 0.1), '#4f7a58')
    )
  }
  if (view === 'desert') {
    const column = (share: number, tall: number, wide: number) =>
      rect(px(share), ground - h * tall, w * wide, h * tall, '#5b8a67', Math.round(w * wide * 0.5))
    return (
      sky +
      sun +
      hills +
      column(0.2, 0.5, 0.07) +
      column(0.12, 0.3, 0.05) +
      column(0.29, 0.36, 0.05) +
      column(0.72, 0.42, 0.06) +
      path(
        [-70, -40, -15, 15, 40, 70]
          .map((degrees) => leaf(px(0.52), ground + 4, h * 0.26, w * 0.05, degrees))
          .join(''),
        '#6f9a8c',
      ) +
      rect(x, ground - h * 0.04, w, h * 0.04, '#cf9a6a')
    )
  }
  return (
    sky +
    sun +
    hills +
    path(blobs(luck, x, ground - h * 0.24, w, h * 0.24), '#6f9c6b') +
    path(blobs(luck, x, ground - h * 0.1, w, h * 0.18), '#447253') +
    path(
      Array.from({ length: 9 }, () =>
        leaf(x + luck() * w, ground + 6, between(luck, h * 0.2, h * 0.34), w * 0.05, between(luck, -40, 40)),
      ).join(''),
      '#5b8a5f',
    ) +
    specks(
      Array.from({ length: 8 }, () => [x + luck() * w, ground - h * (0.06 + luck() * 0.2)]),
      pick(luck, ['#e56f8d', '#f2a8b4', '#f0b45f']),
      Math.ceil(w * 0.03),
    )
  )
}

/** The crown of a tree: round clumps around a middle. */
export function crown(luck: Luck, cx: number, cy: number, rx: number, ry: number): string {
  return (
    Array.from({ length: 11 }, (_, index) => {
      const angle = (index / 11) * Math.PI * 2
      return puff(
        cx + Math.cos(angle) * rx * 0.74,
        cy + Math.sin(angle) * ry * 0.74,
        rx * between(luck, 0.22, 0.36),
      )
    }).join('') + puff(cx, cy, rx * 0.56)
  )
}

const puff = (x: number, y: number, r: number) => {
  const round = Math.round(r)
  return `M${Math.round(x) - round} ${Math.round(y)}a${round} ${round} 0 1 0 ${2 * round} 0a${round} ${round} 0 1 0 ${-2 * round} 0`
}

const blobs = (luck: Luck, x: number, y: number, w: number, h: number) =>
  `M${Math.round(x)} ${Math.round(y + h + 80)}V${Math.round(y + h * 0.6)}` +
  Array.from(
    { length: 6 },
    () => `q${Math.round(w / 12)} ${-Math.round(h * between(luck, 0.7, 1.4))} ${Math.round(w / 6)} 0`,
  ).join('') +
  `V${Math.round(y + h + 80)}z`

export type Opening = {
  x: number
  y: number
  w: number
  h: number
  shape: 'arch' | 'square' | 'steel' | 'round'
}

/** A window in the wall; `name` tells its mask apart from others of the same picture. */
export function window(
  luck: Luck,
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
      `<g clip-path="url(#${name})">${outside(luck, view, style, x, y, w, h)}</g>` +
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

/** The shadow that leaves outside throw on a sunlit wall. */
export function leafShadow(luck: Luck, x: number, y: number, size: number): string {
  const stalk = Array.from({ length: 9 }, (_, index) => {
    const far = index / 9
    return (
      leaf(x + far * size, y + far * size * 0.3, size * 0.36, size * 0.12, between(luck, 24, 54)) +
      leaf(x + far * size, y + far * size * 0.3, size * 0.36, size * 0.12, between(luck, 124, 154))
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

export const ground = (x: number, y: number, wide: number): string =>
  ellipse(x, y, wide, wide * 0.16, '#33141f', 'opacity=".2"')
