/** A party is late for a visit: the other is notified at once. The email to a client is sent by the booking module. */
import { sql } from 'kysely'
import { usualToleranceMinutes } from '#contract/service/tolerance.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { newestDelay } from '#server/booking/columns/delay-row.ts'
import { clockTime } from '#server/booking/moves/wording.ts'
import { notifyClientDelay } from '#server/notification/event/client.ts'
import { notifyEach } from '#server/notification/event/place.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = { accountId: number; firstName: string | null; service: string; startsAt: Date; zone: string }

/** If a newer delay was reported since, only the newer is sent. */
export const notifyDelayed = async (work: Work, { bookingId, party, number }: Payload<'booking.delayed'>) => {
  const newest = await newestDelay(work, bookingId, party)
  if (newest?.number !== number) return
  if (party === 'professional') return notifyClientDelay(work, bookingId, newest)
  const { rows } = await sql<Row>`
    select professional.account_id as "accountId", booking.contact ->> 'firstName' as "firstName",
      booking.service_name as service, booking.starts_at as "startsAt", booking.zone
    from bookings booking join professionals professional on professional.id = booking.professional_id
    where booking.id = ${bookingId} and booking.status = 'confirmed'`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const { minutes, reported_at } = newest
  const name = row.firstName ?? 'Tu cliente'
  const arrives = new Date(row.startsAt.getTime() + minutes * minuteMs)
  await notifyEach(work, [row.accountId], {
    title: `${name} llega ${minutes} min tarde`,
    message: `Su cita es ${row.service}, ${clockTime(row.startsAt, row.zone)} h. Llega cerca de las ${clockTime(arrives, row.zone)} h.`,
    about: { kind: 'appointments', id: bookingId },
    key: `delay:${bookingId}:${party}:${number}`,
    // It is about now: quiet hours do not delay it longer.
    usefulUntil: new Date(reported_at.getTime() + usualToleranceMinutes * minuteMs),
  })
}
