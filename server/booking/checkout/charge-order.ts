/** What is charged for a booking, and by which method. */
import type { book as bookEndpoint } from '#contract/booking/checkout.ts'
import type { Months } from '#contract/payment/installments.ts'
import { takesAmount, type VoucherMethod } from '#contract/payment/payment.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { dueNow } from '#server/booking/moves/upfront.ts'
import { voucherUntil } from '#server/booking/moves/voucher.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { ownCard } from '#server/payment/charge/own-card.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'
import { othersRequested } from '#server/booking/checkout/booking.ts'

export type Order = Input<typeof bookEndpoint>['body']

type ByCard = { creditCents?: number; whole?: boolean; installments?: Months | undefined }

/** A card, a transfer or cash, with the client's credit applied first or not. */
export type PaysBy =
  | ({ method?: 'card'; token: string; keep?: boolean } & ByCard)
  | ({ method: 'kept_card'; cardId: string } & ByCard)
  | { method: VoucherMethod; creditCents?: number }

/** Whether a price may be paid in two parts: by card, unless all of it is paid today. */
export const isInTwo = (by: PaysBy | Order['payment']) => isCard(by) && by.whole !== true

/** A new card, or a saved one. */
export const isCard = <By extends PaysBy | Order['payment']>(
  by: By,
): by is Extract<By, { token: string } | { cardId: string }> => 'token' in by || 'cardId' in by

/** Only a card can be charged later. */
export const tipIn = ({ payment }: Order) => (isCard(payment) ? payment.tipCents : 0)

/** A rent is paid in advance, so at once; a visit as late as refunds allow (money.md D5). */
export const chargeOf = async (work: Work, booking: Payable, by: PaysBy) => ({
  bookingId: booking.id,
  amountCents: dueNow(booking, isInTwo(by)).nowCents,
  startsAt: booking.kind === 'rent' ? work.now : booking.starts_at,
  // Nothing is charged before every party has accepted (B3).
  asksFirst: othersRequested(booking),
  installments: (isCard(by) ? by.installments : undefined) ?? null,
  ...(by.creditCents && booking.client_id !== null
    ? { credit: { clientId: booking.client_id, cents: by.creditCents } }
    : {}),
  ...(await mediumOf(work, booking, by, dueNow(booking, isInTwo(by)).nowCents - (by.creditCents ?? 0))),
})

/** Refuses not_found for a card of another account, own_booking for a card of the visit's professional, card_expired, method_unavailable, amount_not_taken. */
const mediumOf = async (work: Work, booking: Payable, by: PaysBy, amountCents: number) => {
  if ('token' in by) return { token: by.token, keep: by.keep === true }
  if ('cardId' in by) {
    if (booking.kind !== 'rent' && isOwn(work.viewer.professionalId, booking.professional_id))
      return refuse('own_booking')
    return { token: null, savedCard: await ownCard(work, by.cardId) }
  }
  return { token: null, voucher: voucherFor(work, booking, by.method, amountCents) }
}

type Payable = Omit<BookingRow, 'contact'> & { contact: unknown }

/** Refuses method_unavailable when too little time is left, amount_not_taken, invalid_input without surname or email. */
const voucherFor = (work: Work, booking: Payable, method: VoucherMethod, amountCents: number) => {
  if (!takesAmount(method, amountCents)) refuse('amount_not_taken')
  const until = voucherUntil(method, booking, work.now) ?? refuse('method_unavailable')
  const contact = contactOf(booking) ?? refuse('not_found')
  // The processor sends the reference there, in the payer's full name.
  const missing = (['lastName', 'email'] as const).filter((name) => contact[name] === '')
  if (missing.length > 0)
    refuse('invalid_input', { fields: missing.map((name) => ({ field: `contact.${name}` })) })
  return {
    method,
    until,
    name: `${contact.firstName} ${contact.lastName}`,
    email: contact.email,
    clientId: booking.client_id ?? refuse('not_found'),
  }
}
