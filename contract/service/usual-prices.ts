/** Usual prices of the trade nearby, for professionals setting their first prices. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Category } from '#contract/professional/categories.ts'

/** Not shown for fewer others: a price must not identify a person. */
export const minimumOthers = 5
/** "Nearby": a square of twice this many kilometres around the professional. */
export const nearbyKm = 15

export const UsualPrice = z.object({
  /** The most common spelling. */
  name: z.string(),
  others: z.int(),
  /** Quartiles: a quarter charges less than `lowCents`, half less than `middleCents`, a quarter more than `highCents`. */
  lowCents: z.int(),
  middleCents: z.int(),
  highCents: z.int(),
})
export type UsualPrice = z.output<typeof UsualPrice>

export const usualPrices = endpoint({
  method: 'GET',
  path: '/api/professional/services/usual-prices',
  summary:
    'Get what professionals nearby charge for services of a category, by name; only where at least five others offer it',
  access: 'professional',
  query: z.object({ category: Category }),
  reply: z.array(UsualPrice),
  refusals: ['no_profile', 'invalid_input'],
})
