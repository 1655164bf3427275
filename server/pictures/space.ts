// Pictures of spaces: (type, seed, shot) always gives the same scene. Shot 1 is the whole room, 2 the place of work from nearer, 3 a still
// life of the tools, 4 the building from the street.
import type { SpaceType } from '#contract/professional/categories.ts'
import { gradient, halo, type Rng, rngOf, pick, put, rect, shade, sheet } from '#server/pictures/brush.ts'
import { facade } from '#server/pictures/facade.ts'
import { lightOf, type Light, type Palette, paletteOf } from '#server/pictures/palette.ts'
import { height, type Style, width } from '#server/pictures/floor.ts'
import { furnish } from '#server/pictures/scene.ts'
import { stillLife } from '#server/pictures/still-life.ts'

export const shots = 4

/** An SVG of 1200 × 800 of one of a space's four pictures. */
export function drawSpace(type: SpaceType, seed: number, shot: number): string {
  const home = rngOf('space', type, seed)
  const palette = paletteOf(home)
  const dusk = home() < 0.1
  const rng = rngOf('shot', type, seed, shot)
  const light = lightOf(dusk ? home : rngOf('light', type, seed, shot))
  const style = { palette, light }
  const drawn = drawShot(rng, type, seed, shot, style)
  return sheet(
    width,
    height,
    commonDefs(palette, light) + drawn.defs,
    drawn.shapes + rect(0, 0, width, height, 'url(#veil)'),
  )
}

function drawShot(
  rng: Rng,
  type: SpaceType,
  seed: number,
  shot: number,
  style: Style,
): { defs: string; shapes: string } {
  // The first two shots are of the same room: its contents come from the seed alone.
  if (shot === 1) return furnish(rngOf('room', type, seed), type, style)
  if (shot === 2) return closer(rng, type, furnish(rngOf('room', type, seed), type, style))
  if (shot === 3) return stillLife(rng, type, style)
  return facade(rngOf('house', type, seed), style)
}

/** The same room from nearer and from the other side. */
function closer(
  rng: Rng,
  type: SpaceType,
  room: { defs: string; shapes: string },
): { defs: string; shapes: string } {
  const nearer = 1.42
  const aside = pick(rng, [0.4, 0.5, 0.6]) * (nearer - 1) * width
  return {
    defs: room.defs,
    shapes: put(width + aside, type === 'hall' ? -330 : -270, nearer, room.shapes, true),
  }
}

function commonDefs(palette: Palette, light: Light): string {
  const [near, far] = light.veil
  return (
    gradient(
      'sky',
      light.sky.map((colour) => [colour] as const),
    ) +
    gradient(
      'wallShade',
      [
        ['#fff4dc', 0.28],
        ['#fff4dc', 0],
        [shade(palette.wall, 0.6), 0.2],
      ],
      'right',
    ) +
    gradient('floorShade', [
      [shade(palette.tile[0], 0.7), 0.26],
      ['#ffffff', 0],
      ['#33141f', 0.12],
    ]) +
    halo('glow', [
      ['#ffedb5', 0.75],
      ['#ffd98a', 0.25],
      ['#ffd98a', 0],
    ]) +
    gradient('veil', [near, far], 'fall')
  )
}
