import type { Booking } from '#contract/booking.ts'
import { formatCents } from '#contract/money.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'

type Paid = Pick<Booking, 'status' | 'totalCents' | 'upfront' | 'zone' | 'payment'>

/** Pagada, en garantía, por cobrar (product.md §5): of a visit without an upfront. Null: there is nothing to say. */
export const moneyText = ({ status, totalCents, upfront, zone, payment }: Paid) => {
  if (upfront !== null || totalCents === null) return null
  const total = formatCents(totalCents)
  const calm = (text: string) => ({ text, isDue: false })
  if (payment === null) return expected.has(status) ? calm(`Pagada: ${total}`) : null
  switch (payment.status) {
    case 'captured':
      return calm(`Pagada: ${total}`)
    case 'partially_refunded':
      return calm(`Pagada: ${total}; devueltos ${formatCents(payment.refundedCents)}`)
    case 'refunded':
      return calm(`Devuelta: ${formatCents(payment.refundedCents)}`)
    case 'authorized':
      return calm(`En garantía: ${total}${chargedOn(payment.captureAt, zone)}`)
    case 'card_saved':
      return payment.failure === null
        ? calm(`Tarjeta guardada: ${total}${chargedOn(payment.captureAt, zone)}`)
        : { text: `Por cobrar: ${total}; su tarjeta no pasó y le pedimos otra`, isDue: true }
    case 'voucher_pending':
      return { text: `Por cobrar: ${total}; espera su pago`, isDue: true }
    case 'created':
    case 'requires_action':
    case 'voided':
    case 'expired':
    case 'failed':
      return null
  }
}

const chargedOn = (at: string | null, zone: string) =>
  at === null ? '' : `, se cobra el ${shortOf(at, zone)}`

/** Without a payment of its own it was paid by what its client had: a pack, credit, or the first of a series. */
const expected: ReadonlySet<Booking['status']> = new Set([
  'confirmed',
  'in_progress',
  'to_settle',
  'completed',
  'closed',
])
