/** The charge of a booking, as its client and its professional see it. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { PaymentStatus } from '#contract/payment/payment.ts'
import { bookingColumns, type Read } from '#server/booking/columns/joins.ts'
import type { Charged } from '#server/booking/columns/money-words.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { addedChargesOf } from '#server/payment/charge/charged.ts'
import { view } from '#server/payment/charge/payment-view.ts'

export const paymentColumns = bookingColumns([
  'payment.id as payment_id',
  'payment.status as payment_status',
  'payment.method as payment_method',
  'payment.voucher as payment_voucher',
  'payment.amount_cents as payment_amount_cents',
  'payment.credit_cents as payment_credit_cents',
  'payment.credit_back_cents as payment_credit_back_cents',
  'payment.added_cents as payment_added_cents',
  'payment.coming_cents as payment_coming_cents',
  'payment.captured_cents as payment_captured_cents',
  'payment.loose_cents as payment_loose_cents',
  'payment.loose_back_cents as payment_loose_back_cents',
  'payment.refunded_cents as payment_refunded_cents',
  // Only read for bookings that ended.
  sql<number>`case when booking.cancellation is not null then ${addedChargesOf(sql.ref('payment.id'))} else 0 end`.as(
    'payment_added_charges_cents',
  ),
  'payment.card_brand as payment_card_brand',
  'payment.card_last4 as payment_card_last4',
  'payment.card_wallet as payment_card_wallet',
  'payment.installments as payment_installments',
  'payment.action_url as payment_action_url',
  'payment.capture_at as payment_capture_at',
  'payment.failure as payment_failure',
])

type Row = Read<typeof paymentColumns>
type View = z.input<typeof Booking>

export const paymentPart = (shown: Row & Pick<BookingRow, 'kind'>, side: Side): Pick<View, 'payment'> => ({
  payment: paymentFor(shown, side),
})

/** The professional sees the status of the money, never the card; the host's money is the rent. */
export const paymentFor = (
  shown: Omit<Row, 'payment_added_charges_cents'> & Pick<BookingRow, 'kind'>,
  side: Side,
): View['payment'] => {
  if (shown.payment_id === null || shown.payment_status === null || side === 'host') return null
  const all = view({
    id: shown.payment_id,
    status: z.parse(PaymentStatus, shown.payment_status),
    method: shown.payment_method ?? 'card',
    voucher: shown.payment_voucher,
    amount_cents: shown.payment_amount_cents ?? 0,
    credit_cents: shown.payment_credit_cents ?? 0,
    added_cents: shown.payment_added_cents ?? 0,
    coming_cents: shown.payment_coming_cents ?? 0,
    captured_cents: shown.payment_captured_cents ?? 0,
    loose_cents: shown.payment_loose_cents ?? 0,
    loose_back_cents: shown.payment_loose_back_cents ?? 0,
    refunded_cents: shown.payment_refunded_cents ?? 0,
    card_brand: shown.payment_card_brand,
    card_last4: shown.payment_card_last4,
    card_wallet: shown.payment_card_wallet,
    installments: shown.payment_installments,
    action_url: shown.payment_action_url,
    capture_at: shown.payment_capture_at,
    failure: shown.payment_failure,
  })
  return side === 'client' || shown.kind === 'rent'
    ? all
    : {
        ...all,
        ...withCredit(all, shown.payment_credit_back_cents ?? 0),
        card: null,
        actionUrl: null,
        voucher: null,
        // The professional learns that the card was refused; the cause stays between the client and their bank.
        failure: all.failure === null ? null : 'Su tarjeta no pasó.',
      }
}

/** Only the client sees what their credit paid (docs/booking/credit.md): for the professional it is money like any other. */
const withCredit = (
  { amountCents, creditCents, capturedCents, refundedCents, status }: ReturnType<typeof view>,
  creditBackCents: number,
) => ({
  amountCents: amountCents + creditCents,
  creditCents: 0,
  capturedCents: capturedCents + (capturedStatuses.has(status) ? creditCents : 0),
  refundedCents: refundedCents + creditBackCents,
})
const capturedStatuses: ReadonlySet<string> = new Set(['captured', 'partially_refunded', 'refunded'])

/** What was charged for a booking, as the texts about its end need it. */
export const chargedOf = (
  shown: Pick<
    Row & BookingRow,
    | 'payment_captured_cents'
    | 'payment_added_charges_cents'
    | 'payment_credit_cents'
    | 'payment_method'
    | 'session_pack_id'
  >,
): Charged => ({
  chargedCents: (shown.payment_captured_cents ?? 0) + shown.payment_added_charges_cents,
  creditCents: shown.payment_credit_cents ?? 0,
  payment_method: shown.payment_method,
  session_pack_id: shown.session_pack_id,
})
