// The house from the street: painted wall, stone frame, a door, a window behind ironwork, and whatever climbs over it.
import {
  between,
  circle,
  dots,
  ellipse,
  type Luck,
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

const street = 690

export function facade(luck: Luck, style: Style): { defs: string; shapes: string } {
  const { palette, light } = style
  const front = pick(luck, [
    palette.band,
    mix(palette.band, palette.wall, 0.3),
    palette.fabric,
    tint(palette.accent, 0.12),
    palette.second,
  ])
  const trim = '#fbf1df'
  const roof = pick(luck, [130, 160, 184])
  const stone = shade(mix(front, '#6a4a44', 0.45), 0.1)
  const sky =
    outside(luck, pick(luck, ['volcano', 'garden', 'volcano']), style, 0, 0, width, roof + 40) +
    treetop(luck, style, roof)
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
      between(luck, 60, 1140),
      between(luck, roof + 60, street - 120),
      between(luck, 50, 120),
      between(luck, 20, 50),
      tint(front, 0.3),
      'opacity=".18"',
    ),
  ).join('')
  // Drawn where it stands, not turned over: the number must stay readable.
  const turned = luck() < 0.5
  const at = (x: number) => (turned ? width - x : x)
  const doorX = at(pick(luck, [452, 470, 440]))
  const aside = turned ? -1 : 1
  const climber = bougainvillea(luck, pick(luck, ['#d5386f', '#e0567f', '#b23aa0', '#ee8a3c']), roof)
  const flags = luck() < 0.5 ? bunting(luck, style, roof) : ''
  const shapes =
    sky +
    wall +
    grain +
    cornice +
    foot +
    door(luck, style, doorX, trim, front) +
    ironWindow(luck, style, at(945) - 85, trim) +
    ironWindow(luck, style, at(150) - 85, trim) +
    lantern(doorX - 172 * aside, 300, light.lampsLit) +
    sign(luck, style, doorX + 190 * aside, 330) +
    sidewalk(luck, style) +
    put(
      doorX - 182 * aside,
      street + 18,
      1.9,
      plant(luck, pick(luck, ['agave', 'snake', 'monstera', 'cactus']), '#c4683f'),
    ) +
    put(
      doorX + 196 * aside,
      street + 16,
      2.2,
      plant(luck, pick(luck, ['snake', 'cactus', 'olive', 'agave']), palette.accent),
    ) +
    (turned ? put(width, 0, 1, climber, true) : climber) +
    flags
  const flag = `<g id="flag"><path d="M0 0h74v52l-9 9-9-9-9 9-10-9-10 9-9-9-9 9-9-9z" opacity=".93"/>${path('M37 9l9 13l-9 13l-9 -13zM14 14l5 8l-5 8l-5 -8zM60 14l5 8l-5 8l-5 -8zM24 40h26v4h-26z', '#fff6e6', 'opacity=".75"')}</g>`
  return { defs: flags === '' ? '' : flag, shapes }
}

/** A jacaranda in flower behind the wall, now and then. */
function treetop(luck: Luck, { light }: Style, roof: number): string {
  if (luck() < 0.4) return ''
  const purple = light.name === 'dusk' ? '#6a4fa8' : '#9a86d8'
  const x = between(luck, 260, 940)
  return (
    path(crown(luck, x, roof - 34, 210, 100), shade(purple, 0.08)) +
    path(crown(luck, x - 30, roof - 60, 130, 56), tint(purple, 0.22)) +
    path(crown(luck, x + 70, roof - 30, 80, 36), tint(purple, 0.4), 'opacity=".7"')
  )
}

function door(luck: Luck, { palette, light }: Style, x: number, trim: string, front: string): string {
  const [w, h] = [190, 400]
  const top = street - h
  const colour = pick(luck, [
    palette.wood,
    palette.accent,
    shade(palette.wood, 0.3),
    mix(front, '#2a1a24', 0.6),
  ])
  const arch = (grow: number) =>
    `M${x - w / 2 - grow} ${street}V${top + 40 - grow}A${w / 2 + grow} ${w / 2 + grow - 20} 0 0 1 ${x + w / 2 + grow} ${top + 40 - grow}V${street}z`
  const panels = [-1, 1].flatMap((side) =>
    [0, 1, 2].map(
      (row) =>
        rect(
          x + (side === 1 ? 14 : -w / 2 + 14),
          top + 90 + row * 98,
          w / 2 - 28,
          78,
          tint(colour, 0.12),
          3,
        ) +
        rect(
          x + (side === 1 ? 22 : -w / 2 + 22),
          top + 98 + row * 98,
          w / 2 - 44,
          62,
          shade(colour, 0.18),
          2,
        ),
    ),
  )
  const fan =
    path(
      `M${x - w / 2 + 10} ${top + 62}V${top + 42}A${w / 2 - 10} ${w / 2 - 30} 0 0 1 ${x + w / 2 - 10} ${top + 42}V${top + 62}z`,
      light.lampsLit ? '#ffdf9a' : '#cfe0dc',
    ) +
    line(
      `M${x} ${top + 62}V${top - 22}M${x - 50} ${top + 62}L${x - 32} ${top - 6}M${x + 50} ${top + 62}L${x + 32} ${top - 6}`,
      colour,
      5,
    )
  return (
    path(arch(30), trim) +
    path(arch(30), 'none', `stroke="${shade(trim, 0.2)}" stroke-width="3"`) +
    path(arch(0), colour) +
    fan +
    rect(x - w / 2, top + 62, w, 9, shade(colour, 0.2)) +
    panels.join('') +
    line(`M${x} ${top + 70}V${street}`, shade(colour, 0.45), 4) +
    circle(x - 14, top + 236, 7, palette.metal) +
    circle(x + 14, top + 236, 7, palette.metal) +
    rect(x - w / 2 - 44, street - 8, w + 88, 16, shade(trim, 0.14), 2)
  )
}

function ironWindow(luck: Luck, { palette, light }: Style, x: number, trim: string): string {
  const [w, h, y] = [170, 250, 260]
  const inner = light.lampsLit ? '#ffd892' : '#5a6e72'
  const iron = '#2f2626'
  const bars = Array.from({ length: 7 }, (_, index) => `M${x + 14 + index * 24} ${y - 6}V${y + h + 8}`).join(
    '',
  )
  const curls = [0.22, 0.5, 0.78]
    .map((share) => `M${x + 2} ${Math.round(y + h * share)}H${x + w - 2}`)
    .join('')
  const flowers = ['#e2506f', '#f3a0a8', '#f2b94f', '#fbf1df']
    .map((colour, index) =>
      dots(
        Array.from({ length: 4 }, () => [x + luck() * w, y + h - 4 - luck() * 30]),
        colour,
        10 + index * 2,
      ),
    )
    .join('')
  return (
    rect(x - 24, y - 30, w + 48, h + 44, trim, 2) +
    rect(x - 36, y - 44, w + 72, 18, tint(trim, 0.3), 2) +
    rect(x, y, w, h, inner) +
    path(
      `M${x} ${y}h${w * 0.34}q10 ${h * 0.5} -20 ${h}H${x}zM${x + w} ${y}h${-w * 0.34}q-10 ${h * 0.5} 20 ${h}H${x + w}z`,
      '#fff7ea',
      'opacity=".75"',
    ) +
    path(`M${x} ${y}H${x + w}L${x} ${y + 120}z`, '#ffffff', 'opacity=".14"') +
    line(bars + curls, iron, 5) +
    Array.from({ length: 3 }, (_, index) =>
      circle(x + 38 + index * 48, y + h * 0.36, 11, 'none', `stroke="${iron}" stroke-width="4"`),
    ).join('') +
    rect(x - 34, y + h + 8, w + 68, 16, shade(trim, 0.12), 2) +
    path(
      Array.from({ length: 14 }, (_, index) =>
        leaf(x + 6 + index * 12, y + h, between(luck, 22, 44), 14, between(luck, -50, 50)),
      ).join(''),
      '#4b7a55',
    ) +
    flowers +
    rect(x - 2, y + h - 2, w + 4, 22, pick(luck, ['#b9573a', palette.accent, '#c4683f']), 3)
  )
}

const lantern = (x: number, y: number, lit: boolean) =>
  (lit ? circle(x, y + 30, 90, 'url(#glow)') : '') +
  line(`M${x - 24} ${y - 18}H${x}V${y}`, '#2f2626', 5) +
  path(`M${x - 18} ${y + 4}H${x + 18}L${x + 12} ${y + 50}H${x - 12}z`, lit ? '#ffe6a8' : '#e9e2cf') +
  path(`M${x - 20} ${y + 6}L${x} ${y - 10}L${x + 20} ${y + 6}z`, '#2f2626') +
  line(
    `M${x - 18} ${y + 4}L${x - 12} ${y + 50}H${x + 12}L${x + 18} ${y + 4}M${x} ${y + 4}V${y + 50}`,
    '#2f2626',
    3,
  )

/** The house's number on tiles. */
function sign(luck: Luck, { palette }: Style, x: number, y: number): string {
  const number = String(11 + Math.floor(luck() * 320))
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

function sidewalk(luck: Luck, { palette }: Style): string {
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

function bougainvillea(luck: Luck, colour: string, roof: number): string {
  const at = () => {
    const along = luck()
    const fall = luck() * (luck() < 0.3 ? 1 : 0.5)
    return { x: 780 + along * 430, y: roof - 40 + fall * (70 + along * 230) + (1 - along) * 20 }
  }
  const green = Array.from({ length: 20 }, () => {
    const { x, y } = at()
    return leaf(x, y + 16, between(luck, 26, 44), 18, luck() * 360)
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
function bunting(luck: Luck, { palette }: Style, roof: number): string {
  const colours = ['#e0457b', '#f2a93b', '#3f8f83', '#6a4fb0', '#e5673c', palette.accent]
  const y = (x: number) => roof - 30 + 70 * (1 - ((x - 600) / 640) ** 2) * 0.9
  const flags = Array.from({ length: 12 }, (_, index) => {
    const x = 30 + index * 98
    const top = Math.round(y(x + 36))
    const colour = pick(luck, colours)
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
