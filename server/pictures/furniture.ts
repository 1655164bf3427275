// Furniture, in centimetres, with its base at (0, 0); shadows fall to the right.
import {
  box,
  boxes,
  circle,
  ellipse,
  line,
  type Rng,
  path,
  pick,
  rect,
  shade,
  tint,
} from '#server/pictures/brush.ts'
import type { Palette } from '#server/pictures/palette.ts'

/** The shadow of a thing on the floor; it falls to the right. */
export const under = (wide: number) => ellipse(3, 0, wide, wide * 0.17, '#33141f', 'opacity=".2"')

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
    line('M-4 -36L-17 0M4 -36L17 0M0 -36V2', tint(wood, 0.1), 4, 'stroke-linecap="round"') +
    ellipse(0, -18, 12, 3, 'none', `stroke="${metal}" stroke-width="2"`) +
    rect(-20, -48, 40, 12, colour, 6) +
    rect(-20, -48, 40, 5, tint(colour, 0.25), 4)
  )
}

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

/** Shelves with books, boxes and small plants; 84 wide, on the floor. */
export function bookcase(rng: Rng, palette: Palette): string {
  const { wood, accent, second, fabric, band } = palette
  const spines = [accent, second, fabric, band, '#f0e2c6', '#7a4a35', '#38584d']
  const shelf = (y: number) => {
    let x = -36
    let drawn = ''
    const books: { colour: string; d: string }[] = []
    while (x < 30) {
      if (rng() < 0.24) {
        drawn += pick(rng, [
          rect(x, y - 12, 13, 12, tint(pick(rng, spines), 0.3), 2),
          circle(x + 7, y - 8, 7, tint(pick(rng, spines), 0.2)) + rect(x + 4, y - 2, 7, 2, wood),
        ])
        x += 18
      } else {
        const wide = 4 + Math.floor(rng() * 5)
        const tall = 20 + rng() * 9
        books.push({ colour: pick(rng, spines), d: box(x, y - tall, wide, tall) })
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
