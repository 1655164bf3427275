/** Stripe's payouts to the bank of a payee's account, and our transfers in each. */
import type { Stripe } from 'stripe'
import { accountOf } from '#server/payment/provider/payout-account.ts'
import type { BankDeposit, CardProcessor } from '#server/payment/provider/provider.ts'
import { providerName } from '#server/payment/stripe/call.ts'
import { ask } from '#server/payment/stripe/client.ts'

export const bankDeposits: CardProcessor['bankDeposits'] = async (work, { destination, since }) => {
  const account = await accountOf(work, providerName, destination)
  if (account === null) return []
  return ask(work, async (stripe) => {
    const found: BankDeposit[] = []
    const of = { stripeAccount: account.ref }
    const created = { gte: Math.floor(since.getTime() / 1000) }
    for await (const payout of stripe.payouts.list(
      { created, limit: 100, expand: ['data.destination'] },
      of,
    )) {
      if (payout.currency !== 'mxn' || payout.amount === 0) continue
      const transfers: { ref: string; amountCents: number }[] = []
      for await (const { source, amount } of stripe.balanceTransactions.list(
        { payout: payout.id, limit: 100, expand: ['data.source'] },
        of,
      )) {
        const ref = transferOf(source)
        if (ref !== null && amount > 0) transfers.push({ ref, amountCents: amount })
      }
      found.push(presentPayout(payout, transfers))
    }
    return found
  })
}

/** In the payee's account our transfer is a charge that names it. */
const transferOf = (source: Stripe.BalanceTransaction['source']): string | null => {
  if (source === null || typeof source === 'string' || source.object !== 'charge') return null
  const { source_transfer: transfer } = source
  return typeof transfer === 'string' ? transfer : (transfer?.id ?? null)
}

const presentPayout = (payout: Stripe.Payout, transfers: BankDeposit['transfers']): BankDeposit => {
  const { destination } = payout
  const bank =
    destination !== null &&
    typeof destination === 'object' &&
    'last4' in destination &&
    'bank_name' in destination
      ? destination
      : null
  return {
    ref: payout.id,
    amountCents: payout.amount,
    status: statuses.get(payout.status) ?? 'on_the_way',
    sentAt: new Date(payout.created * 1000),
    // Midnight in UTC of the bank's day.
    arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    bank: bank?.bank_name ?? null,
    accountEnd: bank !== null && /^\d{4}$/.test(bank.last4) ? bank.last4 : null,
    trace: payout.trace_id?.value ?? null,
    transfers,
  }
}

const statuses: ReadonlyMap<string, BankDeposit['status']> = new Map([
  ['paid', 'arrived'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])
