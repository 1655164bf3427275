/** Requests, as those who must answer them are notified. The client's emails are booking's own. */
import { sql } from 'kysely'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { type Notice, notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  status: string
  acceptance: string
  accountId: number
  service: string
  firstName: string | null
  startsAt: Date
  respondBy: Date
  zone: string
}

const requestOf = async (work: Work, bookingId: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select booking.status, booking.professional_acceptance as acceptance, professional.account_id as "accountId",
      booking.service_name as service, booking.contact ->> 'firstName' as "firstName", booking.starts_at as "startsAt",
      booking.respond_by as "respondBy", booking.zone
    from bookings booking join professionals professional on professional.id = booking.professional_id
    where booking.id = ${bookingId} and booking.respond_by is not null`.execute(work.db)
  return rows[0]
}

const at = (moment: Date, zone: string) => `${longDate(moment, zone)}, ${clockTime(moment, zone)} h`

/** A client waits for an answer; no notice once it was given. */
export const notifyRequested = async (work: Work, bookingId: string) => {
  const row = await requestOf(work, bookingId)
  if (row === undefined || row.acceptance !== 'pending') return
  const { firstName, service, startsAt, respondBy, zone } = row
  await notifyOne(work, row.accountId, {
    title: `Solicitud por responder: ${service}`,
    message: `${firstName ?? 'Alguien'} quiere su cita el ${at(startsAt, zone)}. Responde antes del ${at(respondBy, zone)}; después se libera sola.`,
    bookingId,
    key: `booking_requested:${bookingId}`,
    usefulUntil: respondBy,
  })
}

/** It was not answered: the professional learns what that costs them. */
export const notifyUnanswered = async (work: Work, bookingId: string) => {
  const row = await requestOf(work, bookingId)
  if (row === undefined || row.acceptance !== 'expired') return
  await notifyOne(work, row.accountId, {
    title: `Venció una solicitud: ${row.service}`,
    message: `No respondiste a tiempo la solicitud del ${at(row.startsAt, row.zone)}. Tu horario vuelve a estar libre y tu tasa de respuesta baja.`,
    bookingId,
    key: `booking_unanswered:${bookingId}`,
  })
}

const notifyOne = (
  work: Work,
  accountId: number,
  {
    bookingId,
    key,
    ...notice
  }: Pick<Notice, 'title' | 'message' | 'usefulUntil'> & { bookingId: string; key: string },
) =>
  notify(work, 'booking_requested', [
    { ...notice, accountId, about: { kind: 'request', id: bookingId }, dedupeKey: key },
  ])
