/** The home of a client, to which a professional comes: said once, and named by a signed token from then on, so that no address travels in the address of a page or a call. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LongText, SignedToken, Text } from '#contract/platform/shapes.ts'

export const Home = z.object({
  token: SignedToken,
  /** As it is read again by who wrote it. */
  line: z.string(),
  details: z.string(),
  area: z.string(),
})
export type Home = z.output<typeof Home>

export const addHome = endpoint({
  method: 'POST',
  path: '/api/homes',
  summary: 'Say where I live, to be visited there; nobody reads it before they have a confirmed visit',
  access: 'anyone',
  body: z.object({
    /** Street and number. */
    line: Text(160),
    /** What helps to find the door. */
    details: z._default(LongText(300), ''),
    /** As the suggestion gave it; without a locality, the nearest to the point is used. */
    neighbourhood: z._default(LongText(80), ''),
    city: z._default(LongText(80), ''),
    state: z._default(LongText(80), ''),
    latitude: z.number().check(z.minimum(14), z.maximum(33)),
    longitude: z.number().check(z.minimum(-119), z.maximum(-86)),
  }),
  reply: Home,
  status: 201,
  idempotent: true,
  limit: 'holds',
})

export const ownHomes = endpoint({
  method: 'GET',
  path: '/api/homes',
  summary: 'Where I was visited before, the last first',
  access: 'account',
  reply: z.array(Home),
})
