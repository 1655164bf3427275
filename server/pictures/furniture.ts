// Furniture, in centimetres, standing on (0, 0); shadows fall to the right.
import {
  box,
  boxes,
  circle,
  ellipse,
  type Luck,
  line,
  path,
  pick,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import type { Palette } from '#server/pictures/palette.ts'

const under = (wide: number) => ellipse(3, 0, wide, wide * 0.17, '#33141f', 'opacity=".2"')

/** A barber's chair seen from the side, looking right. */
export function barberChair({ fabric, metal }: Palette): string {
  const light = tint(fabric, 0.18)
  const dark = shade(fabric, 0.25)
  return (
    under(46) +
    ellipse(0, -4, 31, 7, shade(metal, 0.25)) +
    ellipse(0, -6, 29, 6, tint(metal, 0.25)) +
    rect(-6, -44, 12, 38, metal) +
    rect(1, -44, 5, 38, shade(metal, 0.3)) +
    line('M8 -18L26 -10', shade(metal, 0.2), 4, 'stroke-linecap="round"') +
    line('M24 -52L47 -18H60M36 -36H46', metal, 5, 'stroke-linecap="round" stroke-linejoin="round"') +
    rect(44, -22, 20, 7, dark, 3) +
    path('M-46 -124Q-50 -136 -39 -138Q-29 -139 -27 -128L-12 -60H-30z', fabric) +
    path('M-33 -136Q-29 -135 -27 -128L-12 -60H-19z', light) +
    path(
      'M-56 -148Q-58 -158 -50 -160L-40 -162Q-33 -163 -32 -156L-31 -150Q-31 -145 -37 -144L-48 -142Q-55 -142 -56 -148z',
      fabric,
    ) +
    path('M-40 -162Q-33 -163 -32 -156L-31 -150Q-31 -145 -37 -144z', light) +
    line('M-42 -140L-38 -128', metal, 5) +
    path('M-32 -66H28Q40 -66 40 -56Q40 -46 28 -46H-26Q-36 -46 -36 -56Q-36 -64 -32 -66z', fabric) +
    path('M-32 -66H28Q40 -66 39 -58H-35Q-35 -64 -32 -66z', light) +
    rect(-30, -46, 56, 5, dark, 2) +
    line('M-18 -62V-84M18 -62V-84', metal, 4) +
    path('M-28 -92H22Q32 -92 32 -87Q32 -82 22 -82H-26z', dark)
  )
}

/** A salon chair seen from behind, before its mirror. */
export function salonChair({ fabric, metal }: Palette): string {
  const dark = shade(fabric, 0.22)
  return (
    under(40) +
    line(
      'M0 -12L-30 -3M0 -12L30 -3M0 -12L-12 2M0 -12L13 2',
      shade(metal, 0.15),
      5,
      'stroke-linecap="round"',
    ) +
    rect(-5, -46, 10, 36, metal) +
    rect(1, -46, 4, 36, shade(metal, 0.28)) +
    path('M-34 -62H34Q36 -46 24 -44H-24Q-36 -46 -34 -62z', dark) +
    path(
      'M-38 -86Q-44 -86 -44 -80V-60Q-44 -54 -38 -54H-30V-86zM38 -86Q44 -86 44 -80V-60Q44 -54 38 -54H30V-86z',
      shade(fabric, 0.1),
    ) +
    path('M-33 -116Q-32 -128 -18 -128H18Q32 -128 33 -116L35 -58Q0 -50 -35 -58z', fabric) +
    path('M-33 -116Q-32 -128 -18 -128H18Q32 -128 33 -116L33 -111Q0 -118 -33 -111z', tint(fabric, 0.22)) +
    path('M14 -128H18Q32 -128 33 -116L35 -58L22 -55z', dark, 'opacity=".55"') +
    line('M-26 -70Q0 -64 26 -70', tint(fabric, 0.15), 1.6)
  )
}

/** A mirror on the wall, its middle at (0, 0). */
export function mirror(
  luck: Luck,
  { metal, wood, wall, band }: Palette,
  shape: 'arch' | 'round' | 'tall',
  lit: boolean,
): string {
  const frame = pick(luck, [metal, wood])
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

/** Bottles and jars in a row, from x on, standing on y = 0. */
export function bottles(luck: Luck, count: number, { accent, second, fabric }: Palette, from = 0): string {
  const colours = ['#8a4b22', '#f5ead6', accent, second, fabric, '#c98a4a', '#dfe4d2']
  let x = from
  return Array.from({ length: count }, () => {
    const colour = pick(luck, colours)
    const kind = Math.floor(luck() * 5)
    const tall = 12 + luck() * 10
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

/** A treatment table with its linen; 190 long. */
export function massageTable({ wood, fabric, second, accent }: Palette): string {
  const linen = '#fbf3e4'
  return (
    under(100) +
    line('M-78 -62L-64 0M-64 -62L-78 0M78 -62L64 0M64 -62L78 0', wood, 6, 'stroke-linecap="round"') +
    rect(-76, -30, 152, 5, shade(wood, 0.2), 2) +
    path('M-118 -74Q-122 -84 -112 -86H-96V-72z', shade(fabric, 0.2)) +
    rect(-98, -78, 196, 16, shade(fabric, 0.1), 6) +
    path(
      'M-96 -84H92Q99 -84 99 -76V-40Q86 -36 70 -41T34 -40T0 -38T-36 -41T-70 -38L-96 -42Q-100 -60 -99 -76Q-99 -84 -96 -84z',
      linen,
    ) +
    path('M-99 -70Q0 -62 99 -70V-40Q86 -36 70 -41T34 -40T0 -38T-36 -41T-70 -38L-96 -42z', shade(linen, 0.1)) +
    line('M-60 -66V-42M-20 -64V-42M24 -64V-43M62 -66V-44', shade(linen, 0.22), 1.4, 'opacity=".6"') +
    path('M22 -85H74L78 -40Q64 -36 50 -41T26 -39z', fabric) +
    path('M34 -85H40L43 -40H36zM56 -85H61L65 -39H59z', second) +
    path('M46 -85H50L54 -41H49z', accent) +
    rect(-92, -96, 40, 13, linen, 6) +
    rect(-92, -96, 40, 6, tint(linen, 0.6), 4) +
    ellipse(-30, -90, 9, 7, tint(accent, 0.55)) +
    circle(-30, -90, 4, tint(accent, 0.25)) +
    rect(-30, -97, 26, 14, tint(accent, 0.55)) +
    ellipse(-4, -90, 5, 7, tint(accent, 0.4))
  )
}

/** A reclining couch for faces and lashes. */
export function couch({ fabric, metal, second }: Palette): string {
  const light = tint(fabric, 0.2)
  return (
    under(92) +
    rect(-46, -12, 88, 8, shade(metal, 0.1), 4) +
    path('M-18 -12L-8 -40H10L22 -12z', metal) +
    path('M6 -40H10L22 -12H12z', shade(metal, 0.25)) +
    path(
      'M-92 -92Q-98 -104 -86 -106Q-78 -107 -72 -100L-34 -58H28L78 -50Q92 -48 91 -40Q90 -33 78 -34L-40 -38Q-48 -38 -54 -46z',
      shade(fabric, 0.2),
    ) +
    path(
      'M-92 -96Q-98 -110 -86 -112Q-78 -113 -72 -104L-34 -64H28L80 -56Q92 -54 91 -47L28 -53H-40Q-50 -53 -56 -60z',
      fabric,
    ) +
    path(
      'M-92 -98Q-98 -110 -86 -112Q-78 -113 -72 -104L-34 -64H28L80 -56L88 -53L28 -60H-38Q-44 -60 -48 -65L-80 -104Q-86 -108 -92 -98z',
      light,
    ) +
    path('M-90 -112Q-84 -124 -70 -116L-52 -98Q-60 -92 -70 -98z', '#fbf3e4') +
    path('M2 -65H44L58 -62L56 -40H4z', second) +
    line('M14 -64V-41M30 -64L32 -41M44 -63L46 -40', shade(second, 0.2), 2)
  )
}

/** An easy chair looking right. */
export function armchair({ wood }: Palette, colour: string): string {
  const dark = shade(colour, 0.2)
  return (
    under(44) +
    line('M-24 -26L-32 0M26 -26L33 0M-8 -26L-11 -5M14 -26L16 -5', wood, 5, 'stroke-linecap="round"') +
    path('M-36 -92Q-46 -98 -38 -102Q-24 -106 -18 -92L-6 -46H-28z', dark) +
    path('M-30 -96Q-22 -106 -14 -92L2 -44H-18z', colour) +
    path('M-30 -50H32Q42 -48 40 -38Q39 -26 28 -26H-22Q-34 -28 -30 -50z', dark) +
    path('M-20 -54H34Q44 -52 42 -44Q40 -38 32 -38H-18z', tint(colour, 0.16)) +
    path('M-26 -70Q8 -76 28 -70Q36 -66 32 -60Q4 -64 -22 -60z', colour) +
    line('M26 -62L30 -40', dark, 6, 'stroke-linecap="round"') +
    path('M-10 -86Q8 -92 14 -78L10 -58L-6 -60z', '#f2e0bd') +
    line('M-6 -80L10 -64M4 -86L14 -74M-6 -70L4 -60', '#c98246', 1.6)
  )
}

/** A round stool. */
export function stool({ wood, metal }: Palette, colour: string): string {
  return (
    under(22) +
    line('M-4 -36L-17 0M4 -36L17 0M0 -36V2', pick2(wood, metal), 4, 'stroke-linecap="round"') +
    ellipse(0, -18, 12, 3, 'none', `stroke="${metal}" stroke-width="2"`) +
    rect(-20, -48, 40, 12, colour, 6) +
    rect(-20, -48, 40, 5, tint(colour, 0.25), 4)
  )
}

const pick2 = (first: string, second: string) => tint(first, second.length > 6 ? 0.1 : 0)

/** A desk or table with turned legs; 130 wide, its top at y = -74. */
export function table(wide: number, { wood }: Palette, top = -74): string {
  const half = wide / 2
  return (
    under(half) +
    path(
      `M${-half + 8} ${top}L${-half + 4} 0h5L${-half + 18} ${top}zM${half - 8} ${top}L${half - 4} 0h-5L${half - 18} ${top}z`,
      shade(wood, 0.1),
    ) +
    rect(-half + 8, top + 6, wide - 16, 12, shade(wood, 0.16)) +
    rect(-half, top, wide, 7, tint(wood, 0.2), 2) +
    rect(-half, top + 5, wide, 2, shade(wood, 0.2))
  )
}

/** A small round side table, its top at y = -52. */
export const sideTable = ({ wood }: Palette): string =>
  under(20) +
  path('M-3 -50H3L5 -6H-5z', shade(wood, 0.12)) +
  ellipse(0, -4, 15, 4, shade(wood, 0.2)) +
  ellipse(0, -50, 25, 6, shade(wood, 0.2)) +
  ellipse(0, -52, 25, 6, tint(wood, 0.22))

/** Shelves with books, boxes and small plants; 84 wide, standing. */
export function bookcase(luck: Luck, palette: Palette): string {
  const { wood, accent, second, fabric, band } = palette
  const spines = [accent, second, fabric, band, '#f0e2c6', '#7a4a35', '#38584d']
  const shelf = (y: number) => {
    let x = -36
    let drawn = ''
    const books: { colour: string; d: string }[] = []
    while (x < 30) {
      if (luck() < 0.24) {
        drawn += pick(luck, [
          rect(x, y - 12, 13, 12, tint(pick(luck, spines), 0.3), 2),
          circle(x + 7, y - 8, 7, tint(pick(luck, spines), 0.2)) + rect(x + 4, y - 2, 7, 2, wood),
        ])
        x += 18
      } else {
        const wide = 4 + Math.floor(luck() * 5)
        const tall = 20 + luck() * 9
        books.push({ colour: pick(luck, spines), d: box(x, y - tall, wide, tall) })
        x += wide + 0.6
      }
    }
    return (
      boxes(books) +
      drawn +
      rect(-42, y, 84, 4, tint(wood, 0.15)) +
      rect(-42, y + 4, 84, 4, shade(wood, 0.3), 0, 'opacity=".35"')
    )
  }
  return (
    under(46) +
    rect(-42, -186, 84, 184, shade(wood, 0.42)) +
    [-150, -112, -74, -36].map(shelf).join('') +
    path('M-42 -186H42V-2H-42zM-38 -182V-6H38V-182z', wood, 'fill-rule="evenodd"') +
    rect(-42, -190, 84, 6, tint(wood, 0.2), 1)
  )
}

/** A lamp that hangs from the ceiling; (0, 0) is where its cord begins. */
export function pendant(
  luck: Luck,
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
  const colour = pick(luck, [accent, metal])
  return (
    string +
    glow +
    path(`M-7 ${cord}H7L32 ${cord + 30}H-32z`, colour) +
    path(`M2 ${cord}H7L32 ${cord + 30}H14z`, shade(colour, 0.2)) +
    ellipse(0, cord + 30, 32, 5, lit ? '#fff0c0' : shade(colour, 0.4))
  )
}

/** A standing lamp that bends over; 170 tall, to the right. */
export const floorLamp = ({ metal }: Palette, lit: boolean): string =>
  under(18) +
  ellipse(0, -3, 16, 4, shade(metal, 0.2)) +
  line('M0 -4V-130Q0 -172 34 -168Q50 -166 52 -150', metal, 3) +
  (lit ? circle(52, -140, 70, 'url(#glow)') : '') +
  path('M52 -154Q72 -152 74 -132H30Q32 -152 52 -154z', '#f4e2bf') +
  ellipse(52, -132, 22, 4, lit ? '#fff3cc' : '#d9c49c')
