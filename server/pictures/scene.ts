// A whole room for each type of space: the shell, what is on the wall, and what stands on the floor from back to front.
import type { SpaceType } from '#contract/categories.ts'
import { plates, candle, polishes, print, shelf, textile, towels } from '#server/pictures/art.ts'
import {
  circle,
  ellipse,
  line,
  type Luck,
  outline,
  path,
  pick,
  put,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import * as furniture from '#server/pictures/furniture.ts'
import { hangingPlant, plant, type Plant } from '#server/pictures/plant.ts'
import {
  base,
  type Floor,
  floor,
  leafShadow,
  onFloor,
  type Opening,
  rug,
  scaleAt,
  type Style,
  sunlight,
  type View,
  wall,
  type Wall,
  width,
  window,
} from '#server/pictures/room.ts'

type Drawn = { defs: string; shapes: string }
type Furnishing = {
  walls: readonly Wall[]
  floors: readonly Floor[]
  openings: readonly (readonly Opening[])[]
  curtains: boolean
  draw: (luck: Luck, style: Style) => string
}

const wallScale = scaleAt(base)
/** Hangs something on the back wall. */
const hang = (x: number, y: number, shapes: string, flip = false) => put(x, y, wallScale, shapes, flip)
/** Stands something on the floor. */
const stand = (x: number, y: number, shapes: string, flip = false) => put(x, y, scaleAt(y), shapes, flip)
/** Something on top of another thing that stands at (x, y), so many centimetres up and aside. */
const onTop = (x: number, y: number, aside: number, up: number, shapes: string) => {
  const scale = scaleAt(y)
  return put(x + aside * scale, y - up * scale, scale, shapes)
}

/** The room of a space: everything in it follows from the luck. */
export function furnish(luck: Luck, type: SpaceType, style: Style): Drawn {
  const { walls, floors, openings, curtains, draw } = furnishings[type]
  const openingSet = pick(luck, openings)
  const view = pick<View>(luck, ['jacaranda', 'volcano', 'street', 'garden', 'desert', 'garden', 'jacaranda'])
  const [first] = openingSet
  const frame =
    first?.shape === 'steel'
      ? '#3b3230'
      : pick(luck, [style.palette.wood, tint(style.palette.accent, 0.1), '#f7efe0'])
  const windows = openingSet.map((opening, index) =>
    window(luck, `pane${index}`, opening, view, style, frame, curtains && luck() < 0.6),
  )
  const side = first && first.x < width / 2 ? 1 : -1
  const wallKind = pick(luck, walls)
  const floorKind = pick(luck, floors)
  const shapes =
    wall(luck, wallKind, style) +
    (first ? leafShadow(luck, side === 1 ? first.x + first.w + 120 : first.x - 420, 130, 260) : '') +
    windows.map((one) => one.shapes).join('') +
    floor(luck, floorKind, style) +
    openingSet.map((opening) => sunlight(opening, style, side)).join('') +
    draw(luck, style)
  const turned = luck() < 0.5
  return {
    defs: windows.map((one) => one.defs).join(''),
    shapes: turned ? put(width, 0, 1, shapes, true) : shapes,
  }
}

const corner = (
  luck: Luck,
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
      plant(luck, pick(luck, kinds), pick(luck, ['#c4683f', '#b9573a', palette.accent, '#e9dcc6'])),
    ),
  )

const chair: Furnishing = {
  walls: ['plain', 'band', 'beams', 'arch'],
  floors: ['star', 'checker', 'dots', 'petals', 'star'],
  openings: [
    [{ x: 78, y: 150, w: 230, h: 330, shape: 'arch' }],
    [{ x: 70, y: 140, w: 250, h: 320, shape: 'steel' }],
    [{ x: 80, y: 150, w: 220, h: 320, shape: 'square' }],
  ],
  curtains: false,
  draw(luck, style) {
    const { palette, light } = style
    const barber = luck() < 0.45
    const shape = pick(luck, ['arch', 'round', 'tall', 'arch'] as const)
    const places = luck() < 0.6 ? [545, 905] : [700]
    const lamp = pick(luck, ['woven', 'globe', 'cone', 'star'] as const)
    const stations = places
      .map(
        (x) =>
          hang(x, 296, furniture.mirror(luck, palette, shape, luck() < 0.4)) +
          hang(x, 468, furniture.counter(places.length === 1 ? 170 : 124, palette)) +
          hang(x, 468, furniture.bottles(luck, 4, palette, places.length === 1 ? -78 : -56)) +
          hang(
            x,
            468,
            put(
              places.length === 1 ? 52 : 38,
              0,
              0.62,
              plant(luck, pick(luck, ['agave', 'snake']), palette.accent),
            ),
          ),
      )
      .join('')
    const between =
      places.length === 2
        ? hang(725, 250, print(luck, palette, 46, 62))
        : hang(930, 300, shelf(72, palette, furniture.bottles(luck, 6, palette, -32))) +
          hang(
            930,
            410,
            shelf(72, palette, put(-18, 0, 1, towels(palette)) + furniture.bottles(luck, 2, palette, 10)),
          )
    const seat = barber ? furniture.barberChair(palette) : furniture.salonChair(palette)
    const lamps = places
      .map((x) =>
        hang(
          x + (places.length === 1 ? -190 : 0),
          0,
          furniture.pendant(luck, lamp, palette, places.length === 1 ? 62 : 34, light.lampsLit),
        ),
      )
      .join('')
    const chairs = places
      .map((x, index) =>
        stand(600 + (x - 600) * 1.22, barber ? 716 : 704 + index * 6, seat, barber && index === 1),
      )
      .join('')
    return (
      stations +
      between +
      lamps +
      corner(luck, style, places.length === 1 ? 1090 : 400, 622) +
      chairs +
      corner(luck, style, 76, 766, ['monstera', 'cactus', 'snake', 'agave'])
    )
  },
}

const cabin: Furnishing = {
  walls: ['arch', 'plain', 'slats', 'beams', 'band', 'arch'],
  floors: ['planks', 'cement', 'dots', 'planks', 'petals'],
  openings: [
    [{ x: 110, y: 150, w: 210, h: 330, shape: 'arch' }],
    [{ x: 120, y: 170, w: 220, h: 220, shape: 'round' }],
    [{ x: 100, y: 140, w: 220, h: 340, shape: 'square' }],
  ],
  curtains: true,
  draw(luck, style) {
    const { palette, light } = style
    const decor = pick(luck, [
      () =>
        hang(690, 250, plates(luck, palette)) +
        hang(
          980,
          330,
          shelf(80, palette, put(-22, 0, 1, towels(palette)) + furniture.bottles(luck, 4, palette, 0)),
        ),
      () =>
        hang(700, 255, textile(luck, palette, 118, 74)) +
        hang(
          985,
          300,
          shelf(
            70,
            palette,
            furniture.bottles(luck, 3, palette, -30) + put(20, 0, 0.55, plant(luck, 'snake', palette.accent)),
          ),
        ) +
        hang(985, 410, shelf(70, palette, put(0, 0, 1, towels(palette)))),
      () =>
        hang(600, 250, print(luck, palette, 54, 72)) +
        hang(730, 250, print(luck, palette, 54, 72)) +
        hang(
          985,
          350,
          shelf(76, palette, put(-18, 0, 1, towels(palette)) + furniture.bottles(luck, 3, palette, 4)),
        ),
    ])()
    const lamp = hang(
      pick(luck, [480, 900]),
      0,
      furniture.pendant(luck, pick(luck, ['woven', 'woven', 'star', 'globe']), palette, 48, light.lampsLit),
    )
    const sideX = 1010
    return (
      decor +
      lamp +
      (luck() < 0.5 ? hang(428, 0, hangingPlant(luck, palette.accent, 60)) : '') +
      corner(luck, style, 420, 624, ['snake', 'olive', 'monstera']) +
      rug(610, [1.12, 1.52], 470, [tint(palette.second, 0.35), palette.fabric, palette.accent]) +
      stand(sideX, 690, furniture.sideTable(palette)) +
      onTop(sideX, 690, -9, 53, candle(true)) +
      onTop(sideX, 690, 6, 53, furniture.bottles(luck, 1, palette, 0)) +
      onTop(sideX, 690, -2, 51, ellipse(0, 0, 6, 2.4, '#4a3d3a') + ellipse(1, -4, 5, 2.2, '#5d4e48')) +
      stand(625, 716, furniture.massageTable(palette), luck() < 0.4) +
      stand(470, 748, basket(palette)) +
      corner(luck, style, 78, 772, ['snake', 'monstera', 'agave'])
    )
  },
}

const basket = ({ second }: Style['palette']) =>
  ellipse(2, 0, 24, 4, '#33141f', 'opacity=".2"') +
  path('M-20 -26H20L16 -2Q0 2 -16 -2z', '#d3a365') +
  line('M-18 -18H18M-17 -10H17M-10 -26L-8 -1M0 -26V0M10 -26L8 -1', '#a97a42', 1.4) +
  rect(-14, -36, 13, 14, '#fbf1e0', 6) +
  rect(0, -38, 13, 16, tint(second, 0.4), 6) +
  rect(-22, -28, 44, 5, '#c18f52', 2)

const station: Furnishing = {
  walls: ['plain', 'arch', 'band', 'plain'],
  floors: ['dots', 'petals', 'checker', 'star', 'dots'],
  openings: [
    [{ x: 84, y: 150, w: 220, h: 320, shape: 'arch' }],
    [{ x: 76, y: 160, w: 240, h: 300, shape: 'square' }],
    [{ x: 76, y: 140, w: 250, h: 330, shape: 'steel' }],
  ],
  curtains: true,
  draw(luck, style) {
    const { palette, light } = style
    const x = 640
    const y = 730
    const lamp = pick(luck, ['globe', 'woven', 'cone', 'star'] as const)
    const desk =
      line('M46 0V-20L30 -40L10 -34', palette.metal, 2.4, 'stroke-linejoin="round"') +
      path('M14 -40L2 -34L0 -26L16 -30z', palette.accent) +
      (light.lampsLit ? circle(4, -22, 30, 'url(#glow)') : '')
    const cushion =
      rect(-18, -7, 36, 8, palette.fabric, 4) + rect(-18, -7, 36, 3, tint(palette.fabric, 0.3), 2)
    const colours = ['#c2263d', '#e8737f', '#f3b4b0', '#7a4a9c', '#eaa44e', palette.accent]
    const polish = colours
      .slice(0, 3 + Math.floor(luck() * 3))
      .map(
        (colour, index) =>
          rect(-56 + index * 7, -9, 5, 9, colour, 1) + rect(-55 + index * 7, -16, 3, 7, '#3a2a2a', 1),
      )
      .join('')
    return (
      hang(x, 262, polishes(luck, palette, 118)) +
      hang(440, 270, luck() < 0.5 ? print(luck, palette, 50, 66) : plates(luck, palette)) +
      hang(930, 280, furniture.mirror(luck, palette, pick(luck, ['round', 'arch']), luck() < 0.5)) +
      hang(x, 0, furniture.pendant(luck, lamp, palette, 26, light.lampsLit)) +
      corner(luck, style, 1100, 620) +
      corner(luck, style, 400, 618, ['snake', 'cactus', 'olive']) +
      stand(x + 50, 668, furniture.stool(palette, palette.second)) +
      stand(x - 330, 716, furniture.armchair(palette, palette.fabric)) +
      stand(x + 330, 716, furniture.armchair(palette, tint(palette.fabric, 0.12)), true) +
      stand(x, y, furniture.table(132, palette)) +
      onTop(x, y, 0, 74, desk + cushion + polish) +
      onTop(x, y, -26, 74, put(0, 0, 0.36, plant(luck, 'agave', palette.second))) +
      corner(luck, style, 60, 780, ['monstera', 'cactus', 'agave'])
    )
  },
}

const consultingRoom: Furnishing = {
  walls: ['plain', 'band', 'arch', 'slats', 'beams'],
  floors: ['planks', 'planks', 'cement', 'checker', 'dots'],
  openings: [
    [{ x: 90, y: 140, w: 250, h: 330, shape: 'square' }],
    [{ x: 100, y: 150, w: 230, h: 330, shape: 'arch' }],
    [{ x: 90, y: 140, w: 260, h: 320, shape: 'steel' }],
  ],
  curtains: true,
  draw(luck, style) {
    const { palette, light } = style
    const bookcase = stand(1060, 606, furniture.bookcase(luck, palette))
    const framed =
      hang(560, 240, print(luck, palette, 52, 66)) +
      hang(690, 226, print(luck, palette, 40, 50)) +
      hang(690, 336, print(luck, palette, 40, 34)) +
      hang(820, 240, print(luck, palette, 52, 66))
    const lamp = stand(432, 628, furniture.floorLamp(palette, light.lampsLit))
    if (luck() < 0.62) {
      const cup =
        path('M-5 -8H5L4 0H-4z', palette.second) +
        ellipse(0, -8, 5, 1.5, '#6a3f2a') +
        rect(-17, -3, 11, 3, palette.fabric) +
        rect(-16, -6, 10, 3, '#f4e6cb') +
        put(11, 0, 0.4, plant(luck, 'snake', palette.accent))
      return (
        bookcase +
        framed +
        lamp +
        rug(610, [1.1, 1.6], 520, [tint(palette.fabric, 0.12), tint(palette.second, 0.2), '#f6e6c8']) +
        stand(628, 672, furniture.sideTable(palette)) +
        onTop(628, 672, 0, 53, cup) +
        stand(420, 732, put(0, 0, 1.08, furniture.armchair(palette, palette.fabric))) +
        stand(836, 732, put(0, 0, 1.08, furniture.armchair(palette, palette.accent)), true) +
        corner(luck, style, 70, 776, ['monstera', 'snake', 'cactus', 'agave'])
      )
    }
    const screen =
      rect(-22, -30, 44, 27, '#3b3436', 2) +
      rect(-20, -28, 40, 23, tint(palette.accent, 0.55)) +
      path('M-30 0L-26 -4H26L30 0z', '#cfc6ba') +
      rect(38, -12, 9, 12, palette.second, 2) +
      line('M40 -12l-2 -8M43 -12v-9M45 -12l3 -7', palette.wood, 1.4) +
      rect(-56, -4, 18, 4, palette.fabric) +
      rect(-55, -7, 16, 3, '#f4e6cb')
    return (
      bookcase +
      framed +
      lamp +
      rug(620, [1.12, 1.56], 470, [tint(palette.second, 0.3), palette.fabric, palette.accent]) +
      stand(640, 664, furniture.salonChair({ ...palette, fabric: palette.accent })) +
      stand(640, 716, furniture.table(150, palette)) +
      onTop(640, 716, 0, 74, screen) +
      stand(380, 752, furniture.armchair(palette, palette.fabric)) +
      stand(910, 756, furniture.armchair(palette, palette.fabric), true) +
      corner(luck, style, 60, 780, ['monstera', 'agave', 'snake'])
    )
  },
}

const hall: Furnishing = {
  walls: ['plain', 'beams', 'band', 'plain'],
  floors: ['planks', 'planks', 'planks', 'cement'],
  openings: [
    [90, 340, 590].map((x) => ({ x, y: 130, w: 190, h: 390, shape: 'arch' as const })),
    [
      { x: 80, y: 120, w: 330, h: 390, shape: 'steel' },
      { x: 450, y: 120, w: 330, h: 390, shape: 'steel' },
    ],
    [
      { x: 90, y: 130, w: 270, h: 350, shape: 'square' },
      { x: 440, y: 130, w: 270, h: 350, shape: 'square' },
    ],
  ],
  curtains: false,
  draw(luck, style) {
    const { palette, light } = style
    const lamps = [430, 770]
      .map((x) => hang(x, 0, furniture.pendant(luck, 'woven', palette, 30, light.lampsLit)))
      .join('')
    const colours = [palette.fabric, palette.accent, palette.second, palette.band]
    const order = Math.floor(luck() * 4)
    const mats = [255, 428, 600, 772, 945].map((x, index) =>
      mat(x, 1.1, colours[(index + order) % 4] ?? palette.fabric),
    )
    const bolsters = luck() < 0.6
    const props = [255, 428, 600, 772, 945]
      .map((x, index) => {
        const [px, py] = onFloor(x, 1.22)
        return bolsters
          ? stand(px, py, bolster(colours[(index + order + 1) % 4] ?? palette.accent))
          : index % 2 === 0
            ? stand(px, py, blocks(palette))
            : ''
      })
      .join('')
    const gong = stand(
      1010,
      640,
      path('M-34 0L-28 -120H-22L-24 0zM34 0L28 -120H22L24 0z', palette.wood) +
        rect(-38, -126, 76, 8, shade(palette.wood, 0.1), 3) +
        line('M-10 -118L-12 -92M10 -118L12 -92', '#5a3a28', 1.2) +
        circle(0, -70, 28, shade(palette.metal, 0.1)) +
        circle(0, -70, 24, tint(palette.metal, 0.2)) +
        circle(0, -70, 9, palette.metal),
    )
    const end = pick(luck, [
      () => hang(975, 250, textile(luck, palette, 96, 120)),
      () => hang(980, 245, plates(luck, palette)),
      () =>
        line(`M820 440H1180M840 440v16M1160 440v16`, palette.wood, 10, 'stroke-linecap="round"') +
        hang(985, 240, print(luck, palette, 70, 92)),
    ])()
    return (
      lamps +
      end +
      corner(luck, style, 1130, 630, ['palm', 'monstera', 'olive']) +
      (luck() < 0.5 ? gong : '') +
      mats.join('') +
      props +
      corner(luck, style, 50, 790, ['snake', 'monstera', 'agave'])
    )
  },
}

/** An exercise mat lying towards us, its near end curled. */
function mat(x: number, near: number, colour: string): string {
  const half = 56
  const end = near + 0.5
  const corners = [
    onFloor(x - half, near),
    onFloor(x + half, near),
    onFloor(x + half, end),
    onFloor(x - half, end),
  ] as const
  const [left, right] = [corners[3], corners[2]]
  return (
    path(outline(corners), colour) +
    path(
      outline([
        onFloor(x - half + 12, near + 0.02),
        onFloor(x + half - 12, near + 0.02),
        onFloor(x + half - 12, end - 0.02),
        onFloor(x - half + 12, end - 0.02),
      ]),
      tint(colour, 0.12),
    ) +
    line(
      `M${Math.round(left[0])} ${Math.round(left[1])}L${Math.round(right[0])} ${Math.round(right[1])}`,
      shade(colour, 0.25),
      7,
      'stroke-linecap="round"',
    )
  )
}

const bolster = (colour: string) =>
  ellipse(2, 0, 34, 4, '#33141f', 'opacity=".2"') +
  rect(-32, -17, 64, 17, colour, 8) +
  rect(-32, -17, 64, 6, tint(colour, 0.2), 4) +
  ellipse(30, -8, 5, 8, shade(colour, 0.2))

const blocks = ({ second, accent }: Style['palette']) =>
  ellipse(2, 0, 22, 3, '#33141f', 'opacity=".2"') +
  rect(-20, -9, 24, 9, second, 1) +
  rect(-14, -18, 24, 9, accent, 1) +
  rect(8, -9, 12, 9, tint(second, 0.3), 1)

const room: Furnishing = {
  walls: ['plain', 'arch', 'band', 'beams', 'arch'],
  floors: ['petals', 'star', 'planks', 'dots', 'cement'],
  openings: [
    [{ x: 96, y: 150, w: 220, h: 330, shape: 'arch' }],
    [{ x: 90, y: 150, w: 240, h: 310, shape: 'square' }],
    [{ x: 110, y: 170, w: 220, h: 220, shape: 'round' }],
  ],
  curtains: true,
  draw(luck, style) {
    const { palette, light } = style
    const trolley =
      line('M-20 -66V-6M20 -66V-6', palette.metal, 3) +
      [-66, -40, -12].map((y) => rect(-24, y, 48, 4, tint(palette.wood, 0.2), 1)).join('') +
      circle(-18, -3, 3, '#4a3a34') +
      circle(18, -3, 3, '#4a3a34') +
      put(0, -66, 1, furniture.bottles(luck, 4, palette, -22)) +
      put(-12, -40, 0.8, towels(palette)) +
      put(10, -12, 1, furniture.bottles(luck, 1, palette, 0)) +
      ellipse(2, 0, 26, 4, '#33141f', 'opacity=".18"')
    const ring =
      line('M0 0V-150', palette.metal, 2.4) +
      ellipse(0, -2, 16, 4, shade(palette.metal, 0.2)) +
      (light.lampsLit ? circle(0, -168, 64, 'url(#glow)') : '') +
      circle(0, -168, 18, 'none', `stroke="#fff6df" stroke-width="7"`) +
      circle(0, -168, 22, 'none', `stroke="${palette.metal}" stroke-width="1.6"`)
    return (
      hang(600, 290, furniture.mirror(luck, palette, pick(luck, ['round', 'arch', 'tall']), luck() < 0.35)) +
      hang(
        960,
        250,
        shelf(84, palette, put(-24, 0, 1, towels(palette)) + furniture.bottles(luck, 4, palette, 0)),
      ) +
      hang(
        960,
        360,
        shelf(
          84,
          palette,
          furniture.bottles(luck, 5, palette, -38) + put(24, 0, 0.5, plant(luck, 'agave', palette.accent)),
        ),
      ) +
      (luck() < 0.6
        ? hang(440, 0, hangingPlant(luck, palette.accent, 64))
        : hang(430, 270, print(luck, palette, 48, 64))) +
      hang(
        780,
        0,
        furniture.pendant(luck, pick(luck, ['woven', 'star', 'globe']), palette, 34, light.lampsLit),
      ) +
      corner(luck, style, 1120, 622, ['snake', 'monstera', 'cactus']) +
      rug(620, [1.1, 1.5], 450, [tint(palette.second, 0.35), palette.accent, palette.fabric]) +
      stand(350, 664, ring) +
      stand(975, 702, trolley) +
      stand(386, 724, furniture.stool(palette, palette.accent)) +
      stand(640, 722, put(0, 0, 1.12, furniture.couch(palette))) +
      corner(luck, style, 66, 780, ['snake', 'monstera', 'agave', 'cactus'])
    )
  },
}

const furnishings: Record<SpaceType, Furnishing> = {
  chair,
  cabin,
  station,
  consulting_room: consultingRoom,
  hall,
  room,
}
