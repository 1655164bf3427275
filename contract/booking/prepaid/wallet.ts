/**
 * A client's credit: owed by a professional or received as a gift (contract/booking/prepaid/gift-card.ts), spent at the
 * next checkout (product.md §4, B11 and B16).
 */
import * as z from 'zod/mini'
import { Email } from '#contract/account/account.ts'
import { OneBooking } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, Uuid, TypedAddress } from '#contract/platform/shapes.ts'

export const Wallet = z.object({
  creditCents: z.int(),
  /** Newest first, the last fifty. Positive: received; negative: spent. */
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
  summary: 'Get own credit and its history',
  access: 'account',
  reply: Wallet,
})

/** Split of what is paid today. */
const Share = {
  coveredCents: z.int(),
  /** The rest, paid by card or reference. */
  cardCents: z.int(),
}

/** The part of a held time's price that the viewer's credit would pay. */
export const Covered = z.object({
  creditCents: z.int(),
  ...Share,
  /** The split when the full price is paid today: by reference, or by card if the client prefers. */
  whole: z.object(Share),
})
export type Covered = z.output<typeof Covered>

export const holdCredit = endpoint({
  method: 'POST',
  path: '/api/holds/:id/credit',
  summary:
    'Preview how much credit would pay of a hold; a visitor names a telephone or email, to be confirmed. Changes nothing',
  access: 'anyone',
  params: OneBooking,
  body: z.object({ email: z.optional(Email), phone: z.optional(TypedAddress(30)) }),
  reply: Covered,
  refusals: ['not_found'],
})
