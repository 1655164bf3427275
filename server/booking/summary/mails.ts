/** The emails about a booking: to the client with a link back, to the professional, to the host. */
import { formatCents } from '#contract/platform/money.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { paymentFor } from '#server/booking/columns/payment.ts'
import { comesBack } from '#server/booking/columns/money-words.ts'
import { whoAnswers } from '#server/booking/columns/request.ts'
import { asksOncePaid } from '#server/booking/moves/move.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { spaceOf, where } from '#server/booking/contact/location.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import type { Work } from '#server/platform/work.ts'
import {
  type Addressed,
  type Contact,
  bookingForMail,
  whoComes,
  when,
  ownLink,
  send,
  fileOf,
  type BookingMail,
} from '#server/booking/summary/mail-parts.ts'

/** Notifies the client of their new unit; nothing else changed. One email per move. */
export const mailMoved = (work: Work, bookingId: string) =>
  mailNewPlan(work, bookingId, (booking, { firstName }) => ({
    subject: `Tu lugar cambió: ${booking.unit_name ?? spaceOf(booking)}`,
    lines: [
      `Hola, ${firstName}: tu cita sigue igual, solo te esperamos en otro lugar de la casa.`,
      'La hora, el precio y quien te atiende no cambian.',
    ],
    dedupeKey: `booking-moved:${bookingId}:${booking.version}`,
  }))

/** The new service, time and place of a confirmed booking, to its client, with the calendar file that moves the old one. */
export const mailNewPlan = async (
  work: Work,
  bookingId: string,
  say: (booking: Addressed, contact: Contact) => { subject: string; lines: string[]; dedupeKey: string },
) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking?.status !== 'confirmed' || contact === null) return
  const { dedupeKey, ...said } = say(booking, contact)
  const emailMessage = {
    ...said,
    to: contact,
    facts: [
      [
        'Qué',
        `${booking.service_name} con ${booking.professional_first_name} ${booking.professional_last_name}`,
      ],
      ...whoComes(booking),
      ['Cuándo', when(booking)],
      ['Dónde', where(booking)],
    ] satisfies [string, string][],
    action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
  }
  await send(work, { ...emailMessage, ...(await fileOf(work, booking, 'client')) }, dedupeKey)
}

/** Asks the client for another card while there is time; at most once a day, and not after it was replaced. */
export const mailCardRefused = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  const payment = booking === undefined ? null : paymentFor(booking, 'client')
  if (booking?.status !== 'confirmed' || contact === null || payment?.status !== 'card_saved') return
  if (payment.failure === null || payment.captureAt === null) return
  const until = new Date(payment.captureAt)
  const emailMessage = {
    to: contact,
    subject: `Tu tarjeta no pasó: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: tu cita sigue en pie, pero no pudimos apartar ${formatCents(paidOf(booking))}. ${payment.failure}`,
      `Lo intentamos otra vez cada doce horas. Para no perder tu lugar, usa otra tarjeta antes del ${longDate(until, booking.zone)}, ${clockTime(until, booking.zone)} h; si para entonces ninguna pasa, la cita se cancela y no se te cobra nada.`,
    ],
    action: { label: 'Usar otra tarjeta', address: ownLink(work, booking) },
  }
  await send(work, emailMessage, `booking-card-refused:${bookingId}:${work.now.toISOString().slice(0, 10)}`)
}

/** How, how much and until when to pay without a card: the email that the client shows when paying. */
export const mailVoucher = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  const payment = booking === undefined ? null : paymentFor(booking, 'client')
  if (booking?.status !== 'awaiting_payment' || contact === null || !payment?.voucher) return
  const { until, reference, clabe, bank } = payment.voucher
  const at = new Date(until)
  const isCash = payment.method === 'oxxo'
  const name = whoAnswers(booking)
  const asks = asksOncePaid(booking)
  const orNo = asks ? ` o ${name} no acepta` : ''
  const emailMessage: BookingMail = {
    to: contact,
    subject: `Falta tu pago: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: apartamos tu hora hasta el ${longDate(at, booking.zone)}, ${clockTime(at, booking.zone)} h.`,
      isCash
        ? 'Di en la caja que harás un pago de OXXO Pay y muestra esta referencia. Guarda tu comprobante.'
        : 'Transfiere desde tu banco exactamente este importe a esta CLABE.',
      ...(asks ? [`Cuando llegue tu pago, ${name} recibe tu solicitud y la responde.`] : []),
      isCash
        ? `El efectivo no se puede devolver: si cancelas${orNo}, lo que te toque queda como saldo a tu favor en Kalli.`
        : `Si cancelas${orNo}, lo que te toque vuelve a la cuenta de la que salió.`,
    ],
    facts: [
      ['Importe', formatCents(payment.amountCents)],
      ...(clabe === null ? [] : [['CLABE', clabe] satisfies [string, string]]),
      ...(bank === null ? [] : [['Banco', bank] satisfies [string, string]]),
      ['Referencia', reference],
    ],
    action: { label: 'Ver cómo pagar', address: ownLink(work, booking) },
  }
  await send(work, emailMessage, `booking-voucher:${bookingId}:${payment.id}:${reference}`)
}

/** Notifies a client whose payment came too late of the full refund. */
export const mailTooLate = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  const emailMessage = {
    to: contact,
    subject: 'Tu horario ya no estaba libre: te devolvemos todo',
    lines: [
      `Hola, ${contact.firstName}:`,
      `Tu pago por «${booking.service_name}» (${when(booking)}) llegó cuando el tiempo para reservar había terminado y alguien más tomó ese horario.`,
      comesBack(booking),
    ],
    action: {
      label: 'Buscar otro horario',
      address: `${work.config.publicUrl}/booking?professional=${booking.professional_id}`,
    },
  }
  await send(work, emailMessage, `booking-too-late:${bookingId}`)
}
