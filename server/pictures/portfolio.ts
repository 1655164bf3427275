// Pictures of the 13 categories: for shortcuts, service cards and portfolios. Each category has its colours, so that it is recognised; the
// variant changes arrangement, light and plant.
import type { Category } from '#contract/professional/categories.ts'
import { gradient, halo, rngOf, rect, shade, sheet } from '#server/pictures/brush.ts'
import { lightOf, paletteAt } from '#server/pictures/palette.ts'
import { height, width } from '#server/pictures/floor.ts'
import { arrange } from '#server/pictures/still-life.ts'

const colours: Record<Category, number> = {
  beauty: 3,
  hair: 0,
  nails: 9,
  massage: 8,
  therapy: 2,
  nutrition: 1,
  fitness: 5,
  yoga: 6,
  meditation: 2,
  pilates: 4,
  coaching: 5,
  health: 8,
  wellness: 7,
}

/** How a professional's work looked before: the same things, tired and in poor light. */
const tired =
  '<filter id="tired"><feColorMatrix type="saturate" values="0.3"/><feComponentTransfer>' +
  ['R', 'G', 'B'].map((one) => `<feFunc${one} type="linear" slope="0.72" intercept="0.02"/>`).join('') +
  '</feComponentTransfer></filter>'

/** An SVG of 1200 × 800 for a category; variant 0 is the one of the shortcuts, the others are for portfolios. */
export function drawCategory(category: Category, variant = 0, before = false): string {
  const rng = rngOf('category', category, variant)
  const palette = paletteAt(colours[category] + variant * 3)
  const light = variant === 0 ? lightOf(() => 0) : lightOf(rng)
  const [near, far] = light.veil
  const defs =
    gradient(
      'wallShade',
      [
        ['#fff4dc', 0.28],
        ['#fff4dc', 0],
        [shade(palette.wall, 0.6), 0.2],
      ],
      'right',
    ) +
    gradient('floorShade', [
      ['#33141f', 0.2],
      ['#ffffff', 0],
      ['#33141f', 0.12],
    ]) +
    halo('glow', [
      ['#ffedb5', 0.75],
      ['#ffd98a', 0.25],
      ['#ffd98a', 0],
    ]) +
    gradient('veil', [near, far], 'fall')
  const drawn = arrange(rng, category, { palette, light }).shapes + rect(0, 0, width, height, 'url(#veil)')
  return before
    ? sheet(width, height, defs + tired, `<g filter="url(#tired)">${drawn}</g>`)
    : sheet(width, height, defs, drawn)
}
