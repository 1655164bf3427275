/** Notices about requests: to the parties who must answer, and of the other's answer. The client's emails are the booking module's. */
import { sql } from 'kysely'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { type Notice, notify } from '#server/notification/message/notify.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import type { Work } from '#server/platform/work.ts'

type Side = 'professional' | 'host'
type Row = {
  status: string
  professionalAnswer: string
  hostAnswer: string
  professionalAccount: number
  hostAccount: number | null
  professional: string
  place: string
  service: string
  firstName: string | null
  startsAt: Date
  respondBy: Date
  zone: string
}

const requestOf = async (work: Work, bookingId: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select booking.status, booking.professional_acceptance as "professionalAnswer", booking.host_acceptance as "hostAnswer",
      professional.account_id as "professionalAccount", host.account_id as "hostAccount",
      professional.first_name as professional, concat_ws(', ', unit.name, ${spaceNamed('space')}) as place,
      booking.service_name as service, booking.contact ->> 'firstName' as "firstName", booking.starts_at as "startsAt",
      booking.respond_by as "respondBy", booking.zone
    from bookings booking join professionals professional on professional.id = booking.professional_id
      left join hosts host on host.id = booking.host_id
      left join spaces space on space.id = booking.space_id left join units unit on unit.id = booking.unit_id
    where booking.id = ${bookingId} and booking.respond_by is not null`.execute(work.db)
  return rows[0]
}

const at = (moment: Date, zone: string) => `${longDate(moment, zone)}, ${clockTime(moment, zone)} h`
const nameOf = ({ firstName }: Row) => firstName ?? 'Alguien'

/** A client waits for an answer; no notice to a party who has answered. The host learns neither the client's last name nor the service. */
export const notifyRequested = async (work: Work, bookingId: string) => {
  const row = await requestOf(work, bookingId)
  if (row === undefined || row.status !== 'requested') return
  const { service, place, professional, startsAt, respondBy, zone } = row
  const key = `booking_requested:${bookingId}`
  const until = `Responde antes del ${at(respondBy, zone)}; después se libera sola.`
  if (row.professionalAnswer === 'pending')
    await notifyOne(work, row, 'professional', {
      title: `Solicitud por responder: ${service}`,
      message: `${nameOf(row)} quiere su cita el ${at(startsAt, zone)}. ${until}`,
      bookingId,
      key,
      usefulUntil: respondBy,
    })
  if (row.hostAnswer === 'pending')
    await notifyOne(work, row, 'host', {
      title: `Cita por aceptar: ${place}`,
      message: `${professional} atiende el ${at(startsAt, zone)} si aceptas. ${until}`,
      bookingId,
      key: `${key}:host`,
      usefulUntil: respondBy,
    })
}

/** It was not answered: the party at fault learns what that costs, and the one who had accepted that it lapsed. */
export const notifyUnanswered = async (work: Work, bookingId: string) => {
  const row = await requestOf(work, bookingId)
  if (row === undefined) return
  const when = at(row.startsAt, row.zone)
  const key = `booking_unanswered:${bookingId}`
  if (row.professionalAnswer === 'expired')
    await notifyOne(work, row, 'professional', {
      title: `Venció una solicitud: ${row.service}`,
      message: `No respondiste a tiempo la solicitud del ${when}. Tu horario vuelve a estar libre y tu tasa de respuesta baja.`,
      bookingId,
      key,
    })
  else
    await notifyOne(work, row, 'professional', {
      title: `Venció una solicitud: ${row.service}`,
      message: `El espacio no respondió a tiempo la cita de ${nameOf(row)} del ${when}. Tu horario vuelve a estar libre y avisamos a tu cliente.`,
      bookingId,
      key,
    })
  if (row.hostAnswer === 'expired')
    await notifyOne(work, row, 'host', {
      title: `Venció una cita por aceptar: ${row.place}`,
      message: `No respondiste a tiempo la cita de ${row.professional} del ${when}. La unidad vuelve a estar libre.`,
      bookingId,
      key: `${key}:host`,
    })
  else if (row.hostAnswer === 'accepted') await notifyHostFree(work, row, bookingId, `${key}:host`)
}

/** One of two declined: the other learns of it; the actor knows. */
export const notifyDeclined = async (work: Work, bookingId: string) => {
  const row = await requestOf(work, bookingId)
  if (row === undefined) return
  const key = `booking_declined:${bookingId}`
  if (row.hostAnswer === 'declined')
    await notifyOne(work, row, 'professional', {
      title: `El espacio no aceptó: ${row.service}`,
      message: `La cita de ${nameOf(row)} del ${at(row.startsAt, row.zone)} no quedó. Tu horario vuelve a estar libre; avisamos a tu cliente y recupera lo que haya pagado.`,
      bookingId,
      key,
    })
  else if (row.hostAnswer === 'pending' || row.hostAnswer === 'accepted')
    await notifyHostFree(work, row, bookingId, `${key}:host`)
}

const notifyHostFree = (work: Work, row: Row, bookingId: string, key: string) =>
  notifyOne(work, row, 'host', {
    title: `Ya no espera tu respuesta: ${row.place}`,
    message: `La cita de ${row.professional} del ${at(row.startsAt, row.zone)} no quedó. La unidad vuelve a estar libre.`,
    bookingId,
    key,
  })

const notifyOne = async (
  work: Work,
  row: Row,
  side: Side,
  {
    bookingId,
    key,
    ...notice
  }: Pick<Notice, 'title' | 'message' | 'usefulUntil'> & { bookingId: string; key: string },
) => {
  const accountId = side === 'host' ? row.hostAccount : row.professionalAccount
  if (accountId === null) return
  const kind = side === 'host' ? 'host_request' : 'request'
  await notify(work, 'booking_requested', [
    { ...notice, accountId, about: { kind, id: bookingId }, dedupeKey: key },
  ])
}
