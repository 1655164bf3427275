// Close-up of a trade's tools on a table before a wall. Drawn in centimetres, larger than in a room.
import type { Category, SpaceType } from '#contract/professional/categories.ts'
import { candle } from '#server/pictures/art.ts'
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
} from '#server/pictures/brush.ts'
import { leaf, plant, type Plant } from '#server/pictures/plant.ts'
import { height, type Style, width } from '#server/pictures/floor.ts'
import { leafShadow } from '#server/pictures/room.ts'
import * as things from '#server/pictures/things.ts'

const top = 590

/** The still life of a type of space, in the trade that its random generator chooses. */
export function stillLife(rng: Rng, type: SpaceType, style: Style): { defs: string; shapes: string } {
  return arrange(rng, pick(rng, trades[type]), style)
}

const trades: Record<SpaceType, readonly Category[]> = {
  chair: ['hair', 'hair', 'beauty'],
  room: ['beauty', 'wellness', 'massage'],
  cabin: ['massage', 'wellness', 'massage'],
  station: ['nails', 'nails', 'beauty'],
  consulting_room: ['therapy', 'nutrition', 'coaching', 'health', 'therapy'],
  hall: ['yoga', 'pilates', 'meditation', 'fitness'],
}

/** A trade's things before a painted arch, in the light of the place. */
export function arrange(rng: Rng, category: Category, style: Style): { defs: string; shapes: string } {
  const { palette, light } = style
  const cx = 600
  const backdrop = pick(rng, [
    () => path(`M${cx - 300} ${top}V340A300 300 0 0 1 ${cx + 300} 340V${top}z`, palette.band),
    () =>
      circle(cx + 40, 330, 270, palette.band) +
      circle(cx + 40, 330, 270, 'none', `stroke="${tint(palette.band, 0.4)}" stroke-width="6"`),
    () =>
      path(`M${cx - 360} ${top}V360A200 200 0 0 1 ${cx + 40} 360V${top}z`, palette.band) +
      path(`M${cx - 20} ${top}V440A180 180 0 0 1 ${cx + 340} 440V${top}z`, palette.second, 'opacity=".75"'),
    () =>
      rect(0, 0, width, top, palette.band) +
      path(`M${cx - 280} ${top}V320A280 280 0 0 1 ${cx + 280} 320V${top}z`, tint(palette.wall, 0.2)),
  ])()
  const sunbeam = path(
    'M-40 120L560 -40H760L-40 330zM-40 420L980 -40H1090L-40 520z',
    light.sun,
    `opacity="${Math.round(light.sunShare * 55) / 100}"`,
  )
  const board =
    rect(0, top, width, height - top, tint(palette.wood, 0.24)) +
    line(
      'M0 634Q300 628 600 636T1200 630M0 690Q400 684 700 694T1200 688M0 752Q320 746 640 756T1200 750',
      shade(palette.wood, 0.1),
      2.5,
      'opacity=".45"',
    ) +
    rect(0, top, width, 7, tint(palette.wood, 0.5)) +
    rect(0, top + 7, width, 210, 'url(#floorShade)')
  const side = rng() < 0.5
  const green = pick<Plant>(rng, ['monstera', 'agave', 'olive', 'palm', 'snake'])
  const leafy = put(
    side ? 130 : 1070,
    top + 40,
    3.7,
    plant(rng, green, pick(rng, ['#c4683f', palette.accent, '#e9dcc6'])),
  )
  const set = things.sets[category](rng, style)
  // Fallen leaves on the free corner of the table; for hair the scissors lie there.
  const scattered = category === 'hair' ? '' : fallenLeaves(side ? 970 : 90)
  return {
    defs: '',
    shapes:
      rect(0, 0, width, top, palette.wall) +
      rect(0, 0, width, top, 'url(#wallShade)') +
      backdrop +
      sunbeam +
      leafShadow(rng, side ? 640 : 60, 60, 440) +
      board +
      leafy +
      put(side ? 690 : 510, -175, 1.22, set) +
      scattered +
      (category === 'massage' || category === 'meditation' || category === 'wellness'
        ? put(side ? 1090 : 110, 700, 5.6, candle(true))
        : ''),
  }
}

const fallenLeaves = (x: number) =>
  path(
    [0, 1, 2].map((index) => leaf(x + index * 60, 762 - index * 8, 62, 24, 70 + index * 30)).join(''),
    '#5d8a5a',
  ) + ellipse(x + 70, 768, 90, 8, '#33141f', 'opacity=".1"')
