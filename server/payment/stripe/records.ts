/** Stripe's records: disputes, failed refunds and returned transfers since a time, and the balance. */
import type { CardProcessor } from '#server/payment/provider/provider.ts'
import { tookMoney } from '#server/payment/stripe/charge.ts'
import { ask } from '#server/payment/stripe/client.ts'

export const disputedSince: CardProcessor['disputedSince'] = (work, since) =>
  ask(work, async (stripe) => {
    const found: { ref: string; chargeRef: string }[] = []
    const created = { gte: Math.floor(since.getTime() / 1000) }
    for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
      const { payment_intent: intent } = dispute
      const chargeRef = typeof intent === 'string' ? intent : intent?.id
      if (chargeRef !== undefined && tookMoney(dispute)) found.push({ ref: dispute.id, chargeRef })
    }
    return found
  })

export const unsettledSince: CardProcessor['unsettledSince'] = (work, since) =>
  ask(work, async (stripe) => {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    const chargeRefs = new Set<string>()
    for await (const { status, payment_intent: intent } of stripe.refunds.list({ created, limit: 100 })) {
      const ref = typeof intent === 'string' ? intent : intent?.id
      if (ref !== undefined && status !== 'succeeded') chargeRefs.add(ref)
    }
    const transferRefs: string[] = []
    for await (const { id, reversed } of stripe.transfers.list({ created, limit: 100 }))
      if (reversed) transferRefs.push(id)
    return { chargeRefs: [...chargeRefs], transferRefs }
  })

export const balance: CardProcessor['balance'] = (work) =>
  ask(work, async (stripe) => {
    const { pending, available } = await stripe.balance.retrieve()
    let withdrawnCents = 0
    // A failed or cancelled payout is in the balance again.
    for await (const { amount, currency, status } of stripe.payouts.list({ limit: 100 }))
      if (currency === 'mxn' && leaves.has(status)) withdrawnCents += amount
    return { pendingCents: pesosOf(pending), availableCents: pesosOf(available), withdrawnCents }
  })

const leaves: ReadonlySet<string> = new Set(['paid', 'pending', 'in_transit'])
const pesosOf = (money: readonly { amount: number; currency: string }[]) =>
  money.reduce((sum, { amount, currency }) => (currency === 'mxn' ? sum + amount : sum), 0)
