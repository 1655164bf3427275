/** The emails about a no-show, to the client: it was reported, contested by the professional, and how it was settled. */
import { formatCents } from '#contract/platform/money.ts'
import { restored } from '#contract/booking/visit/no-show.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { absentOf, hadStarted, outcomeOf } from '#server/booking/cancellation/no-show-rules.ts'
import { goesBack } from '#server/booking/columns/money-words.ts'
import { chargedOf } from '#server/booking/columns/payment.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { endingOf, endWords } from '#server/booking/columns/ending.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import type { Work } from '#server/platform/work.ts'

/** What is frozen, what is refunded, and until when to contest it. */
export const mailNoShow = async (work: Work, bookingId: string) => {
  const found = await noShowFor(work, bookingId)
  if (found === null) return
  const emailMessage = found.absent === 'client' ? toMissingClient(work, found) : toWaitingClient(found)
  await send(
    work,
    {
      ...emailMessage,
      to: found.contact,
      action: { label: emailMessage.label, address: ownLink(work, found.booking) },
    },
    `booking-no-show:${bookingId}`,
  )
}

type Found = NonNullable<Awaited<ReturnType<typeof noShowFor>>>

const toMissingClient = (work: Work, { booking, contact, ending }: Found) => {
  const until = booking.contest_by ?? work.now
  const isFree = ending.feeCents === 0
  return {
    subject: `Se registró que no llegaste: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: ${booking.professional_first_name} te esperó y registró que no llegaste a tu cita.`,
      ending.reason,
      ...(isFree
        ? [endWords(booking)]
        : [
            `La cuota de ${formatCents(ending.feeCents)} queda en pausa un día. ${endWords(booking)}`.trim(),
            `¿No fue así? Dilo antes del ${longDate(until, booking.zone)}, ${clockTime(until, booking.zone)} h, y lo revisamos antes de cobrar nada.`,
          ]),
    ],
    label: isFree ? 'Ver mi reserva' : 'Ver o decir que no fue así',
  }
}

const toWaitingClient = ({ booking, contact, ending }: Found) => {
  const { creditCents } = outcomeOf(booking, 'professional')
  const name = booking.professional_first_name
  const { backCents } = goesBack(chargedOf(booking), ending)
  return {
    subject: `${name} no llegó a tu cita${backCents === 0 ? '' : ': te devolvemos todo'}`,
    lines: [
      `Hola, ${contact.firstName}: quedó registrado que ${name} no llegó a tu cita del ${when(booking)}. Lo sentimos.`,
      `${endWords(booking)} Además recibes ${formatCents(creditCents)} de saldo a favor, a su cargo.`.trim(),
      hadStarted(booking)
        ? `${name} había registrado que la cita empezó y tiene un día para decir otra cosa; si no lo hace, se queda así${backCents === 0 ? '' : ' y el dinero va de regreso'}.`
        : `${name} tiene un día para decir otra cosa; si no lo hace, se queda así.`,
    ],
    label: 'Ver mi reserva',
  }
}

/** The professional contests the client's report; what is frozen waits for a decision. */
export const mailContested = async (work: Work, bookingId: string) => {
  const found = await noShowFor(work, bookingId)
  if (found?.absent !== 'professional' || found.booking.no_show_state !== 'contested') return
  const { booking, contact } = found
  await send(
    work,
    {
      to: contact,
      subject: `${booking.professional_first_name} dice que sí llegó: ${booking.service_name}`,
      lines: [
        `Hola, ${contact.firstName}: ${booking.professional_first_name} dice que sí llegó a tu cita del ${when(booking)}.`,
        'Leemos lo que dice cada parte y te avisamos. Mientras tanto nadie cobra lo que está en pausa.',
      ],
      action: { label: 'Leer qué dice', address: ownLink(work, booking) },
    },
    `booking-no-show-contested:${bookingId}`,
  )
}

/** It is final, or refunded in full. */
export const mailNoShowEnded = async (work: Work, bookingId: string) => {
  const found = await noShowFor(work, bookingId)
  if (found === null) return mailRestored(work, bookingId)
  if (found.booking.no_show_state === 'open') return
  const { booking, contact, ending, absent } = found
  const isActive = booking.no_show_state === 'stands'
  const isSaved = ending.feeCents > 0
  const credit =
    absent === 'professional' && isActive
      ? ` Y tienes ${formatCents(outcomeOf(booking, 'professional').creditCents)} de saldo a favor para tu próxima reserva.`
      : ''
  const emailMessage = {
    to: contact,
    subject: isSaved
      ? `Se cobró la cuota por inasistencia: ${booking.service_name}`
      : `${goesBack(chargedOf(booking), ending).backCents === 0 ? 'No se te cobra nada' : 'Te devolvemos todo'}: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: ya se resolvió lo de tu cita del ${when(booking)}.`,
      ...(absent === 'professional' && !isActive ? [ending.reason] : []),
      isSaved
        ? `La cuota de ${formatCents(ending.feeCents)} se cobra; en tu recibo ves de dónde sale cada peso.`
        : `${endWords(booking)}${credit}`,
    ],
    action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
  }
  await send(work, emailMessage, `booking-no-show-ended:${bookingId}`)
}

/** The visit had started and took place: it is treated as any other, and its client reads why. */
const mailRestored = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking?.no_show_state !== 'falls' || contact === null || absentOf(booking) !== null) return
  await send(
    work,
    {
      to: contact,
      subject: `Tu cita se cobra: ${booking.service_name}, ${when(booking)}`,
      lines: [
        `Hola, ${contact.firstName}: ya se resolvió lo que se registró de tu cita.`,
        restored,
        '¿Algo no salió como quedaron? Repórtalo desde tu reserva.',
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
    },
    `booking-no-show-ended:${bookingId}`,
  )
}

const noShowFor = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  const ending = booking === undefined ? null : endingOf(booking)
  const absent = booking === undefined ? null : absentOf(booking)
  if (booking === undefined || absent === null || contact === null || ending === null) return null
  return booking.no_show_state === null ? null : { booking, contact, ending, absent }
}
