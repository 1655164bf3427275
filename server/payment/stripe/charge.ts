/** Stripe's intents as Kalli's charges. Pure. */
import type { Stripe } from 'stripe'
import type { ChargebackReason } from '#contract/payment/chargeback.ts'
import { Wallet } from '#contract/payment/payment.ts'
import { type BankDispute, type Charge, ProviderUnreachable } from '#server/payment/provider/provider.ts'

/** Objects that must be expanded in a PaymentIntent. */
export const wholePayment = { expand: ['latest_charge.balance_transaction', 'payment_method'] }
export const wholeSetup = { expand: ['payment_method'] }

/** Stripe's other objects of an intent. */
type Beside = {
  disputes: readonly Stripe.Dispute[]
  refunds: readonly Stripe.Refund[]
  /** For the customer of a transfer. */
  cash: Stripe.CashBalance | null
}

export const chargeOfPayment = (
  intent: Stripe.PaymentIntent,
  { disputes, refunds, cash }: Beside = { disputes: [], refunds: [], cash: null },
): Charge => {
  const charge = whole(intent.latest_charge)
  const status = paidLater(intent) ?? statusOf(intent.status, intent.cancellation_reason)
  const fee = status === 'captured' ? feeOf(intent, charge) : noFee
  return {
    ...about(intent, intent.last_payment_error, status),
    amountCents: intent.amount,
    installments: intent.payment_method_options?.card?.installments?.plan?.count ?? null,
    voucher: voucherOf(intent.next_action),
    capturedCents: intent.amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    refundPendingCents: refunds.reduce((sum, { status, amount }) => (isOpen(status) ? sum + amount : sum), 0),
    looseCents: partOf(intent) + (cash?.available?.['mxn'] ?? 0),
    ...fee,
    disputes: disputes.flatMap(bankDisputeOf),
  }
}

export const chargeOfSetup = (intent: Stripe.SetupIntent): Charge => ({
  ...about(intent, intent.last_setup_error, setupStatusOf(intent.status)),
  amountCents: 0,
  installments: null,
  voucher: null,
  capturedCents: 0,
  refundedCents: 0,
  refundPendingCents: 0,
  looseCents: 0,
  ...noFee,
  disputes: [],
})

type Failure = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'payment_method'>
type Intent = Pick<
  Stripe.PaymentIntent | Stripe.SetupIntent,
  'id' | 'customer' | 'payment_method' | 'metadata' | 'next_action'
>

const about = (intent: Intent, failure: Failure | null, status: Charge['status']) => {
  const method = whole(intent.payment_method) ?? failure?.payment_method ?? null
  const customer = typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? null)
  // A card belongs to its customer once the bank has approved it.
  const isSaved = status === 'saved' || status === 'authorized' || status === 'captured'
  return {
    ref: intent.id,
    status,
    reference: intent.metadata?.['reference'] ?? '',
    cardRef: isSaved && customer !== null && method !== null ? `${customer}:${method.id}` : null,
    cardBrand: method?.card?.brand ?? 'otra',
    cardLast4: method?.card?.last4 ?? '····',
    cardExpires: expiryOf(method?.card),
    cardWallet: walletOf(method?.card),
    actionUrl: status === 'requires_action' ? (intent.next_action?.redirect_to_url?.url ?? null) : null,
    failure: status === 'declined' ? failureOf(failure) : null,
  }
}

const expiryOf = (card: Pick<Stripe.PaymentMethod.Card, 'exp_month' | 'exp_year'> | undefined) =>
  card === undefined ? null : `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`

/** Stripe supports more wallets than the two offered here. */
const walletOf = (card: Pick<Stripe.PaymentMethod.Card, 'wallet'> | undefined): Wallet | null =>
  Wallet.safeParse(card?.wallet?.type).data ?? null

/** A reference that waits for its money, or has expired: Stripe then asks for another way to pay. */
const paidLater = ({
  status,
  payment_method_types: [kind],
}: Stripe.PaymentIntent): Charge['status'] | null => {
  if (kind !== 'oxxo' && kind !== 'customer_balance') return null
  if (status === 'requires_action' || status === 'processing') return 'voucher_pending'
  return status === 'requires_payment_method' ? 'expired' : null
}

const voucherOf = (next: Stripe.PaymentIntent.NextAction | null): Charge['voucher'] => {
  const { oxxo_display_details: oxxo, display_bank_transfer_instructions: transfer } = next ?? {}
  if (oxxo?.number)
    return { reference: oxxo.number, clabe: null, bank: null, pageUrl: oxxo.hosted_voucher_url }
  const spei = transfer?.financial_addresses?.find(({ type }) => type === 'spei')?.spei
  if (!transfer || !spei) return null
  return {
    reference: transfer.reference ?? '',
    clabe: spei.clabe,
    bank: spei.bank_name,
    pageUrl: transfer.hosted_instructions_url,
  }
}

/** Accepted, and neither executed nor refused: `requires_action` waits for the customer's answer to Stripe. */
const isOpen = (status: string | null) => status === 'pending' || status === 'requires_action'

/** The received part of an incomplete transfer. */
const partOf = ({ status, amount, next_action }: Stripe.PaymentIntent): number => {
  const left = next_action?.display_bank_transfer_instructions?.amount_remaining
  return status === 'requires_action' && typeof left === 'number' ? amount - left : 0
}

export const isRefunded = ({ latest_charge }: Stripe.PaymentIntent) =>
  (whole(latest_charge)?.amount_refunded ?? 0) > 0

/** By bank transfer: received money goes to the cash balance of its customer. */
export const isTransfer = ({ payment_method_types: [kind] }: Stripe.PaymentIntent) =>
  kind === 'customer_balance'

/** Whether a customer disputed the charge, so that its disputes are looked up. */
export const isDisputed = ({ latest_charge }: Stripe.PaymentIntent) => whole(latest_charge)?.disputed === true

const reasons: Readonly<Record<string, ChargebackReason>> = {
  fraudulent: 'fraud',
  unrecognized: 'fraud',
  debit_not_authorized: 'fraud',
  product_not_received: 'not_received',
  product_unacceptable: 'not_as_described',
  duplicate: 'duplicate',
  credit_not_processed: 'refund_due',
  subscription_canceled: 'refund_due',
}

const decided = (status: string): BankDispute['status'] => {
  if (status === 'won') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

const takenBy = (dispute: Stripe.Dispute) => dispute.balance_transactions.filter(({ amount }) => amount < 0)

/** Warnings and disputes that Stripe prevented move no money: they are ignored. */
export const tookMoney = (dispute: Stripe.Dispute) => takenBy(dispute).length > 0

const bankDisputeOf = (dispute: Stripe.Dispute): BankDispute[] => {
  if (!tookMoney(dispute)) return []
  const taken = takenBy(dispute)
  const details = taken.flatMap(({ fee_details }) => fee_details)
  const sumOf = (isTax: boolean) =>
    details.reduce((sum, { type, amount }) => ((type === 'tax') === isTax ? sum + amount : sum), 0)
  const { due_by: dueBy } = dispute.evidence_details
  return [
    {
      ref: dispute.id,
      status: decided(dispute.status),
      reason: reasons[dispute.reason] ?? 'other',
      amountCents: dispute.amount,
      feeCents: sumOf(false),
      feeIvaCents: sumOf(true),
      respondBy: dueBy === null || dueBy === 0 ? null : new Date(dueBy * 1000),
    },
  ]
}

/** Without expansion it is only an id. */
const whole = <Thing extends object>(value: string | Thing | null | undefined): Thing | null =>
  typeof value === 'object' ? value : null

/** After a bank's refusal an intent requires a payment method again. */
const statusOf = (status: string, cancelled: string | null): Charge['status'] => {
  switch (status) {
    case 'requires_action':
      return 'requires_action'
    case 'requires_capture':
      return 'authorized'
    case 'succeeded':
      return 'captured'
    case 'canceled':
      // Cancelled by Stripe itself, when the bank releases a hold that was not charged.
      return cancelled === 'automatic' || cancelled === 'expired' ? 'expired' : 'voided'
    case 'requires_payment_method':
    case 'requires_confirmation':
      return 'declined'
    default:
      throw new ProviderUnreachable(`Stripe has not decided yet: ${status}`)
  }
}

const setupStatusOf = (status: string): Charge['status'] =>
  status === 'succeeded' ? 'saved' : statusOf(status, null)

const failureOf = (failure: Failure | null): string => {
  const code = failure?.decline_code ?? failure?.code ?? 'card_declined'
  return code.endsWith('intent_authentication_failure') ? 'authentication_failed' : code
}

const noFee = { feeCents: 0, feeIvaCents: 0, availableAt: null }

/** The IVA is itemized in the details; the rest of the fee is Stripe's. Without the transaction it cannot be posted yet. */
const feeOf = (
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
): Pick<Charge, 'feeCents' | 'feeIvaCents' | 'availableAt'> => {
  if (intent.metadata['reference'] === undefined) return noFee
  const transaction = whole(charge?.balance_transaction)
  if (transaction === null) throw new ProviderUnreachable('Stripe has not said its fee yet')
  if (transaction.currency !== 'mxn')
    throw new Error(`Kalli's account with Stripe must settle in mxn, not in ${transaction.currency}`)
  const feeIvaCents = transaction.fee_details
    .filter(({ type }) => type === 'tax')
    .reduce((sum, { amount }) => sum + amount, 0)
  return {
    feeCents: transaction.fee - feeIvaCents,
    feeIvaCents,
    availableAt: new Date(transaction.available_on * 1000),
  }
}
