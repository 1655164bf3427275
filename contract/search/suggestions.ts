/** Suggestions under the search field while typing. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LongText } from '#contract/platform/shapes.ts'
import { UnderstoodSearch } from '#contract/search/understood.ts'

/** With fewer characters nothing is suggested. */
export const fewestTyped = 2

const Said = { label: z.string() }
/** `place`: where it is. */
const Found = { ...Said, id: Id, place: z.string() }

const Suggestion = z.discriminatedUnion('kind', [
  /** The search it means, as from GET /api/search/understood. */
  z.object({ kind: z.literal('service'), ...Said, search: UnderstoodSearch }),
  z.object({ kind: z.literal('category'), ...Said, search: UnderstoodSearch }),
  /** `within`: distinguishes it from places of the same name. */
  z.object({ kind: z.literal('place'), ...Said, within: z.string(), search: UnderstoodSearch }),
  z.object({ kind: z.literal('professional'), ...Found }),
  z.object({ kind: z.literal('business'), ...Found }),
  z.object({ kind: z.literal('space'), ...Found }),
])
export type Suggestion = z.output<typeof Suggestion>

export const suggestions = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  summary:
    'Suggest services, categories, professionals or spaces, businesses and places that begin with the text',
  access: 'anyone',
  query: z.object({
    q: LongText(120),
    type: z._default(z.enum(['professionals', 'spaces']), 'professionals'),
  }),
  /** Empty for fewer than two characters. */
  reply: z.array(Suggestion),
  refusals: ['invalid_input'],
  limit: 'search',
})
