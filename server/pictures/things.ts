// The things of each of the 13 trades, in pixels, arranged on a table around x = 0; the table begins at y = 590.
import type { Category } from '#contract/categories.ts'
import {
  circle,
  ellipse,
  line,
  type Luck,
  path,
  pick,
  put,
  rect,
  shade,
  tint,
  turn,
} from '#server/pictures/brush.ts'
import { leaf } from '#server/pictures/plant.ts'
import type { Style } from '#server/pictures/room.ts'

type Set = (luck: Luck, style: Style) => string

const cream = '#fbf2e2'
const amber = '#8f4d22'
const ink = '#3a2623'

const on = (x: number, y: number, shapes: string, scale = 1, flip = false) => put(x, y, scale, shapes, flip)
const below = (wide: number) => ellipse(wide * 0.12, 0, wide, wide * 0.13, '#33141f', 'opacity=".22"')
const shine = (x: number, y: number, tall: number, wide = 8) =>
  rect(x, y, wide, tall, '#ffffff', wide / 2, 'opacity=".35"')

const label = (wide: number, y: number, tall: number, colour: string) =>
  rect(-wide / 2, y, wide, tall, cream) +
  rect(-wide / 4, y + tall * 0.3, wide / 2, 4, colour) +
  rect(-wide / 6, y + tall * 0.55, wide / 3, 3, shade(cream, 0.3))

const pump = (colour: string, mark: string, tall = 190) =>
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

const dropper = (colour: string, mark: string) =>
  below(34) +
  path('M-32 0Q-34 0 -34 -4V-92Q-34 -112 -12 -114H12Q34 -112 34 -92V-4Q34 0 32 0z', colour) +
  path('M14 0H32Q34 0 34 -4V-92Q34 -112 12 -114H8Q22 -106 22 -90V-8z', shade(colour, 0.28)) +
  label(58, -78, 52, mark) +
  rect(-16, -132, 32, 20, '#2f2523', 2) +
  path('M-12 -132Q-14 -168 0 -172Q14 -168 12 -132z', '#4a3a36') +
  shine(-27, -92, 60, 6)

const jar = (colour: string, lid: string) =>
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
const rolls = (first: string, second: string) =>
  below(150) + on(-74, 0, rolled(first)) + on(66, 0, rolled(second)) + on(-4, -50, rolled(cream))

const folded = (colours: readonly string[]) =>
  below(110) +
  colours
    .map(
      (colour, index) =>
        rect(-110 + (index % 2) * 6, -44 - index * 42, 214, 42, colour, 18) +
        rect(-110 + (index % 2) * 6, -20 - index * 42, 214, 16, shade(colour, 0.12), 8),
    )
    .join('')

const mug = (colour: string) =>
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

const flower = (x: number, y: number, r: number, colour: string) =>
  Array.from({ length: 6 }, (_, index) =>
    ellipse(
      x + Math.cos(index * 1.047) * r,
      y + Math.sin(index * 1.047) * r,
      r * 0.62,
      r * 0.62,
      index % 2 === 0 ? colour : tint(colour, 0.22),
    ),
  ).join('') + circle(x, y, r * 0.55, '#f4c04f')

const vase = (luck: Luck, colour: string) => {
  const heads = [
    [-66, -300],
    [-8, -350],
    [56, -310],
    [92, -250],
    [-100, -240],
  ] as const
  const petals = pick(luck, [
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

const book = (colour: string, mark: string, wide = 230) =>
  rect(-wide / 2 + 8, -4, wide, 8, '#33141f', 4, 'opacity=".2"') +
  rect(-wide / 2, -34, wide, 34, colour, 4) +
  rect(-wide / 2 + 8, -27, wide - 8, 20, '#f7ecd6', 2) +
  rect(-wide / 2 + 8, -18, wide - 8, 2, '#d9c8a8') +
  path(`M${wide / 2 - 50} -34V8l-9 -8l-9 8V-34z`, mark)

const cup = (colour: string, holding: string) =>
  below(54) +
  holding +
  path('M-54 -130H54L46 -6Q44 0 36 0H-36Q-44 0 -46 -6z', colour) +
  path('M20 -130H54L46 -6Q44 0 36 0H12z', shade(colour, 0.18)) +
  path('M-52 -96H52L50 -70H-50z', tint(colour, 0.4), 'opacity=".7"')

const brushHandle = (x: number, lean: number, tall: number, handle: string, hair: string) =>
  `<g transform="translate(${x} -110) rotate(${lean})">${rect(-4, -tall + 50, 8, tall, handle, 4)}${rect(-6, -tall + 24, 12, 30, '#d9b56a', 2)}${path(`M-8 ${-tall + 26}Q-20 ${-tall - 20} 0 ${-tall - 44}Q20 ${-tall - 20} 8 ${-tall + 26}z`, hair)}</g>`

const polish = (colour: string) =>
  below(26) +
  rect(-28, -72, 56, 72, colour, 12) +
  rect(10, -72, 18, 72, shade(colour, 0.2), 9) +
  shine(-20, -60, 44, 7) +
  rect(-14, -84, 28, 14, '#d9b56a', 2) +
  path('M-15 -84L-11 -166Q0 -172 11 -166L15 -84z', '#332526') +
  rect(-8, -160, 5, 70, '#6a5654', 2)

const stones = () =>
  below(96) +
  ellipse(0, -26, 92, 28, '#5d504d') +
  ellipse(-10, -34, 70, 14, '#7a6c67') +
  ellipse(6, -72, 70, 23, '#4c413f') +
  ellipse(-2, -79, 50, 10, '#6b5d59') +
  ellipse(-4, -110, 48, 18, '#6a5c58') +
  ellipse(-10, -116, 32, 8, '#887974')

const bowl = (colour: string, wide: number, inside: string) =>
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

const singingBowl = () =>
  below(90) +
  ellipse(0, -88, 92, 22, '#7a5524') +
  path('M-92 -88Q-90 -12 -40 -6H40Q90 -12 92 -88Q60 -68 0 -67T-92 -88z', '#c9953f') +
  path('M40 -6Q90 -12 92 -88Q78 -76 60 -72Q66 -24 20 -6z', '#9c6c28') +
  line('M-84 -50Q0 -24 84 -50', '#e9c678', 4) +
  shine(-66, -66, 40, 10) +
  put(60, -96, 1, turn(62, rect(-9, -150, 18, 150, '#7d4a2f', 9) + rect(-13, -40, 26, 46, '#a63f24', 12)))

const scissors = (metal: string) =>
  line('M0 0L150 -70M0 -74L150 -6', tint(metal, 0.45), 13, 'stroke-linecap="round"') +
  line('M20 -8L150 -70', shade(metal, 0.05), 4) +
  circle(74, -36, 7, shade(metal, 0.3)) +
  circle(-30, 14, 30, 'none', `stroke="${ink}" stroke-width="13"`) +
  circle(-30, -90, 30, 'none', `stroke="${ink}" stroke-width="13"`)

const dryer = (colour: string) =>
  below(100) +
  rect(-22, -186, 44, 186, shade(colour, 0.2), 14) +
  rect(-22, -186, 16, 186, shade(colour, 0.05), 8) +
  path('M-96 -240Q-96 -176 -30 -172H70L104 -182V-238L70 -246H-30Q-96 -246 -96 -240z', colour) +
  circle(-42, -208, 42, shade(colour, 0.12)) +
  circle(-42, -208, 26, tint(colour, 0.25)) +
  rect(96, -246, 46, 72, '#332727', 6) +
  path('M-30 -246H70L104 -238V-226H-60Q-50 -244 -30 -246z', tint(colour, 0.3), 'opacity=".7"') +
  rect(-8, -116, 14, 34, '#332727', 4)

const comb = (colour: string) =>
  rect(0, -22, 250, 22, colour, 8) +
  path(Array.from({ length: 24 }, (_, index) => `M${10 + index * 10} -2h5v34h-5z`).join(''), colour)

const dumbbell = (colour: string) =>
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

const kettlebell = (colour: string) =>
  below(74) +
  line('M-34 -116Q-44 -186 0 -186Q44 -186 34 -116', '#4a4142', 20) +
  path('M-40 -128H40Q82 -96 76 -46Q70 0 44 0H-44Q-70 0 -76 -46Q-82 -96 -40 -128z', colour) +
  path('M14 -128H40Q82 -96 76 -46Q70 0 44 0H10Q48 -40 14 -128z', shade(colour, 0.22)) +
  circle(-8, -62, 26, tint(colour, 0.28))

const roll = (colour: string, strap: string) =>
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

const block = (colour: string) =>
  below(90) +
  rect(-90, -72, 180, 72, colour, 8) +
  rect(-90, -72, 180, 16, tint(colour, 0.3), 8) +
  rect(60, -72, 30, 72, shade(colour, 0.14), 8)

const cushion = (colour: string, mark: string) =>
  below(140) +
  path('M-140 -50Q-140 -104 0 -106Q140 -104 140 -50Q140 0 0 2Q-140 0 -140 -50z', colour) +
  path('M-138 -40Q0 -8 138 -40Q132 0 0 2Q-132 0 -138 -40z', shade(colour, 0.22)) +
  ellipse(0, -92, 70, 12, tint(colour, 0.2)) +
  circle(0, -92, 6, mark) +
  line('M-130 -62Q0 -30 130 -62', mark, 4, 'stroke-dasharray="12 8"')

const incense = () =>
  below(46) +
  rect(-50, -16, 130, 16, '#7d4a2f', 6) +
  line('M-30 -16L50 -150', '#5a3a2a', 5, 'stroke-linecap="round"') +
  circle(50, -150, 5, '#f08a4b') +
  line('M52 -160q24 -40 -6 -76t6 -86t-14 -66', '#ffffff', 7, 'opacity=".4" stroke-linecap="round"')

const glass = (juice: string) =>
  below(42) +
  path('M-44 -190H44L34 -4Q34 0 28 0H-28Q-34 0 -34 -4z', '#ffffff', 'opacity=".45"') +
  path('M-41 -150H41L32 -6H-32z', juice) +
  path('M14 -150H41L32 -6H8z', shade(juice, 0.16)) +
  shine(-30, -140, 110, 7) +
  line('M10 -150L34 -250', '#e2506f', 7) +
  circle(38, -190, 26, '#f0a93c') +
  circle(38, -190, 19, '#f8cf7a')

/** What lies on the table of each trade. */
export const sets: Record<Category, Set> = {
  hair: (luck, { palette }) =>
    on(-250, 650, pump(amber, palette.accent, 210)) +
    on(-150, 668, pump(tint(palette.accent, 0.2), palette.fabric, 150)) +
    on(230, 660, dryer(pick(luck, [palette.fabric, palette.accent, palette.second]))) +
    on(
      20,
      664,
      cup(
        cream,
        brushHandle(-20, -12, 120, palette.wood, ink) +
          line('M16 -120L40 -250', palette.metal, 12, 'stroke-linecap="round"') +
          line('M30 -120L70 -232', palette.fabric, 14, 'stroke-linecap="round"'),
      ),
    ) +
    on(-70, 744, turn(-8, comb(palette.fabric))) +
    on(300, 752, turn(14, scissors(palette.metal)), 0.9),
  beauty: (luck, { palette }) =>
    on(
      -230,
      652,
      cup(
        palette.accent,
        brushHandle(-24, -16, 150, '#3a2a2a', '#d99a86') +
          brushHandle(4, 2, 180, palette.fabric, '#7a4a3a') +
          brushHandle(28, 18, 140, '#3a2a2a', '#f0c2b0'),
      ),
      1.15,
    ) +
    on(-50, 668, jar(tint(palette.second, 0.4), palette.metal)) +
    on(90, 650, dropper(amber, palette.fabric), 1.2) +
    on(
      220,
      668,
      below(30) +
        rect(-30, -80, 60, 80, '#332526', 5) +
        rect(-25, -110, 50, 32, '#d9b56a') +
        path('M-20 -110V-160L20 -178V-110z', pick(luck, ['#c2263d', '#d9576a', '#8a2a4a'])),
    ) +
    on(
      20,
      752,
      below(80) +
        ellipse(0, -8, 84, 22, shade(palette.metal, 0.2)) +
        ellipse(0, -14, 84, 22, palette.metal) +
        ellipse(0, -15, 68, 16, tint(palette.fabric, 0.55)) +
        path('M-40 -30Q0 -44 40 -30Q0 -20 -40 -30z', '#ffffff', 'opacity=".4"'),
    ),
  nails: (luck, { palette }) => {
    const colours = [
      '#c2263d',
      '#e8737f',
      '#f3b9b0',
      '#7a4a9c',
      '#eaa44e',
      '#2f7a70',
      '#d9694a',
      palette.fabric,
    ]
    const start = Math.floor(luck() * 4)
    const row = [-240, -165, -90, -15, 60]
      .map((x, index) =>
        on(
          x,
          660 + (index % 2) * 14,
          polish(colours[(start + index) % colours.length] ?? palette.fabric),
          1.2,
        ),
      )
      .join('')
    return (
      on(230, 660, vase(luck, palette.band), 0.92) +
      row +
      on(-120, 752, turn(-7, rect(0, -26, 230, 26, '#f0a3a8', 12) + rect(4, -20, 222, 12, '#f8cfc8', 6))) +
      on(190, 748, below(50) + rect(-60, -34, 120, 34, cream, 16) + rect(-60, -34, 120, 12, '#ffffff', 8))
    )
  },
  massage: (luck, { palette }) =>
    on(-250, 664, rolls(tint(palette.second, 0.35), tint(palette.accent, 0.5)), 1.05) +
    on(-10, 656, dropper(amber, palette.accent), 1.3) +
    on(110, 650, dropper(shade(palette.accent, 0.1), palette.second), 1.1) +
    on(40, 748, stones(), 1.0) +
    on(
      -200,
      752,
      flower(0, -24, 22, pick(luck, ['#f4b8a8', '#fbf2e2', '#e8909a'])) + flower(64, -16, 16, '#fbf2e2'),
    ),
  wellness: (luck, { palette }) =>
    on(-170, 660, vase(luck, palette.accent), 1.1) +
    on(60, 672, mug(palette.fabric), 1.1) +
    on(220, 654, jar('#e0a03c', palette.wood), 1.1) +
    on(-20, 756, stones(), 0.8) +
    on(-260, 746, flower(0, -20, 18, '#f0a3a8')),
  therapy: (_luck, { palette }) =>
    on(-190, 690, book(palette.accent, palette.second, 270)) +
    on(-180, 656, book(palette.fabric, '#f4e0b0', 240)) +
    on(-190, 622, book(palette.second, palette.accent, 210)) +
    on(-190, 588, mug(cream), 0.82) +
    on(
      110,
      680,
      below(110) +
        rect(-100, -90, 200, 90, tint(palette.band, 0.25), 12) +
        rect(50, -90, 50, 90, shade(palette.band, 0.05), 12, 'opacity=".5"') +
        ellipse(0, -90, 60, 12, shade(palette.band, 0.4)) +
        path('M-50 -88Q-40 -150 -6 -170Q10 -130 34 -160Q52 -120 48 -88z', '#ffffff') +
        path(
          'M-6 -170Q-12 -120 4 -90M34 -160Q24 -120 30 -90',
          'none',
          `stroke="${shade('#ffffff', 0.15)}" stroke-width="3"`,
        ),
    ) +
    on(
      60,
      756,
      line(
        'M-60 -30a34 34 0 1 0 .1 0zM50 -30a34 34 0 1 0 .1 0zM-26 0Q-5 -18 16 0M84 4Q130 -30 170 -34',
        ink,
        8,
      ),
    ),
  nutrition: (_luck, { palette }) => {
    const fruit =
      circle(-70, -120, 50, '#ee9a3a') +
      circle(-84, -134, 14, '#f8c878', 'opacity=".8"') +
      circle(10, -146, 54, '#d9483c') +
      path(leaf(10, -196, 40, 20, 40), '#5d8a5a') +
      circle(86, -116, 46, '#8fb04a') +
      ellipse(-14, -104, 60, 40, '#6f9a4a') +
      circle(48, -96, 34, '#f2c14e')
    const avocado =
      below(60) +
      path('M0 -130Q40 -120 52 -60Q60 0 0 2Q-60 0 -52 -60Q-40 -120 0 -130z', '#4f7a3c') +
      path('M0 -118Q32 -108 42 -58Q48 -8 0 -8Q-48 -8 -42 -58Q-32 -108 0 -118z', '#dfe59a') +
      circle(0, -44, 24, '#8a5a34') +
      circle(-7, -51, 8, '#b98552')
    return (
      on(-130, 676, bowl(palette.accent, 150, fruit)) +
      on(130, 664, glass('#7fae52'), 1.1) +
      on(280, 700, avocado, 1) +
      on(20, 750, avocado, 0.85) +
      on(
        -60,
        756,
        below(34) +
          circle(0, -32, 34, '#a8c25a') +
          circle(0, -32, 27, '#e4eeb0') +
          line('M0 -58V-6M-26 -32H26M-18 -50L18 -14M18 -50L-18 -14', '#a8c25a', 3),
      )
    )
  },
  fitness: (luck, { palette }) =>
    on(
      -240,
      660,
      below(44) +
        rect(-40, -200, 80, 200, palette.accent, 18) +
        rect(12, -200, 28, 200, shade(palette.accent, 0.2), 14) +
        rect(-40, -130, 80, 50, cream, 0, 'opacity=".85"') +
        rect(-28, -236, 56, 40, ink, 8) +
        rect(-12, -256, 24, 24, palette.second, 6) +
        shine(-30, -186, 150),
    ) +
    on(-60, 672, kettlebell(pick(luck, [palette.fabric, '#4c4146'])), 1.25) +
    on(190, 672, folded([tint(palette.second, 0.35), cream, tint(palette.accent, 0.5)]), 0.85) +
    on(60, 756, dumbbell(palette.fabric), 1),
  yoga: (luck, { palette }) =>
    on(-120, 664, roll(pick(luck, [palette.fabric, palette.accent, palette.band]), palette.second), 1.2) +
    on(-120, 556, roll(palette.second, palette.fabric), 0.9) +
    on(210, 664, block(palette.accent)) +
    on(220, 592, block(tint(palette.second, 0.2)), 0.9) +
    on(40, 754, singingBowl(), 0.8),
  meditation: (_luck, { palette }) =>
    on(-130, 684, cushion(palette.fabric, palette.second), 1.15) +
    on(170, 668, singingBowl(), 1.1) +
    on(20, 754, incense()) +
    on(-260, 758, stones(), 0.6),
  pilates: (_luck, { palette }) =>
    on(
      -170,
      664,
      circle(0, -150, 150, palette.accent) +
        circle(0, -150, 150, 'url(#wallShade)') +
        path('M-120 -226Q-60 -300 40 -290Q-60 -262 -100 -200z', '#ffffff', 'opacity=".35"') +
        below(90),
    ) +
    on(
      130,
      668,
      below(100) +
        circle(0, -118, 112, 'none', `stroke="${palette.fabric}" stroke-width="20"`) +
        circle(0, -118, 112, 'none', `stroke="${tint(palette.fabric, 0.3)}" stroke-width="5"`) +
        rect(-132, -150, 34, 64, ink, 12) +
        rect(98, -150, 34, 64, ink, 12),
    ) +
    on(30, 756, roll(palette.second, palette.accent), 0.8),
  coaching: (_luck, { palette }) =>
    on(
      -200,
      664,
      cup(
        palette.second,
        line('M-24 -120L-40 -262M0 -120V-286M24 -120L44 -254', palette.fabric, 13, 'stroke-linecap="round"') +
          path('M-6 -286L0 -312L6 -286zM-47 -262L-44 -286L-33 -264zM37 -252L48 -276L51 -256z', '#f4dcb0'),
      ),
      1.1,
    ) +
    on(
      20,
      668,
      rect(-120, -196, 240, 196, palette.wood, 6) +
        rect(-108, -184, 216, 172, cream) +
        path('M-108 -12V-60L-50 -120L-16 -84L40 -156L108 -60V-12z', palette.accent) +
        path('M14 -122L40 -156L66 -122L52 -128L40 -112L28 -126z', '#ffffff') +
        line('M40 -156V-184', ink, 4) +
        path('M40 -184l30 9l-30 9z', palette.fabric) +
        circle(-66, -146, 18, palette.second),
    ) +
    on(230, 676, mug(palette.fabric), 1.05) +
    on(0, 752, book(palette.band, palette.fabric, 280)),
  health: (_luck, { palette }) =>
    on(
      -160,
      668,
      rect(-110, -250, 220, 250, palette.wood, 10) +
        rect(-94, -226, 188, 212, cream) +
        rect(-40, -266, 80, 32, palette.metal, 8) +
        line('M-64 -176H64M-64 -140H64M-64 -60H20', shade(cream, 0.25), 8) +
        line('M-70 -100h34l14 -30l20 54l16 -36l10 12h46', palette.fabric, 7, 'stroke-linejoin="round"'),
    ) +
    on(
      120,
      664,
      line(
        'M-60 -230Q-80 -110 0 -104Q80 -110 60 -230M0 -104V-40Q4 10 70 6Q130 0 130 -60',
        '#3f4a52',
        13,
        'stroke-linecap="round"',
      ) +
        circle(130, -76, 30, palette.metal) +
        circle(130, -76, 18, tint(palette.metal, 0.5)) +
        circle(-60, -234, 9, ink) +
        circle(60, -234, 9, ink),
    ) +
    on(
      20,
      752,
      below(50) +
        path(
          'M0 0Q-70 -44 -60 -88Q-50 -122 -18 -116Q-4 -112 0 -96Q4 -112 18 -116Q50 -122 60 -88Q70 -44 0 0z',
          palette.fabric,
        ) +
        path(
          'M-46 -92Q-40 -106 -24 -106',
          'none',
          'stroke="#ffffff" stroke-width="6" stroke-linecap="round" opacity=".6"',
        ),
    ),
}
