/**
 * Payments without a card: by a bank transfer (SPEI) or in cash over a counter (OXXO). A reference is issued, nothing is held, and the
 * money arrives all at once or not at all. Cash cannot be refunded as such: it becomes credit.
 */
import type { Insertable } from 'kysely'
import * as z from 'zod/mini'
import { PaymentMethod, Voucher, VoucherMethod } from '#contract/payment/payment.ts'
import { creditBackLines } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import type { Charge } from '#server/payment/provider/provider.ts'
import { changeAndPublish, type Payment } from '#server/payment/ledger/row.ts'
import { refundedStatus } from '#server/payment/provider/rules.ts'
import type { DB } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/** `clientId`: the client whose credit gets what cannot be refunded. Name and email are for the reference alone. */
export type NewVoucherOrder = {
  method: VoucherMethod
  until: Date
  name: string
  email: string
  clientId: number
}

export type VoucherValues = Pick<Insertable<DB['payments']>, 'voucher' | 'client_id'> & { method: string }

export const voucherValues = ({ method, clientId, ...order }: NewVoucherOrder): VoucherValues => ({
  method,
  client_id: clientId,
  voucher: JSON.stringify(order),
})

const Order = z.object({ until: z.string(), name: z.string(), email: z.string() })

/** The requested voucher while there is no reference yet. */
export const voucherOrderOf = ({ method, voucher }: Payment) => {
  const order = z.parse(Order, voucher)
  return { method: z.parse(VoucherMethod, method), order: { ...order, until: new Date(order.until) } }
}

export const methodOf = ({ method }: { method: string }): PaymentMethod =>
  method === 'card' ? 'card' : z.parse(PaymentMethod, method)

/** The reference, for its payer; null while there is none. */
export const voucherView = ({ voucher }: { voucher: unknown }): Voucher | null => {
  const known = z.safeParse(Voucher, voucher)
  return known.success ? known.data : null
}

/** Once there is a reference, the payer's name is no longer stored. */
export const voucherOf = (payment: Payment, { voucher }: Charge): { voucher?: string } => {
  if (voucher === null || payment.method === 'card') return {}
  const { until } = z.parse(z.object({ until: z.string() }), payment.voucher)
  return { voucher: JSON.stringify({ until, ...voucher } satisfies Voucher) }
}

/** No reference was issued: the payer's name is deleted too. */
export const withoutPayer = ({ method, voucher }: Payment): { voucher?: string } => {
  if (method === 'card' || method === 'cash') return {}
  const { until } = z.parse(z.object({ until: z.string() }), voucher)
  return { voucher: JSON.stringify({ until }) }
}

/** Second half of J9 for a client's cash: it becomes their credit. Null: it was not cash, and is refunded as it was paid. */
export const cashToCredit = async (
  work: Work,
  payment: Payment,
  amountCents: number,
): Promise<Payment | null> => {
  const isCash = payment.method === 'oxxo' || payment.cash_professional_id !== null
  if (!isCash || payment.client_id === null) return null
  await post(work, {
    kind: 'credit_back',
    idemKey: `cash_to_credit:${payment.id}:${payment.version}`,
    bookingId: payment.booking_id,
    at: work.now,
    lines: creditBackLines(payment.client_id, amountCents),
  })
  const refundedCents = payment.refunded_cents + amountCents
  return changeAndPublish(work, payment, {
    refunded_cents: refundedCents,
    credited_cents: payment.credited_cents + amountCents,
    status: refundedStatus(payment.captured_cents, refundedCents),
  })
}
