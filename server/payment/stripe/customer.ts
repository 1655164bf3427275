/** Stripe customers and their saved cards. */
import type { Stripe } from 'stripe'
import { type CardSource, type NewCharge, ProviderRefusal } from '#server/payment/provider/provider.ts'

/** A card is saved with a customer of its own: Stripe allows no second use of one that was used without. */
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

export const customerOf = async (stripe: Stripe, source: CardSource): Promise<string | null> => {
  if ('cardRef' in source) return saved(source.cardRef).customer
  const { customer } = await stripe.paymentMethods.retrieve(source.token)
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}

/** Of a transfer: each has a customer of its own, whose cash balance it fills. */
export const customerOfPayment = async (stripe: Stripe, ref: string): Promise<string> => {
  const { customer } = await stripe.paymentIntents.retrieve(ref)
  const id = typeof customer === 'string' ? customer : customer?.id
  if (id === undefined) throw new ProviderRefusal('this payment has no cash balance')
  return id
}
