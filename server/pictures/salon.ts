// Rooms for hair and nails.
import * as furniture from '#server/pictures/furniture.ts'
import { plates, polishes, print, shelf, towels } from '#server/pictures/art.ts'
import { circle, line, path, pick, put, rect, tint } from '#server/pictures/brush.ts'
import { bottles, counter, mirror, pendant } from '#server/pictures/fittings.ts'
import { plant } from '#server/pictures/plant.ts'
import { corner, type Furnishing, hang, onTop, stand } from '#server/pictures/stage.ts'

export const chair: Furnishing = {
  walls: ['plain', 'band', 'beams', 'arch'],
  floors: ['star', 'checker', 'dots', 'petals', 'star'],
  openings: [
    [{ x: 78, y: 150, w: 230, h: 330, shape: 'arch' }],
    [{ x: 70, y: 140, w: 250, h: 320, shape: 'steel' }],
    [{ x: 80, y: 150, w: 220, h: 320, shape: 'square' }],
  ],
  curtains: false,
  draw(rng, style) {
    const { palette, light } = style
    const barber = rng() < 0.45
    const shape = pick(rng, ['arch', 'round', 'tall', 'arch'] as const)
    const places = rng() < 0.6 ? [545, 905] : [700]
    const lamp = pick(rng, ['woven', 'globe', 'cone', 'star'] as const)
    const stations = places
      .map(
        (x) =>
          hang(x, 296, mirror(rng, palette, shape, rng() < 0.4)) +
          hang(x, 468, counter(places.length === 1 ? 170 : 124, palette)) +
          hang(x, 468, bottles(rng, 4, palette, places.length === 1 ? -78 : -56)) +
          hang(
            x,
            468,
            put(
              places.length === 1 ? 52 : 38,
              0,
              0.62,
              plant(rng, pick(rng, ['agave', 'snake']), palette.accent),
            ),
          ),
      )
      .join('')
    const between =
      places.length === 2
        ? hang(725, 250, print(rng, palette, 46, 62))
        : hang(930, 300, shelf(72, palette, bottles(rng, 6, palette, -32))) +
          hang(930, 410, shelf(72, palette, put(-18, 0, 1, towels(palette)) + bottles(rng, 2, palette, 10)))
    const seat = barber ? furniture.barberChair(palette) : furniture.salonChair(palette)
    const lamps = places
      .map((x) =>
        hang(
          x + (places.length === 1 ? -190 : 0),
          0,
          pendant(rng, lamp, palette, places.length === 1 ? 62 : 34, light.lampsLit),
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
      corner(rng, style, places.length === 1 ? 1090 : 400, 622) +
      chairs +
      corner(rng, style, 76, 766, ['monstera', 'cactus', 'snake', 'agave'])
    )
  },
}

export const station: Furnishing = {
  walls: ['plain', 'arch', 'band', 'plain'],
  floors: ['dots', 'petals', 'checker', 'star', 'dots'],
  openings: [
    [{ x: 84, y: 150, w: 220, h: 320, shape: 'arch' }],
    [{ x: 76, y: 160, w: 240, h: 300, shape: 'square' }],
    [{ x: 76, y: 140, w: 250, h: 330, shape: 'steel' }],
  ],
  curtains: true,
  draw(rng, style) {
    const { palette, light } = style
    const x = 640
    const y = 730
    const lamp = pick(rng, ['globe', 'woven', 'cone', 'star'] as const)
    const desk =
      line('M46 0V-20L30 -40L10 -34', palette.metal, 2.4, 'stroke-linejoin="round"') +
      path('M14 -40L2 -34L0 -26L16 -30z', palette.accent) +
      (light.lampsLit ? circle(4, -22, 30, 'url(#glow)') : '')
    const cushion =
      rect(-18, -7, 36, 8, palette.fabric, 4) + rect(-18, -7, 36, 3, tint(palette.fabric, 0.3), 2)
    const colours = ['#c2263d', '#e8737f', '#f3b4b0', '#7a4a9c', '#eaa44e', palette.accent]
    const polish = colours
      .slice(0, 3 + Math.floor(rng() * 3))
      .map(
        (colour, index) =>
          rect(-56 + index * 7, -9, 5, 9, colour, 1) + rect(-55 + index * 7, -16, 3, 7, '#3a2a2a', 1),
      )
      .join('')
    return (
      hang(x, 262, polishes(rng, palette, 118)) +
      hang(440, 270, rng() < 0.5 ? print(rng, palette, 50, 66) : plates(rng, palette)) +
      hang(930, 280, mirror(rng, palette, pick(rng, ['round', 'arch']), rng() < 0.5)) +
      hang(x, 0, pendant(rng, lamp, palette, 26, light.lampsLit)) +
      corner(rng, style, 1100, 620) +
      corner(rng, style, 400, 618, ['snake', 'cactus', 'olive']) +
      stand(x + 50, 668, furniture.stool(palette, palette.second)) +
      stand(x - 330, 716, furniture.armchair(palette, palette.fabric)) +
      stand(x + 330, 716, furniture.armchair(palette, tint(palette.fabric, 0.12)), true) +
      stand(x, y, furniture.table(132, palette)) +
      onTop(x, y, 0, 74, desk + cushion + polish) +
      onTop(x, y, -26, 74, put(0, 0, 0.36, plant(rng, 'agave', palette.second))) +
      corner(rng, style, 60, 780, ['monstera', 'cactus', 'agave'])
    )
  },
}
