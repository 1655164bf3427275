/** A client's home: entered once, and then named by a signed token, so that no address appears in a page's or call's URL. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { LongText, SignedToken, Text } from '#contract/platform/shapes.ts'

export const Home = z.object({
  token: SignedToken,
  /** As shown to the client who entered it. */
  line: z.string(),
  details: z.string(),
  area: z.string(),
})
export type Home = z.output<typeof Home>

export const addHome = endpoint({
  method: 'POST',
  path: '/api/homes',
  summary: 'Add a home address for visits; shared only once a visit is confirmed',
  access: 'anyone',
  body: z.object({
    /** Street and number. */
    line: Text(160),
    /** Directions to the door. */
    details: z._default(LongText(300), ''),
    /** As suggested; if absent, the neighbourhood nearest to the point. */
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
  summary: 'List the addresses of earlier home visits, latest first',
  access: 'account',
  reply: z.array(Home),
})
