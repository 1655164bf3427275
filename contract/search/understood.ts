import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LongText } from '#contract/platform/shapes.ts'

const Text = z.optional(z.string())

/** The meaning of the words of a search, as parameters of a search address (docs/search/address.md). */
export const UnderstoodSearch = z.object({
  /** Several values are separated by `|`. */
  q: Text,
  category: Text,
  location: Text,
  city: Text,
  state: Text,
  day: Text,
  until: Text,
  part: Text,
  from: Text,
  to: Text,
  availability: Text,
  modality: Text,
  amenities: Text,
  verified: Text,
  minPesos: Text,
  maxPesos: Text,
  sort: Text,
})

export const understoodSearch = endpoint({
  method: 'GET',
  path: '/api/search/understood',
  summary:
    'Parse the words of a search into service, day, hour, price, place and modality, each a search parameter',
  access: 'anyone',
  query: z.object({
    q: LongText(120),
    type: z._default(z.enum(['professionals', 'spaces']), 'professionals'),
  }),
  reply: z.object({
    search: UnderstoodSearch,
    /** "cerca": the browser supplies the position. */
    near: z.boolean(),
    /** Contains more than a name, a service or a category. */
    isSentence: z.boolean(),
  }),
  refusals: ['invalid_input'],
  limit: 'search',
})
