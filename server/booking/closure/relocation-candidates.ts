/**
 * Where a booking could move: units of its own space, and of other spaces of the same host at the same address where the professional has
 * an agreement for the same services. The client comes to the same door at the same time.
 */
import { sql } from 'kysely'
import { takenOf } from '#server/availability/offer/taken.ts'
import type { Candidate } from '#server/booking/closure/impact.ts'
import type { Work } from '#server/platform/work.ts'

export type RelocationCandidate = Candidate & {
  name: string
  spaceId: number
  spaceName: string
  agreementId: number | null
}

/** By booking: every unit that could take it in principle, and when around that time it is taken or another professional's own chair. */
export const candidatesFor = async (
  work: Work,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, RelocationCandidate[]>> => {
  if (bookingIds.length === 0) return new Map()
  const { rows } = await sql<
    Omit<RelocationCandidate, 'busy'> & { bookingId: string; taken: readonly [number, number][] }
  >`
    select booking.id as "bookingId", unit.id as "unitId", unit.name, unit.active, space.id as "spaceId",
      space.name as "spaceName", case when space.id = booking.space_id then booking.agreement_id else agreement.id end as "agreementId",
      ${takenOf('unit', 'space', sql.ref('booking.professional_id'), aroundOf(work))} as taken
    from bookings booking
    join spaces own on own.id = booking.space_id
    left join services service on service.id = booking.service_id
    join spaces space on space.host_id = own.host_id
      and (space.id = own.id or (space.status = 'published'
        and space.municipality_id = own.municipality_id and lower(space.address) = lower(own.address)))
    join units unit on unit.space_id = space.id and unit.active
    left join agreements agreement on agreement.professional_id = booking.professional_id and agreement.space_id = space.id
      and agreement.status in ('active', 'expiring') and agreement.valid_from <= booking.starts_at
      and (agreement.valid_to is null or agreement.valid_to >= booking.ends_at)
      and booking.kind = 'visit' and (agreement.categories = '{}' or service.category = any(agreement.categories))
    where booking.id = any(${bookingIds}::uuid[]) and own.host_id = ${work.viewer.hostId}::bigint
      and (space.id = own.id or agreement.id is not null)
    order by space.id <> own.id, space.id, unit.number`.execute(work.db)
  const relocations = rows.map(({ taken, ...row }) => ({
    ...row,
    busy: taken.map(([from, until]) => ({ from, until })),
  }))
  return Map.groupBy(relocations, ({ bookingId }) => bookingId)
}

/** Around the booking, including its cleaning. */
const aroundOf = ({ now }: Work) => ({
  from: sql`(booking.starts_at - interval '3 hours')`,
  to: sql`(booking.ends_at + interval '3 hours')`,
  now,
})
