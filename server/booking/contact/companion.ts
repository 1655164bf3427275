/**
 * The companions of a visit of several people: first names, for its client and its professional alone. The services of each person are in
 * the segments (hold-claims.ts); the companions that an account saves, in account/companion.ts.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { book } from '#contract/booking/checkout.ts'
import type { VisitPerson } from '#contract/account/companion.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { answersRetentionDays } from '#contract/booking/client/intake.ts'
import { countsOf } from '#contract/platform/persons.ts'
import { keep } from '#server/account/companion.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * At booking, in the caller's transaction, which has locked it; repeated after a refused card, the last call counts. Refuses
 * companions_missing with the persons without a name, adult_needed, invalid_input for a person who has no part in it.
 */
export const sayWhoComes = async (
  work: Work,
  { id, persons }: BookingRow,
  { companions, adult }: Pick<Input<typeof book>['body'], 'companions' | 'adult'>,
): Promise<void> => {
  if (companions.length === 0 && persons === 1) return
  if (persons === 1 || companions.some(({ person }) => person > persons))
    refuse('invalid_input', {
      fields: [{ field: 'companions', message: 'Esta cita no es para tantas personas.' }],
    })
  const missing = Array.from({ length: persons - 1 }, (_, index) => index + 2).filter(
    (person) => !companions.some((one) => one.person === person),
  )
  if (missing.length > 0) refuse('companions_missing', { persons: missing })
  if (companions.some(({ isMinor }) => isMinor) && !adult) refuse('adult_needed')
  await work.db.deleteFrom('booking_companions').where('booking_id', '=', id).execute()
  await work.db
    .insertInto('booking_companions')
    .values(
      companions.map(({ person, firstName, isMinor }) => ({
        booking_id: id,
        person,
        first_name: firstName,
        is_minor: isMinor,
        declared_at: isMinor ? work.now : null,
      })),
    )
    .execute()
  const { accountId } = work.viewer
  if (accountId !== null)
    for (const { save, firstName, isMinor } of companions)
      if (save) await keep(work, accountId, { firstName, isMinor })
}

/** The services after the first, and the number per person where several come: as a slot token names them. */
export const partsAsRequested = async (
  work: Work,
  bookingId: string,
): Promise<{ more: number[]; persons?: number[] }> => {
  const rows = await work.db
    .selectFrom('booking_segments')
    .select(['service_id', 'person'])
    .where('booking_id', '=', bookingId)
    .orderBy('position')
    .execute()
  const persons = countsOf(rows.map(({ person }) => person))
  return { more: rows.slice(1).map((row) => row.service_id), ...(persons.length > 1 ? { persons } : {}) }
}

/** Copies the companions to a visit that repeats another; the last call counts. Does nothing for a visit of one person. */
export const bringAlong = async (
  work: Work,
  { from, to }: { from: BookingRow; to: string },
): Promise<void> => {
  if (from.persons === 1) return
  await work.db.deleteFrom('booking_companions').where('booking_id', '=', to).execute()
  await sql`
    insert into booking_companions (booking_id, person, first_name, is_minor, declared_at)
    select ${to}::uuid, person, first_name, is_minor, declared_at from booking_companions
    where booking_id = ${from.id}::uuid`.execute(work.db)
}

/** The services of a `booking` in one list, so that a key finds what depends on them. */
export const servicesOfBooking = sql`array(select segment.service_id from booking_segments segment
  where segment.booking_id = booking.id) || booking.service_id`

/** The services with the person of each; a visit of one service for one person has no segments. */
export const partsOfBooking = sql`(select booking.service_id, 1 as person
  union select segment.service_id, segment.person::integer from booking_segments segment where segment.booking_id = booking.id)`

/** For a `booking` of several people: each person with their services. Null for one person, without reading anything. */
export const peopleJson = sql<z.input<typeof VisitPerson>[] | null>`case when booking.persons > 1 then (
  select json_agg(json_build_object('person', mine.person, 'firstName', ${nameOf(sql`mine.person`)},
    'isMinor', coalesce(companion.is_minor, false), 'services', mine.services) order by mine.person)
  from (select person, json_agg(json_build_object('id', service_id, 'name', name) order by position) as services
    from booking_segments segment where segment.booking_id = booking.id group by person) mine
  left join booking_companions companion on companion.booking_id = booking.id and companion.person = mine.person) end`

/** For a `booking` of several people: their names alone. */
export const namesOfBooking = sql<(string | null)[] | null>`case when booking.persons > 1 then array(
  select ${nameOf(sql`nth.person`)} from generate_series(1, booking.persons) as nth(person)
  left join booking_companions companion on companion.booking_id = booking.id and companion.person = nth.person
  order by nth.person) end`

/** The client who books is the first person, unless they name another. */
function nameOf(person: ReturnType<typeof sql>) {
  return sql`coalesce(companion.first_name, case when ${person} = 1 then booking.contact ->> 'firstName' end)`
}

/** For a receipt: names by person; empty for a visit of one person. */
export const readNames = async (work: Work, { id, persons }: BookingRow): Promise<(string | null)[]> => {
  if (persons === 1) return []
  const { rows } = await sql<{ names: (string | null)[] | null }>`
    select ${namesOfBooking} as names from bookings booking where id = ${id}`.execute(work.db)
  return rows[0]?.names ?? []
}

/** Deletes the companions of clients who left. */
export const forgetCompanions = (work: Work, clientIds: readonly number[]) =>
  sql`delete from booking_companions using bookings
    where bookings.id = booking_companions.booking_id and client_id = any (${[...clientIds]}::bigint[])`.execute(
    work.db,
  )

/** Hourly, like answers to forms: deleted a year after the visit, and a day after a hold that was never booked. */
export const sweepCompanions = async (work: Work) => {
  await sql`delete from booking_companions using bookings
    where bookings.id = booking_companions.booking_id and (
      bookings.ends_at < ${new Date(work.now.getTime() - answersRetentionDays * dayMs)}
      or bookings.status in ('expired', 'declined')
        and bookings.ended_at < ${new Date(work.now.getTime() - dayMs)})`.execute(work.db)
}
