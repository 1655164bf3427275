/** A call to Stripe under a key: executed once, even when Stripe has forgotten the key. */
import { hourMs } from '#contract/platform/duration.ts'
import type { Stripe } from 'stripe'
import type { RequestParams, Charge, Transfer } from '#server/payment/provider/provider.ts'
import { chargeOfPayment, chargeOfSetup } from '#server/payment/stripe/charge.ts'
import { ask, StripeCardRefused, StripeHasNone, StripeKeyTaken } from '#server/payment/stripe/client.ts'
import type { Work } from '#server/platform/work.ts'

export const providerName = 'stripe'

/** Stripe may forget a key after a day: from then on we look up whether it was executed. */
const keyLastsMs = 23 * hourMs
/** Tolerance between Stripe's clock and ours, when its books are searched by time. */
export const clockDriftSeconds = 600

export const marks = ({ key, reference }: { key: string; reference: string }) => ({ reference, key })

/**
 * Executes a key once, even when Stripe has forgotten it or an earlier release sent it with another body: then `earlier` looks in the
 * books.
 */
export const once = async <Done extends Charge | Transfer | string>(
  work: Work,
  { requestedAt }: RequestParams,
  {
    make,
    earlier,
  }: Record<'make', (stripe: Stripe) => Promise<Done>> &
    Record<'earlier', (stripe: Stripe) => Promise<Done | undefined>>,
): Promise<Done> => {
  const isForgotten = work.now.getTime() - requestedAt.getTime() > keyLastsMs
  const known = isForgotten ? await ask(work, earlier) : undefined
  if (known !== undefined) return known
  try {
    return await ask(work, make)
  } catch (error) {
    const found = error instanceof StripeKeyTaken ? await ask(work, earlier) : undefined
    if (found === undefined) throw error
    return found
  }
}

/** A bank's refusal is a result; the intent remains in the books. */
export const orDeclined = async (request: Promise<Charge>): Promise<Charge> => {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof StripeCardRefused)) throw error
    if (error.payment !== undefined) return chargeOfPayment(error.payment)
    if (error.setup !== undefined) return chargeOfSetup(error.setup)
    throw error
  }
}

export const orNull = async <Thing>(found: Promise<Thing>): Promise<Thing | null> => {
  try {
    return await found
  } catch (error) {
    if (error instanceof StripeHasNone) return null
    throw error
  }
}
