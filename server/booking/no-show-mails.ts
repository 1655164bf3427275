/** The letters about a client who did not come, to the client: it was said, and how it was settled. */
import { formatCents } from '#contract/money.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/mails.ts'
import { contactOf, endingOf } from '#server/booking/present.ts'
import { clockTime, longDate } from '#server/booking/wording.ts'
import type { Work } from '#server/platform/work.ts'

/** What is frozen, what goes back, and until when to say otherwise. */
export const mailNoShow = async (work: Work, bookingId: string) => {
  const found = await noShowFor(work, bookingId)
  if (found === null) return
  const { booking, contact, ending } = found
  const until = booking.contest_by ?? work.now
  const isFree = ending.feeCents === 0
  const letter = {
    to: contact.email,
    subject: `Se registró que no llegaste: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: ${booking.professional_first_name} te esperó y registró que no llegaste a tu cita.`,
      ending.reason,
      ...(isFree
        ? [`Recibes de vuelta ${formatCents(ending.refundCents)}.`]
        : [
            `La cuota de ${formatCents(ending.feeCents)} queda en pausa un día; ${formatCents(ending.refundCents)} vuelven ya a tu tarjeta.`,
            `¿No fue así? Objétalo antes del ${longDate(until, booking.zone)}, ${clockTime(until, booking.zone)} h, y lo revisamos antes de cobrar nada.`,
          ]),
    ],
    action: { label: isFree ? 'Ver mi reserva' : 'Ver u objetar', address: ownLink(work, booking) },
  }
  await send(work, letter, `booking-no-show:${bookingId}`)
}

/** It stands, or everything goes back. */
export const mailNoShowEnded = async (work: Work, bookingId: string) => {
  const found = await noShowFor(work, bookingId)
  if (found === null || found.booking.no_show_state === 'open') return
  const { booking, contact, ending } = found
  const stands = booking.no_show_state === 'stands'
  const letter = {
    to: contact.email,
    subject: stands
      ? `Se cobró la cuota por inasistencia: ${booking.service_name}`
      : `Te devolvemos todo: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: ya se resolvió la inasistencia de tu cita del ${when(booking)}.`,
      stands
        ? `La cuota de ${formatCents(ending.feeCents)} se cobra; en tu recibo ves de dónde sale cada peso.`
        : `No se te cobra nada: ${formatCents(ending.refundCents)} vuelven a tu tarjeta.`,
    ],
    action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
  }
  await send(work, letter, `booking-no-show-ended:${bookingId}`)
}

const noShowFor = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  const ending = booking === undefined ? null : endingOf(booking)
  if (booking === undefined || booking.no_show_state === null || contact === null || ending === null)
    return null
  return { booking, contact, ending }
}
