/** Notices to professional and host about rescheduled visits or rented hours. The client's emails are sent by the booking module. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { notifyEach } from '#server/notification/event/place.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  professionalAccount: number
  hostAccount: number | null
  firstName: string | null
  professional: string
  service: string
  place: string
  startsAt: Date
  zone: string
  version: number
  status: string
  kind: string
}
type Proposed = Row & {
  bookingId: string
  state: string
  by: string
  waits: boolean
  hostWaits: boolean
  newStartsAt: Date
  expiresAt: Date
  totalCents: number
  differenceCents: number
  /** The proposal is for a mere request. */
  isRequest: boolean
  respondBy: Date | null
}

const columns = sql`professional.account_id as "professionalAccount", host.account_id as "hostAccount",
  booking.contact ->> 'firstName' as "firstName", professional.first_name as professional, booking.service_name as service,
  concat_ws(', ', unit.name, space.name) as place, booking.starts_at as "startsAt", booking.zone, booking.version, booking.status, booking.kind`
const joins = sql`join professionals professional on professional.id = booking.professional_id
  left join hosts host on host.id = booking.host_id
  left join spaces space on space.id = booking.space_id left join units unit on unit.id = booking.unit_id`

const at = (moment: Date, zone: string) => `${longDate(moment, zone)}, ${clockTime(moment, zone)} h`
const nameOf = ({ firstName }: Row) => firstName ?? 'Tu cliente'

/** The change took effect: professional and host have another hour in their calendars. */
export const notifyChanged = async (work: Work, bookingId: string) => {
  const { rows } = await sql<Row>`
    select ${columns} from bookings booking ${joins} where booking.id = ${bookingId}`.execute(work.db)
  const [row] = rows
  if (row?.status !== 'confirmed') return
  const key = `booking_changed:${bookingId}:${row.version}`
  if (row.kind === 'rent') return notifyRentChanged(work, bookingId, row, key)
  await notifyEach(work, [row.professionalAccount], {
    title: `Cita movida: ${row.service}`,
    message: `${nameOf(row)} llega ahora el ${at(row.startsAt, row.zone)}.`,
    about: { kind: 'appointments', id: bookingId },
    key: `${key}:professional`,
    fileOf: bookingId,
  })
  if (row.hostAccount !== null)
    await notifyEach(work, [row.hostAccount], {
      title: `Ocupación movida: ${row.place}`,
      message: `${row.professional} atiende ahora el ${at(row.startsAt, row.zone)}.`,
      about: { kind: 'occupancy', id: localDate(row.startsAt, row.zone) },
      key: `${key}:host`,
    })
}

/** The other party accepted; the renter's email is the proof of the new hours. */
const notifyRentChanged = async (work: Work, bookingId: string, row: Row, key: string) => {
  const when = at(row.startsAt, row.zone)
  await notifyEach(work, [row.professionalAccount], {
    title: `Tus horas cambiaron: ${row.place}`,
    message: `Ahora empiezan el ${when}. Lo que ya pagaste no sube.`,
    about: { kind: 'rented_hours', id: bookingId },
    key: `${key}:professional`,
    fileOf: bookingId,
  })
  if (row.hostAccount !== null)
    await notifyEach(work, [row.hostAccount], {
      title: `Renta movida: ${row.place}`,
      message: `La renta de ${row.professional} empieza ahora el ${when}.`,
      about: { kind: 'occupancy', id: localDate(row.startsAt, row.zone) },
      key: `${key}:host`,
    })
}

/** The party who must answer, and the one whose proposal was not accepted. */
export const notifyProposal = async (work: Work, proposalId: string) => {
  const { rows } = await sql<Proposed>`
    select ${columns}, booking.id as "bookingId", proposal.state, proposal.proposed_by as by, proposal.starts_at as "newStartsAt",
      booking.total_cents as "totalCents", proposal.difference_cents as "differenceCents",
      proposal.was_respond_by is not null as "isRequest", booking.respond_by as "respondBy",
      proposal.expires_at as "expiresAt", proposal.professional_acceptance = 'pending' as waits,
      proposal.host_acceptance = 'pending' as "hostWaits"
    from change_proposals proposal join bookings booking on booking.id = proposal.booking_id ${joins}
    where proposal.id = ${proposalId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  if (row.kind === 'rent') return notifyRentProposal(work, proposalId, row)
  if (row.isRequest) return notifyOfRequest(work, proposalId, row)
  if (row.state === 'open' && row.waits)
    await notifyEach(work, [row.professionalAccount], {
      title: `Piden mover una cita: ${row.service}`,
      message: `${row.by === 'host' ? 'El espacio' : nameOf(row)} propone el ${at(row.newStartsAt, row.zone)} en vez del ${at(row.startsAt, row.zone)}. ${priceText(row)}Responde antes del ${at(row.expiresAt, row.zone)}.`,
      about: { kind: 'appointments', id: row.bookingId },
      key: `change_proposed:${proposalId}`,
      usefulUntil: row.expiresAt,
    })
  if (row.state === 'open' && row.hostWaits && row.hostAccount !== null)
    await notifyEach(work, [row.hostAccount], {
      title: `Piden mover una cita: ${row.place}`,
      message: `${row.professional} atendería el ${at(row.newStartsAt, row.zone)} en vez del ${at(row.startsAt, row.zone)}. Responde antes del ${at(row.expiresAt, row.zone)}.`,
      about: { kind: 'host_request', id: row.bookingId },
      key: `change_proposed:${proposalId}:host`,
      usefulUntil: row.expiresAt,
    })
  const asker = { professional: row.professionalAccount, host: row.hostAccount, client: null }
  const accountId = row.by === 'professional' || row.by === 'host' ? asker[row.by] : null
  if (accountId === null || (row.state !== 'declined' && row.state !== 'lapsed')) return
  await notifyEach(work, [accountId], {
    title: `La cita sigue a su hora: ${row.service}`,
    message: `${row.state === 'declined' ? 'No aceptaron' : 'Nadie respondió a tiempo'} la hora que propusiste. Sigue el ${at(row.startsAt, row.zone)}.`,
    about:
      row.by === 'host'
        ? { kind: 'occupancy', id: localDate(row.startsAt, row.zone) }
        : { kind: 'appointments', id: row.bookingId },
    key: `change_ended:${proposalId}`,
  })
}

const came: Readonly<Record<string, string>> = {
  declined: 'no puede a la hora que propusiste',
  lapsed: 'no respondió a tiempo la hora que propusiste',
}

/** The party who must answer again; of an accepted hour they learn as of any confirmed visit. */
const notifyOfRequest = async (work: Work, proposalId: string, row: Proposed) => {
  if (row.status !== 'requested' || row.respondBy === null) return
  const about = { kind: 'request', id: row.bookingId } as const
  const key = `change_ended:${proposalId}`
  if (row.state === 'accepted')
    await notifyEach(work, [row.professionalAccount], {
      title: `Aceptaron tu hora: ${row.service}`,
      message: `${nameOf(row)} acepta el ${at(row.startsAt, row.zone)}. Falta la respuesta del espacio.`,
      about,
      key,
    })
  if (row.state === 'accepted' && row.hostAccount !== null)
    await notifyEach(work, [row.hostAccount], {
      title: `Cita por aceptar: ${row.place}`,
      message: `${row.professional} y su cliente acordaron el ${at(row.startsAt, row.zone)}. Responde antes del ${at(row.respondBy, row.zone)}.`,
      about: { kind: 'host_request', id: row.bookingId },
      key: `${key}:host`,
      usefulUntil: row.respondBy,
    })
  const what = came[row.state]
  if (what === undefined) return
  await notifyEach(work, [row.professionalAccount], {
    title: `Solicitud por responder: ${row.service}`,
    message: `${nameOf(row)} ${what}. Pidió el ${at(row.startsAt, row.zone)}: responde antes del ${at(row.respondBy, row.zone)}.`,
    about,
    key,
    usefulUntil: row.respondBy,
  })
}

/** "El precio pasaría de $600 a $660. " */
const priceText = ({ totalCents, differenceCents }: Proposed) =>
  differenceCents === 0
    ? ''
    : `El precio pasaría de ${formatCents(totalCents)} a ${formatCents(totalCents + differenceCents)}. `

const notifyRentProposal = async (work: Work, proposalId: string, row: Proposed) => {
  const [is, was] = [at(row.newStartsAt, row.zone), at(row.startsAt, row.zone)]
  if (row.by === 'professional') return notifyHostOfRentProposal(work, proposalId, row)
  if (row.state === 'open')
    await notifyEach(work, [row.professionalAccount], {
      title: `Te proponen otra hora para tu renta: ${row.place}`,
      message: `El espacio propone el ${is} en vez del ${was}. Nada cambia si no aceptas antes del ${at(row.expiresAt, row.zone)}.`,
      about: { kind: 'rented_hours', id: row.bookingId },
      key: `change_proposed:${proposalId}`,
      usefulUntil: row.expiresAt,
    })
  if (row.hostAccount === null || (row.state !== 'declined' && row.state !== 'lapsed')) return
  await notifyEach(work, [row.hostAccount], {
    title: `La renta sigue a su hora: ${row.place}`,
    message: `${row.professional} ${row.state === 'declined' ? 'no aceptó' : 'no respondió a tiempo'} la hora que propusiste. Sigue el ${was}.`,
    about: { kind: 'occupancy', id: localDate(row.startsAt, row.zone) },
    key: `change_ended:${proposalId}`,
  })
}

/** The renter proposes, and the host answers. */
const notifyHostOfRentProposal = async (work: Work, proposalId: string, row: Proposed) => {
  const [is, was] = [at(row.newStartsAt, row.zone), at(row.startsAt, row.zone)]
  if (row.state === 'open' && row.hostAccount !== null)
    await notifyEach(work, [row.hostAccount], {
      title: `Piden otra hora para una renta: ${row.place}`,
      message: `${row.professional} propone el ${is} en vez del ${was}. Nada cambia si no aceptas antes del ${at(row.expiresAt, row.zone)}.`,
      about: { kind: 'occupancy', id: localDate(row.startsAt, row.zone) },
      key: `change_proposed:${proposalId}`,
      usefulUntil: row.expiresAt,
    })
  if (row.state !== 'declined' && row.state !== 'lapsed') return
  await notifyEach(work, [row.professionalAccount], {
    title: `Tu renta sigue a su hora: ${row.place}`,
    message: `El espacio ${row.state === 'declined' ? 'no aceptó' : 'no respondió a tiempo'} la hora que propusiste. Sigue el ${was}.`,
    about: { kind: 'rented_hours', id: row.bookingId },
    key: `change_ended:${proposalId}`,
  })
}
