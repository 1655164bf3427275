/**
 * Time that is taken. A claim is time of one resource (a professional, a unit of a space, a client); the database lets no two claims of
 * one resource overlap. This module has no rules about who may book what (rules.ts) and knows bookings only by their id.
 */
import { type RawBuilder, sql } from 'kysely'
import { constraintOf, refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { type Taking, claiming, carvedAll, type Claim } from '#server/availability/block/claim-statement.ts'

/**
 * Claims the time of all resources, or of none: a hold until `holdUntil`, or firm when that is null. Lapsed holds give way. Refuses
 * `client_busy` when only the client's own time is taken, else `slot_taken`; the caller's transaction must then roll back.
 */
export const claim = async (work: Work, taking: Taking): Promise<void> => {
  // Time that this transaction released within rented hours returns to the rent before it is carved out again.
  if (taking.parentRentId) await sql`set constraints claims_back_to_rent immediate`.execute(work.db)
  const [done] = await orTaken(async () => {
    const { rows } = await sql<{ missing: number[]; carved: boolean }>`
      with ${claiming(work, taking)} select ${carvedAll(taking)} as carved, array(
        select resource_id from wanted group by resource_id
        having count(*) > (select count(*) from claimed where claimed.resource_id = wanted.resource_id)) as missing`.execute(
      work.db,
    )
    return rows
  })
  if (!done?.carved) return refuse('slot_taken')
  if (done.missing.length > 0) await refuseFor(work, done.missing)
  // A block involves no travel.
  if (taking.blockId === undefined && taking.isClientAlone !== true) await requireTimeToTravel(work)
}

/** Checked now instead of at the end of the transaction, so that the claimant can still be notified. Refuses slot_taken. */
export const requireTimeToTravel = (work: Work): Promise<unknown> =>
  orTaken(() => sql`set constraints claims_leave_time_to_travel immediate`.execute(work.db))

/** Once it was checked in a transaction, each later claim in it is checked immediately. */
const orTaken = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (leavesNoTime(error)) return refuse('slot_taken')
    throw error
  }
}
export const leavesNoTime = (error: unknown) => constraintOf(error) === 'claims_leave_time_to_travel'

/** Finds the conflicting claims of a failed statement with `claiming`, and refuses as `claim` does. */
export const refuseTaken = async (work: Work, { claims }: Taking): Promise<never> => {
  const { rows } = await sql<{ resourceId: number }>`
    select distinct resource_id as "resourceId" from claims join unnest(
      ${claims.map(({ resourceId }) => resourceId)}::bigint[],
      ${claims.map(({ start }) => start)}::timestamptz[],
      ${claims.map(({ end }) => end)}::timestamptz[]
    ) as wanted(resource_id, starts_at, ends_at) using (resource_id)
    where claims.during && tstzrange(starts_at, ends_at)`.execute(work.db)
  return rows.length === 0
    ? refuse('slot_taken')
    : refuseFor(
        work,
        rows.map(({ resourceId }) => resourceId),
      )
}

const refuseFor = async (work: Work, resourceIds: readonly number[]): Promise<never> => {
  const busy = await work.db.selectFrom('resources').select('kind').where('id', 'in', resourceIds).execute()
  return refuse(busy.every(({ kind }) => kind === 'client') ? 'client_busy' : 'slot_taken')
}

/** Frees the time of a booking. */
export const release = async (work: Work, bookingId: string): Promise<void> => {
  await work.db.deleteFrom('claims').where('booking_id', '=', bookingId).execute()
}

/** Frees the time of a class. */
export const releaseClass = async (work: Work, classId: string): Promise<void> => {
  await work.db.deleteFrom('claims').where('class_id', '=', classId).execute()
}

/** Frees what a confirmed booking holds beside its own time. */
export const releaseHolds = async (work: Work, bookingId: string): Promise<void> => {
  await work.db.deleteFrom('claims').where('booking_id', '=', bookingId).where('state', '=', 'hold').execute()
}

/** Keeps only these claims of a booking and frees all its others. */
export const releaseBeside = async (work: Work, bookingId: string, own: readonly Claim[]): Promise<void> => {
  await sql`
    delete from claims where booking_id = ${bookingId}::uuid and not exists (
      select from unnest(
        ${own.map(({ resourceId }) => resourceId)}::bigint[],
        ${own.map(({ start }) => start)}::timestamptz[],
        ${own.map(({ end }) => end)}::timestamptz[]
      ) as own(resource_id, starts_at, ends_at)
      where own.resource_id = claims.resource_id and tstzrange(own.starts_at, own.ends_at) @> claims.during)`.execute(
    work.db,
  )
}

/**
 * Reduces a rent to the given time, around what clients booked within it; the rest is free in the same moment. The caller has locked
 * the booking and passes no more than it has.
 */
export const shrink = async (work: Work, bookingId: string, left: readonly Claim[]): Promise<void> => {
  await release(work, bookingId)
  await sql`
    insert into claims (booking_id, resource_id, during, state)
    select ${bookingId}::uuid, wanted.resource_id, unnest(tstzmultirange(tstzrange(wanted.starts_at, wanted.ends_at)) - coalesce(
        (select range_agg(within.during) from claims within
          where within.parent_rent_id = ${bookingId}::uuid and within.resource_id = wanted.resource_id), '{}'::tstzmultirange)), 'firm'
    from unnest(
      ${left.map(({ resourceId }) => resourceId)}::bigint[],
      ${left.map(({ start }) => start)}::timestamptz[],
      ${left.map(({ end }) => end)}::timestamptz[]
    ) as wanted(resource_id, starts_at, ends_at)
    order by wanted.resource_id`.execute(work.db)
}

/** Frees one resource of a booking that moves elsewhere. */
export const releaseOf = async (work: Work, bookingId: string, resourceId: number): Promise<void> => {
  await work.db
    .deleteFrom('claims')
    .where('booking_id', '=', bookingId)
    .where('resource_id', '=', resourceId)
    .execute()
}

/**
 * A professional who stays through the processes of a booking counts as being at another place of the same business from now on. If
 * another booking is at the old place meanwhile, both count as there, as before: no professional may be at two places. Refuses
 * unit_taken when one is added at this moment.
 */
export const moveStay = async (work: Work, bookingId: string, place: number): Promise<void> => {
  const moved = sql`
    update claims set stay_place = ${place}::bigint where booking_id = ${bookingId}::uuid and stay_place <> ${place}::bigint
      and not exists (select from claims own join claims other on other.resource_id = own.resource_id
        and other.booking_id <> own.booking_id and other.stay && own.stay and other.stay_place <> ${place}::bigint
        where own.booking_id = ${bookingId}::uuid and own.stay is not null)`
  await moved.execute(work.db).catch((error) => refuseOn(error, { claims_at_one_place: 'unit_taken' }))
}

/** Moves a claim to another resource: an equipment unit to an equivalent one. */
export const exchange = async (work: Work, claimId: number, resourceId: number): Promise<void> => {
  await work.db.updateTable('claims').set({ resource_id: resourceId }).where('id', '=', claimId).execute()
}

/** Frees the time of a block before it takes another. */
export const releaseBlock = async (work: Work, blockId: number): Promise<void> => {
  await work.db.deleteFrom('claims').where('block_id', '=', blockId).execute()
}

/** Extends active holds to a later moment. Returns how much time is still held, in milliseconds of all resources together. */
export const prolong = async (work: Work, bookingId: string, holdUntil: Date): Promise<number> =>
  changeHolds(work, bookingId, { expires_at: holdUntil })

/**
 * Makes a booking's holds firm. Returns how much time is now firm: a lapsed hold may have gone to another booking, so the caller
 * compares it with what the booking needs.
 */
export const makeFirm = async (work: Work, bookingId: string): Promise<number> =>
  changeHolds(work, bookingId, { state: 'firm', expires_at: null })

/**
 * The same as part of a larger statement: the length of each claim that is now firm. `booking` is a subquery that locks the booking, so
 * that claims are never locked before it: all others lock in that order, and the reverse would deadlock.
 */
export const firming = (bookingId: RawBuilder<unknown>) =>
  sql`update claims set state = 'firm', expires_at = null where booking_id = ${bookingId} returning upper(during) - lower(during) as length`

const changeHolds = async (
  work: Work,
  bookingId: string,
  change: { expires_at: Date } | { state: 'firm'; expires_at: null },
) => {
  const rows = await work.db
    .updateTable('claims')
    .set(change)
    .where('booking_id', '=', bookingId)
    .returning(sql<number>`(extract(epoch from upper(during) - lower(during)) * 1000)::bigint`.as('ms'))
    .execute()
  return rows.reduce((sum, { ms }) => sum + ms, 0)
}

/** Deletes claims of classes that ended more than a day ago: past time is never requested. */
export const clearClasses = async (work: Work): Promise<void> => {
  await sql`
    delete from claims using class_sessions own
    where claims.class_id = own.id and own.ends_at < ${work.now}::timestamptz - interval '1 day'`.execute(
    work.db,
  )
}

/** Removes lapsed holds; nothing depends on it, since a new claim on their time removes them too. */
export const sweep = async (work: Work): Promise<void> => {
  await sql`
    delete from claims where id in (
      select id from claims where expires_at <= ${work.now} order by expires_at limit 5000 for update skip locked
    )`.execute(work.db)
}
