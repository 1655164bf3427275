// Rooms for lying down: the cabin for massages and the room for faces and lashes.
import * as furniture from '#server/pictures/furniture.ts'
import { candle, plates, print, shelf, textile, towels } from '#server/pictures/art.ts'
import { circle, ellipse, line, path, pick, put, rect, shade, tint } from '#server/pictures/brush.ts'
import { bottles, mirror, pendant } from '#server/pictures/fittings.ts'
import type { Style } from '#server/pictures/floor.ts'
import { hangingPlant, plant } from '#server/pictures/plant.ts'
import { rug } from '#server/pictures/room.ts'
import { corner, type Furnishing, hang, onTop, stand } from '#server/pictures/stage.ts'

export const cabin: Furnishing = {
  walls: ['arch', 'plain', 'slats', 'beams', 'band', 'arch'],
  floors: ['planks', 'cement', 'dots', 'planks', 'petals'],
  openings: [
    [{ x: 110, y: 150, w: 210, h: 330, shape: 'arch' }],
    [{ x: 120, y: 170, w: 220, h: 220, shape: 'round' }],
    [{ x: 100, y: 140, w: 220, h: 340, shape: 'square' }],
  ],
  curtains: true,
  draw(rng, style) {
    const { palette, light } = style
    const decor = pick(rng, [
      () =>
        hang(690, 250, plates(rng, palette)) +
        hang(980, 330, shelf(80, palette, put(-22, 0, 1, towels(palette)) + bottles(rng, 4, palette, 0))),
      () =>
        hang(700, 255, textile(rng, palette, 118, 74)) +
        hang(
          985,
          300,
          shelf(
            70,
            palette,
            bottles(rng, 3, palette, -30) + put(20, 0, 0.55, plant(rng, 'snake', palette.accent)),
          ),
        ) +
        hang(985, 410, shelf(70, palette, put(0, 0, 1, towels(palette)))),
      () =>
        hang(600, 250, print(rng, palette, 54, 72)) +
        hang(730, 250, print(rng, palette, 54, 72)) +
        hang(985, 350, shelf(76, palette, put(-18, 0, 1, towels(palette)) + bottles(rng, 3, palette, 4))),
    ])()
    const lamp = hang(
      pick(rng, [480, 900]),
      0,
      pendant(rng, pick(rng, ['woven', 'woven', 'star', 'globe']), palette, 48, light.lampsLit),
    )
    const sideX = 1010
    return (
      decor +
      lamp +
      (rng() < 0.5 ? hang(428, 0, hangingPlant(rng, palette.accent, 60)) : '') +
      corner(rng, style, 420, 624, ['snake', 'olive', 'monstera']) +
      rug(610, [1.12, 1.52], 470, [tint(palette.second, 0.35), palette.fabric, palette.accent]) +
      stand(sideX, 690, furniture.sideTable(palette)) +
      onTop(sideX, 690, -9, 53, candle(true)) +
      onTop(sideX, 690, 6, 53, bottles(rng, 1, palette, 0)) +
      onTop(sideX, 690, -2, 51, ellipse(0, 0, 6, 2.4, '#4a3d3a') + ellipse(1, -4, 5, 2.2, '#5d4e48')) +
      stand(625, 716, furniture.massageTable(palette), rng() < 0.4) +
      stand(470, 748, basket(palette)) +
      corner(rng, style, 78, 772, ['snake', 'monstera', 'agave'])
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

export const room: Furnishing = {
  walls: ['plain', 'arch', 'band', 'beams', 'arch'],
  floors: ['petals', 'star', 'planks', 'dots', 'cement'],
  openings: [
    [{ x: 96, y: 150, w: 220, h: 330, shape: 'arch' }],
    [{ x: 90, y: 150, w: 240, h: 310, shape: 'square' }],
    [{ x: 110, y: 170, w: 220, h: 220, shape: 'round' }],
  ],
  curtains: true,
  draw(rng, style) {
    const { palette, light } = style
    const trolley =
      line('M-20 -66V-6M20 -66V-6', palette.metal, 3) +
      [-66, -40, -12].map((y) => rect(-24, y, 48, 4, tint(palette.wood, 0.2), 1)).join('') +
      circle(-18, -3, 3, '#4a3a34') +
      circle(18, -3, 3, '#4a3a34') +
      put(0, -66, 1, bottles(rng, 4, palette, -22)) +
      put(-12, -40, 0.8, towels(palette)) +
      put(10, -12, 1, bottles(rng, 1, palette, 0)) +
      ellipse(2, 0, 26, 4, '#33141f', 'opacity=".18"')
    const ring =
      line('M0 0V-150', palette.metal, 2.4) +
      ellipse(0, -2, 16, 4, shade(palette.metal, 0.2)) +
      (light.lampsLit ? circle(0, -168, 64, 'url(#glow)') : '') +
      circle(0, -168, 18, 'none', `stroke="#fff6df" stroke-width="7"`) +
      circle(0, -168, 22, 'none', `stroke="${palette.metal}" stroke-width="1.6"`)
    return (
      hang(600, 290, mirror(rng, palette, pick(rng, ['round', 'arch', 'tall']), rng() < 0.35)) +
      hang(960, 250, shelf(84, palette, put(-24, 0, 1, towels(palette)) + bottles(rng, 4, palette, 0))) +
      hang(
        960,
        360,
        shelf(
          84,
          palette,
          bottles(rng, 5, palette, -38) + put(24, 0, 0.5, plant(rng, 'agave', palette.accent)),
        ),
      ) +
      (rng() < 0.6
        ? hang(440, 0, hangingPlant(rng, palette.accent, 64))
        : hang(430, 270, print(rng, palette, 48, 64))) +
      hang(780, 0, pendant(rng, pick(rng, ['woven', 'star', 'globe']), palette, 34, light.lampsLit)) +
      corner(rng, style, 1120, 622, ['snake', 'monstera', 'cactus']) +
      rug(620, [1.1, 1.5], 450, [tint(palette.second, 0.35), palette.accent, palette.fabric]) +
      stand(350, 664, ring) +
      stand(975, 702, trolley) +
      stand(386, 724, furniture.stool(palette, palette.accent)) +
      stand(640, 722, put(0, 0, 1.12, furniture.couch(palette))) +
      corner(rng, style, 66, 780, ['snake', 'monstera', 'agave', 'cactus'])
    )
  },
}
