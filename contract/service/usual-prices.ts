/** What others of a trade nearby charge, for who sets the first prices of their own. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Category } from '#contract/professional/categories.ts'

/** Of fewer than so many others nothing is said: a price shall not point at a person. */
export const leastOthers = 5
/** "Nearby": a square of twice so many kilometres around the professional. */
export const nearbyKm = 15

export const UsualPrice = z.object({
  /** As most of them write it. */
  name: z.string(),
  others: z.int(),
  /** A quarter charges less than `lowCents`, half less than `middleCents`, a quarter more than `highCents`. */
  lowCents: z.int(),
  middleCents: z.int(),
  highCents: z.int(),
})
export type UsualPrice = z.output<typeof UsualPrice>

export const usualPrices = endpoint({
  method: 'GET',
  path: '/api/professional/services/usual-prices',
  summary:
    'What published professionals near me charge for services of a category, by the name of the service; none of which fewer than five others offer',
  access: 'professional',
  query: z.object({ category: Category }),
  reply: z.array(UsualPrice),
  refusals: ['no_profile', 'invalid_input'],
})
