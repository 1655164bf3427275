/**
 * What takes a unit's time, for an external calendar (server/connection): rents, visits, classes and blocks, one event each; what is within
 * rented hours is not repeated. Shows the professional's first name, and nothing of clients.
 */
import { sql } from 'kysely'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { liveStatuses } from '#server/booking/moves/rules.ts'
import type { Work } from '#server/platform/work.ts'

/** As in a professional's own calendar. */
const pastDays = 7
const comingDays = 180

const words: Readonly<Record<string, string>> = {
  rent: 'Renta',
  visit: 'Cita',
  class: 'Clase',
  block: 'Bloqueo',
  maintenance: 'Mantenimiento',
  closure: 'Cierre',
}

type Row = {
  id: string
  unitId: number
  startsAt: Date
  endsAt: Date
  kind: string
  reason: string
  unitName: string
  spaceName: string
  firstName: string | null
  /** By the clock of the space. */
  date: string
}

/** For these units of one host; `id` is the booking's or class's, or "block-" and a number. */
export const unitEntriesOf = async (
  work: Work,
  { hostId, unitIds }: { hostId: number; unitIds: readonly number[] },
) => {
  const from = sql`${work.now}::timestamptz - ${pastDays} * interval '1 day'`
  const to = sql`${work.now}::timestamptz + ${comingDays} * interval '1 day'`
  const own = sql`any (${unitIds}::bigint[])`
  const { rows } = await sql<Row>`
    with taken as (
      select booking.id::text as id, booking.starts_at, booking.ends_at, booking.kind, '' as reason, booking.unit_id, booking.professional_id
      from bookings booking where booking.host_id = ${hostId} and booking.unit_id = ${own} and booking.class_id is null
        and booking.parent_rent_id is null and booking.status in (${statusList(liveStatuses)}) and booking.rescue_by is null
        and booking.starts_at < ${to} and booking.ends_at > ${from} and booking.starts_at > ${from} - interval '31 days'
      union all
      select class.id::text, class.starts_at, class.ends_at, 'class', '', class.unit_id, class.professional_id
      from class_sessions class where class.host_id = ${hostId} and class.unit_id = ${own} and class.parent_rent_id is null
        and class.status = 'open' and class.starts_at < ${to} and class.ends_at > ${from}
      union all
      select 'block-' || block.id, lower(claim.during), upper(claim.during), block.kind, block.reason, block.unit_id, null
      from blocks block join claims claim on claim.block_id = block.id
      where block.unit_id = ${own} and claim.during && tstzrange(${from}, ${to})
    )
    select taken.id, taken.unit_id as "unitId", taken.starts_at as "startsAt", taken.ends_at as "endsAt", taken.kind, taken.reason,
      unit.name as "unitName", space.name as "spaceName", professional.first_name as "firstName",
      to_char(taken.starts_at at time zone space.zone, 'YYYY-MM-DD') as date
    from taken join units unit on unit.id = taken.unit_id join spaces space on space.id = unit.space_id
    left join professionals professional on professional.id = taken.professional_id
    order by taken.starts_at, taken.id`.execute(work.db)
  return rows.map(({ kind, reason, unitName, spaceName, firstName, ...row }) => ({
    ...row,
    title: [reason === '' ? (words[kind] ?? 'Cita') : reason, firstName, unitName]
      .filter((word) => word !== null)
      .join(' · '),
    place: spaceName,
  }))
}
