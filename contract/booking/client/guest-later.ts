/**
 * What clients without an account have besides visits (contract/booking/client/guest.ts). Separate file, because the
 * page that requests a code does not need it.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { WaitlistEntry, WaitlistEntryMove } from '#contract/booking/waitlist/waitlist.ts'
import { Wallet } from '#contract/booking/prepaid/wallet.ts'

export const guestWaitlist = endpoint({
  method: 'GET',
  path: '/api/guest/wishes',
  summary:
    'What the telephones and mailboxes that this browser has confirmed within the day wait for, offers first',
  access: 'anyone',
  reply: z.array(WaitlistEntry),
})

export const moveGuestWaitlistEntry = endpoint({
  method: 'POST',
  path: '/api/guest/wishes/:id/:move',
  summary: 'Confirm such a wish, go on waiting after a pause, or stop',
  access: 'anyone',
  params: z.object({ id: Uuid, move: WaitlistEntryMove }),
  reply: WaitlistEntry,
  idempotent: true,
  limit: 'holds',
  refusals: ['not_found', 'move_not_allowed', 'already_waiting', 'too_many_wishes'],
})

export const guestWallet = endpoint({
  method: 'GET',
  path: '/api/guest/wallet',
  summary:
    'What they have for later, and where it came from and went; spent at a checkout with the same e-mail',
  access: 'anyone',
  reply: Wallet,
})
