import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LongText, Text } from '#contract/platform/shapes.ts'

/** The name under which a host's spaces are published. */
export const Business = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  version: z.int(),
})
export type Business = z.output<typeof Business>

export const businesses = endpoint({
  method: 'GET',
  path: '/api/host/businesses',
  summary: 'List own businesses',
  access: 'host',
  reply: z.array(Business),
})

export const saveBusiness = endpoint({
  method: 'PATCH',
  path: '/api/host/businesses/:id',
  summary: 'Change the name and description of a business; its address stays',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({ name: Text(80), description: LongText(2000), version: z.int() }),
  reply: Business,
  refusals: ['not_found', 'stale_version', 'name_taken'],
})
