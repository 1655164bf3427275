/** Shared equipment at the space of a visit: its units there. Reads only. */
import { sql } from 'kysely'
import type { BookedEquipmentUnit, Needs } from '#contract/service/service-needs.ts'
import {
  type Fittings,
  fittingsOf,
  fittingsOfAll,
  needsOfAll,
  sharedFor,
  withAdded,
} from '#server/availability/offer/equipment.ts'
import { equipmentUnitsFree } from '#server/availability/rules/judge.ts'
import { prepareShared } from '#server/availability/rules/prepared.ts'
import type { Added } from '#server/availability/offer/service-row.ts'
import type { Work } from '#server/platform/work.ts'

/** At the visit's hour. Empty: it needs no shared equipment; null: some of it is taken then. */
export const equipmentThere = async (
  work: Work,
  {
    bookingId,
    spaceId,
    startsAt,
    endsAt,
  }: { bookingId: string; spaceId: number; startsAt: Date; endsAt: Date },
): Promise<readonly BookedEquipmentUnit[] | null> => {
  const span = { from: startsAt, to: endsAt, now: work.now, apart: bookingId }
  const { rows } = await sql<{
    serviceId: number
    person: number
    needs: Needs | null
    durationMinutes: number
    addOns: readonly Added[] | null
    fittings: Fittings | null
  }>`
    select service.id as "serviceId", coalesce(part.person, 1) as person, service.needs, booking.add_ons as "addOns",
      coalesce(part.minutes, extract(epoch from booking.ends_at - booking.starts_at)::integer / 60) as "durationMinutes",
      ${fittingsOf(span)} as fittings
    from bookings booking
    left join booking_segments part on part.booking_id = booking.id
    join services service on service.id = coalesce(part.service_id, booking.service_id)
    join spaces space on space.id = ${spaceId}
    where booking.id = ${bookingId}::uuid order by part.position`.execute(work.db)
  const needs = needsOfAll(rows.map(withOwn))
  const fittings = fittingsOfAll(rows.map((row) => row.fittings))
  if (needs === null || fittings === null) return []
  const minutes = rows.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)
  return equipmentUnitsFree(prepareShared(sharedFor(needs, fittings, minutes)), startsAt.getTime())
}

/** Its minutes include those of its add-ons. */
const withOwn = ({
  serviceId,
  person,
  needs,
  durationMinutes,
  addOns,
}: {
  serviceId: number
  person: number
  needs: Needs | null
  durationMinutes: number
  addOns: readonly Added[] | null
}) => {
  const own = (addOns ?? []).filter((one) => one.serviceId === serviceId && (one.person ?? 1) === person)
  const added = own.reduce((sum, { minutes }) => sum + minutes, 0)
  return { needs: withAdded(needs, durationMinutes - added, own), durationMinutes }
}
