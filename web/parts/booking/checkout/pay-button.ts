import { dayMs } from '#contract/platform/duration.ts'
import type { Hold } from '#contract/booking/hold.ts'
import type { Checkout } from '#web/parts/booking/checkout/use-checkout.ts'
import type { PayMethod } from '#web/parts/booking/payment/voucher-text.ts'
import { serverNow } from '#web/server-clock.ts'

type Paying = Pick<Checkout, 'book' | 'total' | 'upfront' | 'shownCents'> & {
  extras: Pick<Checkout['extras'], 'button'>
}

/** The text of the pay button, with the amount charged today. */
export const payButtonText = (
  { book, total, upfront, shownCents, extras }: Paying,
  method: PayMethod,
  hold: Pick<Hold, 'asksFirst' | 'startsAt'>,
): string => {
  if (extras.button) return extras.button
  if (method === 'pack') return `${book} con mi paquete`
  if (method !== 'card') return `${hold.asksFirst ? 'Solicitar con' : 'Obtener mi'} referencia de ${total}`
  if (hold.asksFirst)
    return upfront?.nowCents === 0 ? 'Solicitar · hoy no se cobra nada' : `Solicitar por ${total}`
  const isLater = Date.parse(hold.startsAt) - serverNow() > 6 * dayMs
  return upfront?.nowCents === 0 || shownCents === 0 || isLater
    ? 'Confirmar · hoy no se cobra nada'
    : `Pagar ${total}`
}
