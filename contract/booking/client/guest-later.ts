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
  summary: 'List the waitlist entries of the contacts confirmed on this browser today, offers first',
  access: 'anyone',
  reply: z.array(WaitlistEntry),
})

export const moveGuestWaitlistEntry = endpoint({
  method: 'POST',
  path: '/api/guest/wishes/:id/:move',
  summary: 'Confirm, resume or end a waitlist entry as a visitor',
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
  summary: "Get a visitor's credit and its history",
  access: 'anyone',
  reply: Wallet,
})
