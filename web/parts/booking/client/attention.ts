import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { isCardRefused } from '#web/parts/booking/payment/card-refused.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'

/** What a client has to do about a visit, or waits for, in one short line; null: nothing. The most urgent first. */
export const attentionOf = (one: Booking): string | null => {
  if (one.rescue !== null && one.rescue.waitsFor.includes('client'))
    return `Te proponen otro lugar: responde antes del ${shortOf(one.rescue.expiresAt, one.zone)}`
  if (one.change !== null && one.change.waitsFor.includes('client'))
    return `Te proponen otra hora: responde antes del ${shortOf(one.change.expiresAt, one.zone)}`
  if (one.class?.movedFrom) return 'Tu clase se movió'
  if (one.status === 'awaiting_payment' || one.status === 'held')
    return one.holdExpiresAt === null
      ? 'Falta pagar'
      : `Falta pagar antes del ${shortOf(one.holdExpiresAt, one.zone)}`
  if (isCardRefused(one)) return 'Tu tarjeta no pasó'
  if (one.upfront?.state === 'due' || one.upfront?.state === 'asked')
    return `Falta por pagar ${formatCents(one.upfront.balanceCents)}`
  if (one.forms === 'pending') return 'Te falta un formulario'
  if (one.status === 'requested' && one.request !== null)
    return `${one.answeredBy ?? one.professional.firstName} responde antes del ${shortOf(one.request.respondBy, one.zone)}`
  if (one.change !== null) return 'Esperas respuesta a otra hora'
  if (one.dispute?.isOpen) return 'Un problema sigue abierto'
  return null
}
