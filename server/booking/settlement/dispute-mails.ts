/** The emails about a dispute of a visit, to the client who reported it: answered, decided, appealed, closed. */
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import {
  Bearer,
  DisputeLine,
  DisputeOutcome,
  outcomeText,
} from '#contract/booking/settlement/dispute-subject.ts'
import * as z from 'zod/mini'
import { contactOf } from '#server/booking/columns/client.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

/** Once for each move; a client never has to answer, so all are about the progress of their report. */
export const mailDispute = async (work: Work, { disputeId, move }: Payload<'dispute.changed'>) => {
  const row = await work.db.selectFrom('disputes').selectAll().where('id', '=', disputeId).executeTakeFirst()
  if (row?.opened_by !== 'client') return
  const booking = await bookingForMail(work, row.booking_id)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  const decided =
    row.outcome === null
      ? ''
      : outcomeText(
          { line: z.parse(DisputeLine, row.line), lineCents: row.line_cents },
          z.parse(DisputeOutcome, row.outcome),
          row.charged_to === null ? null : z.parse(Bearer, row.charged_to),
        )
  const until = (at: Date | null) =>
    at === null ? '' : `${longDate(at, booking.zone)}, ${clockTime(at, booking.zone)} h`
  const appealable = `Puedes apelar una vez, hasta el ${until(row.appeal_by)}.`
  const emails: Readonly<Record<string, readonly [subject: string, line: string]>> = {
    open: [
      'Recibimos tu reporte',
      `${booking.professional_first_name} o el espacio responde antes del ${until(row.answer_by)}; si no, se resuelve a tu favor.`,
    ],
    answer: ['Respondieron a tu reporte', 'Lee qué dicen. Alguien de Kalli decide en 72 horas.'],
    mediate: ['Lo decide Kalli', 'Nadie respondió a tu reporte. Alguien de Kalli decide en 72 horas.'],
    overdue: ['La decisión tarda más', 'Todavía leemos lo que dijo cada parte. Te avisamos.'],
    stand: ['Se resolvió tu reporte', `${decided} ${appealable}`],
    decide: ['Se resolvió tu reporte', `${decided} ${appealable}`],
    ...(row.appealed_by === 'client'
      ? {}
      : { appeal: ['Apelaron la decisión', 'La revisamos otra vez, en 72 horas.'] as const }),
    decide_appeal: ['Se resolvió la apelación', `${decided} Quedó cerrado.`],
    fall_away: [
      'Tu reporte quedó cerrado',
      'La cita se canceló o alguien no asistió: del dinero se decide así, y tu reporte ya no hace falta.',
    ],
    close: ['Tu reporte quedó cerrado', decided],
  }
  const emailMessage = emails[move]
  if (emailMessage === undefined) return
  const [subject, line] = emailMessage
  await send(
    work,
    {
      to: contact,
      subject: `${subject}: ${booking.service_name}`,
      lines: [`Hola, ${contact.firstName}: sobre tu cita del ${when(booking)}.`, line],
      action: { label: 'Ver mi reporte', address: ownLink(work, booking) },
    },
    `dispute:${disputeId}:${move}`,
  )
}
