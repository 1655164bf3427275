/**
 * The emails about the rest of a price, to the client: a receipt, or that their card was declined and how to pay; the latter once a day.
 */
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { formatCents } from '#contract/platform/money.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { isByLink } from '#server/booking/moves/upfront.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

export const mailBalance = async (work: Work, { balanceId, move }: Payload<'balance.changed'>) => {
  const row = await work.db
    .selectFrom('booking_balances as rest')
    .leftJoin('payments', 'payments.booking_id', 'rest.id')
    .select(['rest.booking_id', 'rest.amount_cents', 'payments.method'])
    .where('rest.id', '=', balanceId)
    .executeTakeFirst()
  const booking = row === undefined ? undefined : await bookingForMail(work, row.booking_id)
  const contact = booking === undefined ? null : contactOf(booking)
  if (row === undefined || booking === undefined || contact === null) return
  const amount = formatCents(row.amount_cents)
  const hello = `Hola, ${contact.firstName}: sobre tu cita del ${when(booking)}.`
  if (move === 'paid' && isByLink(booking))
    return send(
      work,
      {
        to: contact,
        subject: `Recibimos tu pago: ${amount}`,
        lines: [
          hello,
          booking.in_place_cents > 0
            ? `Pagaste ${amount} de anticipo; los ${formatCents(booking.in_place_cents)} que faltan se pagan en el lugar.`
            : `Pagaste ${amount}: tu cita queda pagada. Tu recibo está en tu reserva.`,
        ],
        action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
      },
      `balance-paid:${balanceId}`,
    )
  if (move === 'paid')
    return send(
      work,
      {
        to: contact,
        subject: `Pagaste el resto de tu cita: ${amount}`,
        lines: [
          hello,
          row.method === 'cash'
            ? `Tu profesional registró que le diste ${amount} en efectivo: tu cita queda pagada y no se cobra nada más a tu tarjeta. Si no fue así, repórtalo desde tu reserva.`
            : `Con los ${amount} de hoy tu cita queda pagada. Tu recibo está en tu reserva.`,
        ],
        action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
      },
      `balance-paid:${balanceId}`,
    )
  // Paid meanwhile.
  if (booking.balance_cents === 0) return
  await send(
    work,
    {
      to: contact,
      subject: `Falta pagar el resto de tu cita: ${amount}`,
      lines: [
        hello,
        // Nothing was paid yet where the card was only saved, or the bank released the authorization.
        `${booking.upfront_cents ? 'Al reservar diste un anticipo, y faltan' : 'Faltan'} ${amount}. Tu banco no aprobó el cargo a la tarjeta que guardaste.`,
        'Págalos con otra tarjeta desde tu reserva: toma un minuto.',
      ],
      action: { label: `Pagar ${amount}`, address: ownLink(work, booking) },
    },
    `balance-refused:${row.booking_id}:${work.now.toISOString().slice(0, 10)}`,
  )
}

/** What the link requested was paid at the place instead: the client is notified, and may contest it. */
export const mailPaidAtPlace = async (
  work: Work,
  { bookingId, cents }: Payload<'balance.paid_at_place'>,
): Promise<void> => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  const amount = formatCents(cents)
  await send(
    work,
    {
      to: contact,
      subject: `Pagaste ${amount} en el lugar`,
      lines: [
        `Hola, ${contact.firstName}: sobre tu cita del ${when(booking)}.`,
        `Tu profesional registró que le pagaste ${amount} en el lugar: ya no falta pagar con el enlace. Si no fue así, repórtalo desde tu reserva.`,
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
    },
    `balance-at-place:${bookingId}`,
  )
}
