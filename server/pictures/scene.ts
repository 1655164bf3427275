// A whole room for each type of space: the shell, the wall decorations, and the floor from back to front.
import type { SpaceType } from '#contract/professional/categories.ts'
import { type Rng, pick, put, tint } from '#server/pictures/brush.ts'
import { floor, type Style, width } from '#server/pictures/floor.ts'
import { consultingRoom, hall } from '#server/pictures/practice.ts'
import { leafShadow, sunlight, wall, window } from '#server/pictures/room.ts'
import { chair, station } from '#server/pictures/salon.ts'
import type { Drawn, Furnishing } from '#server/pictures/stage.ts'
import { cabin, room } from '#server/pictures/treatment.ts'
import type { View } from '#server/pictures/view.ts'

/** The room of a space: everything in it follows from the random generator. */
export function furnish(rng: Rng, type: SpaceType, style: Style): Drawn {
  const { walls, floors, openings, curtains, draw } = furnishings[type]
  const openingSet = pick(rng, openings)
  const view = pick<View>(rng, ['jacaranda', 'volcano', 'street', 'garden', 'desert', 'garden', 'jacaranda'])
  const [first] = openingSet
  const frame =
    first?.shape === 'steel'
      ? '#3b3230'
      : pick(rng, [style.palette.wood, tint(style.palette.accent, 0.1), '#f7efe0'])
  const windows = openingSet.map((opening, index) =>
    window(rng, `pane${index}`, opening, view, style, frame, curtains && rng() < 0.6),
  )
  const side = first && first.x < width / 2 ? 1 : -1
  const wallKind = pick(rng, walls)
  const floorKind = pick(rng, floors)
  const shapes =
    wall(rng, wallKind, style) +
    (first ? leafShadow(rng, side === 1 ? first.x + first.w + 120 : first.x - 420, 130, 260) : '') +
    windows.map((one) => one.shapes).join('') +
    floor(rng, floorKind, style) +
    openingSet.map((opening) => sunlight(opening, style, side)).join('') +
    draw(rng, style)
  const turned = rng() < 0.5
  return {
    defs: windows.map((one) => one.defs).join(''),
    shapes: turned ? put(width, 0, 1, shapes, true) : shapes,
  }
}

const furnishings: Record<SpaceType, Furnishing> = {
  chair,
  cabin,
  station,
  consulting_room: consultingRoom,
  hall,
  room,
}
