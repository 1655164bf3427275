/** The viewer's saved cards. A card is saved with a visit that it paid (`keep` of contract/booking/booking.ts). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, Uuid } from '#contract/platform/shapes.ts'

export const SavedCard = z.object({
  id: Uuid,
  brand: z.string(),
  last4: z.string(),
  /** The last valid month, as "2029-08"; null if the processor does not provide it. */
  expires: z.nullable(z.string()),
  isExpired: z.boolean(),
  savedAt: Instant,
})
export type SavedCard = z.output<typeof SavedCard>

export const savedCards = endpoint({
  method: 'GET',
  path: '/api/account/cards',
  summary: 'List saved cards, last saved first, expired ones last',
  access: 'account',
  reply: z.array(SavedCard),
})

export const forgetCard = endpoint({
  method: 'DELETE',
  path: '/api/account/cards/:id',
  summary: 'Delete a saved card; existing bookings are still paid with it',
  access: 'account',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['not_found'],
})
