/** Payments by OXXO voucher and bank transfer. */
import type { Stripe } from 'stripe'
import type { NewVoucher } from '#server/payment/provider/provider.ts'

/** Stripe counts whole days: the counter may accept it until the end of the next one, Kalli holds the hour until its own deadline. */
export const overTheCounter = ({ name, email }: NewVoucher) => ({
  payment_method_types: ['oxxo'],
  payment_method_data: { type: 'oxxo' as const, billing_details: { name, email } },
  payment_method_options: { oxxo: { expires_after_days: 1 } },
})

export const byTransfer = async (stripe: Stripe, { key, reference, email }: NewVoucher) => {
  const { id } = await stripe.customers.create(
    { email, metadata: { reference } },
    { idempotencyKey: `${key}:customer` },
  )
  return {
    customer: id,
    payment_method_types: ['customer_balance'],
    payment_method_data: { type: 'customer_balance' as const },
    payment_method_options: {
      customer_balance: {
        funding_type: 'bank_transfer' as const,
        bank_transfer: { type: 'mx_bank_transfer' as const },
      },
    },
  }
}
