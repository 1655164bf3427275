/**
 * Stripe's installments of Mexico: an intent lists the plans of its card once the card is attached, and is confirmed with one of them.
 * An unconfirmed intent holds no money.
 */
import type { Stripe } from 'stripe'
import type { CardSource, Charge, NewCharge, PlansWanted } from '#server/payment/provider/provider.ts'
import { marks } from '#server/payment/stripe/call.ts'
import { chargeOfPayment, wholePayment } from '#server/payment/stripe/charge.ts'
import { ask } from '#server/payment/stripe/client.ts'
import { saved } from '#server/payment/stripe/customer.ts'
import type { Work } from '#server/platform/work.ts'

const enabled = { payment_method_options: { card: { installments: { enabled: true } } } }

/** The plans of an intent's card. A wallet pays at once, whatever its card supports. */
const plansIn = ({
  payment_method: method,
  payment_method_options: options,
}: Stripe.PaymentIntent): number[] =>
  typeof method === 'object' && method?.card?.wallet
    ? []
    : (options?.card?.installments?.available_plans ?? []).flatMap(({ type, interval, count }) =>
        type === 'fixed_count' && interval === 'month' && count !== null ? [count] : [],
      )

const cardOf = (source: CardSource) =>
  'token' in source ? { payment_method: source.token } : saved(source.cardRef)

/** Reads the plans from an intent that is never confirmed, and cancels it. */
export const installmentPlans = (work: Work, call: PlansWanted): Promise<number[]> =>
  ask(work, async (stripe) => {
    const intent = await stripe.paymentIntents.create(
      {
        amount: call.amountCents,
        currency: 'mxn',
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
        metadata: { key: call.key },
        ...cardOf(call.source),
        ...enabled,
        expand: ['payment_method'],
      },
      { idempotencyKey: call.key },
    )
    await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `${call.key}:end` })
    return plansIn(intent)
  })

/** A charge with its amount and months, without its card. */
export type MonthsOrder = NewCharge & { amountCents: number; installments: number }

/** Holds an amount that the card's bank divides. Refuses a plan that the card does not have, before anything is held. */
export const holdInMonths = async (
  stripe: Stripe,
  call: MonthsOrder,
  card: Pick<Stripe.PaymentIntentCreateParams, 'customer' | 'payment_method' | 'setup_future_usage'>,
): Promise<Charge> =>
  confirm(
    stripe,
    call,
    await stripe.paymentIntents.create(
      {
        amount: call.amountCents,
        currency: 'mxn',
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
        metadata: marks(call),
        ...card,
        ...enabled,
        ...wholePayment,
      },
      { idempotencyKey: call.key },
    ),
  )

/** The second half, also for an intent that was created before Stripe forgot the key. */
export const confirm = async (
  stripe: Stripe,
  call: MonthsOrder,
  unconfirmed: Stripe.PaymentIntent,
): Promise<Charge> => {
  if (!plansIn(unconfirmed).includes(call.installments)) {
    await stripe.paymentIntents.cancel(unconfirmed.id, {}, { idempotencyKey: `${call.key}:end` })
    return { ...chargeOfPayment(unconfirmed), status: 'declined', failure: 'installments_unavailable' }
  }
  return chargeOfPayment(
    await stripe.paymentIntents.confirm(
      unconfirmed.id,
      {
        return_url: call.returnUrl,
        payment_method_options: {
          card: {
            installments: { plan: { count: call.installments, interval: 'month', type: 'fixed_count' } },
          },
        },
        ...wholePayment,
      },
      { idempotencyKey: `${call.key}:confirm` },
    ),
  )
}
