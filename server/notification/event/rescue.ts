/** A host cancels and another place is requested: notices to the professional, the host who cancelled and the host of the new place. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { leftToPay } from '#contract/booking/cancellation/rescue.ts'
import { walkingMinutes } from '#contract/places/walking.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { notifyEach } from '#server/notification/event/place.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  id: string
  bookingId: string
  state: string
  declinedBy: string | null
  professionalAccount: number
  fromAccount: number
  toAccount: number | null
  professional: string
  service: string
  fromPlace: string
  toPlace: string
  meters: number
  ownBusiness: boolean
  oldRentCents: number
  newRentCents: number
  hostPaysCents: number
  failsCents: number
  isFree: boolean
  startsAt: Date
  zone: string
  expiresAt: Date
}

const rowOf = async (work: Work, rescueId: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select rescue.id, booking.id as "bookingId", rescue.state, rescue.declined_by as "declinedBy",
      professional.account_id as "professionalAccount", host.account_id as "fromAccount", new_host.account_id as "toAccount",
      professional.first_name as professional, booking.service_name as service,
      concat_ws(', ', unit.name, space.name) as "fromPlace",
      coalesce(concat_ws(', ', spot.name, place.name), '') as "toPlace", rescue.meters, rescue.same_business as "ownBusiness",
      rescue.old_rent_cents as "oldRentCents", rescue.new_rent_cents as "newRentCents", rescue.host_pays_cents as "hostPaysCents",
      rescue.fails_cents as "failsCents",
      rescue.is_free as "isFree", rescue.starts_at as "startsAt", booking.zone, rescue.expires_at as "expiresAt"
    from rescues rescue join bookings booking on booking.id = rescue.booking_id
    join professionals professional on professional.id = booking.professional_id
    join hosts host on host.id = rescue.from_host_id
    join spaces space on space.id = rescue.from_space_id join units unit on unit.id = rescue.from_unit_id
    left join spaces place on place.id = rescue.to_space_id left join units spot on spot.id = rescue.to_unit_id
    left join hosts new_host on new_host.id = place.host_id
    where rescue.id = ${rescueId}::uuid`.execute(work.db)
  return rows[0]
}

const at = (moment: Date, zone: string) => `${longDate(moment, zone)}, ${clockTime(moment, zone)} h`
const placeOf = (row: Row) => (row.toPlace === '' ? 'tu lugar propio' : row.toPlace)

const appointment = (row: Row) => ({ kind: 'appointments' as const, id: row.bookingId })
const occupancy = (row: Row) => ({ kind: 'occupancy' as const, id: localDate(row.startsAt, row.zone) })

/** The professional must answer; the host learns that it is pending. */
export const notifyRescueStarted = async (work: Work, rescueId: string) => {
  const row = await rowOf(work, rescueId)
  if (row?.state !== 'open') return
  const youPayCents = leftToPay(row)
  const where = row.ownBusiness
    ? `en la misma casa (${placeOf(row)})`
    : `en ${placeOf(row)}, a ${walkingMinutes(row.meters)} min a pie`
  await notifyEach(work, [row.professionalAccount], {
    title: `Canceló el espacio: ¿te queda otro? ${row.service}`,
    message: `${row.fromPlace} canceló tu cita del ${at(row.startsAt, row.zone)}. Apartamos lugar ${where}. ${
      youPayCents > 0
        ? `Pagarías ${formatCents(youPayCents)} más de renta.`
        : 'No pagas más renta que la acordada.'
    } Responde antes del ${at(row.expiresAt, row.zone)}.`,
    about: appointment(row),
    key: `rescue_begun:${rescueId}`,
    usefulUntil: row.expiresAt,
  })
}

/** The visit moves to another place. */
export const notifyRescued = async (work: Work, rescueId: string) => {
  const row = await rowOf(work, rescueId)
  if (row?.state !== 'accepted') return
  const { hostPaysCents } = row
  await notifyEach(work, [row.professionalAccount], {
    title: `Cita rescatada: ${row.service}`,
    message: `Tu cita del ${at(row.startsAt, row.zone)} será en ${placeOf(row)}. Tu cliente ya lo sabe.`,
    about: appointment(row),
    key: `rescued:${rescueId}:professional`,
    fileOf: row.bookingId,
  })
  await notifyEach(work, [row.fromAccount], {
    title: 'La cita que cancelaste se rescató',
    message: `${row.professional} y su cliente aceptaron otro lugar para el ${at(row.startsAt, row.zone)}. ${
      hostPaysCents > 0
        ? `Pagas ${formatCents(hostPaysCents)} de la diferencia de renta, si esa renta se cobra.`
        : 'No te cuesta nada.'
    }`,
    about: occupancy(row),
    key: `rescued:${rescueId}:from`,
  })
  if (row.toAccount !== null && row.toAccount !== row.fromAccount)
    await notifyEach(work, [row.toAccount], {
      title: `Nueva reserva: ${row.toPlace}`,
      message: `${row.professional} atiende el ${at(row.startsAt, row.zone)}: su espacio canceló y el tuyo quedó cerca. Tiene convenio contigo.`,
      about: occupancy(row),
      key: `rescued:${rescueId}:to`,
    })
}

/** No agreement was reached; all are notified of the cancellation as of any. */
export const notifyRescueFailed = async (work: Work, rescueId: string) => {
  const row = await rowOf(work, rescueId)
  if (row === undefined || (row.state !== 'declined' && row.state !== 'lapsed')) return
  const why =
    row.state === 'lapsed'
      ? 'Nadie respondió a tiempo por el otro lugar'
      : row.declinedBy === 'client'
        ? 'El cliente prefirió no ir a otro lugar'
        : `${row.professional} prefirió no ir a otro lugar`
  await notifyEach(work, [row.fromAccount], {
    title: `Cancelada sin rescate: ${row.fromPlace}`,
    message: `${why}: la cita del ${at(row.startsAt, row.zone)} quedó cancelada. ${
      row.isFree
        ? 'No pagas nada: es tu cancelación gratis del semestre.'
        : `Pagas ${formatCents(row.failsCents)} a ${row.professional}.`
    }`,
    about: occupancy(row),
    key: `rescue_failed:${rescueId}`,
  })
}

/** Too many cancellations of instant bookings. */
export const notifyNoLongerInstant = async (work: Work, spaceId: number) => {
  const { rows } = await sql<{ accountId: number; name: string }>`
    select host.account_id as "accountId", space.name from spaces space join hosts host on host.id = space.host_id
    where space.id = ${spaceId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  await notifyEach(work, [row.accountId], {
    title: `${row.name} ya no se reserva al momento`,
    message:
      'Cancelaste más de tres reservas inmediatas en seis meses. Desde ahora solo renta quien tiene convenio; puedes volver a activarlo en «Quién puede».',
    about: { kind: 'listing', id: String(spaceId) },
    key: `no_longer_instant:${spaceId}:${work.now.toISOString().slice(0, 10)}`,
  })
}
