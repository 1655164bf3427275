// The things on the table of each of the 13 trades, in pixels around x = 0; the table begins at y = 590.
import type { Category } from '#contract/professional/categories.ts'
import {
  circle,
  ellipse,
  line,
  type Rng,
  path,
  pick,
  rect,
  shade,
  tint,
  turn,
} from '#server/pictures/brush.ts'
import type { Style } from '#server/pictures/floor.ts'
import { leaf } from '#server/pictures/plant.ts'
import {
  amber,
  below,
  block,
  book,
  bowl,
  brushHandle,
  comb,
  cream,
  cup,
  cushion,
  dropper,
  dryer,
  dumbbell,
  flower,
  folded,
  glass,
  incense,
  ink,
  jar,
  kettlebell,
  mug,
  on,
  polish,
  pump,
  roll,
  rolls,
  scissors,
  shine,
  singingBowl,
  stones,
  vase,
} from '#server/pictures/tools.ts'

type Set = (rng: Rng, style: Style) => string

export const sets: Record<Category, Set> = {
  hair: (rng, { palette }) =>
    on(-250, 650, pump(amber, palette.accent, 210)) +
    on(-150, 668, pump(tint(palette.accent, 0.2), palette.fabric, 150)) +
    on(230, 660, dryer(pick(rng, [palette.fabric, palette.accent, palette.second]))) +
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
  beauty: (rng, { palette }) =>
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
        path('M-20 -110V-160L20 -178V-110z', pick(rng, ['#c2263d', '#d9576a', '#8a2a4a'])),
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
  nails: (rng, { palette }) => {
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
    const start = Math.floor(rng() * 4)
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
      on(230, 660, vase(rng, palette.band), 0.92) +
      row +
      on(-120, 752, turn(-7, rect(0, -26, 230, 26, '#f0a3a8', 12) + rect(4, -20, 222, 12, '#f8cfc8', 6))) +
      on(190, 748, below(50) + rect(-60, -34, 120, 34, cream, 16) + rect(-60, -34, 120, 12, '#ffffff', 8))
    )
  },
  massage: (rng, { palette }) =>
    on(-250, 664, rolls(tint(palette.second, 0.35), tint(palette.accent, 0.5)), 1.05) +
    on(-10, 656, dropper(amber, palette.accent), 1.3) +
    on(110, 650, dropper(shade(palette.accent, 0.1), palette.second), 1.1) +
    on(40, 748, stones(), 1.0) +
    on(
      -200,
      752,
      flower(0, -24, 22, pick(rng, ['#f4b8a8', '#fbf2e2', '#e8909a'])) + flower(64, -16, 16, '#fbf2e2'),
    ),
  wellness: (rng, { palette }) =>
    on(-170, 660, vase(rng, palette.accent), 1.1) +
    on(60, 672, mug(palette.fabric), 1.1) +
    on(220, 654, jar('#e0a03c', palette.wood), 1.1) +
    on(-20, 756, stones(), 0.8) +
    on(-260, 746, flower(0, -20, 18, '#f0a3a8')),
  therapy: (_rng, { palette }) =>
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
  nutrition: (_rng, { palette }) => {
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
  fitness: (rng, { palette }) =>
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
    on(-60, 672, kettlebell(pick(rng, [palette.fabric, '#4c4146'])), 1.25) +
    on(190, 672, folded([tint(palette.second, 0.35), cream, tint(palette.accent, 0.5)]), 0.85) +
    on(60, 756, dumbbell(palette.fabric), 1),
  yoga: (rng, { palette }) =>
    on(-120, 664, roll(pick(rng, [palette.fabric, palette.accent, palette.band]), palette.second), 1.2) +
    on(-120, 556, roll(palette.second, palette.fabric), 0.9) +
    on(210, 664, block(palette.accent)) +
    on(220, 592, block(tint(palette.second, 0.2)), 0.9) +
    on(40, 754, singingBowl(), 0.8),
  meditation: (_rng, { palette }) =>
    on(-130, 684, cushion(palette.fabric, palette.second), 1.15) +
    on(170, 668, singingBowl(), 1.1) +
    on(20, 754, incense()) +
    on(-260, 758, stones(), 0.6),
  pilates: (_rng, { palette }) =>
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
  coaching: (_rng, { palette }) =>
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
  health: (_rng, { palette }) =>
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
