/** Tips after a visit (product.md §4, B18): optional, in full to the professional, no commission. */
import * as z from 'zod/mini'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { OneBooking, Visitor } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { minTipCents, maxOfAnyTipCents, TipChoice } from '#contract/booking/tip-limits.ts'
import type { Allowed } from '#contract/platform/allowed.ts'

export const TipState = z.enum(['asked', 'refused', 'paid', 'returned'])
export type TipState = z.output<typeof TipState>

type Tippable = { kind: string; status: BookingStatus; tip: { state: string } | null }

/** Whether the client may tip now. The reason is the text of the disabled button. */
export const mayTip = ({ kind, status, tip }: Tippable): Allowed => {
  const no = (reason: string) => ({ allowed: false, reason }) as const
  if (kind !== 'visit') return no('La propina es de una cita.')
  if (tip?.state === 'paid') return no('Ya diste propina por esta cita.')
  if (tip?.state === 'returned') return no('Tu propina se devolvió.')
  if (status === 'closed') return no('La cita ya se cerró.')
  if (status === 'to_settle' || status === 'completed') return { allowed: true }
  return no('La propina se da cuando la cita terminó.')
}

/** Whether the professional may refund it. */
export const mayReturnTip = ({ status, tip }: Pick<Tippable, 'status' | 'tip'>): Allowed => {
  if (tip?.state !== 'paid') return { allowed: false, reason: 'No hay propina que devolver.' }
  return status === 'closed' ? { allowed: false, reason: 'La cita ya se cerró.' } : { allowed: true }
}

export const TipView = z.object({
  /** Null if no tip was given. */
  tip: z.nullable(z.object({ amountCents: z.int(), state: TipState, actionUrl: z.nullable(z.string()) })),
  may: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
  /** Promised at checkout and charged to the card once the visit is closed; null if none. */
  promisedCents: z.nullable(z.int()),
  ...TipChoice.shape,
  /** The card that paid the visit, if it may be charged again. */
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
})
export type TipView = z.output<typeof TipView>

export const tip = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/tip',
  summary: 'Get the tip of a visit, or what it can be',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: TipView,
  refusals: ['not_found'],
})

export const giveTip = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/tip',
  summary: 'Give a tip for a visit that took place, by the same card or another; once',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  body: z.object({
    amountCents: z.int().check(z.minimum(minTipCents), z.maximum(maxOfAnyTipCents)),
    /** If absent, the card that paid the visit is charged. */
    cardToken: z.optional(z.string().check(z.minLength(4), z.maxLength(200))),
  }),
  reply: TipView,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'move_not_allowed', 'invalid_input', 'card_declined', 'payment_in_progress'],
})

export const dropTip = endpoint({
  method: 'DELETE',
  path: '/api/bookings/:id/tip/promise',
  summary: 'Cancel a tip promised at the checkout, before it is charged',
  access: 'anyone',
  params: OneBooking,
  query: Visitor,
  reply: TipView,
  refusals: ['not_found'],
})

export const returnTip = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/tip/return',
  summary: 'Return a tip whole, as the professional',
  access: 'professional',
  params: OneBooking,
  reply: z.object({ state: TipState }),
  idempotent: true,
  refusals: ['not_found', 'move_not_allowed', 'payment_in_progress'],
})
