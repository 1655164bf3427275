/** Stored data of clients and visitors without an account, for contacts that this browser confirmed. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done } from '#contract/platform/shapes.ts'
import { DeletionReason } from '#contract/privacy/privacy.ts'

/** Older confirmations show visits, but allow neither a copy nor deletion, since another person may use the open browser. */
export const freshMinutes = 10

export const guestPrivacy = endpoint({
  method: 'GET',
  path: '/api/guest/privacy',
  summary:
    'Get the contacts confirmed on this browser without an account, and what prevents deleting their data',
  access: 'anyone',
  reply: z.object({
    /** Masked, but recognizable to their owner. */
    contacts: z.array(z.string()),
    /** Whether one was confirmed within the last ten minutes. */
    isFresh: z.boolean(),
    reasons: z.array(z.object({ reason: DeletionReason, text: z.string(), count: z.int() })),
  }),
})

export const openGuestCopy = endpoint({
  method: 'POST',
  path: '/api/guest/data-copy/open',
  summary: 'Confirm the identity before downloading /api/guest/data-copy/kalli.json or …/kalli.html',
  access: 'anyone',
  reply: Done,
  limit: 'email',
  refusals: ['contact_unconfirmed', 'too_many_requests'],
})

export const deleteGuestData = endpoint({
  method: 'POST',
  path: '/api/guest/deletion',
  summary: 'Delete the personal data of these contacts; records required by law stay without a name',
  access: 'anyone',
  body: z.object({ confirm: z.literal('BORRAR') }),
  reply: Done,
  limit: 'email',
  refusals: ['contact_unconfirmed', 'account_in_use', 'too_many_requests'],
})
