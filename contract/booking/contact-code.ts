/** A visitor without a hold (waitlist, gift card) confirms their contact by a code. */
import * as z from 'zod/mini'
import { BySms, CodeSent, ContactAddress } from '#contract/booking/contact-address.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Text } from '#contract/platform/shapes.ts'

export const sendVisitorCode = endpoint({
  method: 'POST',
  path: '/api/public/contact-codes',
  summary: 'Send a code to the telephone or email of a visitor who joins a waitlist or buys a gift card',
  access: 'anyone',
  body: z.extend(ContactAddress, BySms),
  reply: CodeSent,
  idempotent: true,
  // Same limit as holds: elsewhere each code requires a hold.
  limit: 'holds',
  refusals: [
    'not_found',
    'invalid_phone',
    'sms_unavailable',
    'code_too_soon',
    'too_many_codes',
    'too_many_requests',
  ],
})

export const enterVisitorCode = endpoint({
  method: 'POST',
  path: '/api/public/contact-codes/enter',
  summary: 'Enter that code; the contact is confirmed on this browser for the day',
  access: 'anyone',
  body: z.extend(ContactAddress, { code: Text(20) }),
  reply: Done,
  idempotent: true,
  limit: 'codes',
  refusals: [
    'not_found',
    'invalid_phone',
    'sms_unavailable',
    'code_wrong',
    'code_used_up',
    'code_expired',
    'too_many_requests',
  ],
})
