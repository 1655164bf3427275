/** Wallet passes of a confirmed visit. */
import * as z from 'zod/mini'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'

export const passes = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/passes',
  summary: 'Get the wallet pass links of a visit; null: not available for that wallet',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: z.object({ apple: z.nullable(z.string()), google: z.nullable(z.string()) }),
  refusals: ['not_found'],
})
