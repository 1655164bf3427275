import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant } from '#contract/platform/shapes.ts'

/** Feeds for Google's Actions Center: whether they are enabled, and the last ones generated. */
export const Feeds = z.object({
  on: z.boolean(),
  made: z.nullable(
    z.object({
      at: Instant,
      merchants: z.int(),
      services: z.int(),
      files: z.array(z.object({ name: z.string(), bytes: z.int() })),
    }),
  ),
})
export type Feeds = z.output<typeof Feeds>

export const feeds = endpoint({
  method: 'GET',
  path: '/api/admin/feeds',
  summary: 'Get the state of the feeds of merchants, actions and services for Google',
  access: 'admin',
  reply: Feeds,
})

export const switchFeeds = endpoint({
  method: 'PUT',
  path: '/api/admin/feeds',
  summary: 'Turn the daily feeds for Google on or off',
  access: 'admin',
  body: z.object({ on: z.boolean() }),
  reply: Feeds,
})
