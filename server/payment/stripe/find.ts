/** Charges as Stripe has them now. */
import type { Stripe } from 'stripe'
import type { Charge, Operation } from '#server/payment/provider/provider.ts'
import {
  chargeOfPayment,
  chargeOfSetup,
  isDisputed,
  isRefunded,
  isTransfer,
  wholePayment,
  wholeSetup,
} from '#server/payment/stripe/charge.ts'
import { ask, StripeHasNone } from '#server/payment/stripe/client.ts'
import type { Work } from '#server/platform/work.ts'

export const isSetup = (ref: string) => ref.startsWith('seti_')

/** Looked up again instead of taken from the response: a repeated key repeats its first response, with the state of that time. */
export const present = async (work: Work, chargeRef: string, id: string): Promise<Operation> => ({
  id,
  charge: await findCharge(work, chargeRef),
})

export const findCharge = (work: Work, ref: string): Promise<Charge> =>
  ask(work, async (stripe) => {
    if (isSetup(ref)) return chargeOfSetup(await stripe.setupIntents.retrieve(ref, wholeSetup))
    const intent = await intentOf(stripe, ref)
    const { customer } = intent
    const about = { payment_intent: intent.id, limit: 100 }
    const [disputes, refunds, cash] = await Promise.all([
      isDisputed(intent) ? stripe.disputes.list(about) : none,
      isRefunded(intent) ? stripe.refunds.list(about) : none,
      isTransfer(intent) && customer !== null
        ? stripe.customers.retrieveCashBalance(typeof customer === 'string' ? customer : customer.id)
        : null,
    ])
    return chargeOfPayment(intent, { disputes: disputes.data, refunds: refunds.data, cash })
  })

const none = { data: [] }

/** By its own id, or by that of the customer whose cash balance it fills: events of late money name only the customer. */
const intentOf = async (stripe: Stripe, ref: string): Promise<Stripe.PaymentIntent> => {
  if (!ref.startsWith('cus_')) return stripe.paymentIntents.retrieve(ref, wholePayment)
  const { data } = await stripe.paymentIntents.list({
    customer: ref,
    limit: 1,
    expand: wholePayment.expand.map((part) => `data.${part}`),
  })
  const [intent] = data
  if (intent === undefined) throw new StripeHasNone('this customer has paid nothing')
  return intent
}
