/**
 * Reminders of a visit, to the client: the day before and shortly before, by their chosen channels (server/notification). Each is noted and
 * announced in one transaction, so any number of processes send it once, and after a crash the next one does.
 */
import { sql } from 'kysely'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { Move } from '#contract/booking/moves.ts'
import { modalityOf } from '#contract/service/modality.ts'
import { visitReminder, type ReminderKind, reminderKinds } from '#contract/service/reminder.ts'
import {
  bookingForMail,
  formsLine,
  ownLink,
  send,
  when,
  whoComes,
} from '#server/booking/summary/mail-parts.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { where } from '#server/booking/contact/location.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Every minute: notes the due reminders in batches, until none is left. Answers how many. */
export const remindDue = async (work: Work): Promise<number> => {
  let noted = 0
  for (const kind of reminderKinds)
    for (let batch = aBatch; batch === aBatch; noted += batch) batch = await noteDue(work, kind)
  return noted
}

const aBatch = 500

/** When it is sent: no text message is sent at night, so one about an early visit is sent the evening before. */
const dueAt = {
  day: sql`booking.starts_at - ${hoursOf(visitReminder.day.beforeMs)}`,
  soon: sql`case when booking.local_start::time < ${visitReminder.earlyVisit}::time
    then (booking.local_start::date - 1 + ${visitReminder.eveningBefore}::time) at time zone booking.zone
    else booking.starts_at - ${hoursOf(visitReminder.soon.beforeMs)} end`,
}

function hoursOf(ms: number) {
  return sql`${ms / minuteMs}::integer * interval '1 minute'`
}

/** Moves that are announced by an email with the new hour. */
const toAnotherHour = ['move_time', 'accept_change', 'follow_class'] as const satisfies readonly Move[]

/**
 * Skipped if the client booked or moved the visit less than an hour before the reminder. After the host cancelled, it waits until the
 * new place is known, and is noted then if there is still time.
 */
const noteDue = (work: Work, kind: ReminderKind): Promise<number> =>
  inTransaction(work, async (work) => {
    const { latestMs } = visitReminder[kind]
    const { rows } = await sql<{ bookingId: string }>`
      insert into booking_reminders (booking_id, kind, starts_at, noted_at)
      select booking.id, ${kind}::text, booking.starts_at, ${work.now}::timestamptz
      from bookings booking
      where booking.status = 'confirmed' and booking.kind = 'visit' and booking.rescue_by is null
        and booking.starts_at > ${new Date(work.now.getTime() + latestMs)}::timestamptz
        and booking.starts_at <= ${new Date(work.now.getTime() + 24 * hourMs)}::timestamptz
        and ${dueAt[kind]} <= ${work.now}::timestamptz
        and booking.confirmed_at <= ${dueAt[kind]} - interval '1 hour'
        and not exists (select from booking_moves moved where moved.booking_id = booking.id
          and moved.move in (${sql.join(toAnotherHour)}) and moved.at > ${dueAt[kind]} - interval '1 hour')
        and not exists (select from booking_reminders done
          where done.booking_id = booking.id and done.kind = ${kind} and done.starts_at = booking.starts_at)
      order by booking.starts_at, booking.id limit ${aBatch}
      on conflict do nothing
      returning booking_id as "bookingId"`.execute(work.db)
    if (rows.length > 0)
      await publish(work, 'booking.reminders_due', {
        kind,
        bookingIds: rows.map(({ bookingId }) => bookingId),
      })
    return rows.length
  })

/** The reminder email; sent once, even when the job runs again. */
export const mailReminder = async (
  work: Work,
  bookingId: string,
  key: string,
  unsubscribe?: string,
): Promise<void> => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  const name = `${booking.professional_first_name} ${booking.professional_last_name}`
  const { comes, waits, cannot } = words[modalityOf(booking.visit_place)]
  await send(
    work,
    {
      to: contact,
      unsubscribe,
      subject: `${dayWord(work, booking) === 'hoy' ? 'Hoy' : 'Mañana'} ${comes}: ${booking.service_name}, ${when(booking)}`,
      lines: [
        `Hola, ${contact.firstName}: ${name} ${waits}.`,
        ...formsLine(booking),
        `${cannot}, avisa cuanto antes: en el enlace ves qué cuesta cancelar ahora, antes de decidir.`,
      ],
      facts: [
        ['Qué', `${booking.service_name} con ${name}`],
        ...whoComes(booking),
        ['Cuándo', when(booking)],
        ['Dónde', where(booking)],
        ...(booking.arrival_code === null
          ? []
          : [['Tu código de llegada', booking.arrival_code] satisfies [string, string]]),
      ],
      action: { label: 'Ver mi cita', address: ownLink(work, booking) },
    },
    key,
  )
}

const words = {
  place: { comes: 'te esperan', waits: 'te espera', cannot: 'Si no puedes ir' },
  home: { comes: 'van a tu casa', waits: 'va a tu casa', cannot: 'Si no puedes recibirle' },
  online: { comes: 'te esperan en línea', waits: 'te espera en línea', cannot: 'Si no puedes conectarte' },
} as const

/** Whether it is today, by the local date of the place. */
export const dayWord = (work: Work, { starts_at, zone }: { starts_at: Date; zone: string }) =>
  localDate(starts_at, zone) === localDate(work.now, zone) ? 'hoy' : 'mañana'
