/** The email to a client whose professional runs late. A client's delay reaches the professional by notification. */
import { minuteMs } from '#contract/platform/duration.ts'
import { newestDelay } from '#server/booking/columns/delay-row.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { where } from '#server/booking/contact/location.ts'
import { clockTime } from '#server/booking/moves/wording.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

export const mailDelay = async (work: Work, { bookingId, party, number }: Payload<'booking.delayed'>) => {
  if (party === 'client') return
  const newest = await newestDelay(work, bookingId, party)
  const booking = newest?.number === number ? await bookingForMail(work, bookingId) : undefined
  const contact = booking === undefined ? null : contactOf(booking)
  if (newest === undefined || booking?.status !== 'confirmed' || contact === null) return
  const name = booking.professional_first_name
  const at = clockTime(new Date(booking.starts_at.getTime() + newest.minutes * minuteMs), booking.zone)
  await send(
    work,
    {
      to: contact,
      subject: `${name} va ${newest.minutes} min tarde: empiezan cerca de las ${at}`,
      lines: [
        `Hola, ${contact.firstName}: ${name} avisa que va ${newest.minutes} minutos tarde a tu cita.`,
        `Tu cita sigue en pie y no cambia lo que pagas.${newest.minutes > booking.tolerance_minutes ? ` Si pasan ${booking.tolerance_minutes} minutos de la hora y no llega, en el enlace puedes registrarlo.` : ''}`,
      ],
      facts: [
        ['Cuándo', when(booking)],
        ['Empiezan cerca de las', `${at} h`],
        ['Dónde', where(booking)],
      ],
      action: { label: 'Ver mi cita', address: ownLink(work, booking) },
    },
    `delay:${bookingId}:${party}:${number}`,
  )
}
