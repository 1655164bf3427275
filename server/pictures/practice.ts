// Rooms for talk and movement: the consulting room and the hall.
import * as furniture from '#server/pictures/furniture.ts'
import { plates, print, textile } from '#server/pictures/art.ts'
import { circle, ellipse, line, outline, path, pick, put, rect, shade, tint } from '#server/pictures/brush.ts'
import { floorLamp, pendant } from '#server/pictures/fittings.ts'
import { onFloor, type Style } from '#server/pictures/floor.ts'
import { plant } from '#server/pictures/plant.ts'
import { rug } from '#server/pictures/room.ts'
import { corner, type Furnishing, hang, onTop, stand } from '#server/pictures/stage.ts'

export const consultingRoom: Furnishing = {
  walls: ['plain', 'band', 'arch', 'slats', 'beams'],
  floors: ['planks', 'planks', 'cement', 'checker', 'dots'],
  openings: [
    [{ x: 90, y: 140, w: 250, h: 330, shape: 'square' }],
    [{ x: 100, y: 150, w: 230, h: 330, shape: 'arch' }],
    [{ x: 90, y: 140, w: 260, h: 320, shape: 'steel' }],
  ],
  curtains: true,
  draw(rng, style) {
    const { palette, light } = style
    const bookcase = stand(1060, 606, furniture.bookcase(rng, palette))
    const framed =
      hang(560, 240, print(rng, palette, 52, 66)) +
      hang(690, 226, print(rng, palette, 40, 50)) +
      hang(690, 336, print(rng, palette, 40, 34)) +
      hang(820, 240, print(rng, palette, 52, 66))
    const lamp = stand(432, 628, floorLamp(palette, light.lampsLit))
    if (rng() < 0.62) {
      const cup =
        path('M-5 -8H5L4 0H-4z', palette.second) +
        ellipse(0, -8, 5, 1.5, '#6a3f2a') +
        rect(-17, -3, 11, 3, palette.fabric) +
        rect(-16, -6, 10, 3, '#f4e6cb') +
        put(11, 0, 0.4, plant(rng, 'snake', palette.accent))
      return (
        bookcase +
        framed +
        lamp +
        rug(610, [1.1, 1.6], 520, [tint(palette.fabric, 0.12), tint(palette.second, 0.2), '#f6e6c8']) +
        stand(628, 672, furniture.sideTable(palette)) +
        onTop(628, 672, 0, 53, cup) +
        stand(420, 732, put(0, 0, 1.08, furniture.armchair(palette, palette.fabric))) +
        stand(836, 732, put(0, 0, 1.08, furniture.armchair(palette, palette.accent)), true) +
        corner(rng, style, 70, 776, ['monstera', 'snake', 'cactus', 'agave'])
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
      corner(rng, style, 60, 780, ['monstera', 'agave', 'snake'])
    )
  },
}

export const hall: Furnishing = {
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
  draw(rng, style) {
    const { palette, light } = style
    const lamps = [430, 770]
      .map((x) => hang(x, 0, pendant(rng, 'woven', palette, 30, light.lampsLit)))
      .join('')
    const colours = [palette.fabric, palette.accent, palette.second, palette.band]
    const order = Math.floor(rng() * 4)
    const mats = [255, 428, 600, 772, 945].map((x, index) =>
      mat(x, 1.1, colours[(index + order) % 4] ?? palette.fabric),
    )
    const bolsters = rng() < 0.6
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
    const end = pick(rng, [
      () => hang(975, 250, textile(rng, palette, 96, 120)),
      () => hang(980, 245, plates(rng, palette)),
      () =>
        line(`M820 440H1180M840 440v16M1160 440v16`, palette.wood, 10, 'stroke-linecap="round"') +
        hang(985, 240, print(rng, palette, 70, 92)),
    ])()
    return (
      lamps +
      end +
      corner(rng, style, 1130, 630, ['palm', 'monstera', 'olive']) +
      (rng() < 0.5 ? gong : '') +
      mats.join('') +
      props +
      corner(rng, style, 50, 790, ['snake', 'monstera', 'agave'])
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
