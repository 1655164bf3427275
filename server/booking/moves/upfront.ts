/**
 * Visits of which only a part was paid when booked (contract/service/upfront.ts): what is paid of the price, and what is due later. Pure;
 * balance.ts charges the rest. docs/booking/upfront.md.
 */
import { minChargeCents, type Upfront, upfrontOf } from '#contract/service/upfront.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'

export type Owing = Pick<
  BookingRow,
  'total_cents' | 'upfront_cents' | 'balance_cents' | 'balance_waived_cents' | 'in_place_cents'
>

/** Is it paid by a link from its professional, in full or as a deposit? The unpaid part is its balance. */
export const isByLink = ({ link_cents }: Pick<BookingRow, 'link_cents'>): boolean => link_cents > 0

/**
 * The part of the price that is or will be paid through Kalli without the balance: all of it where nothing is due later or at the place.
 */
export const paidOf = ({
  total_cents,
  balance_cents,
  balance_waived_cents,
  in_place_cents,
}: Omit<Owing, 'upfront_cents'>): number =>
  total_cents - balance_cents - balance_waived_cents - in_place_cents

/** The same plus what the professional reported as paid at the place. */
export const earnedOf = (booking: Omit<Owing, 'upfront_cents'>): number =>
  paidOf(booking) + booking.in_place_cents

/** The same visit once its balance is paid, as expected of a visit to come. */
export const whole = <B extends Owing>(booking: B): B => ({ ...booking, balance_cents: 0 })

/** The upfront part that a hold stores, for the services of a visit at their prices. */
export const savedUpfront = (
  services: Parameters<typeof upfrontOf>[0],
): Pick<BookingRow, 'upfront_cents' | 'balance_cents'> => {
  const request = upfrontOf(services)
  return { upfront_cents: request?.upfrontCents ?? null, balance_cents: request?.balanceCents ?? 0 }
}

/** For a visit of one service, or of several at their prices. */
export const upfrontsOf = (
  rules: ReadonlyMap<number, Upfront | null>,
  services: readonly { serviceId: number; priceCents: number }[],
) =>
  savedUpfront(
    services.map(({ serviceId, priceCents }) => ({ rule: rules.get(serviceId) ?? null, priceCents })),
  )

/** A card pays the agreed part now and the rest later, unless the client pays in full; a voucher pays all. Chosen anew at each attempt. */
export const dueNow = (booking: Owing, isInTwo: boolean): { nowCents: number; balance_cents: number } => {
  const { total_cents: totalCents, upfront_cents: upfrontCents } = booking
  const laterCents = isInTwo && upfrontCents !== null ? totalCents - upfrontCents : 0
  return { nowCents: totalCents - laterCents, balance_cents: laterCents }
}

type Priced = Pick<BookingRow, 'upfront_cents' | 'balance_cents' | 'link_cents' | keyof AtPlace>

/** What is paid at the place, by its parts. */
export type AtPlace = Pick<
  BookingRow,
  | 'in_place_cents'
  | 'in_place_method'
  | 'in_place_taken_cents'
  | 'in_place_link_cents'
  | 'in_place_link_method'
>

/** The same where this much is paid at the place: what the professional already has stays, and the way of each part. */
export const atPlace = (booking: AtPlace, cents: number): AtPlace => {
  const linkCents = Math.min(booking.in_place_link_cents, cents)
  // Without a rest the part of the link is all of it.
  const isAll = linkCents > 0 && linkCents === cents
  const method = isAll ? booking.in_place_link_method : booking.in_place_method
  return {
    in_place_cents: cents,
    in_place_method: cents === 0 ? null : (method ?? 'cash'),
    in_place_taken_cents: Math.min(booking.in_place_taken_cents, cents),
    in_place_link_cents: isAll ? 0 : linkCents,
    in_place_link_method: isAll || linkCents === 0 ? null : booking.in_place_link_method,
  }
}

/** At another price the upfront part stays and the difference goes to the rest; a client who paid in full pays in full. */
export const atPrice = (booking: Priced, totalCents: number): Priced => {
  const none = { ...atPlace(booking, 0), balance_cents: 0, link_cents: 0 }
  if (booking.upfront_cents === null) return { ...none, upfront_cents: null }
  const saved = Math.min(booking.upfront_cents, totalCents)
  if (isByLink(booking)) return byLinkAt(booking, totalCents, saved)
  const restCents = totalCents - saved
  if (booking.in_place_cents > 0) return { ...none, ...atPlace(booking, restCents), upfront_cents: saved }
  return { ...none, upfront_cents: saved, balance_cents: booking.balance_cents === 0 ? 0 : restCents }
}

/**
 * What was paid by a link stays. A deposit stays as it was and the place takes the rest; otherwise the link is for the rest, unless it is
 * below what a card can be charged.
 */
const byLinkAt = (booking: Priced, totalCents: number, saved: number): Priced => {
  const restCents = totalCents - saved
  const openCents = booking.in_place_cents > 0 ? Math.min(booking.balance_cents, restCents) : restCents
  const byLink = openCents < minChargeCents ? 0 : openCents
  return {
    upfront_cents: saved,
    balance_cents: byLink,
    ...atPlace(booking, restCents - byLink),
    link_cents: Math.min(Math.max(booking.link_cents, saved + byLink), totalCents),
  }
}

/** What a card pays today and later, before the payment; null: all of it today. */
export const inTwo = (booking: Owing): { nowCents: number; laterCents: number } | null => {
  const { nowCents, balance_cents: laterCents } = dueNow(booking, true)
  return laterCents === 0 ? null : { nowCents, laterCents }
}

/** How each date of a series is charged. */
export const eachCharged = ({ balance_cents }: Pick<Owing, 'balance_cents'>) =>
  balance_cents === 0
    ? 'Cada una se cobra por separado, un día antes'
    : 'De cada una se cobra el anticipo un día antes y el resto al terminar'
