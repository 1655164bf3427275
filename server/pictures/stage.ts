// Furnishing a room: choices by random generator, hanging and placing things.
import { type Rng, pick, put } from '#server/pictures/brush.ts'
import { base, type Floor, scaleAt, type Style } from '#server/pictures/floor.ts'
import { type Plant, plant } from '#server/pictures/plant.ts'
import type { Opening, Wall } from '#server/pictures/room.ts'

export type Drawn = { defs: string; shapes: string }
export type Furnishing = {
  walls: readonly Wall[]
  floors: readonly Floor[]
  openings: readonly (readonly Opening[])[]
  curtains: boolean
  draw: (rng: Rng, style: Style) => string
}

const wallScale = scaleAt(base)
/** Hangs something on the back wall. */
export const hang = (x: number, y: number, shapes: string, flip = false) => put(x, y, wallScale, shapes, flip)
/** Places an object on the floor. */
export const stand = (x: number, y: number, shapes: string, flip = false) =>
  put(x, y, scaleAt(y), shapes, flip)
/** Something on top of another thing at (x, y), so many centimetres up and aside. */
export const onTop = (x: number, y: number, aside: number, up: number, shapes: string) => {
  const scale = scaleAt(y)
  return put(x + aside * scale, y - up * scale, scale, shapes)
}

/** A plant in its pot; nearer ones are drawn smaller than life, so that they hide nothing. */
export const corner = (
  rng: Rng,
  { palette }: Style,
  x: number,
  y: number,
  kinds: readonly Plant[] = ['agave', 'monstera', 'snake', 'cactus', 'palm', 'olive'],
) =>
  stand(
    x,
    y,
    put(
      0,
      0,
      y > 690 ? 0.98 : 1.12,
      plant(rng, pick(rng, kinds), pick(rng, ['#c4683f', '#b9573a', palette.accent, '#e9dcc6'])),
    ),
  )
