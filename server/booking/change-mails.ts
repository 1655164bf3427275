/** The letters of a change of hour, to the client: proposed by somebody else, come to nothing, done. */
import { bookingForMail, mailNewPlan, ownLink, send, when } from '#server/booking/mails.ts'
import { contactOf } from '#server/booking/present.ts'
import { clockTime, longDate } from '#server/booking/wording.ts'
import type { Work } from '#server/platform/work.ts'

const proposalOf = (work: Work, id: string) =>
  work.db.selectFrom('change_proposals').selectAll().where('id', '=', id).executeTakeFirst()

const at = (moment: Date, zone: string) => `${longDate(moment, zone)}, ${clockTime(moment, zone)} h`

/** Asks the client, if it is they who are waited for; nothing once it was answered. */
export const mailChangeProposed = async (work: Work, proposalId: string) => {
  const proposal = await proposalOf(work, proposalId)
  if (proposal?.state !== 'open' || proposal.client_acceptance !== 'pending') return
  const booking = await bookingForMail(work, proposal.booking_id)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  await send(
    work,
    {
      to: contact.email,
      subject: `Te proponen otra hora: ${at(proposal.starts_at, booking.zone)}`,
      lines: [
        `Hola, ${contact.firstName}: ${booking.professional_first_name} te propone mover tu cita.`,
        ...(proposal.note === '' ? [] : [`«${proposal.note}»`]),
        `Tu cita sigue en pie como está. Responde antes del ${at(proposal.expires_at, booking.zone)}; si no, nada cambia.`,
      ],
      facts: [
        ['Ahora', when(booking)],
        ['Propuesta', at(proposal.starts_at, booking.zone)],
        ['Precio', 'No cambia'],
      ] satisfies [string, string][],
      action: { label: 'Ver la propuesta', address: ownLink(work, booking) },
    },
    `booking-change-proposed:${proposalId}`,
  )
}

/** Whoever proposed it hears that nothing changes. */
export const mailChangeEnded = async (work: Work, proposalId: string) => {
  const proposal = await proposalOf(work, proposalId)
  if (proposal?.proposed_by !== 'client' || !['declined', 'lapsed'].includes(proposal.state)) return
  const booking = await bookingForMail(work, proposal.booking_id)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  await send(
    work,
    {
      to: contact.email,
      subject: `Tu cita sigue a la misma hora: ${when(booking)}`,
      lines: [
        proposal.state === 'declined'
          ? `Hola, ${contact.firstName}: ${booking.professional_first_name} no puede a la hora que propusiste.`
          : `Hola, ${contact.firstName}: nadie respondió a tiempo la hora que propusiste.`,
        'Tu cita sigue en pie como estaba.',
      ],
      action: { label: 'Ver mi cita', address: ownLink(work, booking) },
    },
    `booking-change-ended:${proposalId}`,
  )
}

/** The new hour, with the calendar file that moves the old one. Each move by its own letter. */
export const mailChanged = (work: Work, bookingId: string) =>
  mailNewPlan(work, bookingId, (booking, { firstName }) => ({
    subject: `Tu cita cambió de hora: ${when(booking)}`,
    lines: [`Hola, ${firstName}: tu cita quedó confirmada en su nueva hora. El precio no cambia.`],
    dedupeKey: `booking-changed:${bookingId}:${booking.starts_at.toISOString()}:${booking.version}`,
  }))
