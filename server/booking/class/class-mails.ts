/** The email about a moved class: to each client separately, with the calendar file that moves the old hour. */
import { movedFrom } from '#server/booking/columns/class-row.ts'
import { mailNewPlan } from '#server/booking/summary/mails.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import type { Work } from '#server/platform/work.ts'

export const mailSeatMoved = (work: Work, bookingId: string) =>
  mailNewPlan(work, bookingId, (booking, { firstName }) => {
    const from = movedFrom(booking)
    const dedupeKey = `class-moved:${bookingId}:${booking.version}`
    const now = `${longDate(booking.starts_at, booking.zone)}, ${clockTime(booking.starts_at, booking.zone)} h`
    const { professional_first_name: teacher } = booking
    // Moved back before the client answered: the seat remains valid as agreed.
    if (from === null)
      return {
        subject: `Tu clase vuelve a su hora: ${now}`,
        lines: [
          `Hola, ${firstName}: ${teacher} regresó la clase a donde la reservaste. Nada cambia para ti.`,
        ],
        dedupeKey,
      }
    const at = new Date(from.startsAt)
    return {
      subject: `Tu clase se movió: ${now}`,
      lines: [
        `Hola, ${firstName}: ${teacher} movió la clase que reservaste. Era el ${longDate(at, booking.zone)}, ${clockTime(at, booking.zone)} h (${from.place}).`,
        'Tu lugar pasó a la nueva hora y el precio no cambia. Abre tu reserva y di si te queda bien.',
        'Si no te queda, cancela ahí mismo: no te cuesta nada. Mientras no digas que sí, tampoco se te cobra nada por no ir.',
      ],
      dedupeKey,
    }
  })
