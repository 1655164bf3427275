/** Notices about a place: another chair, a closed week, a client who did not confirm. */
import { hourMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { type Notice, notify } from '#server/notification/message/notify.ts'
import type { Work } from '#server/platform/work.ts'

/** Time to read the notice and react before the visit. */
const hoursToReact = 2

/** The professional learns at which chair they will work; the client's email is sent by the booking module. */
export const notifyUnitMoved = async (work: Work, bookingId: string) => {
  const { rows } = await sql<{
    accountId: number
    service: string
    unit: string
    space: string
    startsAt: Date
    zone: string
    version: number
    kind: string
  }>`
    select booking.kind, professional.account_id as "accountId", booking.service_name as service, unit.name as unit, space.name as space,
      booking.starts_at as "startsAt", booking.zone, booking.version
    from bookings booking
    join professionals professional on professional.id = booking.professional_id
    join units unit on unit.id = booking.unit_id
    join spaces space on space.id = booking.space_id
    where booking.id = ${bookingId} and booking.status = 'confirmed'`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const when = `${longDate(row.startsAt, row.zone)}, ${clockTime(row.startsAt, row.zone)} h`
  await notifyEach(work, [row.accountId], {
    title: `Cambio de lugar: ${row.unit}`,
    message:
      row.kind === 'rent'
        ? `Tus horas del ${when} son ahora en ${row.unit}, ${row.space}. La hora y lo que pagaste no cambian.`
        : `Tu cita de «${row.service}» del ${when} será en ${row.unit}, ${row.space}. La hora y lo que ganas no cambian.`,
    about: { kind: row.kind === 'rent' ? 'rented_hours' : 'appointments', id: bookingId },
    key: `booking_moved:${bookingId}:${row.version}`,
    fileOf: bookingId,
    usefulUntil: new Date(row.startsAt.getTime() - hoursToReact * hourMs),
  })
}

/** Notifies professionals with an agreement there. */
export const notifyClosed = async (work: Work, closureId: number) => {
  const { rows } = await sql<{
    accounts: number[]
    spaceId: number
    space: string
    units: string[]
    every: boolean
    from: Date
    to: Date
    zone: string
  }>`
    select space.id as "spaceId", space.name as space, lower(closure.during) as "from", upper(closure.during) as "to", space.zone,
      array(select unit.name from closure_units closed join units unit on unit.id = closed.unit_id
        where closed.closure_id = closure.id order by unit.number) as units,
      not exists (select from units unit where unit.space_id = space.id and unit.active
        and not exists (select from closure_units closed where closed.closure_id = closure.id and closed.unit_id = unit.id)) as every,
      array(select professional.account_id from agreements agreement
        join professionals professional on professional.id = agreement.professional_id
        where agreement.space_id = space.id and agreement.status in ('active', 'expiring')) as accounts
    from closures closure join spaces space on space.id = closure.space_id
    where closure.id = ${closureId}`.execute(work.db)
  const [row] = rows
  if (row === undefined || row.accounts.length === 0) return
  const what = row.every ? row.space : `${row.units.join(', ')} en ${row.space}`
  const at = (moment: Date) => `${longDate(moment, row.zone)}, ${clockTime(moment, row.zone)} h`
  await notifyEach(work, row.accounts, {
    title: row.every ? `Cierra ${row.space}` : `Cierra parte de ${row.space}`,
    message: `${what}: sin horarios del ${at(row.from)} al ${at(row.to)}. Tus citas respetadas siguen en pie.`,
    about: { kind: 'space', id: String(row.spaceId) },
    key: `space_closed:${closureId}`,
  })
}

/** The desk is notified that the client did not confirm, and that the time is for sale again. */
export const notifyDeskLapsed = async (work: Work, bookingId: string) => {
  const { rows } = await sql<{
    accountId: number
    unit: string | null
    startsAt: Date
    zone: string
    kind: string
  }>`
    select host.account_id as "accountId", unit.name as unit, booking.starts_at as "startsAt", booking.zone, booking.kind
    from bookings booking join hosts host on host.id = booking.host_id left join units unit on unit.id = booking.unit_id
    where booking.id = ${bookingId} and booking.status = 'expired'`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  await notifyEach(work, [row.accountId], {
    title: row.kind === 'rent' ? 'Nadie pagó las horas de recepción' : 'Nadie confirmó la cita de recepción',
    message: `${row.unit ?? 'Tu espacio'} vuelve a estar libre el ${longDate(row.startsAt, row.zone)}, ${clockTime(row.startsAt, row.zone)} h. No se cobró nada.`,
    about: { kind: 'occupancy', id: localDate(row.startsAt, row.zone) },
    key: `desk_lapsed:${bookingId}`,
  })
}

/** A walk-in at the desk; the booking module sends the email with the way to pay, this is the bell. */
export const notifyDeskRent = async (work: Work, bookingId: string) => {
  const { rows } = await sql<{ accountId: number; place: string; until: Date; zone: string }>`
    select professional.account_id as "accountId", concat_ws(', ', unit.name, space.name) as place,
      booking.hold_expires_at as until, booking.zone
    from bookings booking join professionals professional on professional.id = booking.professional_id
    join units unit on unit.id = booking.unit_id join spaces space on space.id = booking.space_id
    where booking.id = ${bookingId} and booking.status = 'held'`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  await notify(
    work,
    'booking_confirmed',
    [
      {
        accountId: row.accountId,
        title: `Horas apartadas en recepción: ${row.place}`,
        message: `Págalas antes de las ${clockTime(row.until, row.zone)} h; si no, se liberan solas.`,
        about: { kind: 'rented_hours', id: bookingId },
        dedupeKey: `desk_rent:${bookingId}`,
      },
    ],
    { bell: 'always', channels: false },
  )
}

/** By each party's preferences for booked visits; with `fileOf` the email moves that booking in their own calendar. */
export const notifyEach = (
  work: Work,
  accountIds: readonly number[],
  { key, ...notice }: Omit<Notice, 'accountId' | 'type' | 'dedupeKey'> & { key: string },
) =>
  notify(
    work,
    'booking_confirmed',
    accountIds.map((accountId) => ({ ...notice, accountId, dedupeKey: key })),
  )
