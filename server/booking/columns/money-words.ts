/**
 * What a client reads about their money before a visit is confirmed, and when it came to nothing. Depends on the method: a card is only
 * held, a transfer or cash is already paid, credit is taken and a pack has one session less. Emails and screens use the same words.
 */
import * as z from 'zod/mini'
import { endedStatuses } from '#contract/booking/booking-status.ts'
import { formatCents } from '#contract/platform/money.ts'
import { PaymentMethod } from '#contract/payment/payment.ts'

type Paid = {
  session_pack_id: string | null
  payment_method: string | null
  payment_credit_cents: number | null
  payment_captured_cents: number | null
}
type Booked = Paid & { kind: string; status: string; confirmed_at: Date | null; requested_at: Date | null }

/** Before a request is answered, and after it was declined; undefined if it was confirmed, or neither paid nor requested. */
export const moneyWords = (booking: Booked): string | undefined => {
  if (booking.kind === 'rent' || booking.confirmed_at !== null) return undefined
  if (booking.status === 'requested') return untilAnswered(booking)
  const isOver = endedStatuses.some((status) => status === booking.status)
  const cameLate = paidIn(booking).way === 'in'
  return isOver && (booking.requested_at !== null || cameLate) ? comesBack(booking) : undefined
}

const untilAnswered = (booking: Paid): string => {
  const paid = paidIn(booking)
  if (paid.way === 'pack')
    return 'Tu sesión queda apartada; si tu cita no queda confirmada, vuelve a tu paquete.'
  if (paid.way === 'in')
    return `Ya pagaste ${formatCents(paid.cents)}: si tu cita no queda confirmada, ${backTo(booking)}.`
  return paid.creditCents === 0
    ? 'Solo se te cobra si tu cita queda confirmada.'
    : `A tu tarjeta solo se le cobra si tu cita queda confirmada; ya apartamos ${formatCents(paid.creditCents)} de tu saldo y, si no, vuelven a tu saldo.`
}

/** The booking came to nothing: a full refund, or no charge. */
export const comesBack = (booking: Paid): string => {
  const paid = paidIn(booking)
  if (paid.way === 'pack')
    return 'Tu sesión vuelve a tu paquete; si ya terminó, su dinero vuelve a tu tarjeta.'
  if (paid.way === 'in') {
    const isForNext = methodOf(booking) === 'oxxo' || paid.creditCents > 0
    return `Recibes de vuelta ${formatCents(paid.cents)}: ${backTo(booking)}.${isForNext ? ` ${whereCreditIs}` : ''}`
  }
  return paid.creditCents === 0
    ? 'No se te cobró nada; si tu banco apartó algo, se libera solo.'
    : `No se cobró nada a tu tarjeta, y los ${formatCents(paid.creditCents)} de tu saldo vuelven a tu saldo.`
}

/** The amount charged, the part paid by credit, and the method. */
export type Charged = {
  chargedCents: number
  creditCents: number
  payment_method: string | null
  session_pack_id: string | null
}

/**
 * Splits the refund of a cancellation: what is really refunded, and what was never charged. A saved or held card has paid nothing; the fee
 * is taken from the credit first.
 */
export const goesBack = (
  { chargedCents, creditCents, session_pack_id }: Charged,
  { refundCents, feeCents }: { refundCents: number; feeCents: number },
): { backCents: number; neverCents: number; creditBackCents: number } => {
  const creditBackCents = Math.min(refundCents, Math.max(0, creditCents - feeCents))
  const cardBackCents = Math.max(0, chargedCents - Math.max(0, feeCents - creditCents))
  const backCents =
    session_pack_id === null ? Math.min(refundCents, cardBackCents + creditBackCents) : refundCents
  return { backCents, neverCents: refundCents - backCents, creditBackCents }
}

/** What happened to the money of a confirmed visit that ended, for its client. `isFrozen`: the fee is not decided yet. */
export const backWords = (
  paid: Charged,
  ending: { refundCents: number; feeCents: number },
  isFrozen = false,
): string => {
  const { backCents, neverCents, creditBackCents } = goesBack(paid, ending)
  const never = formatCents(neverCents)
  if (neverCents === 0)
    return backCents === 0
      ? ending.feeCents === 0
        ? 'No se te cobró nada.'
        : ''
      : `Recibes de vuelta ${formatCents(backCents)}: ${backTo({ ...paid, payment_credit_cents: paid.creditCents })}.`
  if (backCents > 0)
    return creditBackCents === backCents
      ? `${formatCents(backCents)} vuelven a tu saldo; ${never} nunca se cobraron.`
      : `Recibes de vuelta ${formatCents(backCents)}; ${never} nunca se cobraron.`
  if (ending.feeCents === 0) return 'No se te cobró nada; si tu banco apartó algo, se libera solo.'
  return isFrozen
    ? `Los otros ${never} no se cobran.`
    : `Solo se te cobran ${formatCents(ending.feeCents)}; los otros ${never} nunca se cobraron.`
}

/** The same before the client cancels; undefined: all was charged, and the lines of the quote are enough. */
export const quotedWords = (
  paid: Charged,
  ending: { refundCents: number; feeCents: number },
): string | undefined => {
  const { backCents, neverCents, creditBackCents } = goesBack(paid, ending)
  if (neverCents === 0) return undefined
  const never = formatCents(neverCents)
  const fee = ending.feeCents === 0 ? '' : `Se te cobran ${formatCents(ending.feeCents)} por cancelar. `
  if (backCents > 0)
    return `${fee}${formatCents(backCents)} ${creditBackCents === backCents ? 'vuelven a tu saldo' : 'recibes de vuelta'}; ${never} nunca se cobraron.`
  return ending.feeCents === 0
    ? 'No se te ha cobrado nada y no se te cobra nada; si tu banco apartó algo, se libera solo.'
    : `${fee}Los otros ${never} no se han cobrado ni se cobran.`
}

const whereCreditIs = 'Tu saldo está en «Paquetes y saldo» y paga tu próxima cita.'

/** `in`: the money has arrived. `held`: at most a card is behind it, and the credit is already taken. */
const paidIn = (booking: Paid) => {
  const { payment_captured_cents: inCents, payment_credit_cents: creditCents } = booking
  const credit = creditCents ?? 0
  if (booking.session_pack_id !== null) return { way: 'pack' } as const
  return inCents === null || inCents === 0
    ? ({ way: 'held', creditCents: credit } as const)
    : ({ way: 'in', cents: inCents + credit, creditCents: credit } as const)
}

const methodOf = ({ payment_method }: Pick<Paid, 'payment_method'>) =>
  z.parse(PaymentMethod, payment_method ?? 'card')

/** Where a refund goes, by how it was paid: credit returns as credit, a session to its pack. */
export const backTo = (
  booking: Pick<Paid, 'payment_method' | 'payment_credit_cents' | 'session_pack_id'>,
): string => {
  if (booking.session_pack_id !== null) return 'vuelven a tu paquete, o a tu tarjeta si ya terminó'
  const method = methodOf(booking)
  if ((booking.payment_credit_cents ?? 0) > 0 && (method === 'card' || method === 'spei'))
    return `lo que pagaste con tu saldo vuelve a tu saldo, y lo demás a ${method === 'card' ? 'tu tarjeta' : 'la cuenta de la que salió'}`
  return {
    cash: 'te las devuelve el espacio en efectivo',
    card: 'vuelven a tu tarjeta',
    spei: 'vuelven a la cuenta de la que salieron',
    oxxo: 'quedan como saldo a tu favor en Kalli',
    in_place: 'no pasaron por Kalli',
  }[method]
}
