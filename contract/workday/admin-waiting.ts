/** How much waits for a decision of Kalli's own people, list by list: the numbers beside the lists of the administration. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

export const AdminWaiting = z.object({
  /** Listings in doubt, and documents of spaces not seen yet. */
  listings: z.int(),
  papers: z.int(),
  messages: z.int(),
  reviews: z.int(),
  noShows: z.int(),
  deposits: z.int(),
  disputes: z.int(),
  /** Open ones, and refunds that came back and wait for a decision. */
  chargebacks: z.int(),
})
export type AdminWaiting = z.output<typeof AdminWaiting>

export const adminWaiting = endpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: 'How many matters wait in each list of the administration; looking is not noted',
  access: 'admin',
  reply: AdminWaiting,
})
