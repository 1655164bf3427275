/** Whether a class can move to another hour or place, and which of its clients are busy then. */
import { sql } from 'kysely'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { previewClassMove } from '#contract/booking/class/class.ts'
import { changeUntilHours } from '#contract/booking/moves.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import type { ClassRow } from '#server/booking/columns/class-row.ts'
import { ownService, places, planned, type Planned } from '#server/booking/class/class-plan.ts'
import { isStill } from '#server/booking/class/class.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { startOn } from '#server/booking/checkout/series-dates.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Wanted = Pick<Input<typeof previewClassMove>['body'], 'place' | 'date' | 'time'>
export type Taking = NonNullable<Planned['taking']>

export const ownRow = async (work: Work, id: string): Promise<ClassRow> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  const row = await work.db
    .selectFrom('class_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

/** All active seats, locked inside a transaction; an expired hold is not one. */
export const livingSeats = async (work: Work, classId: string): Promise<BookingRow[]> => {
  const query = work.db
    .selectFrom('bookings')
    .selectAll()
    .where('class_id', '=', classId)
    .where('status', 'in', ['held', 'awaiting_payment', 'confirmed', 'in_progress', 'to_settle'])
    .orderBy('id')
  return work.db.isTransaction ? query.forUpdate().execute() : query.execute()
}

export const requireMovable = (work: Work, row: ClassRow, seats: readonly BookingRow[]) => {
  const isComing = (one: BookingRow) =>
    isStill(one) || one.status === 'held' || one.status === 'awaiting_payment'
  if (row.status !== 'open' || row.starts_at <= work.now || !seats.every(isComing)) refuse('class_begun')
}

/** A client who is already on the way is not sent elsewhere. */
export const tooNear = (work: Work, row: ClassRow, seats: readonly BookingRow[], taking: Taking | null) => {
  if (seats.length === 0 || taking === null) return null
  const soonest = Math.min(row.starts_at.getTime(), taking.startsAt.getTime())
  return soonest - work.now.getTime() < changeUntilHours * hourMs
    ? `Faltan menos de ${changeUntilHours} horas y ya hay quien viene: dala como está o cancélala`
    : null
}

export const look = async (work: Work, row: ClassRow, { place, date, time }: Wanted) => {
  const service = await ownService(work, row.service_id)
  const at =
    (await places(work, row.service_id)).find(({ number }) => number === place) ?? refuse('not_found')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / minuteMs)
  const found = await planned(
    work,
    { ...service, capacity: row.capacity, decideHours: hoursOf(row) },
    at,
    date,
    startOn(at.zone, date, hour * 60 + minute),
    { id: row.id, minutes, decided: row.decided_at !== null },
  )
  return { shown: { ...found.reported, zone: at.zone }, taking: found.taking }
}

/** How long before its start the class is decided, by the rule under which it was scheduled. */
const hoursOf = ({ starts_at, decide_at }: ClassRow) =>
  decide_at === null ? null : Math.round((starts_at.getTime() - decide_at.getTime()) / hourMs)

export const isWhereItIs = (row: ClassRow, { startsAt, unitId }: Taking, place: number) =>
  startsAt.getTime() === row.starts_at.getTime() &&
  unitId === row.unit_id &&
  place === (row.visit_place ?? row.space_id ?? 0)

/** The clients whose own time is taken then; an expired hold does not count. */
export const busyThen = async (work: Work, seats: readonly BookingRow[], { startsAt, endsAt }: Taking) => {
  const certain = seats.filter(isStill)
  const { rows } = await sql<{ id: string }>`
    select booking.id from bookings booking where booking.id = any(${certain.map(({ id }) => id)}::uuid[])
      and exists (select from claims where claims.resource_id = booking.client_id and claims.booking_id is distinct from booking.id
        and claims.during && tstzrange(${startsAt}, ${endsAt}) and (claims.expires_at is null or claims.expires_at > ${work.now}))`.execute(
    work.db,
  )
  const ids = new Set(rows.map(({ id }) => id))
  return certain.filter(({ id }) => ids.has(id))
}

export const placeOf = async (
  work: Work,
  { unit_id, space_id, visit_place }: Pick<BookingRow, 'unit_id' | 'space_id' | 'visit_place'>,
): Promise<string> => {
  if (space_id === null) return placeNameOf(visit_place)
  const { rows } = await sql<{ name: string }>`
    select concat_ws(', ', unit.name, ${spaceNamed('space')}) as name from spaces space
    left join units unit on unit.id = ${unit_id}::bigint where space.id = ${space_id}::bigint`.execute(
    work.db,
  )
  return rows[0]?.name ?? ''
}
