/** The email to a client who closed the page before their bank refused or timed out, with what they can do about the hour. */
import { sql } from 'kysely'
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { waitsFor } from '#server/booking/moves/move.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import type { Work } from '#server/platform/work.ts'

/** How long the page polls by itself (booking-success.tsx): a refusal within it is shown there. */
const pageLooksSeconds = 120

/**
 * After a bank's refusal, and after a hold expired: sends an email if the bank refused after the page was closed, or the time ran out
 * before it answered. Once for each payment attempt. A voucher has its own email before its last hour.
 */
export const mailBankRefused = async (work: Work, bookingId: string): Promise<void> => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null || booking.kind === 'rent') return
  if (booking.status !== 'held' && booking.status !== 'expired') return
  if ((await readPayment(work, bookingId))?.method !== 'card') return
  const paid = await lastPaid(work, bookingId)
  if (paid === undefined || !paid.late) return
  const { hold_expires_at: until, zone } = booking
  const isHeld = booking.status === 'held' && until !== null && until > work.now
  const emailMessage = {
    to: contact,
    subject: `Tu pago no pasó: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: ${paid.refused ? 'tu banco no aprobó el pago y no se te cobró nada.' : 'tu banco no respondió a tiempo.'}`,
      ...(isHeld
        ? [
            `Tu hora sigue apartada hasta el ${longDate(until, zone)}, ${clockTime(until, zone)} h. Si quieres conservarla, intenta con otra tarjeta.`,
          ]
        : ['Tu hora quedó libre. Si nadie la ha tomado, puedes apartarla otra vez.']),
      ...(paid.refused
        ? []
        : [
            `Si todavía lo aprueba, te escribimos: o ${waitsFor(booking).length > 0 ? 'tu solicitud queda enviada' : 'tu cita queda confirmada'}, o te devolvemos todo lo que se haya cobrado.`,
          ]),
    ],
    action: { label: 'Intentar de nuevo', address: ownLink(work, booking) },
  }
  await send(work, emailMessage, `booking-bank-refused:${bookingId}:${paid.version}`)
}

/** The last payment attempt, its result, and whether that came after the page was closed. */
const lastPaid = async (work: Work, bookingId: string) => {
  const { rows } = await sql<{ version: number; refused: boolean; late: boolean }>`
    select paid.version, ended.move = 'decline_card' as refused,
      ended.move <> 'decline_card' or ended.at > paid.at + ${pageLooksSeconds} * interval '1 second' as late
    from booking_moves paid join booking_moves ended on ended.booking_id = paid.booking_id and ended.version > paid.version
    where paid.booking_id = ${bookingId} and paid.move = 'pay' and (ended.move = 'decline_card'
      or ended.move = 'expire' and ended.from_status = 'awaiting_payment' and ended.reason = 'time over')
    order by paid.version desc, ended.version limit 1`.execute(work.db)
  return rows[0]
}
