/** Reassigns the equipment of visits when a host starts counting it once per building (space/business-equipment.ts). */
import { sql } from 'kysely'
import { exchange } from '#server/availability/block/availability.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/**
 * Visits with an equipment unit that no longer counts get one that does, where it is free: three spaces that each counted the one autoclave
 * had it three times. Where none is free they keep theirs.
 */
export const gatherEquipmentUnits = (work: Work, businessEquipmentId: number): Promise<void> =>
  inTransaction(work, async (work) => {
    // A transaction about to claim one of them holds its row lock, or waits for this one.
    await sql`select 1 from resources where id in (select id from equipment_units where business_equipment_id = ${businessEquipmentId})
      order by id for update`.execute(work.db)
    const { rows } = await sql<{ claimId: number }>`
      select claim.id as "claimId" from equipment_units piece join claims claim on claim.resource_id = piece.id
      where piece.business_equipment_id = ${businessEquipmentId} and not piece.active and claim.booking_id is not null
        and upper(claim.during) > ${work.now}::timestamptz
      order by lower(claim.during), claim.id`.execute(work.db)
    for (const { claimId } of rows) await gather(work, businessEquipmentId, claimId)
  })

const gather = async (work: Work, businessEquipmentId: number, claimId: number) => {
  const { rows } = await sql<{ bookingId: string; had: number; startsAt: Date; id: number; number: number }>`
    select claim.booking_id as "bookingId", claim.resource_id as had, lower(claim.during) as "startsAt", free.id, free.number
    from claims claim cross join lateral (
      select piece.id, piece.number from equipment_units piece
      where piece.business_equipment_id = ${businessEquipmentId} and piece.active
        and not exists (select from claims other where other.resource_id = piece.id and other.during && claim.during)
      order by piece.number limit 1) free
    where claim.id = ${claimId}`.execute(work.db)
  const [free] = rows
  if (free === undefined) return
  await exchange(work, claimId, free.id)
  await sql`
    update bookings set equipment = (
      select jsonb_agg(case when (part ->> 'id')::bigint = ${free.had}
          and bookings.starts_at + (part ->> 'fromMinute')::integer * interval '1 minute' = ${free.startsAt}
        then part || ${JSON.stringify({ id: free.id, number: free.number })}::jsonb else part end order by place)
      from jsonb_array_elements(bookings.equipment) with ordinality as kept(part, place))
    where id = ${free.bookingId}`.execute(work.db)
}
