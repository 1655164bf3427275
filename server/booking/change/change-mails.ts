/** The emails to the client about a change of hour: proposed by another party, ended without effect, done. */
import { formatCents } from '#contract/platform/money.ts'
import { mailNewPlan } from '#server/booking/summary/mails.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { moneyWords } from '#server/booking/columns/money-words.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import type { Work } from '#server/platform/work.ts'

const proposalOf = (work: Work, id: string) =>
  work.db.selectFrom('change_proposals').selectAll().where('id', '=', id).executeTakeFirst()

const at = (moment: Date, zone: string) => `${longDate(moment, zone)}, ${clockTime(moment, zone)} h`

/** Asks the client, if the answer is theirs; nothing once the proposal was answered. */
export const mailChangeProposed = async (work: Work, proposalId: string) => {
  const proposal = await proposalOf(work, proposalId)
  if (proposal?.state !== 'open' || proposal.client_acceptance !== 'pending') return
  const booking = await bookingForMail(work, proposal.booking_id)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  const isRequest = proposal.was_respond_by !== null
  const until = at(proposal.expires_at, booking.zone)
  await send(
    work,
    {
      to: contact,
      subject: `Te proponen otra hora: ${at(proposal.starts_at, booking.zone)}`,
      lines: [
        `Hola, ${contact.firstName}: ${booking.professional_first_name} te propone ${isRequest ? 'otra hora para la cita que pediste' : 'mover tu cita'}.`,
        ...(proposal.note === '' ? [] : [`«${proposal.note}»`]),
        ...(isRequest
          ? [
              `Si la aceptas, tu cita queda confirmada. Mientras respondes, las dos horas están apartadas para ti. ${moneyWords(booking) ?? ''}`.trim(),
              `Responde antes del ${until}; si no, ${booking.professional_first_name} responde por la hora que pediste.`,
            ]
          : [`Tu cita sigue en pie como está. Responde antes del ${until}; si no, nada cambia.`]),
      ],
      facts: [
        [isRequest ? 'Pediste' : 'Ahora', when(booking)],
        ['Propuesta', at(proposal.starts_at, booking.zone)],
        ['Precio', priceText(booking.total_cents, proposal.difference_cents)],
      ] satisfies [string, string][],
      action: { label: 'Ver la propuesta', address: ownLink(work, booking) },
    },
    `booking-change-proposed:${proposalId}`,
  )
}

/** "Baja $40: pagas $560, y te devolvemos la diferencia." A client never pays more for an hour proposed to them. */
const priceText = (totalCents: number, differenceCents: number) =>
  differenceCents === 0
    ? 'No cambia'
    : `Baja ${formatCents(-differenceCents)}: queda en ${formatCents(totalCents + differenceCents)}`

/** Notifies the proposer that nothing changes. */
export const mailChangeEnded = async (work: Work, proposalId: string) => {
  const proposal = await proposalOf(work, proposalId)
  if (proposal?.proposed_by !== 'client' || !['declined', 'lapsed'].includes(proposal.state)) return
  const booking = await bookingForMail(work, proposal.booking_id)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  await send(
    work,
    {
      to: contact,
      subject: `Tu cita sigue a la misma hora: ${when(booking)}`,
      lines: [
        proposal.state === 'declined'
          ? `Hola, ${contact.firstName}: ${booking.professional_first_name} no puede a la hora que propusiste.`
          : `Hola, ${contact.firstName}: nadie respondió a tiempo la hora que propusiste.`,
        proposal.pay_cents > 0
          ? 'Tu cita sigue en pie como estaba, y tu banco suelta lo que había apartado.'
          : 'Tu cita sigue en pie como estaba.',
      ],
      action: { label: 'Ver mi cita', address: ownLink(work, booking) },
    },
    `booking-change-ended:${proposalId}`,
  )
}

/** The new hour, with the calendar file that moves the old one, and what it costs. Each move has its own email. */
export const mailChanged = async (work: Work, bookingId: string) => {
  const made = await work.db
    .selectFrom('change_proposals')
    .select(['starts_at', 'difference_cents', 'fee_cents'])
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'accepted')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  await mailNewPlan(work, bookingId, (booking, { firstName }) => {
    // The last change led to this hour, unless no price was recorded for the move.
    const isOfThis = made?.starts_at.getTime() === booking.starts_at.getTime()
    const { difference_cents: differenceCents, fee_cents: feeCents } = isOfThis
      ? made
      : { difference_cents: 0, fee_cents: 0 }
    return {
      subject: `Tu cita cambió de hora: ${when(booking)}`,
      lines: [
        `Hola, ${firstName}: tu cita quedó confirmada en su nueva hora. ${becameText(booking.total_cents, differenceCents)}`,
        ...(feeCents > 0
          ? [`La cuota por cambiar otra vez fue de ${formatCents(feeCents)}; tu recibo la explica.`]
          : []),
      ],
      dedupeKey: `booking-changed:${bookingId}:${booking.starts_at.toISOString()}:${booking.version}`,
    }
  })
}

const becameText = (totalCents: number, differenceCents: number) => {
  if (differenceCents === 0) return 'El precio no cambia.'
  const by = formatCents(Math.abs(differenceCents))
  return `El precio ${differenceCents > 0 ? 'subió' : 'bajó'} ${by}: ahora es de ${formatCents(totalCents)}.`
}
