/** A payment as its payer sees it. */
import { type PaymentView, Wallet, walletNames } from '#contract/payment/payment.ts'
import { monthlyCents, Months } from '#contract/payment/installments.ts'
import type { Payment } from '#server/payment/ledger/row.ts'
import { methodOf, voucherView } from '#server/payment/charge/voucher.ts'

/** A payment as its payer sees it. */
export const view = (payment: Viewed): PaymentView => ({
  id: payment.id,
  status: payment.status,
  method: methodOf(payment),
  amountCents: payment.amount_cents + payment.added_cents + payment.coming_cents,
  creditCents: payment.credit_cents,
  capturedCents: payment.captured_cents + payment.added_cents,
  refundedCents: payment.refunded_cents,
  card:
    payment.method !== 'card' || payment.card_brand === null || payment.card_last4 === null
      ? null
      : { brand: payment.card_brand, last4: payment.card_last4, ...walletIn(payment) },
  ...monthsOf(payment),
  actionUrl: payment.action_url,
  voucher: payment.status === 'voucher_pending' ? voucherView(payment) : null,
  partCents: payment.status === 'voucher_pending' ? payment.loose_cents - payment.loose_back_cents : 0,
  captureAt:
    payment.amount_cents > 0 && (payment.status === 'card_saved' || payment.status === 'authorized')
      ? (payment.capture_at?.toISOString() ?? null)
      : null,
  failure: payment.failure === null ? null : (failures[payment.failure] ?? failures['card_declined'] ?? null),
})

type Viewed = Pick<
  Payment,
  | 'id'
  | 'status'
  | 'method'
  | 'voucher'
  | 'amount_cents'
  | 'added_cents'
  | 'coming_cents'
  | 'credit_cents'
  | 'captured_cents'
  | 'loose_cents'
  | 'loose_back_cents'
  | 'refunded_cents'
  | 'card_brand'
  | 'card_last4'
  | 'card_wallet'
  | 'installments'
  | 'action_url'
  | 'capture_at'
  | 'failure'
>

/** Absent: not paid with a mobile wallet. */
const walletIn = ({ card_wallet }: Pick<Payment, 'card_wallet'>): { wallet?: Wallet } => {
  const { data: wallet } = Wallet.safeParse(card_wallet)
  return wallet === undefined ? {} : { wallet }
}

/** Absent: it is paid at once. */
const monthsOf = ({
  installments,
  amount_cents,
}: Pick<Payment, 'installments' | 'amount_cents'>): Pick<PaymentView, 'inMonths'> => {
  const { data: months } = Months.safeParse(installments)
  return months === undefined
    ? {}
    : { inMonths: { months, monthlyCents: monthlyCents(amount_cents, months) } }
}

/** "Apple Pay, tarjeta terminada en 4242"; null: not paid with a wallet. */
export const walletText = (payment: Pick<Payment, 'card_wallet' | 'card_last4'>): string | null => {
  const { wallet } = walletIn(payment)
  return wallet === undefined ? null : `${walletNames[wallet]}, tarjeta terminada en ${payment.card_last4}`
}

/** The card's bank does not offer the chosen months. */
export const withoutMonths = 'Tu tarjeta no ofrece esos meses sin intereses.'

const failures: Readonly<Record<string, string>> = {
  card_declined: 'Tu banco rechazó la tarjeta.',
  expired_card: 'La tarjeta ya venció.',
  incorrect_cvc: 'El código de la tarjeta no coincide.',
  insufficient_funds: 'La tarjeta no tiene fondos suficientes.',
  authentication_failed: 'Tu banco no aprobó el pago.',
  authentication_required: 'Tu banco pide que apruebes el pago.',
  hold_lost: 'Tu banco dejó de apartar el importe.',
  installments_unavailable: withoutMonths,
  no_reference: 'No pudimos darte una referencia de pago.',
}
