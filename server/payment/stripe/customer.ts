/** Stripe customers and their saved cards. */
import type { Stripe } from 'stripe'
import { type CardSource, type NewCharge, ProviderRefusal } from '#server/payment/provider/provider.ts'

/** A card is saved with its own customer: Stripe allows no second use of a card that was used without one. */
export const newCustomer = async (stripe: Stripe, { key, reference }: NewCharge): Promise<string> => {
  const { id } = await stripe.customers.create(
    { metadata: { reference } },
    { idempotencyKey: `${key}:customer` },
  )
  return id
}

export const saved = (cardRef: string): { customer: string; payment_method: string } => {
  const [, customer, payment_method] = /^(cus_\w+):(\w+)$/.exec(cardRef) ?? []
  if (customer === undefined || payment_method === undefined)
    throw new ProviderRefusal('this card was not kept by Stripe')
  return { customer, payment_method }
}

/** The card of a charge: a saved one with its customer, or a new one with a new customer. */
export const presentCard = async (stripe: Stripe, call: NewCharge & { source: CardSource }) =>
  'token' in call.source
    ? {
        customer: await newCustomer(stripe, call),
        payment_method: call.source.token,
        // A no-show fee or a deposit may be charged to this card later.
        setup_future_usage: 'off_session' as const,
      }
    : saved(call.source.cardRef)

export const customerOf = async (stripe: Stripe, source: CardSource): Promise<string | null> => {
  if ('cardRef' in source) return saved(source.cardRef).customer
  const { customer } = await stripe.paymentMethods.retrieve(source.token)
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}

/** Each transfer has its own customer, whose cash balance it fills. */
export const customerOfPayment = async (stripe: Stripe, ref: string): Promise<string> => {
  const { customer } = await stripe.paymentIntents.retrieve(ref)
  const id = typeof customer === 'string' ? customer : customer?.id
  if (id === undefined) throw new ProviderRefusal('this payment has no cash balance')
  return id
}
