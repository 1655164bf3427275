/** An outside calendar is late or lost, or overlaps a booking: its owner is notified, and nothing is cancelled automatically. */
import { sql } from 'kysely'
import type { About } from '#contract/notification/notification.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { notifyEach } from '#server/notification/event/place.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  accountId: number
  resourceId: number
  own: boolean
  name: string
  zone: string
  hostName: string
  readAt: Date | null
  addedAt: Date
  unread: number
}

const find = async (work: Work, calendarId: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select coalesce(host.account_id, professional.account_id) as "accountId",
      coalesce(outside.unit_id, outside.professional_id) as "resourceId", outside.unit_id is null as own,
      coalesce(unit.name || ', ' || space.name, 'tu agenda') as name, coalesce(space.zone, professional.zone) as zone,
      outside.host_name as "hostName", outside.read_at as "readAt", outside.added_at as "addedAt",
      outside.unread_count as unread
    from outside_calendars outside left join units unit on unit.id = outside.unit_id
    left join spaces space on space.id = unit.space_id left join hosts host on host.id = space.host_id
    left join professionals professional on professional.id = outside.professional_id
    where outside.id = ${calendarId}`.execute(work.db)
  return rows[0]
}

const aboutOf = (row: Row, at: Date): About =>
  row.own
    ? { kind: 'own_calendar', id: localDate(at, row.zone) }
    : { kind: 'occupancy', id: localDate(at, row.zone) }

export const notifyBroke = async (work: Work, { calendarId, what }: Payload<'outside_calendar.broke'>) => {
  const row = await find(work, calendarId)
  if (row === undefined) return
  const since = (row.readAt ?? row.addedAt).toISOString()
  if (what === 'partly') return notifyPartly(work, calendarId, row, since)
  await notifyEach(work, [row.accountId], {
    title:
      what === 'lost' ? `Se desconectó un calendario: ${row.name}` : `Un calendario no responde: ${row.name}`,
    message:
      what === 'lost'
        ? `${row.hostName} ya no muestra ese calendario. Lo que tenía ocupado sigue apartado;${row.own ? ' tus citas nuevas esperan tu respuesta hasta que lo conectes otra vez o lo quites.' : ' conéctalo otra vez o quítalo.'}`
        : `${row.hostName} no responde desde hace rato.${row.own ? ' Mientras tanto, tus citas nuevas esperan tu respuesta.' : ''} Seguimos intentando cada cinco minutos.`,
    about: aboutOf(row, work.now),
    key: `outside_calendar:${calendarId}:${what}:${since}`,
  })
}

/** Unreadable events may be time that is still offered here: the owner must check. */
const notifyPartly = (work: Work, calendarId: number, row: Row, since: string) =>
  notifyEach(work, [row.accountId], {
    title: `Revisa un calendario conectado: ${row.name}`,
    message:
      row.unread === 1
        ? `Un evento de ${row.hostName} no se pudo leer bien, y esa hora puede seguir libre aquí. En tus calendarios conectados ves cuál es.`
        : `${row.unread} eventos de ${row.hostName} no se pudieron leer bien, y esas horas pueden seguir libres aquí. En tus calendarios conectados ves cuáles son.`,
    about: aboutOf(row, work.now),
    key: `outside_calendar:${calendarId}:partly:${since}`,
  })

/** Each active booking in a busy time of the calendar is notified once. */
export const notifyConflicts = async (work: Work, { calendarId }: Payload<'outside_calendar.read'>) => {
  const row = await find(work, calendarId)
  if (row === undefined) return
  const { rows } = await sql<{ id: string; startsAt: Date }>`
    select distinct booking.id, booking.starts_at as "startsAt"
    from claims claim join bookings booking on booking.id = claim.booking_id, outside_calendars outside
    where outside.id = ${calendarId} and claim.resource_id = ${row.resourceId} and claim.state = 'firm'
      and upper(claim.during) > ${work.now} and claim.during && outside.busy
    order by booking.starts_at limit 20`.execute(work.db)
  for (const { id, startsAt } of rows)
    await notifyEach(work, [row.accountId], {
      title: `Dos cosas a la vez: ${row.name}`,
      message: `Tu calendario de ${row.hostName} está ocupado el ${longDate(startsAt, row.zone)}, ${clockTime(startsAt, row.zone)} h, y aquí ya hay una reserva. Sigue en pie: cambia lo uno o lo otro.`,
      about: aboutOf(row, startsAt),
      key: `outside_conflict:${calendarId}:${id}:${startsAt.toISOString()}`,
    })
}
