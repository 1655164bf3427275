/**
 * Money that comes without a card: by a bank transfer (SPEI) or as cash over a counter (OXXO). A reference is given out, nothing
 * is held, and the money is there at once or not at all. Cash cannot go back the way it came: what is to go back is credit.
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

/** `clientId`: whose credit gets what cannot go back. Name and e-mail are for the reference alone. */
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

/** What was requested while there is no reference yet. */
export const voucherOrderOf = ({ method, voucher }: Payment) => {
  const order = z.parse(Order, voucher)
  return { method: z.parse(VoucherMethod, method), order: { ...order, until: new Date(order.until) } }
}

export const methodOf = ({ method }: { method: string }): PaymentMethod =>
  method === 'card' ? 'card' : z.parse(PaymentMethod, method)

/** The reference, for the one who pays; null while there is none. */
export const voucherView = ({ voucher }: { voucher: unknown }): Voucher | null => {
  const known = z.safeParse(Voucher, voucher)
  return known.success ? known.data : null
}

/** Once there is a reference, no name is stored beside it. */
export const voucherOf = (payment: Payment, { voucher }: Charge): { voucher?: string } => {
  if (voucher === null || payment.method === 'card') return {}
  const { until } = z.parse(z.object({ until: z.string() }), payment.voucher)
  return { voucher: JSON.stringify({ until, ...voucher } satisfies Voucher) }
}

/** No reference was issued: the name of its payer is deleted, too. */
export const withoutPayer = ({ method, voucher }: Payment): { voucher?: string } => {
  if (method === 'card' || method === 'cash') return {}
  const { until } = z.parse(z.object({ until: z.string() }), voucher)
  return { voucher: JSON.stringify({ until }) }
}

/** Second half of J9 for cash that a client gave: it is their credit instead. Null: it was no such cash, and goes back the way it came. */
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
