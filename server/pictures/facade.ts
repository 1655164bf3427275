// The building from the street: painted wall, stone frame, an entrance, a window behind ironwork, and climbing plants.
import {
  between,
  dots,
  ellipse,
  type Rng,
  line,
  mix,
  path,
  pick,
  type Point,
  put,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import { leaf, plant } from '#server/pictures/plant.ts'
import { height, type Style, width } from '#server/pictures/floor.ts'
import { crown, outside } from '#server/pictures/view.ts'
import { street, door, ironWindow, lantern } from '#server/pictures/facade-door.ts'

export function facade(rng: Rng, style: Style): { defs: string; shapes: string } {
  const { palette, light } = style
  const front = pick(rng, [
    palette.band,
    mix(palette.band, palette.wall, 0.3),
    palette.fabric,
    tint(palette.accent, 0.12),
    palette.second,
  ])
  const trim = '#fbf1df'
  const roof = pick(rng, [130, 160, 184])
  const stone = shade(mix(front, '#6a4a44', 0.45), 0.1)
  const sky =
    outside(rng, pick(rng, ['volcano', 'garden', 'volcano']), style, 0, 0, width, roof + 40) +
    treetop(rng, style, roof)
  const wall =
    rect(0, roof, width, street - roof, front) + rect(0, roof, width, street - roof, 'url(#wallShade)')
  const cornice =
    rect(0, roof - 14, width, 22, trim) +
    rect(0, roof + 8, width, 8, shade(front, 0.28), 0, 'opacity=".6"') +
    path(Array.from({ length: 30 }, (_, index) => `M${index * 41} ${roof + 8}h20v12h-20z`).join(''), trim)
  const foot =
    rect(0, street - 78, width, 78, stone) +
    rect(0, street - 82, width, 6, shade(stone, 0.25), 0, 'opacity=".5"')
  const grain = Array.from({ length: 6 }, () =>
    ellipse(
      between(rng, 60, 1140),
      between(rng, roof + 60, street - 120),
      between(rng, 50, 120),
      between(rng, 20, 50),
      tint(front, 0.3),
      'opacity=".18"',
    ),
  ).join('')
  // Drawn in place, not mirrored: the number must stay readable.
  const turned = rng() < 0.5
  const at = (x: number) => (turned ? width - x : x)
  const doorX = at(pick(rng, [452, 470, 440]))
  const aside = turned ? -1 : 1
  const climber = bougainvillea(rng, pick(rng, ['#d5386f', '#e0567f', '#b23aa0', '#ee8a3c']), roof)
  const flags = rng() < 0.5 ? bunting(rng, style, roof) : ''
  const shapes =
    sky +
    wall +
    grain +
    cornice +
    foot +
    door(rng, style, doorX, trim, front) +
    ironWindow(rng, style, at(945) - 85, trim) +
    ironWindow(rng, style, at(150) - 85, trim) +
    lantern(doorX - 172 * aside, 300, light.lampsLit) +
    sign(rng, style, doorX + 190 * aside, 330) +
    sidewalk(rng, style) +
    put(
      doorX - 182 * aside,
      street + 18,
      1.9,
      plant(rng, pick(rng, ['agave', 'snake', 'monstera', 'cactus']), '#c4683f'),
    ) +
    put(
      doorX + 196 * aside,
      street + 16,
      2.2,
      plant(rng, pick(rng, ['snake', 'cactus', 'olive', 'agave']), palette.accent),
    ) +
    (turned ? put(width, 0, 1, climber, true) : climber) +
    flags
  const flag = `<g id="flag"><path d="M0 0h74v52l-9 9-9-9-9 9-10-9-10 9-9-9-9 9-9-9z" opacity=".93"/>${path('M37 9l9 13l-9 13l-9 -13zM14 14l5 8l-5 8l-5 -8zM60 14l5 8l-5 8l-5 -8zM24 40h26v4h-26z', '#fff6e6', 'opacity=".75"')}</g>`
  return { defs: flags === '' ? '' : flag, shapes }
}

/** A jacaranda in flower behind the wall, now and then. */
function treetop(rng: Rng, { light }: Style, roof: number): string {
  if (rng() < 0.4) return ''
  const purple = light.name === 'dusk' ? '#6a4fa8' : '#9a86d8'
  const x = between(rng, 260, 940)
  return (
    path(crown(rng, x, roof - 34, 210, 100), shade(purple, 0.08)) +
    path(crown(rng, x - 30, roof - 60, 130, 56), tint(purple, 0.22)) +
    path(crown(rng, x + 70, roof - 30, 80, 36), tint(purple, 0.4), 'opacity=".7"')
  )
}

/** The building's number on tiles. */
function sign(rng: Rng, { palette }: Style, x: number, y: number): string {
  const number = String(11 + Math.floor(rng() * 320))
  const wide = 34 * number.length
  const tiles = number.split('').map((digit, index) => {
    const left = x - wide / 2 + index * 34
    return (
      rect(left, y, 32, 44, '#fbf4e4', 2) +
      rect(left + 3, y + 3, 26, 38, 'none', 2, `stroke="${palette.accent}" stroke-width="1.6"`) +
      `<text x="${Math.round(left + 16)}" y="${y + 32}" font-family="Georgia,serif" font-size="26" font-weight="700" text-anchor="middle" fill="#2f5f9a">${digit}</text>`
    )
  })
  return rect(x - wide / 2 - 5, y - 5, wide + 8, 54, shade(palette.wood, 0.1), 3) + tiles.join('')
}

function sidewalk(rng: Rng, { palette }: Style): string {
  const pave = mix('#cbb49a', palette.wall, 0.3)
  const seams = Array.from(
    { length: 12 },
    (_, index) =>
      `M${index * 110 - 20} ${street + 8}L${Math.round(600 + (index * 110 - 620) * 1.16)} ${street + 62}`,
  ).join('')
  const cobbles = [84, 102]
    .map((y, index) =>
      line(
        `M${-20 - index * 24} ${street + y}H${width + 40}`,
        shade(pave, 0.26 + index * 0.08),
        13,
        'stroke-linecap="round" stroke-dasharray="27 21"',
      ),
    )
    .join('')
  return (
    rect(0, street + 8, width, 54, pave) +
    line(seams, shade(pave, 0.22), 2) +
    rect(0, street + 62, width, 10, shade(pave, 0.3)) +
    rect(0, street + 72, width, height - street - 72, shade(pave, 0.42)) +
    cobbles +
    rect(0, street, width, 8, '#33141f', 0, 'opacity=".25"')
  )
}

function bougainvillea(rng: Rng, colour: string, roof: number): string {
  const at = () => {
    const along = rng()
    const fall = rng() * (rng() < 0.3 ? 1 : 0.5)
    return { x: 780 + along * 430, y: roof - 40 + fall * (70 + along * 230) + (1 - along) * 20 }
  }
  const green = Array.from({ length: 20 }, () => {
    const { x, y } = at()
    return leaf(x, y + 16, between(rng, 26, 44), 18, rng() * 360)
  }).join('')
  const petals = (shadeOf: string, count: number, size: number) =>
    dots(
      Array.from({ length: count }, (): Point => {
        const { x, y } = at()
        return [x, y]
      }),
      shadeOf,
      size,
    )
  return (
    path(green, '#3f6f4e') +
    petals(shade(colour, 0.24), 30, 30) +
    petals(colour, 34, 25) +
    petals(tint(colour, 0.28), 20, 19)
  )
}

/** Cut paper on strings across the street. */
function bunting(rng: Rng, { palette }: Style, roof: number): string {
  const colours = ['#e0457b', '#f2a93b', '#3f8f83', '#6a4fb0', '#e5673c', palette.accent]
  const y = (x: number) => roof - 30 + 70 * (1 - ((x - 600) / 640) ** 2) * 0.9
  const flags = Array.from({ length: 12 }, (_, index) => {
    const x = 30 + index * 98
    const top = Math.round(y(x + 36))
    const colour = pick(rng, colours)
    return `<use href="#flag" x="${x}" y="${top}" fill="${colour}"/>`
  })
  return (
    line(
      `M-10 ${Math.round(y(-10))}Q600 ${Math.round(y(600) + 58)} 1210 ${Math.round(y(1210))}`,
      '#4a3328',
      2,
    ) + flags.join('')
  )
}
