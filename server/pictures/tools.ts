// The tools of the trades, in pixels, each with its base at (0, 0).
import {
  circle,
  ellipse,
  line,
  type Rng,
  path,
  pick,
  put,
  rect,
  shade,
  tint,
  turn,
} from '#server/pictures/brush.ts'
import { leaf } from '#server/pictures/plant.ts'

export const cream = '#fbf2e2'
export const amber = '#8f4d22'
export const ink = '#3a2623'

export const on = (x: number, y: number, shapes: string, scale = 1, flip = false) =>
  put(x, y, scale, shapes, flip)
/** The shadow under a thing. */
export const below = (wide: number) => ellipse(wide * 0.12, 0, wide, wide * 0.13, '#33141f', 'opacity=".22"')
/** The highlight along a bottle. */
export const shine = (x: number, y: number, tall: number, wide = 8) =>
  rect(x, y, wide, tall, '#ffffff', wide / 2, 'opacity=".35"')

const label = (wide: number, y: number, tall: number, colour: string) =>
  rect(-wide / 2, y, wide, tall, cream) +
  rect(-wide / 4, y + tall * 0.3, wide / 2, 4, colour) +
  rect(-wide / 6, y + tall * 0.55, wide / 3, 3, shade(cream, 0.3))

export const pump = (colour: string, mark: string, tall = 190) =>
  below(48) +
  path(
    `M-40 0Q-44 0 -44 -6V${-tall + 30}Q-44 ${-tall} -18 ${-tall}H18Q44 ${-tall} 44 ${-tall + 30}V-6Q44 0 40 0z`,
    colour,
  ) +
  path(
    `M14 0Q40 0 44 -6V${-tall + 30}Q44 ${-tall} 18 ${-tall}H10Q26 ${-tall + 10} 24 ${-tall + 50}V-20Q24 -4 14 0z`,
    shade(colour, 0.25),
  ) +
  label(72, -tall * 0.66, tall * 0.42, mark) +
  rect(-14, -tall - 18, 28, 20, ink, 3) +
  rect(-5, -tall - 44, 10, 28, ink) +
  path(`M-10 ${-tall - 52}H42q8 0 8 8v4H-10z`, ink) +
  shine(-34, -tall + 34, tall - 70)

export const dropper = (colour: string, mark: string) =>
  below(34) +
  path('M-32 0Q-34 0 -34 -4V-92Q-34 -112 -12 -114H12Q34 -112 34 -92V-4Q34 0 32 0z', colour) +
  path('M14 0H32Q34 0 34 -4V-92Q34 -112 12 -114H8Q22 -106 22 -90V-8z', shade(colour, 0.28)) +
  label(58, -78, 52, mark) +
  rect(-16, -132, 32, 20, '#2f2523', 2) +
  path('M-12 -132Q-14 -168 0 -172Q14 -168 12 -132z', '#4a3a36') +
  shine(-27, -92, 60, 6)

export const jar = (colour: string, lid: string) =>
  below(54) +
  rect(-52, -64, 104, 64, colour, 12) +
  rect(20, -64, 32, 64, shade(colour, 0.14), 12) +
  rect(-50, -50, 100, 26, cream, 0, 'opacity=".75"') +
  rect(-56, -92, 112, 32, lid, 6) +
  rect(-56, -92, 112, 10, tint(lid, 0.3), 5)

const rolled = (colour: string) =>
  rect(-70, -56, 130, 56, colour, 26) +
  rect(-70, -56, 130, 20, tint(colour, 0.35), 12) +
  ellipse(60, -28, 20, 28, shade(colour, 0.12)) +
  line('M60 -28a8 10 0 1 1 -4 -8M60 -10a16 20 0 1 1 2 -36', shade(colour, 0.3), 3)
export const rolls = (first: string, second: string) =>
  below(150) + on(-74, 0, rolled(first)) + on(66, 0, rolled(second)) + on(-4, -50, rolled(cream))

export const folded = (colours: readonly string[]) =>
  below(110) +
  colours
    .map(
      (colour, index) =>
        rect(-110 + (index % 2) * 6, -44 - index * 42, 214, 42, colour, 18) +
        rect(-110 + (index % 2) * 6, -20 - index * 42, 214, 16, shade(colour, 0.12), 8),
    )
    .join('')

export const mug = (colour: string) =>
  below(58) +
  line('M44 -84q44 -6 40 30q-4 26 -42 22', colour, 14) +
  path('M-52 -104H52L44 -8Q42 0 30 0H-30Q-42 0 -44 -8z', colour) +
  path('M22 -104H52L44 -8Q42 0 30 0H14z', shade(colour, 0.16)) +
  ellipse(0, -104, 52, 12, shade(colour, 0.3)) +
  ellipse(0, -102, 44, 9, '#5a3322') +
  rect(-48, -66, 96, 8, tint(colour, 0.45), 0, 'opacity=".8"') +
  line(
    'M-14 -130q-14 -22 2 -42t0 -40M16 -128q-12 -20 2 -38t0 -34',
    '#ffffff',
    5,
    'opacity=".45" stroke-linecap="round"',
  )

export const flower = (x: number, y: number, r: number, colour: string) =>
  Array.from({ length: 6 }, (_, index) =>
    ellipse(
      x + Math.cos(index * 1.047) * r,
      y + Math.sin(index * 1.047) * r,
      r * 0.62,
      r * 0.62,
      index % 2 === 0 ? colour : tint(colour, 0.22),
    ),
  ).join('') + circle(x, y, r * 0.55, '#f4c04f')

export const vase = (rng: Rng, colour: string) => {
  const heads = [
    [-66, -300],
    [-8, -350],
    [56, -310],
    [92, -250],
    [-100, -240],
  ] as const
  const petals = pick(rng, [
    ['#e2506f', '#f0a04b'],
    ['#8f7ad0', '#e8a0b0'],
    ['#f0a04b', '#e5673c'],
  ])
  return (
    below(56) +
    line(
      heads.map(([x, y]) => `M0 -120Q${Math.round(x * 0.3)} ${y + 120} ${x} ${y}`).join(''),
      '#4f7a55',
      5,
    ) +
    path(heads.map(([x, y]) => leaf(x * 0.5, y * 0.66, 60, 22, x > 0 ? 50 : -50)).join(''), '#5d8a5a') +
    heads.map(([x, y], index) => flower(x, y, 22, petals[index % 2] ?? '#e2506f')).join('') +
    path('M-28 -150H28Q22 -128 42 -96Q64 -52 36 0H-36Q-64 -52 -42 -96Q-22 -128 -28 -150z', colour) +
    path('M8 -150H28Q22 -128 42 -96Q64 -52 36 0H6Q40 -56 18 -100Q6 -124 8 -150z', shade(colour, 0.2)) +
    line('M-46 -80Q0 -66 46 -80M-50 -60Q0 -46 50 -60', tint(colour, 0.45), 5)
  )
}

export const book = (colour: string, mark: string, wide = 230) =>
  rect(-wide / 2 + 8, -4, wide, 8, '#33141f', 4, 'opacity=".2"') +
  rect(-wide / 2, -34, wide, 34, colour, 4) +
  rect(-wide / 2 + 8, -27, wide - 8, 20, '#f7ecd6', 2) +
  rect(-wide / 2 + 8, -18, wide - 8, 2, '#d9c8a8') +
  path(`M${wide / 2 - 50} -34V8l-9 -8l-9 8V-34z`, mark)

export const cup = (colour: string, holding: string) =>
  below(54) +
  holding +
  path('M-54 -130H54L46 -6Q44 0 36 0H-36Q-44 0 -46 -6z', colour) +
  path('M20 -130H54L46 -6Q44 0 36 0H12z', shade(colour, 0.18)) +
  path('M-52 -96H52L50 -70H-50z', tint(colour, 0.4), 'opacity=".7"')

export const brushHandle = (x: number, lean: number, tall: number, handle: string, hair: string) =>
  `<g transform="translate(${x} -110) rotate(${lean})">${rect(-4, -tall + 50, 8, tall, handle, 4)}${rect(-6, -tall + 24, 12, 30, '#d9b56a', 2)}${path(`M-8 ${-tall + 26}Q-20 ${-tall - 20} 0 ${-tall - 44}Q20 ${-tall - 20} 8 ${-tall + 26}z`, hair)}</g>`

export const polish = (colour: string) =>
  below(26) +
  rect(-28, -72, 56, 72, colour, 12) +
  rect(10, -72, 18, 72, shade(colour, 0.2), 9) +
  shine(-20, -60, 44, 7) +
  rect(-14, -84, 28, 14, '#d9b56a', 2) +
  path('M-15 -84L-11 -166Q0 -172 11 -166L15 -84z', '#332526') +
  rect(-8, -160, 5, 70, '#6a5654', 2)

export const stones = () =>
  below(96) +
  ellipse(0, -26, 92, 28, '#5d504d') +
  ellipse(-10, -34, 70, 14, '#7a6c67') +
  ellipse(6, -72, 70, 23, '#4c413f') +
  ellipse(-2, -79, 50, 10, '#6b5d59') +
  ellipse(-4, -110, 48, 18, '#6a5c58') +
  ellipse(-10, -116, 32, 8, '#887974')

export const bowl = (colour: string, wide: number, inside: string) =>
  below(wide * 0.8) +
  ellipse(0, -wide * 0.62, wide, wide * 0.2, shade(colour, 0.35)) +
  inside +
  path(
    `M${-wide} ${-wide * 0.62}Q${-wide * 0.9} -8 ${-wide * 0.36} -4H${wide * 0.36}Q${wide * 0.9} -8 ${wide} ${-wide * 0.62}Q0 ${-wide * 0.36} ${-wide} ${-wide * 0.62}z`,
    colour,
  ) +
  path(
    `M${wide * 0.3} -4H${wide * 0.36}Q${wide * 0.9} -8 ${wide} ${-wide * 0.62}Q${wide * 0.8} ${-wide * 0.52} ${wide * 0.56} ${-wide * 0.48}Q${wide * 0.66} -14 ${wide * 0.1} -4z`,
    shade(colour, 0.2),
  ) +
  line(
    `M${-wide * 0.9} ${-wide * 0.36}Q0 ${-wide * 0.1} ${wide * 0.9} ${-wide * 0.36}`,
    tint(colour, 0.5),
    6,
    'stroke-dasharray="14 10"',
  )

export const singingBowl = () =>
  below(90) +
  ellipse(0, -88, 92, 22, '#7a5524') +
  path('M-92 -88Q-90 -12 -40 -6H40Q90 -12 92 -88Q60 -68 0 -67T-92 -88z', '#c9953f') +
  path('M40 -6Q90 -12 92 -88Q78 -76 60 -72Q66 -24 20 -6z', '#9c6c28') +
  line('M-84 -50Q0 -24 84 -50', '#e9c678', 4) +
  shine(-66, -66, 40, 10) +
  put(60, -96, 1, turn(62, rect(-9, -150, 18, 150, '#7d4a2f', 9) + rect(-13, -40, 26, 46, '#a63f24', 12)))

export const scissors = (metal: string) =>
  line('M0 0L150 -70M0 -74L150 -6', tint(metal, 0.45), 13, 'stroke-linecap="round"') +
  line('M20 -8L150 -70', shade(metal, 0.05), 4) +
  circle(74, -36, 7, shade(metal, 0.3)) +
  circle(-30, 14, 30, 'none', `stroke="${ink}" stroke-width="13"`) +
  circle(-30, -90, 30, 'none', `stroke="${ink}" stroke-width="13"`)

export const dryer = (colour: string) =>
  below(100) +
  rect(-22, -186, 44, 186, shade(colour, 0.2), 14) +
  rect(-22, -186, 16, 186, shade(colour, 0.05), 8) +
  path('M-96 -240Q-96 -176 -30 -172H70L104 -182V-238L70 -246H-30Q-96 -246 -96 -240z', colour) +
  circle(-42, -208, 42, shade(colour, 0.12)) +
  circle(-42, -208, 26, tint(colour, 0.25)) +
  rect(96, -246, 46, 72, '#332727', 6) +
  path('M-30 -246H70L104 -238V-226H-60Q-50 -244 -30 -246z', tint(colour, 0.3), 'opacity=".7"') +
  rect(-8, -116, 14, 34, '#332727', 4)

export const comb = (colour: string) =>
  rect(0, -22, 250, 22, colour, 8) +
  path(Array.from({ length: 24 }, (_, index) => `M${10 + index * 10} -2h5v34h-5z`).join(''), colour)

export const dumbbell = (colour: string) =>
  below(120) +
  rect(-80, -48, 160, 20, '#4a4142', 8) +
  [-1, 1]
    .map(
      (side) =>
        rect(side * 92 - 22, -82, 44, 86, colour, 12) +
        rect(side * 122 - 12, -72, 24, 66, shade(colour, 0.22), 8) +
        rect(side * 92 - 16, -76, 9, 72, tint(colour, 0.3), 4),
    )
    .join('')

export const kettlebell = (colour: string) =>
  below(74) +
  line('M-34 -116Q-44 -186 0 -186Q44 -186 34 -116', '#4a4142', 20) +
  path('M-40 -128H40Q82 -96 76 -46Q70 0 44 0H-44Q-70 0 -76 -46Q-82 -96 -40 -128z', colour) +
  path('M14 -128H40Q82 -96 76 -46Q70 0 44 0H10Q48 -40 14 -128z', shade(colour, 0.22)) +
  circle(-8, -62, 26, tint(colour, 0.28))

export const roll = (colour: string, strap: string) =>
  below(130) +
  rect(-130, -92, 250, 92, colour, 40) +
  rect(-130, -92, 250, 30, tint(colour, 0.25), 20) +
  ellipse(118, -46, 30, 46, shade(colour, 0.16)) +
  line(
    'M118 -46a8 12 0 1 1 -6 -10M118 -24a18 26 0 1 1 4 -46M116 -8a26 38 0 1 1 6 -76',
    shade(colour, 0.36),
    4,
  ) +
  rect(-80, -94, 22, 96, strap, 4) +
  rect(30, -94, 22, 96, strap, 4)

export const block = (colour: string) =>
  below(90) +
  rect(-90, -72, 180, 72, colour, 8) +
  rect(-90, -72, 180, 16, tint(colour, 0.3), 8) +
  rect(60, -72, 30, 72, shade(colour, 0.14), 8)

export const cushion = (colour: string, mark: string) =>
  below(140) +
  path('M-140 -50Q-140 -104 0 -106Q140 -104 140 -50Q140 0 0 2Q-140 0 -140 -50z', colour) +
  path('M-138 -40Q0 -8 138 -40Q132 0 0 2Q-132 0 -138 -40z', shade(colour, 0.22)) +
  ellipse(0, -92, 70, 12, tint(colour, 0.2)) +
  circle(0, -92, 6, mark) +
  line('M-130 -62Q0 -30 130 -62', mark, 4, 'stroke-dasharray="12 8"')

export const incense = () =>
  below(46) +
  rect(-50, -16, 130, 16, '#7d4a2f', 6) +
  line('M-30 -16L50 -150', '#5a3a2a', 5, 'stroke-linecap="round"') +
  circle(50, -150, 5, '#f08a4b') +
  line('M52 -160q24 -40 -6 -76t6 -86t-14 -66', '#ffffff', 7, 'opacity=".4" stroke-linecap="round"')

export const glass = (juice: string) =>
  below(42) +
  path('M-44 -190H44L34 -4Q34 0 28 0H-28Q-34 0 -34 -4z', '#ffffff', 'opacity=".45"') +
  path('M-41 -150H41L32 -6H-32z', juice) +
  path('M14 -150H41L32 -6H8z', shade(juice, 0.16)) +
  shine(-30, -140, 110, 7) +
  line('M10 -150L34 -250', '#e2506f', 7) +
  circle(38, -190, 26, '#f0a93c') +
  circle(38, -190, 19, '#f8cf7a')
