// The floor in perspective and the measures of every room, from a person's eye height: the eye is at (eye.x, eye.y), the wall meets the
// floor at `base`.
import {
  between,
  line,
  type Rng,
  mix,
  outline,
  path,
  type Point,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import type { Light, Palette } from '#server/pictures/palette.ts'

export const width = 1200
export const height = 800
export const base = 590
export const eye = { x: 600, y: 318 }
/** Pixels per centimetre at the wall. */
const fine = 1.86

export type Style = { palette: Palette; light: Light }

/** Pixels per centimetre for an object on the floor at this height of the picture. */
export const scaleAt = (y: number): number => (fine * (y - eye.y)) / (base - eye.y)

/** A point of the floor: x along the wall in pixels, and how near (1 = at the wall, 1.77 = at our feet). */
export const onFloor = (x: number, near: number): Point => [
  eye.x + (x - eye.x) * near,
  eye.y + (base - eye.y) * near,
]

/** The types of floor; each palette has its own colours for them. */
export type Floor = 'star' | 'checker' | 'dots' | 'petals' | 'planks' | 'cement'

export function floor(rng: Rng, kind: Floor, { palette }: Style): string {
  const [ground, figure, dot] = palette.tile
  const ending = rect(0, base, width, height - base, 'url(#floorShade)')
  if (kind === 'planks') return planks(rng, palette.wood) + ending
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

/** Every visible tile: its column, row, and a mapping from its own square (0..1) to the picture. */
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

function planks(rng: Rng, wood: string): string {
  const plank = 74
  const boards = Array.from({ length: 20 }, (_, index) => {
    const left = eye.x + (index - 10) * plank
    return path(
      outline([onFloor(left, 1), onFloor(left + plank, 1), onFloor(left + plank, 1.8), onFloor(left, 1.8)]),
      tint(wood, 0.2 + rng() * 0.2),
    )
  })
  const ends = Array.from({ length: 18 }, (_, index) => {
    const left = eye.x + (index - 9) * plank
    const near = between(rng, 1.05, 1.7)
    return `M${onFloor(left, near).map(Math.round).join(' ')}L${onFloor(left + plank, near)
      .map(Math.round)
      .join(' ')}`
  })
  return boards.join('') + line(ends.join(''), shade(wood, 0.25), 1.5, 'opacity=".5"')
}
