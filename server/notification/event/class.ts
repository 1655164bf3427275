/** Notices about classes: their professional is notified of the class once, each client of their own seat. */
import { sql } from 'kysely'
import { seatsTaken } from '#server/booking/columns/sql-parts.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

type ClassRow = {
  accountId: number
  service: string
  startsAt: Date
  zone: string
  taken: number
  capacity: number
  minimum: number | null
  cancelledBy: string | null
}

/** That it takes place, or that too few had booked; a class that they cancelled themselves needs no notice. */
export const notifyClass = async (work: Work, classId: string) => {
  const { rows } = await sql<ClassRow>`
    select p.account_id as "accountId", service.name as service, own.starts_at as "startsAt", own.zone, own.capacity, own.minimum,
      own.cancelled_by as "cancelledBy", ${seatsTaken} as taken
    from class_sessions own join services service on service.id = own.service_id join professionals p on p.id = own.professional_id
    where own.id = ${classId} and (own.status = 'open' or own.cancelled_by = 'few')`.execute(work.db)
  const [one] = rows
  if (one === undefined) return
  const when = `${longDate(one.startsAt, one.zone)}, ${clockTime(one.startsAt, one.zone)} h`
  const text =
    one.cancelledBy === null
      ? {
          title: `Tu clase va: ${one.taken} de ${one.capacity} lugares`,
          message: `Se juntó el grupo para «${one.service}» del ${when}. Todavía se pueden reservar los lugares que quedan.`,
        }
      : {
          title: `Tu clase se canceló: no se juntó el grupo`,
          message: `Para «${one.service}» del ${when} pediste al menos ${one.minimum ?? 0} personas. A quien ya tenía lugar se le devuelve todo, y tu hora vuelve a estar libre.`,
        }
  await notify(work, one.cancelledBy === null ? 'booking_confirmed' : 'booking_cancelled', [
    {
      ...text,
      accountId: one.accountId,
      about: { kind: 'own_calendar', id: localDate(one.startsAt, one.zone) },
      dedupeKey: `class:${classId}:${one.cancelledBy ?? 'decided'}`,
    },
  ])
}
