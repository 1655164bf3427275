/** What a booking costs and what cancelling it would cost. */
import type * as z from 'zod/mini'
import { InPlaceMethod, type InPlace } from '#contract/payment/in-place.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { movedFrom } from '#server/booking/columns/class-row.ts'
import { columns, type Read } from '#server/booking/columns/joins.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { AtPlace } from '#server/booking/moves/upfront.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { policyOf } from '#server/pricing/cancellation-policy.ts'
import { rentPolicyOf } from '#server/pricing/rent-cancellation.ts'
import { openTerms } from '#server/pricing/terms.ts'

export const priceColumns = columns([
  'booking.terms',
  'booking.quote',
  'booking.total_cents',
  'booking.upfront_cents',
  'booking.balance_cents',
  'booking.balance_waived_cents',
  'booking.in_place_cents',
  'booking.in_place_method',
  'booking.in_place_taken_cents',
  'booking.in_place_link_cents',
  'booking.in_place_link_method',
  'booking.link_cents',
  'booking.rent_cents',
  'booking.cleaning_cents',
  'booking.retained_cents',
])

type Shown = Read<typeof priceColumns> &
  Pick<BookingRow, 'kind' | 'starts_at' | 'zone'> & { moved_from?: unknown; confirmed_at?: Date | null }

/** The host sees neither a visit's price nor its policy, whose fees are parts of the price. */
export const pricePart = (
  shown: Shown,
  side: Side,
  now: Date,
): Pick<z.input<typeof Booking>, 'policy' | 'totalCents' | 'rentCents' | 'inPlace'> => ({
  policy: isPriceHidden(shown, side) ? null : policyFor(shown, now),
  totalCents: side === 'host' ? null : shown.total_cents,
  rentCents: side === 'client' ? null : shown.rent_cents,
  inPlace: side === 'host' ? null : inPlaceOf(shown),
})

/** What the client pays at the place, and how; null: nothing. */
export const inPlaceOf = (shown: AtPlace): InPlace | null => {
  const {
    in_place_method: method,
    in_place_taken_cents: takenCents,
    in_place_link_method: linkMethod,
  } = shown
  if (method === null) return null
  return {
    cents: shown.in_place_cents,
    method: InPlaceMethod.parse(method),
    ...(takenCents === 0 ? {} : { takenCents }),
    ...(linkMethod === null
      ? {}
      : { link: { cents: shown.in_place_link_cents, method: InPlaceMethod.parse(linkMethod) } }),
  }
}

/** The host sees neither what a visit costs its client nor anything from which it could be calculated. */
export const isPriceHidden = ({ kind }: { kind: string }, side: Side) => side === 'host' && kind !== 'rent'

/** A hold has no confirmation yet. `now`: cancelling is still to come. */
export const policyFor = (shown: Shown, now?: Date) => {
  const { zone, starts_at: startsAt } = shown
  const terms = openTerms(shown.terms)
  return shown.kind === 'rent'
    ? rentPolicyOf({ terms, rentCents: refundableOf(shown), startsAt, zone })
    : policyOf({
        terms,
        totalCents: shown.total_cents,
        upfrontCents: shown.upfront_cents,
        startsAt,
        confirmedAt: shown.confirmed_at ?? null,
        zone,
        isMoved: movedFrom(shown) !== null,
        ...(now === undefined ? {} : { now }),
      })
}

/** The part of a rent that depends on its policy: without cleaning and the amount retained in any case. */
export const refundableOf = (rent: { rent_cents: number; cleaning_cents: number; retained_cents: number }) =>
  rent.rent_cents - rent.cleaning_cents - rent.retained_cents
