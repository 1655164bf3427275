/** The emails about a cancelled booking. */
import { formatCents } from '#contract/platform/money.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { endingOf, endWords, type Ending } from '#server/booking/columns/ending.ts'
import { sentenceFor } from '#server/booking/columns/ending-words.ts'
import { moneyWords } from '#server/booking/columns/money-words.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { spaceOf } from '#server/booking/contact/location.ts'
import type { Work } from '#server/platform/work.ts'
import {
  bookingForMail,
  send,
  fileOf,
  type Addressed,
  type BookingMail,
  when,
  why,
  ownLink,
  ownVisit,
  ownOccupancy,
  ownRents,
} from '#server/booking/summary/mail-parts.ts'

/** Notifies one party of the cancellation, with each refund. */
export const mailCancelled = async (work: Work, bookingId: string, side: Side, unsubscribe?: string) => {
  const booking = await bookingForMail(work, bookingId)
  const ending = booking === undefined ? null : endingOf(booking)
  if (booking === undefined || ending === null) return
  const emailMessage = cancelled[side](work, booking, ending)
  if (emailMessage !== null)
    await send(
      work,
      { ...emailMessage, unsubscribe, ...(await fileOf(work, booking, side)) },
      `booking-cancelled:${bookingId}:${side}`,
    )
}

const cancelled: Readonly<
  Record<Side, (work: Work, booking: Addressed, ending: Ending) => BookingMail | null>
> = {
  client: (work, booking, ending) => {
    const contact = contactOf(booking)
    if (contact === null) return null
    return {
      to: contact,
      subject: `Reserva cancelada: ${booking.service_name}, ${when(booking)}`,
      lines: [
        `Hola, ${contact.firstName}: tu reserva del ${when(booking)} quedó cancelada.`,
        sentenceFor(ending, booking, 'client'),
        ...why(booking, ending, 'client'),
        moneyWords(booking) ?? endWords(booking),
        ...(ending.feeCents > 0 ? [`Cuota por cancelar: ${formatCents(ending.feeCents)}.`] : []),
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
    }
  },
  professional: (work, booking, ending) =>
    booking.kind === 'rent'
      ? rentCancelled(work, booking, ending)
      : {
          to: booking.professional_email,
          subject: `Cita cancelada: ${booking.service_name}, ${when(booking)}`,
          lines: [
            `La cita de ${contactOf(booking)?.firstName ?? 'tu cliente'} del ${when(booking)} quedó cancelada.`,
            sentenceFor(ending, booking, 'professional'),
            ...why(booking, ending, 'professional'),
            ending.professionalNetCents > 0
              ? `De la cuota recibes ${formatCents(ending.professionalNetCents)}.`
              : 'Tu horario vuelve a estar libre.',
          ],
          action: { label: 'Ver la cita', address: ownVisit(work, booking) },
        },
  host: (work, booking, ending) =>
    booking.host_email === null
      ? null
      : {
          to: booking.host_email,
          subject: `Ocupación cancelada: ${booking.unit_name ?? booking.space_name ?? ''}, ${when(booking)}`,
          lines: [
            `${booking.unit_name ?? 'Tu espacio'} vuelve a estar libre el ${when(booking)}.`,
            ...why(booking, ending, 'host'),
            ending.hostNetCents > 0
              ? `Recibes ${formatCents(ending.hostNetCents)} de renta.`
              : 'No hay renta por cobrar.',
          ],
          action: { label: 'Ver mi disponibilidad', address: ownOccupancy(work, booking) },
        },
}

const rentCancelled = (work: Work, booking: Addressed, ending: Ending): BookingMail => ({
  to: booking.professional_email,
  subject: `Renta cancelada: ${spaceOf(booking)}, ${when(booking)}`,
  lines: [
    ending.reason,
    ...why(booking, ending, 'professional'),
    booking.payment_method === 'cash'
      ? `Pagaste en mano: el espacio te devuelve en efectivo ${formatCents(ending.refundCents)}. Pídelos en su recepción.`
      : `Vuelven a tu tarjeta ${formatCents(ending.refundCents)}.`,
    ...(ending.professionalNetCents > 0
      ? [`El espacio te compensa con ${formatCents(ending.professionalNetCents)}.`]
      : []),
  ],
  action: { label: 'Ver mis espacios rentados', address: ownRents(work, booking) },
})
