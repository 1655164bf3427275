/**
 * A client's credit: owed by a professional or given to the client (contract/booking/prepaid/gift-card.ts), spent at the next checkout
 * (product.md §4, B11 and B16).
 */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { OneBooking } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, Uuid, TypedAddress } from '#contract/platform/shapes.ts'

export const Wallet = z.object({
  creditCents: z.int(),
  /** Newest first, the last fifty. Positive: it came; negative: it was spent. */
  entries: z.array(
    z.object({
      at: Instant,
      kind: z.enum(['earned', 'gift', 'used', 'back', 'taken']),
      amountCents: z.int(),
      bookingId: z.nullable(Uuid),
      service: z.nullable(z.string()),
    }),
  ),
})
export type Wallet = z.output<typeof Wallet>

export const wallet = endpoint({
  method: 'GET',
  path: '/api/wallet',
  summary: 'What I have for later, and where it came from and went',
  access: 'account',
  reply: Wallet,
})

/** Of what is paid today. */
const Share = {
  coveredCents: z.int(),
  /** What is left for the card, or for the reference. */
  cardCents: z.int(),
}

/** What of a held time's price my credit would pay. */
export const Covered = z.object({
  creditCents: z.int(),
  ...Share,
  /** Where all of it is paid today: by a reference, and by a card whose owner would rather be done with it. */
  whole: z.object(Share),
})
export type Covered = z.output<typeof Covered>

export const holdCredit = endpoint({
  method: 'POST',
  path: '/api/holds/:id/credit',
  summary:
    'What my credit would pay of a held time; a visitor says which telephone or e-mail is theirs, and it counts once it is confirmed. Changes nothing',
  access: 'anyone',
  params: OneBooking,
  body: z.object({ email: z.optional(Email), phone: z.optional(TypedAddress(30)) }),
  reply: Covered,
  refusals: ['not_found'],
})
