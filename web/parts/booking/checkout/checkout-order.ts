/** What the checkout sends, from its fields. Loaded once a client pays. */
import type { QueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/platform/endpoint.ts'
import * as checkouts from '#contract/booking/checkout.ts'
import * as holds from '#contract/booking/hold.ts'
import type { Booking } from '#contract/booking/booking.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { call, newIdempotencyKey, reading } from '#web/api.ts'
import type { CardSelection } from '#web/parts/booking/checkout/card-choice.tsx'
import type { CheckoutField } from '#web/parts/booking/payment/checkout-form.ts'
import type { Extras } from '#web/parts/booking/checkout/checkout-extras.tsx'
import { keepSent } from '#web/parts/booking/payment/sent-order.ts'
import { goToBank } from '#web/parts/booking/payment/to-bank.ts'
import type { CardUse } from '#web/parts/booking/payment/use-card.ts'
import type { Companions } from '#web/parts/booking/checkout/use-companions.ts'
import type { PayMethod } from '#web/parts/booking/payment/voucher-text.ts'
import { forgetReading } from '#web/parts/payment/saved-cards.ts'

type Order = Input<typeof checkouts.book>['body']

type Wished = {
  hold: Hold
  /** The content of a field. */
  text: (name: CheckoutField) => string
  /** The token of a wallet's sheet: it pays instead of a typed or saved card. */
  wallet?: string
  extras: Extras
  companions: Companions
  method: PayMethod
  packId: string
  creditCents: number
  tipCents: number
  selection: CardSelection | null
}

/**
 * One request has one key: a retry after a lost answer keeps it. Any other content is another request to the server; if the visit was
 * booked meanwhile, it gets that booking. A typed card has its own key.
 */
export const send = async ({
  cardUse,
  last,
  ...of
}: Wished & {
  cardUse: CardUse
  /** The previous request. */
  last: { current: { selection: string; key: string } }
}) => {
  const { text } = of
  // Without the card's token, which is made anew for a new request.
  const selection = JSON.stringify([orderOf({ ...of, token: of.wallet }), of.selection])
  if (last.current.selection !== selection) last.current = { selection, key: newIdempotencyKey() }
  const card = { number: text('number'), expiry: text('expiry'), cvc: text('cvc') }
  const isTyped = of.method === 'card' && of.wallet === undefined && !of.selection?.cardId
  const typed = isTyped ? await cardUse.tokenFor(card, selection) : undefined
  const body = orderOf({ ...of, token: of.wallet ?? typed?.token })
  keepSent(of.hold.id)
  return call(checkouts.book, { body }, { idempotencyKey: typed?.key ?? last.current.key })
}

type Paid = Wished & {
  /** Of a typed card. */
  token: string | undefined
}

const orderOf = (of: Paid) => ({
  holdId: of.hold.id,
  quoteHash: of.hold.quote.hash,
  contact: {
    firstName: of.text('firstName'),
    lastName: of.text('lastName'),
    email: of.text('email'),
    phone: of.text('phone'),
    invoice: of.extras.invoice.data,
    note: of.extras.note || undefined,
  },
  ...(of.hold.people === null ? {} : companionsOf(of.companions)),
  payment: paymentOf(of),
})

const companionsOf = ({ persons, typedOf, hasMinor, isAdult }: Companions) => ({
  companions: persons.map((person) => {
    const typed = typedOf(person)
    return { person, ...typed, firstName: typed.firstName.trim() }
  }),
  adult: hasMinor && isAdult,
})

const paymentOf = ({
  method,
  packId,
  creditCents,
  tipCents,
  extras: { whole, months },
  selection,
  token,
  wallet,
}: Pick<
  Paid,
  'method' | 'packId' | 'creditCents' | 'tipCents' | 'extras' | 'selection' | 'token' | 'wallet'
>): Order['payment'] => {
  // A wallet pays in full.
  const inMonths = months === undefined || wallet !== undefined ? {} : { installments: months }
  const ofCard = { creditCents, tipCents, whole, ...inMonths }
  if (token !== undefined) return { method: 'card', token, keep: selection?.keep ?? false, ...ofCard }
  if (method === 'card') return { method: 'kept_card', cardId: selection?.cardId ?? '', ...ofCard }
  return method === 'pack' ? { method, packId } : { method, creditCents }
}

/**
 * After ordering. Where the bank needs approval, goes to it, and returns true: a client who comes back still has the time left of the
 * hold, and all that was typed, which is saved until the order is confirmed (booking-success.tsx).
 */
export const leaveForBank = (
  { status, payment, holdExpiresAt }: Booking,
  hold: Hold,
  selection: CardSelection | null,
  queryClient: QueryClient,
): boolean => {
  if (selection?.keep === true) forgetReading(queryClient)
  if (status !== 'awaiting_payment' || !payment?.actionUrl) return false
  const { queryKey } = reading(holds.readHold, { params: { id: hold.id } })
  if (holdExpiresAt !== null) queryClient.setQueryData(queryKey, { ...hold, expiresAt: holdExpiresAt })
  goToBank(payment.actionUrl, () => queryClient.invalidateQueries({ queryKey }))
  return true
}
