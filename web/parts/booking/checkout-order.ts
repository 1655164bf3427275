/** What the checkout sends, of what stands on it. Comes once somebody pays. */
import type { Input } from '#contract/endpoint.ts'
import type { book, Hold } from '#contract/booking.ts'
import type { CardWish } from '#web/parts/booking/card-choice.tsx'
import type { Extras } from '#web/parts/booking/checkout-extras.tsx'
import type { Companions } from '#web/parts/booking/use-companions.ts'
import type { PayMethod } from '#web/parts/booking/voucher-text.ts'

type Order = Input<typeof book>['body']

export const orderOf = (of: {
  hold: Hold
  contact: Record<'firstName' | 'lastName' | 'email' | 'phone', string>
  extras: Extras
  companions: ReturnType<Companions['told']>
  method: PayMethod
  packId: string
  creditCents: number
  tipCents: number
  wish: CardWish | null
  /** Of a card that was typed. */
  token: string | undefined
}) => ({
  holdId: of.hold.id,
  quoteHash: of.hold.quote.hash,
  contact: { ...of.contact, invoice: of.extras.invoice.data, note: of.extras.note || undefined },
  ...of.companions,
  payment: paymentOf(of),
})

const paymentOf = ({
  method,
  packId,
  creditCents,
  tipCents,
  extras: { whole },
  wish,
  token,
}: Pick<
  Parameters<typeof orderOf>[0],
  'method' | 'packId' | 'creditCents' | 'tipCents' | 'extras' | 'wish' | 'token'
>): Order['payment'] => {
  const ofCard = { creditCents, tipCents, whole }
  if (token !== undefined) return { method: 'card', token, keep: wish?.keep ?? false, ...ofCard }
  if (method === 'card') return { method: 'kept_card', cardId: wish?.cardId ?? '', ...ofCard }
  return method === 'pack' ? { method, packId } : { method, creditCents }
}
