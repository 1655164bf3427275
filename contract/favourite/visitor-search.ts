/**
 * A saved search of a visitor without an account: a telephone confirmed by a code takes the place of the account
 * (contract/favourite/saved-search.ts). Each message has a link that ends it; a code shows all of them.
 */
import * as z from 'zod/mini'
import { SavedSearch, saveSearch } from '#contract/favourite/saved-search.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, TypedAddress, Uuid } from '#contract/platform/shapes.ts'

export const saveVisitorSearch = endpoint({
  method: 'POST',
  path: '/api/guest/searches',
  summary:
    'Save a search for the telephone confirmed on this browser: a text message when a matching slot opens; repeating it is allowed',
  access: 'anyone',
  body: z.extend(saveSearch.body, { phone: TypedAddress(30, 1) }),
  reply: SavedSearch,
  status: 201,
  refusals: [
    'invalid_input',
    'saved_searches_full',
    'time_is_past',
    'contact_unconfirmed',
    'invalid_phone',
    'sms_unavailable',
  ],
  limit: 'search',
})

export const visitorSearches = endpoint({
  method: 'GET',
  path: '/api/guest/searches',
  summary: 'List the saved searches of telephones confirmed on this browser today, newest first',
  access: 'anyone',
  reply: z.array(SavedSearch),
})

export const dropVisitorSearch = endpoint({
  method: 'DELETE',
  path: '/api/guest/searches/:id',
  summary: "Delete a visitor's saved search",
  access: 'anyone',
  params: z.object({ id: Uuid }),
  reply: Done,
})

const AlertToken = z.object({ token: z.string().check(z.minLength(20), z.maxLength(400)) })

export const linkedSearch = endpoint({
  method: 'GET',
  path: '/api/search-alerts/:token',
  summary: 'Get a saved search by the link of its message; changes nothing',
  access: 'anyone',
  params: AlertToken,
  reply: SavedSearch,
  limit: 'slots',
  refusals: ['not_found'],
})

export const dropLinkedSearch = endpoint({
  method: 'DELETE',
  path: '/api/search-alerts/:token',
  summary: 'End a saved search by its link; repeating it is allowed',
  access: 'anyone',
  params: AlertToken,
  reply: Done,
  limit: 'holds',
  refusals: ['not_found'],
})
