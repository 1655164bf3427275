import type { Booking } from '#contract/booking/booking.ts'
import { inPlaceWords } from '#contract/payment/in-place.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'

type Paid = Pick<Booking, 'status' | 'totalCents' | 'upfront' | 'zone' | 'payment' | 'cancellation'> &
  Partial<Pick<Booking, 'inPlace'>>
type Said = { text: string; isDue: boolean }

const calm = (text: string): Said => ({ text, isDue: false })
const due = (text: string): Said => ({ text, isDue: true })

/**
 * Pagada, anticipo pagado, por cobrar, en garantía, devuelta (product.md §5), for its professional. Null: no payment was requested yet.
 */
export const moneyText = (one: Paid): Said | null => {
  const { totalCents, upfront } = one
  if (totalCents === null) return null
  if (upfront?.byLink) return linkText(one, upfront)
  if (one.inPlace) return calm(inPlaceText(one.status, one.inPlace))
  if (upfront === null) return heldText('Pagada', totalCents, one)
  return upfront.state === 'over' ? heldText('Anticipo', upfront.paidCents, one) : restText(one, upfront)
}

/** Requested by a link that the professional sends; a payment at the place is shown beside it. */
const linkText = ({ status, inPlace }: Paid, upfront: NonNullable<Booking['upfront']>): Said => {
  const { state, paidCents, balanceCents, returnedCents } = upfront
  const back = returnedCents === 0 ? '' : `; devueltos ${formatCents(returnedCents)}`
  if (ended.has(status))
    return calm(paidCents === 0 ? 'No se cobró nada' : `Pagó con la liga ${formatCents(paidCents)}${back}`)
  const atPlace = inPlace ? inPlaceWords(inPlace, ' en el lugar') : undefined
  if (state === 'due' || state === 'asked')
    return due(
      `Falta por pagar ${formatCents(balanceCents)} con la liga${atPlace ? `; ${atPlace}` : ''}${back}`,
    )
  const byLink = paidCents === 0 ? undefined : `${formatCents(paidCents)} con la liga`
  return calm(`Pagada: ${[byLink, atPlace].filter((part) => part !== undefined).join('; ')}${back}`)
}

/** An appointment of the professional's own agenda: Kalli charges nothing for it. */
const inPlaceText = (status: Booking['status'], inPlace: NonNullable<Booking['inPlace']>): string => {
  if (ended.has(status)) return 'No se cobró nada'
  const isPaid = status === 'completed' || status === 'closed' || inPlace.takenCents === inPlace.cents
  return `${isPaid ? 'Pagada' : 'Se paga'} en el lugar: ${inPlaceWords(inPlace)}`
}

/** The amount paid at once. `what`: all of it, or the upfront part of a visit that did not take place. */
const heldText = (what: 'Pagada' | 'Anticipo', cents: number, one: Paid): Said | null => {
  const { status, payment, zone } = one
  if (cents === 0) return what === 'Anticipo' ? calm('Sin anticipo: no se cobró nada') : null
  const total = formatCents(cents)
  const paid = what === 'Pagada' ? `Pagada: ${total}` : `Anticipo pagado: ${total}`
  if (payment === null) return unpaidByCard(paid, cents, one)
  const back = formatCents(payment.refundedCents)
  switch (payment.status) {
    case 'captured':
      // Only the retained amount was charged to a saved or authorised card.
      return ended.has(status) && payment.capturedCents < cents
        ? calm(`Se cobraron ${formatCents(payment.capturedCents)}; lo demás no se cobró`)
        : calm(paid)
    case 'partially_refunded':
      return calm(`${paid}; devueltos ${back}`)
    case 'refunded':
      return calm(what === 'Pagada' ? `Devuelta: ${back}` : `Anticipo devuelto: ${back}`)
    case 'authorized':
      return calm(`En garantía: ${total}${chargedOn(payment.captureAt, zone)}`)
    case 'card_saved':
      return payment.failure === null
        ? calm(`Tarjeta guardada: ${total}${chargedOn(payment.captureAt, zone)}`)
        : due(`Por cobrar: ${total}; su tarjeta no pasó y le pedimos otra`)
    case 'voucher_pending':
      return due(`Por cobrar: ${total}; espera su pago`)
    case 'created':
    case 'requires_action':
    case 'voided':
    case 'expired':
    case 'failed':
      return ended.has(status) ? calm('No se cobró nada') : null
  }
}

/** Without its own payment it was paid by a pack, by credit, or with the first of a series. */
const unpaidByCard = (paid: string, cents: number, { status, cancellation }: Paid): Said | null => {
  if (expected.has(status)) return calm(paid)
  if (cancellation === null || cancellation.refundCents === null) return null
  const { refundCents } = cancellation
  if (refundCents === 0) return calm(paid)
  const back = formatCents(refundCents)
  return calm(refundCents < cents ? `${paid}; devueltos ${back}` : `Devuelta: ${back}`)
}

/** The state of the upfront part, and what is due after the visit. */
const restText = (one: Paid, upfront: NonNullable<Booking['upfront']>): Said => {
  const { payment } = one
  const rest = formatCents(upfront.balanceCents)
  const backCents = (payment?.refundedCents ?? 0) + upfront.returnedCents
  const back = backCents === 0 ? '' : `; devueltos ${formatCents(backCents)}`
  switch (upfront.state) {
    case 'paid':
      return calm(
        upfront.byHandCents > 0
          ? `Pagada completa: ${formatCents(upfront.byHandCents)} en efectivo${back}`
          : `Pagada completa${back}`,
      )
    case 'due':
    case 'asked':
      return due(`Por cobrar: ${rest}${back}`)
    case 'later':
    case 'over':
      break
  }
  if (upfront.paidCents === 0)
    return payment?.failure
      ? due(`Sin anticipo; por cobrar al terminar: ${rest}. Su tarjeta no pasó y le pedimos otra`)
      : calm(`Sin anticipo; por cobrar al terminar: ${rest}`)
  const { text, isDue } = upfrontText(one, formatCents(upfront.paidCents))
  return { text: `${text}${back}; por cobrar al terminar: ${rest}`, isDue }
}

const upfrontText = ({ payment, zone }: Paid, paid: string): Said => {
  switch (payment?.status) {
    case undefined:
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
      return calm(`Anticipo pagado: ${paid}`)
    case 'card_saved':
      return payment?.failure
        ? due(`Anticipo por cobrar: ${paid}, su tarjeta no pasó y le pedimos otra`)
        : calm(`Anticipo con tarjeta guardada: ${paid}${chargedOn(payment?.captureAt ?? null, zone)}`)
    case 'authorized':
      return calm(`Anticipo en garantía: ${paid}`)
    case 'voucher_pending':
    case 'created':
    case 'requires_action':
    case 'voided':
    case 'expired':
    case 'failed':
      return due(`Anticipo por cobrar: ${paid}, espera su pago`)
  }
}

const chargedOn = (at: string | null, zone: string) =>
  at === null ? '' : `, se cobra el ${shortOf(at, zone)}`

const expected: ReadonlySet<Booking['status']> = new Set([
  'confirmed',
  'in_progress',
  'to_settle',
  'completed',
  'closed',
])

const ended: ReadonlySet<Booking['status']> = new Set([
  'expired',
  'declined',
  'cancelled_by_client',
  'cancelled_by_professional',
  'cancelled_by_host',
  'cancelled_by_platform',
  'client_no_show',
  'professional_no_show',
])
