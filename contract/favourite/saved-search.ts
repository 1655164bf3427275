/** A search whose client is notified when an hour opens. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, LongText, Text, Uuid } from '#contract/platform/shapes.ts'

/** Lifetime of a search without an end date, by when the client has found another. */
export const savedSearchDays = 60

/** A query string without its question mark. */
const QueryText = LongText(900).check(z.minLength(1))

export const SavedSearch = z.object({
  id: Uuid,
  label: z.string(),
  /** Query of /search-results, without the question mark. */
  search: z.string(),
  expiresAt: Instant,
})
export type SavedSearch = z.output<typeof SavedSearch>

export const savedSearches = endpoint({
  method: 'GET',
  path: '/api/saved-searches',
  summary: 'List active saved searches, newest first',
  access: 'account',
  reply: z.array(SavedSearch),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/saved-searches',
  summary:
    'Save a search: notify when a matching slot opens, until its date or for sixty days; repeating it is allowed',
  access: 'account',
  body: z.object({
    label: Text(160),
    search: QueryText,
    /** Its calls of GET /api/professionals/search; a result of any of them counts. */
    queries: z.array(QueryText).check(z.minLength(1), z.maxLength(6)),
  }),
  reply: SavedSearch,
  status: 201,
  refusals: ['invalid_input', 'saved_searches_full', 'time_is_past'],
  limit: 'search',
})

export const dropSearch = endpoint({
  method: 'DELETE',
  path: '/api/saved-searches/:id',
  summary: 'Delete a saved search; repeating it is allowed',
  access: 'account',
  params: z.object({ id: Uuid }),
  reply: Done,
})
