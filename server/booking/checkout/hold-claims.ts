/** Writes a booking and its claims together, or refuses: the constraints of the database decide who was first. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { OwnHolds } from '#contract/availability/slot.ts'
import { refuseTaken, leavesNoTime, requireTimeToTravel } from '#server/availability/block/availability.ts'
import { carvedAll, claiming, takenAll, type Taking } from '#server/availability/block/claim-statement.ts'
import { hasSeat } from '#server/availability/offer/seat.ts'
import { holderOf, holdersOf } from '#server/booking/moves/party.ts'
import { isFull } from '#server/booking/moves/full.ts'
import { asClaim, claimedBy } from '#server/booking/moves/rules.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publishing } from '#server/platform/jobs.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import { despiteDeadlocks, inTransaction, type Work } from '#server/platform/work.ts'
import type { NewHold } from '#server/booking/checkout/hold-row.ts'
import type { Segment } from '#server/booking/checkout/hold-quote.ts'
import { expire } from '#server/booking/checkout/hold-end.ts'

/** Booking and claims, or a refusal: slot_taken, too_many_holds, slot_not_available under an agreement that allows no more. */
export const takeHold = async (
  work: Work,
  holding: NewHold,
  segments: readonly Segment[] = [],
): Promise<string> =>
  (await tryTake(work, holding, segments)) ?? (await afterOwnLapsed(work, holding, segments))

/** Null when both hold places of the holder are taken. */
const tryTake = async (
  work: Work,
  holding: NewHold,
  segments: readonly Segment[],
): Promise<string | null> => {
  const taking = {
    bookingId: holding.id,
    claims: claimedBy(holding).map(asClaim),
    holdUntil: holding.hold_expires_at,
    // Only the class itself takes part of the rented hours.
    parentRentId: holding.class_id === null ? holding.parent_rent_id : null,
  }
  crashPoint('before-hold')
  try {
    const { parent_rent_id: parentRentId } = holding
    const isTaken = await despiteDeadlocks(work, async () => {
      const isTaken = await (typeof holding.class_id === 'string'
        ? writeSeat(work, holding, holding.class_id, taking, segments)
        : parentRentId === null
          ? write(work, holding, taking, segments)
          : writeInside(work, holding, parentRentId, taking, segments))
      if (work.db.isTransaction) await requireTimeToTravel(work)
      return isTaken
    })
    crashPoint('committed-hold')
    return isTaken ? holding.id : null
  } catch (error) {
    const constraint = constraintOf(error)
    // Both hold places are taken, or another tab took the last one now: the claims have no booking.
    if (constraint === 'bookings_hold_place_check' || constraint === 'claims_of_booking') return null
    // The constraint aborted the caller's transaction.
    if (leavesNoTime(error)) return refuse('slot_taken')
    if (constraint === 'slot_taken')
      return work.db.isTransaction ? refuse('slot_taken') : refuseTaken(work, taking)
    // The account was suspended, or its cédula removed, between the look and the hold.
    if (constraint === 'party_suspended' || constraint === 'bookings_licensed')
      return refuse('slot_not_available', { reason: 'inactive' })
    if (constraint === 'client_suspended') return refuse('account_suspended')
    if (constraint === 'bookings_own_client') return refuse('own_booking')
    // The option was removed between the look and the hold.
    if (constraint === 'bookings_own_options') return refuse('option_needed')
    // The agreement was paused, or its hours, the day or the professional's limit became full, between the look and the hold.
    if (isFull(constraint)) refuse('slot_not_available', { reason: constraint })
    throw error
  }
}

/** Bookings within the same rented hours are written one after another: each sees what the one before left. */
const writeInside = (
  work: Work,
  holding: NewHold,
  parentRentId: string,
  taking: Taking,
  segments: readonly Segment[],
) =>
  inTransaction(work, async (work) => {
    await sql`select from bookings where id = ${parentRentId}::uuid for no key update`.execute(work.db)
    return write(work, holding, taking, segments)
  })

/** Bookings of a class are written one after another: each takes the first free seats, one per person. */
const writeSeat = (
  work: Work,
  holding: NewHold,
  classId: string,
  taking: Taking,
  segments: readonly Segment[],
) =>
  inTransaction(work, async (work) => {
    const class_seats = await freeSeats(work, classId, holding.persons ?? 1)
    return write(work, { ...holding, class_seats }, taking, segments)
  })

/**
 * One seat per person, all or none. Locks the class until the transaction ends; its expired holds give way. Refuses slot_taken: not enough
 * seats are free, or the class is cancelled.
 */
export const freeSeats = async (work: Work, classId: string, persons: number): Promise<number[]> => {
  await sql`select from class_sessions where id = ${classId}::uuid for no key update`.execute(work.db)
  const lapsed = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('class_id', '=', classId)
    .where('status', '=', 'held')
    .where('hold_expires_at', '<=', work.now)
    .execute()
  for (const { id } of lapsed) await expire(work, id)
  const { rows } = await sql<{ seat: number }>`
    select place as seat from class_sessions own, generate_series(1, own.capacity) as place
    where own.id = ${classId}::uuid and own.status = 'open'
      and not exists (select from bookings seat where seat.class_id = own.id and place = any(seat.class_seats) and ${hasSeat})
    order by place limit ${persons}`.execute(work.db)
  return rows.length < persons ? refuse('slot_taken') : rows.map(({ seat }) => seat)
}

/**
 * Writes the booking in the first free hold place of its holder, its claims, its first move and the event, in one statement: a hold costs
 * PostgreSQL one round trip, and a crash leaves all of it or nothing.
 */
const write = async (
  work: Work,
  holding: NewHold,
  taking: Taking,
  segments: readonly Segment[],
): Promise<boolean> => {
  const booking = work.db
    .insertInto('bookings')
    .values({ ...holding, hold_place: freePlace(countedFor(work, holding), holding.id) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'version'])
  const several =
    segments.length === 0
      ? sql``
      : sql`segments as (
      insert into booking_segments (booking_id, position, service_id, person, name, minutes, price_cents)
      select booking.id, part.ordinality, part.service_id, part.person, part.name, part.minutes, part.price_cents from booking,
        unnest(${segments.map(({ serviceId }) => serviceId)}::bigint[], ${segments.map(({ person }) => person)}::smallint[],
          ${segments.map(({ name }) => name)}::text[],
          ${segments.map(({ minutes }) => minutes)}::integer[], ${segments.map(({ priceCents }) => priceCents)}::bigint[])
          with ordinality as part(service_id, person, name, minutes, price_cents, ordinality)
    ), `
  const fact = await publishing(work, 'booking.held', { bookingId: holding.id })
  const { rows } = await sql`
    with booking as (${booking}), ${several}${claiming(work, taking)}, moved as (
      insert into booking_moves (booking_id, version, move, to_status, actor, actor_account_id, at)
      select id, version, 'hold', 'held', ${holding.booked_by}::text, ${work.viewer.accountId}::bigint, ${work.now}::timestamptz from booking
    ), told as (${fact})
    select must(${takenAll} and ${carvedAll(taking)}, 'slot_taken') from booking`.execute(work.db)
  return rows.length === 1
}

/**
 * The first of these holders' two hold places that no other booking takes. A third violates bookings_hold_place_check; bookings_two_holds
 * decides concurrent holds.
 */
export const freePlace = (holders: readonly string[], id: string) => sql<number>`coalesce((
  select place from (values (1), (2)) as places(place)
  where not exists (select from bookings mine where mine.holder = any(${[...holders]}::text[]) and mine.hold_place = place
    and mine.status in ('held', 'awaiting_payment') and mine.id <> ${id})
  order by place limit 1), 3)`

/** The holders whose holds count: a visitor who signed in also keeps their earlier ones. */
const countedFor = ({ viewer }: Work, { holder }: NewHold): string[] =>
  holder === holderOf(viewer) ? holdersOf(viewer) : [holder]

/** The client's own expired holds may remain until the next sweep: removes them and tries again. */
const afterOwnLapsed = async (
  work: Work,
  holding: NewHold,
  segments: readonly Segment[],
): Promise<string> => {
  const lapsed = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('holder', 'in', countedFor(work, holding))
    .where('status', '=', 'held')
    .where('hold_expires_at', '<=', work.now)
    .execute()
  for (const { id } of lapsed) await expire(work, id)
  return (await tryTake(work, holding, segments)) ?? tooMany(work, holding)
}

/** The refusal lists the client's holds, so that they can release one right there. */
const tooMany = async (work: Work, holding: NewHold): Promise<never> => {
  if (holding.booked_by !== 'client') return refuse('too_many_holds')
  const rows = await work.db
    .selectFrom('bookings')
    .select(['id', 'service_name', 'starts_at', 'zone', 'status'])
    .where('holder', 'in', countedFor(work, holding))
    .where('status', 'in', ['held', 'awaiting_payment'])
    .orderBy('starts_at')
    .execute()
  const holds = rows.map(({ id, service_name, starts_at, zone, status }) => ({
    id,
    name: service_name,
    startsAt: starts_at.toISOString(),
    zone,
    isPaying: status === 'awaiting_payment',
  }))
  return refuse('too_many_holds', { holds } satisfies z.input<typeof OwnHolds>)
}
