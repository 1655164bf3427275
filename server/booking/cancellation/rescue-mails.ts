/** The client's emails when a host cancels: the proposal of another place, and its result. Each has one link. */
import { walkingMinutes } from '#contract/places/walking.ts'
import { addressOfLink } from '#server/booking/columns/link-row.ts'
import { mailNewPlan } from '#server/booking/summary/mails.ts'
import { bookingForMail, send, when } from '#server/booking/summary/mail-parts.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { spaceOf } from '#server/booking/contact/location.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import type { Work } from '#server/platform/work.ts'

const rescueFor = (work: Work, id: string) =>
  work.db
    .selectFrom('rescues as rescue')
    .leftJoin('spaces as space', 'space.id', 'rescue.to_space_id')
    .selectAll('rescue')
    .select([spaceNamed('space').as('place'), 'space.neighbourhood'])
    .where('rescue.id', '=', id)
    .executeTakeFirst()

/** Asks while an answer is awaited; sends nothing to a client who has accepted on a screen meanwhile. */
export const mailRescueStarted = async (work: Work, rescueId: string) => {
  const rescue = await rescueFor(work, rescueId)
  if (rescue?.state !== 'open' || rescue.client_acceptance !== 'pending') return
  const booking = await bookingForMail(work, rescue.booking_id)
  const contact = booking === undefined ? null : contactOf(booking)
  const link = await work.db
    .selectFrom('booking_links')
    .select('id')
    .where('booking_id', '=', rescue.booking_id)
    .where('kind', '=', 'rescue')
    .where('answer', 'is', null)
    .executeTakeFirst()
  if (booking === undefined || contact === null || link === undefined) return
  const until = `${longDate(rescue.expires_at, booking.zone)}, ${clockTime(rescue.expires_at, booking.zone)} h`
  const place = rescue.place ?? `Con ${booking.professional_first_name}`
  await send(
    work,
    {
      to: contact,
      subject: `Tu espacio canceló: encontramos otro a la misma hora, ${when(booking)}`,
      lines: [
        `Hola, ${contact.firstName}: ${spaceOf(booking) || 'el espacio'} no puede recibirte. ${
          rescue.same_business
            ? 'Apartamos otro lugar en la misma casa'
            : `Apartamos otro lugar a ${walkingMinutes(rescue.meters)} minutos a pie`
        }, a la misma hora, con ${booking.professional_first_name} y al mismo precio.`,
        `Dinos si te queda antes del ${until}. Si no, o si nadie responde, la cita se cancela y no te cuesta nada.`,
      ],
      facts: [
        ['Qué', `${booking.service_name} con ${booking.professional_first_name}`],
        ['Cuándo', when(booking)],
        ['Lugar nuevo', [place, rescue.neighbourhood].filter(Boolean).join(', ')],
        ['Precio', 'No cambia'],
      ],
      action: { label: 'Ver el lugar nuevo', address: addressOfLink(work, link.id) },
    },
    `booking-rescue:${rescueId}`,
  )
}

/** Both accepted: the new place, with the calendar file that moves the visit. */
export const mailRescued = async (work: Work, rescueId: string) => {
  const rescue = await rescueFor(work, rescueId)
  if (rescue?.state !== 'accepted') return
  await mailNewPlan(work, rescue.booking_id, (booking, { firstName }) => ({
    subject: `Tu cita sigue en pie en otro lugar: ${when(booking)}`,
    lines: [`Hola, ${firstName}: todos dijeron que sí. La hora, el precio y quien te atiende no cambian.`],
    dedupeKey: `booking-rescued:${rescueId}`,
  }))
}
