// The fittings of a room, in centimetres: mirrors, counters with their bottles, lamps.
import { circle, ellipse, line, type Rng, path, pick, rect, shade, tint } from '#server/pictures/brush.ts'
import { under } from '#server/pictures/furniture.ts'
import type { Palette } from '#server/pictures/palette.ts'

/** A mirror on the wall, its middle at (0, 0). */
export function mirror(
  rng: Rng,
  { metal, wood, wall, band }: Palette,
  shape: 'arch' | 'round' | 'tall',
  lit: boolean,
): string {
  const frame = pick(rng, [metal, wood])
  const d =
    shape === 'round'
      ? 'M-46 0A46 46 0 1 1 46 0A46 46 0 1 1 -46 0z'
      : shape === 'arch'
        ? 'M-38 74V-32A38 38 0 0 1 38 -32V74z'
        : 'M-36 -70H36Q40 -70 40 -66V70Q40 74 36 74H-36Q-40 74 -40 70V-66Q-40 -70 -36 -70z'
  const name = `glass-${shape}`
  const around = shape === 'round' ? 'M-52 0A52 52 0 1 1 52 0A52 52 0 1 1-52 0' : 'M-46 66V-62M46 66V-62'
  const bulb = (wide: number, colour: string, more = '') =>
    line(around, colour, wide, `stroke-linecap="round" stroke-dasharray="0 25.6"${more}`)
  const bulbs = lit ? bulb(17, '#ffe9ad', ' opacity=".4"') + bulb(8, '#fff6d6') : ''
  return (
    `<clipPath id="${name}"><path d="${d}"/></clipPath>` +
    path(d, shade(wall, 0.35), 'opacity=".25" transform="translate(5 5)"') +
    path(d, tint(wall, 0.35), `stroke="${frame}" stroke-width="6"`) +
    `<g clip-path="url(#${name})">${rect(-50, -80, 100, 160, '#dfe9e4', 0, 'opacity=".75"')}${rect(-50, 20, 100, 60, tint(band, 0.45), 0, 'opacity=".7"')}${rect(-30, -34, 26, 44, '#fff3cf', 0, 'opacity=".9"')}${line('M-17 -34V10M-30 -12H-4', tint(wood, 0.3), 2)}${path('M10 80Q14 30 30 24Q40 40 36 80z', '#7a9a78', 'opacity=".6"')}${path('M-60 60L10 -80H26L-44 70zM-20 80L50 -60V-44L-8 80z', '#ffffff', 'opacity=".35"')}</g>` +
    line(d, tint(frame, 0.35), 1.5) +
    bulbs
  )
}

/** A shelf or counter hung on the wall under a mirror; its top is at y = 0. */
export function counter(wide: number, { wood }: Palette): string {
  return (
    rect(-wide / 2, 0, wide, 6, tint(wood, 0.18), 1) +
    rect(-wide / 2 + 4, 6, wide - 8, 17, wood) +
    rect(-wide / 2 + 4, 6, wide - 8, 4, shade(wood, 0.3)) +
    line(`M0 8V22`, shade(wood, 0.3), 1.2) +
    circle(-6, 15, 1.4, '#f0d9a6') +
    circle(6, 15, 1.4, '#f0d9a6')
  )
}

/** Bottles and jars in a row, from x on, with their base on y = 0. */
export function bottles(rng: Rng, count: number, { accent, second, fabric }: Palette, from = 0): string {
  const colours = ['#8a4b22', '#f5ead6', accent, second, fabric, '#c98a4a', '#dfe4d2']
  let x = from
  return Array.from({ length: count }, () => {
    const colour = pick(rng, colours)
    const kind = Math.floor(rng() * 5)
    const tall = 12 + rng() * 10
    const here = x
    x += 10
    if (kind === 0)
      return (
        rect(here, -tall, 7, tall, colour, 1) +
        rect(here + 2, -tall - 4, 3, 4, '#3b2a24') +
        line(`M${Math.round(here + 4)} ${Math.round(-tall - 4)}v-3h5`, '#3b2a24', 1.6)
      )
    if (kind === 1) return rect(here, -8, 9, 8, colour, 1) + rect(here - 1, -11, 11, 4, '#e9d3a4', 1)
    if (kind === 2)
      return (
        path(
          `M${Math.round(here)} 0V${Math.round(-tall * 0.7)}Q${Math.round(here)} ${Math.round(-tall)} ${Math.round(here + 3)} ${Math.round(-tall)}h2Q${Math.round(here + 8)} ${Math.round(-tall)} ${Math.round(here + 8)} ${Math.round(-tall * 0.7)}V0z`,
          colour,
        ) +
        rect(here + 2, -tall - 5, 4, 6, '#3b2a24', 1) +
        rect(here + 1, -tall * 0.55, 6, tall * 0.3, '#fff4de', 0, 'opacity=".8"')
      )
    if (kind === 3)
      return rect(here + 1, -tall - 4, 6, tall + 4, colour, 3) + rect(here + 1, -tall - 4, 6, 6, '#e9d3a4', 2)
    return (
      rect(here, -tall + 3, 8, tall - 3, colour, 2) +
      rect(here + 2, -tall - 1, 4, 4, '#f2e3c4') +
      rect(here + 5, -tall + 5, 2, tall - 8, '#ffffff', 1, 'opacity=".35"')
    )
  }).join('')
}

/** A lamp that hangs from the ceiling; (0, 0) is where its cord begins. */
export function pendant(
  rng: Rng,
  kind: 'woven' | 'globe' | 'cone' | 'star',
  { metal, second, accent }: Palette,
  cord: number,
  lit: boolean,
): string {
  const glow = lit ? circle(0, cord + 22, 86, 'url(#glow)') : ''
  const string = line(`M0 0V${cord}`, '#4a3328', 1.6)
  if (kind === 'woven') {
    const straw = '#d9ab6b'
    return (
      string +
      glow +
      path(
        `M-8 ${cord}H8Q44 ${cord + 10} 46 ${cord + 40}H-46Q-44 ${cord + 10} -8 ${cord}z`,
        lit ? tint(straw, 0.25) : straw,
      ) +
      line(
        Array.from(
          { length: 9 },
          (_, index) =>
            `M${-6 + index * 1.5} ${cord}Q${-36 + index * 9} ${cord + 10} ${-44 + index * 11} ${cord + 40}`,
        ).join('') +
          `M-38 ${cord + 18}Q0 ${cord + 24} 38 ${cord + 18}M-44 ${cord + 30}Q0 ${cord + 36} 44 ${cord + 30}`,
        shade(straw, 0.3),
        1.2,
      ) +
      ellipse(0, cord + 40, 46, 5, lit ? '#fff0c0' : shade(straw, 0.35))
    )
  }
  if (kind === 'globe')
    return (
      string +
      glow +
      rect(-4, cord - 4, 8, 8, metal) +
      circle(0, cord + 20, 18, lit ? '#fff2cc' : '#fbf4e6') +
      ellipse(-6, cord + 14, 5, 7, '#ffffff', 'opacity=".7"')
    )
  if (kind === 'star') {
    const spikes = Array.from({ length: 16 }, (_, index) => {
      const angle = (index / 16) * Math.PI * 2
      const far = index % 2 === 0 ? 34 : 15
      return `${Math.round(Math.cos(angle) * far)} ${Math.round(cord + 34 + Math.sin(angle) * far)}`
    })
    return (
      string +
      glow +
      path(`M${spikes.join('L')}z`, lit ? '#ffd98a' : tint(second, 0.35)) +
      path(
        `M${spikes.filter((_, index) => index % 2 === 1).join('L')}z`,
        lit ? '#fff0c8' : tint(second, 0.6),
      ) +
      line(
        spikes
          .filter((_, index) => index % 2 === 0)
          .map((point) => `M0 ${cord + 34}L${point}`)
          .join(''),
        metal,
        1.2,
      )
    )
  }
  const colour = pick(rng, [accent, metal])
  return (
    string +
    glow +
    path(`M-7 ${cord}H7L32 ${cord + 30}H-32z`, colour) +
    path(`M2 ${cord}H7L32 ${cord + 30}H14z`, shade(colour, 0.2)) +
    ellipse(0, cord + 30, 32, 5, lit ? '#fff0c0' : shade(colour, 0.4))
  )
}

/** A floor lamp that bends over; 170 tall, to the right. */
export const floorLamp = ({ metal }: Palette, lit: boolean): string =>
  under(18) +
  ellipse(0, -3, 16, 4, shade(metal, 0.2)) +
  line('M0 -4V-130Q0 -172 34 -168Q50 -166 52 -150', metal, 3) +
  (lit ? circle(52, -140, 70, 'url(#glow)') : '') +
  path('M52 -154Q72 -152 74 -132H30Q32 -152 52 -154z', '#f4e2bf') +
  ellipse(52, -132, 22, 4, lit ? '#fff3cc' : '#d9c49c')
