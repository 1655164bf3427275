/** The part of a statement that takes time: the wanted claims, carved out of rented hours, and claimed. */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'

/**
 * Time of one resource, including its buffers. `stay`: a professional whose visits have processes is at this place this long, and
 * nowhere else, though not all of it is claimed.
 */
export type Claim = { resourceId: number; start: Date; end: Date; stay?: Stay | undefined }
/** 0: their own place. */
type Stay = { start: Date; end: Date; place: number }

export type Taking = {
  bookingId: string | null
  /** For a block or a class: the owner of the claim. */
  blockId?: number
  classId?: string | undefined
  claims: readonly Claim[]
  holdUntil: Date | null
  /** Hours rented earlier by the same person: the time is carved out of that booking's own claims. */
  parentRentId?: string | null
  /** The place, if it is not its booking's; always given for a class. 0: the professional's own place. */
  place?: number | undefined
  /** Only the client's own time, with no travel to another place. */
  isClientAlone?: boolean
}

/** Everything within the rented hours was carved out of them, and not from unclaimed time. Part of a statement with `claiming`. */
export const carvedAll = ({ parentRentId }: Taking) =>
  parentRentId === null || parentRentId === undefined
    ? sql`true`
    : sql`exists (select from rent) and (select count(*) from opened) = (select count(*) from wanted where inside)`

/** All wanted time is claimed. Part of a statement with `claiming`. */
export const takenAll = sql`(select count(*) from claimed) = (select count(*) from wanted)`

/**
 * The same as parts of a larger statement, whose `claimed` has a row for each resource that was taken: the statement must fail when
 * there are fewer than wanted. Resources are taken in the order of their ids: of several claimants of the same time one wins, the
 * others are refused as soon as it commits, and there is no deadlock.
 */
export const claiming = (
  work: Work,
  { bookingId, blockId, classId, claims, holdUntil, parentRentId = null, place }: Taking,
) => {
  const ofClass = classId !== undefined
  const stays = parentRentId === null && claims.some(({ stay }) => stay !== undefined)
  return sql`
    ${wanting(claims, parentRentId)}, lapsed as materialized (
      select claims.id from claims join wanted using (resource_id)
      -- At another place the way there is given on as well.
      where claims.during && tstzrange(starts_at - interval '4 hours', ends_at + interval '4 hours')
        and claims.expires_at <= ${work.now}
        -- What lapses inside a closure is closed, not given on.
        and not exists (select from closure_units closed
          where closed.unit_id = claims.resource_id and closed.during && claims.during)
        -- What lapses within rented hours is theirs again, not given on.
        and (claims.parent_rent_id is null or claims.parent_rent_id = ${parentRentId}::uuid)
      order by claims.resource_id, claims.id
      for update of claims
    ), deleted as (
      delete from claims where id in (select id from lapsed) returning id
    ), ${carving(parentRentId)} claimed as (
      insert into claims (booking_id, block_id, resource_id, during, state, expires_at, parent_rent_id${stays ? sql`, stay, stay_place` : sql``}${place === undefined ? sql`` : sql`, place`}${ofClass ? sql`, class_id` : sql``})
      select ${bookingId}::uuid, ${blockId ?? null}::bigint, wanted.resource_id, tstzrange(starts_at, ends_at),
        ${holdUntil === null ? 'firm' : 'hold'}, ${holdUntil}::timestamptz, ${carvedFrom(parentRentId)}${stays ? sql`, case when place is not null then tstzrange(stays_from, stays_until) end, wanted.place` : sql``}${place === undefined ? sql`` : sql`, ${place}::bigint`}${ofClass ? sql`, ${classId}::uuid` : sql``}
      -- Counting what was deleted makes the deletion come first; the constraint then no longer sees it.
      from wanted where (select count(*) from deleted) >= 0
      order by wanted.resource_id, wanted.starts_at
      on conflict do nothing
      returning resource_id, parent_rent_id
    )`
}

/**
 * The wanted time of each resource. Time across the edge of rented hours comes in parts: within them (`inside`), and outside. The rent
 * is locked and must still be active, so that it cannot be cancelled concurrently.
 */
const wanting = (claims: readonly Claim[], parentRentId: string | null) => {
  const request = sql`unnest(
        ${claims.map(({ resourceId }) => resourceId)}::bigint[],
        ${claims.map(({ start }) => start)}::timestamptz[],
        ${claims.map(({ end }) => end)}::timestamptz[]
      )`
  if (parentRentId === null && claims.some(({ stay }) => stay !== undefined))
    return sql`wanted as materialized (select * from unnest(
        ${claims.map(({ resourceId }) => resourceId)}::bigint[],
        ${claims.map(({ start }) => start)}::timestamptz[],
        ${claims.map(({ end }) => end)}::timestamptz[],
        ${claims.map(({ stay }) => stay?.start ?? null)}::timestamptz[],
        ${claims.map(({ stay }) => stay?.end ?? null)}::timestamptz[],
        ${claims.map(({ stay }) => stay?.place ?? null)}::bigint[]
      ) as wanted(resource_id, starts_at, ends_at, stays_from, stays_until, place))`
  return parentRentId === null
    ? sql`wanted as materialized (select * from ${request} as wanted(resource_id, starts_at, ends_at))`
    : sql`rent as materialized (
      select id, unit_id, professional_id, starts_at - buffer_before_minutes * interval '1 minute' as busy_from,
        ends_at + buffer_after_minutes * interval '1 minute' as busy_until,
        ends_at + unit_after_minutes * interval '1 minute' as unit_until from bookings
      where id = ${parentRentId}::uuid and kind = 'rent' and status in ('confirmed', 'in_progress') for share
    ), wanted as materialized (
      select asked.resource_id, lower(part) as starts_at, upper(part) as ends_at, inside
      from ${request} as asked(resource_id, starts_at, ends_at)
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

/**
 * Cuts the wanted time out of the claims of rented hours and leaves the rest of them. Time that the rent no longer has cannot be carved
 * out.
 */
const carving = (parentRentId: string | null) =>
  parentRentId === null
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
      select ${parentRentId}::uuid, resource_id, unnest(tstzmultirange(during) - tstzmultirange(part)), 'firm' from cut
      where (select count(*) from opened) >= 0
      returning resource_id
    ),`

/** The client's own time is not carved out of any rent. */
const carvedFrom = (parentRentId: string | null) =>
  parentRentId === null
    ? sql`null::uuid`
    : sql`case when wanted.inside and wanted.resource_id in (select resource_id from opened) then ${parentRentId}::uuid end`
