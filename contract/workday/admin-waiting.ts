/** Number of items that await a decision by staff, for the badges of the administration. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

export const AdminWaiting = z.object({
  /** Listings in doubt, and documents of spaces to be reviewed. */
  listings: z.int(),
  papers: z.int(),
  messages: z.int(),
  reviews: z.int(),
  noShows: z.int(),
  deposits: z.int(),
  disputes: z.int(),
  /** Open chargebacks, and failed refunds that await a decision. */
  chargebacks: z.int(),
})
export type AdminWaiting = z.output<typeof AdminWaiting>

export const adminWaiting = endpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: 'Count what awaits each list of the administration; the access is not logged',
  access: 'admin',
  reply: AdminWaiting,
})
