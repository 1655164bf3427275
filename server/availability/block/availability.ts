/**
 * Time that is taken. A claim is time of one resource (a professional, a unit of a space, a client); the
 * database lets no two of one resource overlap. It knows no rule of who may book what (rules.ts) and
 * nothing of bookings but their id.
 */
import { type RawBuilder, sql } from 'kysely'
import { constraintOf, refuse, refuseOn } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * Time of one resource, its buffers inside. `stay`: somebody whose visits have processes is at this place for so long, and
 * nowhere else, though not all of it is claimed.
 */
export type Claim = { resourceId: number; start: Date; end: Date; stay?: Stay | undefined }
/** 0: their own place. */
type Stay = { start: Date; end: Date; place: number }

export type Taking = {
  bookingId: string | null
  /** Of a block, or of a class: whose claim it is. */
  blockId?: number
  classId?: string | undefined
  claims: readonly Claim[]
  holdUntil: Date | null
  /** Hours that the same person had rented: the time is carved out of that booking's own claims. */
  insideId?: string | null
  /** Where it is, if that is not where its booking is; of a class in any case. 0: their own place. */
  place?: number | undefined
  /** Nothing but the client's own time, who goes to no other place by it. */
  isClientAlone?: boolean
}

/**
 * Takes the time of all resources, or of none: a hold until `holdUntil`, or firm when that is null. Holds
 * that have lapsed give way. Refuses `client_busy` when only the client's own time is taken, else
 * `slot_taken`; the caller's transaction must then roll back.
 */
export const claim = async (work: Work, taking: Taking): Promise<void> => {
  // What this transaction let go of within rented hours is theirs again before it is carved out anew.
  if (taking.insideId) await sql`set constraints claims_back_to_rent immediate`.execute(work.db)
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
  // Nobody goes anywhere for a block.
  if (taking.blockId === undefined && taking.isClientAlone !== true) await requireTimeToTravel(work)
}

/** Asked now and not only when the transaction ends: whoever claimed in it can still be told. Refuses slot_taken. */
export const requireTimeToTravel = (work: Work): Promise<unknown> =>
  orTaken(() => sql`set constraints claims_leave_time_to_travel immediate`.execute(work.db))

/** Once it was asked in a transaction, each further claim in it is asked as it comes. */
const orTaken = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (leavesNoTime(error)) return refuse('slot_taken')
    throw error
  }
}
export const leavesNoTime = (error: unknown) => constraintOf(error) === 'claims_leave_time_to_travel'

/** Whatever lies within the rented hours came out of them, and not from where nobody was. Part of a statement with `claiming`. */
export const carvedAll = ({ insideId }: Taking) =>
  insideId === null || insideId === undefined
    ? sql`true`
    : sql`exists (select from rent) and (select count(*) from opened) = (select count(*) from wanted where inside)`

/** All that was wanted is taken. Part of a statement with `claiming`. */
export const takenAll = sql`(select count(*) from claimed) = (select count(*) from wanted)`

/**
 * The same as parts of a larger statement, whose `claimed` has a row for each resource that was taken: fewer
 * than wanted must make it fail. Resources go in the order of their ids: of any number who want the same
 * time one wins, the others are told as soon as it commits, and nobody waits in a circle.
 */
export const claiming = (
  work: Work,
  { bookingId, blockId, classId, claims, holdUntil, insideId = null, place }: Taking,
) => {
  const ofClass = classId !== undefined
  const stays = insideId === null && claims.some(({ stay }) => stay !== undefined)
  return sql`
    ${wanting(claims, insideId)}, lapsed as materialized (
      select claims.id from claims join wanted using (resource_id)
      -- At another place the way there is given on as well.
      where claims.during && tstzrange(starts_at - interval '4 hours', ends_at + interval '4 hours')
        and claims.expires_at <= ${work.now}
        -- What lapses inside a closure is closed, not given on.
        and not exists (select from closure_units closed
          where closed.unit_id = claims.resource_id and closed.during && claims.during)
        -- What lapses within rented hours is theirs again, not given on.
        and (claims.inside_id is null or claims.inside_id = ${insideId}::uuid)
      order by claims.resource_id, claims.id
      for update of claims
    ), deleted as (
      delete from claims where id in (select id from lapsed) returning id
    ), ${carving(insideId)} claimed as (
      insert into claims (booking_id, block_id, resource_id, during, state, expires_at, inside_id${stays ? sql`, stay, stay_place` : sql``}${place === undefined ? sql`` : sql`, place`}${ofClass ? sql`, class_id` : sql``})
      select ${bookingId}::uuid, ${blockId ?? null}::bigint, wanted.resource_id, tstzrange(starts_at, ends_at),
        ${holdUntil === null ? 'firm' : 'hold'}, ${holdUntil}::timestamptz, ${carvedFrom(insideId)}${stays ? sql`, case when place is not null then tstzrange(stays_from, stays_until) end, wanted.place` : sql``}${place === undefined ? sql`` : sql`, ${place}::bigint`}${ofClass ? sql`, ${classId}::uuid` : sql``}
      -- Counting what was deleted makes the deletion come first; the constraint then no longer sees it.
      from wanted where (select count(*) from deleted) >= 0
      order by wanted.resource_id, wanted.starts_at
      on conflict do nothing
      returning resource_id, inside_id
    )`
}

/**
 * What is wanted of whom. Over the edge of rented hours it comes in parts: what lies within their time (`inside`), and what does
 * not. The rent is locked and must still stand: who cancels it at the same moment waits, or is waited for.
 */
const wanting = (claims: readonly Claim[], insideId: string | null) => {
  const asked = sql`unnest(
        ${claims.map(({ resourceId }) => resourceId)}::bigint[],
        ${claims.map(({ start }) => start)}::timestamptz[],
        ${claims.map(({ end }) => end)}::timestamptz[]
      )`
  if (insideId === null && claims.some(({ stay }) => stay !== undefined))
    return sql`wanted as materialized (select * from unnest(
        ${claims.map(({ resourceId }) => resourceId)}::bigint[],
        ${claims.map(({ start }) => start)}::timestamptz[],
        ${claims.map(({ end }) => end)}::timestamptz[],
        ${claims.map(({ stay }) => stay?.start ?? null)}::timestamptz[],
        ${claims.map(({ stay }) => stay?.end ?? null)}::timestamptz[],
        ${claims.map(({ stay }) => stay?.place ?? null)}::bigint[]
      ) as wanted(resource_id, starts_at, ends_at, stays_from, stays_until, place))`
  return insideId === null
    ? sql`wanted as materialized (select * from ${asked} as wanted(resource_id, starts_at, ends_at))`
    : sql`rent as materialized (
      select id, unit_id, professional_id, starts_at - buffer_before_minutes * interval '1 minute' as busy_from,
        ends_at + buffer_after_minutes * interval '1 minute' as busy_until,
        ends_at + unit_after_minutes * interval '1 minute' as unit_until from bookings
      where id = ${insideId}::uuid and kind = 'rent' and status in ('confirmed', 'in_progress') for share
    ), wanted as materialized (
      select asked.resource_id, lower(part) as starts_at, upper(part) as ends_at, inside
      from ${asked} as asked(resource_id, starts_at, ends_at)
      left join lateral (
        select tstzrange(busy_from, case asked.resource_id when rent.unit_id then unit_until else busy_until end) as during
        from rent where asked.resource_id in (rent.unit_id, rent.professional_id)) hours on true
      cross join lateral (select tstzmultirange(tstzrange(asked.starts_at, asked.ends_at)) as span,
        coalesce(tstzmultirange(hours.during), '{}') as theirs) whole
      cross join lateral (
        select part, true as inside from unnest(whole.span * whole.theirs) as part
        union all select part, false from unnest(whole.span - whole.theirs) as part) parts
    )`
}

/** Cuts what is wanted out of the claims of rented hours and leaves the rest of them. Time that they no longer have is nobody's to give. */
const carving = (insideId: string | null) =>
  insideId === null
    ? sql``
    : sql`cut as materialized (
      select claims.id, claims.resource_id, claims.during, tstzrange(wanted.starts_at, wanted.ends_at) as part
      from rent join wanted on wanted.inside
      join claims on claims.booking_id = rent.id and claims.resource_id = wanted.resource_id
        and claims.during @> tstzrange(wanted.starts_at, wanted.ends_at)
      order by claims.resource_id for update of claims
    ), opened as (
      delete from claims where id in (select id from cut) returning resource_id
    ), left_over as (
      insert into claims (booking_id, resource_id, during, state)
      select ${insideId}::uuid, resource_id, unnest(tstzmultirange(during) - tstzmultirange(part)), 'firm' from cut
      where (select count(*) from opened) >= 0
      returning resource_id
    ),`

/** The client's own time is not cut out of anything. */
const carvedFrom = (insideId: string | null) =>
  insideId === null
    ? sql`null::uuid`
    : sql`case when wanted.inside and wanted.resource_id in (select resource_id from opened) then ${insideId}::uuid end`

/** Who was in the way of a statement with `claiming` that failed: refuses as `claim` does. */
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

/** The time of a booking is free again. */
export const release = async (work: Work, bookingId: string): Promise<void> => {
  await work.db.deleteFrom('claims').where('booking_id', '=', bookingId).execute()
}

/** The time of a class is free again. */
export const releaseClass = async (work: Work, classId: string): Promise<void> => {
  await work.db.deleteFrom('claims').where('class_id', '=', classId).execute()
}

/** What a booking that stands holds beside its own time is free again. */
export const releaseHolds = async (work: Work, bookingId: string): Promise<void> => {
  await work.db.deleteFrom('claims').where('booking_id', '=', bookingId).where('state', '=', 'hold').execute()
}

/** Of what a booking holds only this is kept: whatever lies beside it is free again. */
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
 * A rent keeps so much of its time, around what clients booked within it; the rest is free in the same moment. The caller
 * has locked the booking and says no more than it has.
 */
export const shrink = async (work: Work, bookingId: string, left: readonly Claim[]): Promise<void> => {
  await release(work, bookingId)
  await sql`
    insert into claims (booking_id, resource_id, during, state)
    select ${bookingId}::uuid, wanted.resource_id, unnest(tstzmultirange(tstzrange(wanted.starts_at, wanted.ends_at)) - coalesce(
        (select range_agg(within.during) from claims within
          where within.inside_id = ${bookingId}::uuid and within.resource_id = wanted.resource_id), '{}'::tstzmultirange)), 'firm'
    from unnest(
      ${left.map(({ resourceId }) => resourceId)}::bigint[],
      ${left.map(({ start }) => start)}::timestamptz[],
      ${left.map(({ end }) => end)}::timestamptz[]
    ) as wanted(resource_id, starts_at, ends_at)
    order by wanted.resource_id`.execute(work.db)
}

/** One resource of a booking gives its time back: the booking goes elsewhere. */
export const releaseOf = async (work: Work, bookingId: string, resourceId: number): Promise<void> => {
  await work.db
    .deleteFrom('claims')
    .where('booking_id', '=', bookingId)
    .where('resource_id', '=', resourceId)
    .execute()
}

/**
 * Who stays through the processes of a booking stays at another place of the same house from now on. With somebody else at the old
 * one meanwhile both count as there, as before: nobody is to be at two places. Refuses unit_taken when they come at this moment.
 */
export const moveStay = async (work: Work, bookingId: string, place: number): Promise<void> => {
  const moved = sql`
    update claims set stay_place = ${place}::bigint where booking_id = ${bookingId}::uuid and stay_place <> ${place}::bigint
      and not exists (select from claims own join claims other on other.resource_id = own.resource_id
        and other.booking_id <> own.booking_id and other.stay && own.stay and other.stay_place <> ${place}::bigint
        where own.booking_id = ${bookingId}::uuid and own.stay is not null)`
  await moved.execute(work.db).catch((error) => refuseOn(error, { claims_at_one_place: 'unit_taken' }))
}

/** The same time of another resource: a piece of equipment for its like. */
export const exchange = async (work: Work, claimId: number, resourceId: number): Promise<void> => {
  await work.db.updateTable('claims').set({ resource_id: resourceId }).where('id', '=', claimId).execute()
}

/** The time of a block, before it takes another. */
export const releaseBlock = async (work: Work, blockId: number): Promise<void> => {
  await work.db.deleteFrom('claims').where('block_id', '=', blockId).execute()
}

/** What is held until a moment stays held until a later one. Answers how much time is still held, in milliseconds of all resources together. */
export const prolong = async (work: Work, bookingId: string, holdUntil: Date): Promise<number> =>
  changeHolds(work, bookingId, { expires_at: holdUntil })

/**
 * What is held is taken for good. Answers how much time is now firm: a hold that lapsed may have been given
 * to somebody else, so the caller compares it with what the booking needs.
 */
export const makeFirm = async (work: Work, bookingId: string): Promise<number> =>
  changeHolds(work, bookingId, { state: 'firm', expires_at: null })

/**
 * The same as part of a larger statement: the length of each piece of time that is now firm. `booking` is a subquery that locks the
 * booking, so that claims are never locked before it: all others lock in that order, and two would wait for each other.
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

/** What was claimed for classes that are over a day: nobody asks for past time. */
export const clearClasses = async (work: Work): Promise<void> => {
  await sql`
    delete from claims using class_sessions own
    where claims.class_id = own.id and own.ends_at < ${work.now}::timestamptz - interval '1 day'`.execute(
    work.db,
  )
}

/** Removes holds that have lapsed; nobody depends on it, since whoever wants their time removes them too. */
export const sweep = async (work: Work): Promise<void> => {
  await sql`
    delete from claims where id in (
      select id from claims where expires_at <= ${work.now} order by expires_at limit 5000 for update skip locked
    )`.execute(work.db)
}
