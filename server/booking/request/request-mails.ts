/** The emails of a request, to its client: sent, declined, expired. Its confirmation is emailed as for any booking. */
import { formatCents } from '#contract/platform/money.ts'
import {
  bookingForMail,
  isFollower,
  ownLink,
  send,
  when,
  whoComes,
} from '#server/booking/summary/mail-parts.ts'
import { comesBack, moneyWords } from '#server/booking/columns/money-words.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { whoAnswers } from '#server/booking/columns/request.ts'
import { waitsFor } from '#server/booking/moves/move.ts'
import type { Shown } from '#server/booking/summary/present.ts'
import { alternativesTo } from '#server/booking/request/request.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import type { Work } from '#server/platform/work.ts'

/** Says until when the client will have an answer; nothing once it was answered. */
export const mailRequested = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking?.status !== 'requested' || contact === null || booking.respond_by === null) return
  if (isFollower(booking)) return
  const until = `${longDate(booking.respond_by, booking.zone)}, ${clockTime(booking.respond_by, booking.zone)} h`
  const name = `${booking.professional_first_name} ${booking.professional_last_name}`
  const answers = waitsFor(booking).includes('host') ? whoAnswers(booking) : name
  const emailMessage = {
    to: contact,
    subject: `Solicitud enviada: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: ${answers} responde cada solicitud. Tu horario queda apartado mientras tanto.`,
      `Tendrás respuesta antes del ${until}. Si nadie responde, tu horario se suelta.`,
      ...listOf(moneyWords(booking)),
    ],
    facts: [
      ['Qué', `${booking.service_name} con ${name}`],
      ...whoComes(booking),
      ['Cuándo', when(booking)],
      priceFact(booking),
    ] satisfies [string, string][],
    action: { label: 'Ver mi solicitud', address: ownLink(work, booking) },
  }
  await send(work, emailMessage, `booking-requested:${bookingId}`)
}

const listOf = (said: string | undefined) => (said === undefined ? [] : [said])

/** An amount already paid is not charged on acceptance. */
const priceFact = ({
  session_pack_id,
  payment_captured_cents,
  total_cents,
}: Pick<Shown, 'session_pack_id' | 'payment_captured_cents' | 'total_cents'>): [string, string] => {
  if (session_pack_id !== null) return ['Pagas con', 'Una sesión de tu paquete']
  return [(payment_captured_cents ?? 0) > 0 ? 'Pagaste' : 'Total si acepta', formatCents(total_cents)]
}

/** Declined or expired: why, what becomes of the money, and the nearest times. */
export const mailNotAccepted = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  const ending = booking === undefined ? null : endingOf(booking)
  if (booking === undefined || contact === null || ending === null) return
  const others = await alternativesTo(work, booking)
  const near = others.map(({ startsAt }) => {
    const at = new Date(startsAt)
    return `${longDate(at, booking.zone)}, ${clockTime(at, booking.zone)} h`
  })
  const emailMessage = {
    to: contact,
    subject:
      booking.status === 'declined'
        ? `No pudo ser: ${booking.service_name}, ${when(booking)}`
        : `Tu solicitud venció: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: tu cita del ${when(booking)} no quedó. ${ending.reason}`,
      comesBack(booking),
      ...(near.length > 0 ? ['Estos son los horarios libres más cercanos:', near.join(' · ')] : []),
    ],
    action: {
      label: near.length > 0 ? 'Elegir otro horario' : 'Ver mi solicitud',
      address: ownLink(work, booking),
    },
  }
  await send(work, emailMessage, `booking-not-accepted:${bookingId}`)
}
