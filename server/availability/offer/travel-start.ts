/** A service as if a booking were not there: the booking would move, or its services change. */
import { sql } from 'kysely'
import type { ServiceRow, Span } from '#server/availability/offer/service-row.ts'
import { epochMs } from '#server/availability/offer/taken.ts'
import type { Work } from '#server/platform/work.ts'

type OwnClaim = { resourceId: number; start: number; end: number }
type Leaving = {
  id: string
  totalCents: number
  minutes: number
  persons: number
  bufferAfterMinutes: number
  isSeveral: boolean
  processes: number[] | null
  classId: string | null
  claims: readonly OwnClaim[]
}

export const bookingLeaving = async (work: Work, bookingId: string): Promise<Leaving | undefined> => {
  const { rows } = await sql<Leaving>`
    select booking.id, booking.persons, booking.total_cents as "totalCents", booking.buffer_after_minutes as "bufferAfterMinutes", booking.processes, booking.class_id as "classId",
      round(extract(epoch from booking.ends_at - booking.starts_at) / 60)::integer as minutes,
      exists (select from booking_segments where booking_id = booking.id) as "isSeveral", (
      select coalesce(json_agg(json_build_object('resourceId', resource_id, 'start', ${epochMs(sql`lower(during)`)},
        'end', ${epochMs(sql`upper(during)`)})), '[]') from claims where booking_id = booking.id) as claims
    from bookings booking where booking.id = ${bookingId}::uuid`.execute(work.db)
  return rows[0]
}

/** The same for a class that would move: its own time, as its seats claim only their clients'. */
export const classLeaving = async (work: Work, classId: string): Promise<Leaving> => {
  const { rows } = await sql<OwnClaim>`
    select resource_id as "resourceId", ${epochMs(sql`lower(during)`)} as start, ${epochMs(sql`upper(during)`)} as "end"
    from claims where class_id = ${classId}::uuid`.execute(work.db)
  return {
    id: classId,
    totalCents: 0,
    minutes: 0,
    persons: 0,
    bufferAfterMinutes: 0,
    isSeveral: false,
    processes: null,
    classId: null,
    claims: rows,
  }
}

/** The same service as if the booking were not there. */
export const without = (
  service: ServiceRow,
  leaving: Leaving | undefined,
  clientId: number | null | undefined,
): ServiceRow => {
  if (leaving === undefined) return service
  const own = leaving.claims
  const others = (resourceId: number | null | undefined, busy: readonly Span[]) =>
    busy.filter(
      ([start, end]) =>
        !own.some((claim) => claim.resourceId === resourceId && claim.start === start && claim.end === end),
    )
  return {
    ...service,
    ...otherVisits(service, leaving.id),
    limits: limitsWithout(service, leaving.id),
    ...(service.parts === undefined
      ? {}
      : { parts: service.parts.map((part) => ({ ...part, ...otherVisits(part, leaving.id) })) }),
    stays: service.stays.filter(([, , , bookingId]) => bookingId !== leaving.id),
    sessions:
      service.sessions?.map((one) =>
        one.id === leaving.classId ? { ...one, left: one.left + leaving.persons } : one,
      ) ?? null,
    busy: others(service.professionalId, service.busy),
    clientBusy: others(clientId, service.clientBusy),
    places: service.places.map((place) => ({
      ...place,
      away: place.away?.filter(({ bookingId }) => bookingId !== leaving.id),
      units: place.units.map((unit) => ({ ...unit, busy: others(unit.id, unit.busy) })),
      fittings: place.fittings && {
        ...place.fittings,
        pieces: place.fittings.pieces.map((piece) => ({ ...piece, busy: others(piece.id, piece.busy) })),
      },
      rented: place.rented.map((hours) => ({ ...hours, taken: others(service.professionalId, hours.taken) })),
    })),
  }
}

/** The booking does not count among the visits of its date. */
const otherVisits = ({ dayVisits }: ServiceRow, id: string): Pick<ServiceRow, 'dayVisits'> => ({
  dayVisits: dayVisits?.filter(([, bookingId]) => bookingId !== id) ?? null,
})

/** Nor towards the limits of its day, week and month, where it may stay. */
const limitsWithout = ({ limits }: ServiceRow, id: string): ServiceRow['limits'] => {
  if (limits === null) return null
  const own = limits.visits.find(([, , visitId]) => visitId === id)
  return {
    ...limits,
    visits: limits.visits.filter((visit) => visit !== own),
    leaving: own && { startsAt: own[0], minutes: own[1] },
  }
}

/** With the booking's length, at its agreed price or at that of each hour. */
export const asBooked = (
  service: ServiceRow,
  leaving: Leaving | undefined,
  clientId: number | null | undefined,
  price: 'agreed' | 'hour' = 'agreed',
): ServiceRow =>
  leaving === undefined
    ? service
    : {
        ...without(service, leaving, clientId),
        // For several services the buffer after the last of them.
        ...(leaving.isSeveral ? { bufferAfterMinutes: leaving.bufferAfterMinutes } : {}),
        durationMinutes: leaving.minutes,
        persons: leaving.persons,
        // As booked, even if the service has changed since.
        processes: leaving.processes ?? undefined,
        ...(price === 'agreed' ? { priceCents: leaving.totalCents, demand: null } : {}),
      }
