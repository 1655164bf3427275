/** Notices to professional and host about a no-show. The client's emails are sent by the booking module. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { formatCents } from '#contract/platform/money.ts'
import { Ending } from '#server/booking/columns/ending.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { type Notice, notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  state: string
  absent: string
  saidBy: string
  cancellation: unknown
  professionalAccount: number
  hostAccount: number | null
  professional: string
  firstName: string | null
  service: string
  place: string
  startsAt: Date
  zone: string
}

const rowOf = async (work: Work, bookingId: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select no_show.state, no_show.absent, no_show.reported_by as "saidBy", booking.cancellation, professional.account_id as "professionalAccount",
      host.account_id as "hostAccount", professional.first_name as professional,
      booking.contact ->> 'firstName' as "firstName", booking.service_name as service,
      concat_ws(', ', unit.name, space.name) as place, booking.starts_at as "startsAt", booking.zone
    from no_shows no_show join bookings booking on booking.id = no_show.booking_id
    join professionals professional on professional.id = booking.professional_id
    left join hosts host on host.id = booking.host_id
    left join spaces space on space.id = booking.space_id left join units unit on unit.id = booking.unit_id
    where no_show.booking_id = ${bookingId}`.execute(work.db)
  return rows[0]
}

const when = ({ startsAt, zone }: Row) => `${longDate(startsAt, zone)}, ${clockTime(startsAt, zone)} h`
const nameOf = ({ firstName }: Row) => firstName ?? 'Tu cliente'

/**
 * The host learns that the hour is free again; what they receive is notified once it is settled. A professional reported missing learns
 * until when they may contest it.
 */
export const notifyNoShow = async (work: Work, bookingId: string) => {
  const row = await rowOf(work, bookingId)
  if (row === undefined) return
  if (row.absent === 'professional') return notifyMissing(work, bookingId, row)
  if (row.hostAccount === null) return
  await notifyOne(work, row.hostAccount, {
    title: `Nadie llegó: ${row.place}`,
    message: `El cliente de ${row.professional} no llegó el ${when(row)}. Tu espacio vuelve a estar libre.`,
    about: { kind: 'occupancy', id: localDate(row.startsAt, row.zone) },
    key: `booking_no_show:${bookingId}:host`,
  })
}

const notifyMissing = async (work: Work, bookingId: string, row: Row) => {
  const who = row.saidBy === 'host' ? 'El espacio' : nameOf(row)
  await notifyOne(work, row.professionalAccount, {
    title: `Registraron que no llegaste: ${row.service}`,
    message: `${who} registró que no llegaste el ${when(row)}. Si no fue así, dilo en las próximas 24 horas; si no, el cliente no paga nada y pagas su saldo y la renta.`,
    about: { kind: 'no_show', id: bookingId },
    key: `booking_no_show:${bookingId}:professional`,
  })
  if (row.hostAccount !== null && row.saidBy !== 'host')
    await notifyOne(work, row.hostAccount, {
      title: `${row.professional} no llegó: ${row.place}`,
      message: `El cliente registró que ${row.professional} no llegó el ${when(row)}. Tu espacio vuelve a estar libre; si nadie dice otra cosa en un día, recibes la renta.`,
      about: { kind: 'occupancy', id: localDate(row.startsAt, row.zone) },
      key: `booking_no_show:${bookingId}:host`,
    })
}

/** The professional may withdraw the report, or waits for an administrator. */
export const notifyContested = async (work: Work, bookingId: string) => {
  const row = await rowOf(work, bookingId)
  // The booking module writes to the client.
  if (row?.state !== 'contested' || row.absent === 'professional') return
  await notifyOne(work, row.professionalAccount, {
    title: `${nameOf(row)} dice que sí llegó: ${row.service}`,
    message: `${nameOf(row)} dice que no fue así (${when(row)}). La cuota queda en pausa: lee qué dice y retírala, o espera a que Kalli la revise.`,
    about: { kind: 'no_show', id: bookingId },
    key: `booking_no_show_contested:${bookingId}`,
  })
}

/** How it was settled, and what each receives. */
export const notifyEnded = async (work: Work, bookingId: string) => {
  const row = await rowOf(work, bookingId)
  if (row === undefined || !['stands', 'falls', 'withdrawn'].includes(row.state)) return
  if (row.cancellation === null) return notifyRestored(work, bookingId, row)
  const ending = z.parse(Ending, row.cancellation)
  const isActive = row.state === 'stands'
  if (row.absent === 'professional')
    await notifyOne(work, row.professionalAccount, {
      title: isActive ? `Quedó que no llegaste: ${row.service}` : `Te dimos la razón: ${row.service}`,
      message: isActive
        ? `El cliente de tu cita del ${when(row)} no paga nada. Se descuentan ${formatCents(-ending.professionalNetCents)} de tu próximo depósito: su saldo y la renta.`
        : `Revisamos tu cita del ${when(row)}: sí estuviste ahí. De la cuota por inasistencia recibes ${formatCents(ending.professionalNetCents)}.`,
      about: { kind: 'no_show', id: bookingId },
      key: `booking_no_show_ended:${bookingId}:professional`,
    })
  // The party who withdrew it knows.
  else if (row.state !== 'withdrawn')
    await notifyOne(work, row.professionalAccount, {
      title: isActive ? `Se cobró la cuota: ${row.service}` : `No se cobra la cuota: ${row.service}`,
      message: isActive
        ? `De la cuota de ${nameOf(row)} (${when(row)}) recibes ${formatCents(ending.professionalNetCents)}.`
        : `Revisamos lo que dijo ${nameOf(row)} sobre su cita del ${when(row)}: no paga nada.`,
      about: { kind: 'no_show', id: bookingId },
      key: `booking_no_show_ended:${bookingId}:professional`,
    })
  if ((isActive || row.absent === 'professional') && row.hostAccount !== null && ending.hostNetCents > 0)
    await notifyOne(work, row.hostAccount, {
      title: `Renta de una inasistencia: ${row.place}`,
      message:
        row.absent === 'professional' && isActive
          ? `${row.professional} no llegó el ${when(row)}. De su cargo recibes ${formatCents(ending.hostNetCents)} de renta.`
          : `El cliente de ${row.professional} no llegó el ${when(row)}. De su cuota recibes ${formatCents(ending.hostNetCents)} de renta.`,
      about: { kind: 'rent', id: bookingId },
      key: `booking_no_show_ended:${bookingId}:host`,
    })
}

/** The visit had started and took place: what each receives is on their receipt of the visit. */
const notifyRestored = async (work: Work, bookingId: string, row: Row) => {
  await notifyOne(work, row.professionalAccount, {
    title: `Te dimos la razón: ${row.service}`,
    message: `Revisamos tu cita del ${when(row)}: sí estuviste ahí. La cita se cobra completa y recibes tu parte.`,
    about: { kind: 'no_show', id: bookingId },
    key: `booking_no_show_ended:${bookingId}:professional`,
  })
  if (row.hostAccount !== null)
    await notifyOne(work, row.hostAccount, {
      title: `La cita sí se dio: ${row.place}`,
      message: `Se resolvió que ${row.professional} sí estuvo ahí el ${when(row)}. Recibes la renta de la cita.`,
      about: { kind: 'rent', id: bookingId },
      key: `booking_no_show_ended:${bookingId}:host`,
    })
}

const notifyOne = (
  work: Work,
  accountId: number,
  { key, ...notice }: Pick<Notice, 'title' | 'message' | 'about'> & { key: string },
) => notify(work, 'booking_cancelled', [{ ...notice, accountId, dedupeKey: key }])
