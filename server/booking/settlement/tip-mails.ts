/** The emails about a tip, to the client who gave it: a receipt, a refund, or that the card of a promised one was declined. */
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { formatCents } from '#contract/platform/money.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Words = (amount: string, name: string) => string
const words: Readonly<Record<Payload<'tip.changed'>['move'], { subject: Words; text: Words }>> = {
  paid: {
    subject: (amount, name) => `Tu propina para ${name}: ${amount}`,
    text: (amount, name) => `Diste ${amount} de propina. ${name} recibe todo: Kalli no cobra comisión.`,
  },
  returned: {
    subject: (amount) => `Te devolvemos tu propina: ${amount}`,
    text: (amount) => `Los ${amount} de tu propina vuelven a tu tarjeta.`,
  },
  /** For a tip promised at the checkout. */
  refused: {
    subject: (amount, name) => `Tu propina para ${name} no pasó: ${amount}`,
    text: (amount) =>
      `Tu banco no aprobó los ${amount} que prometiste al reservar. No se te cobró nada; si quieres, dala con otra tarjeta desde tu reserva.`,
  },
}

export const mailTip = async (work: Work, { tipId, move }: Payload<'tip.changed'>) => {
  const row = await work.db.selectFrom('tips').selectAll().where('id', '=', tipId).executeTakeFirst()
  const booking = row === undefined ? undefined : await bookingForMail(work, row.booking_id)
  const contact = booking === undefined ? null : contactOf(booking)
  if (row === undefined || booking === undefined || contact === null) return
  const amount = formatCents(row.amount_cents)
  const name = booking.professional_first_name
  await send(
    work,
    {
      to: contact,
      subject: words[move].subject(amount, name),
      lines: [
        `Hola, ${contact.firstName}: sobre tu cita del ${when(booking)}.`,
        words[move].text(amount, name),
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
    },
    `tip:${tipId}:${move}`,
  )
}
