/** Finds people and bookings in the viewer's own work. Every query starts from the viewer's id. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { type Found, type findInWork, maxFound } from '#contract/workday/found.ts'
import { certainList, entries, foundBy, latestSeen } from '#server/booking/client/own-client-row.ts'
import { digitsOf, hasDigits, hasWords } from '#server/booking/columns/typed-search.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Query = Input<typeof findInWork>['query']
type Booked = {
  id: string
  name: string
  what: string
  startsAt: Date
  date: string
  zone: string
  status: string
}

/** Fewer digits would match nearly everyone. */
const minDigits = 4

/** Matches for that role. Refuses role_not_available to an account without it. */
export const find = (work: Work, { q, as }: Query): Promise<Found> =>
  as === 'host'
    ? foundByHost(work, work.viewer.hostId ?? refuse('role_not_available'), q)
    : foundByProfessional(work, work.viewer.professionalId ?? refuse('role_not_available'), q)

const foundByProfessional = async (work: Work, me: number, q: string): Promise<Found> => {
  const { rows: people } = await sql<Found['people'][number]>`
    with ${entries(work, me)}
    select entry.id, trim(entry."firstName" || ' ' || entry."lastName") as name, coalesce(entry.phone, '') as note
    from entry where ${foundBy(q)} order by ${latestSeen} limit ${maxFound}`.execute(work.db)
  const named = sql`coalesce(client.first_name || ' ' || client.last_name, b.contact ->> 'firstName', '')`
  const { rows } = await sql<Booked>`
    select b.id, case b.kind when 'rent' then 'Espacio rentado' else ${shownName(named)} end as name,
      b.service_name as what, b.starts_at as "startsAt", to_char(b.starts_at at time zone b.zone, 'YYYY-MM-DD') as date,
      b.zone, b.status
    from bookings b
      -- Whose visit was never confirmed is known by the first name alone.
      left join clients client on client.id = b.client_id and b.confirmed_at is not null
    where b.professional_id = ${me} and (b.confirmed_at is not null or b.status = 'requested')
      and (${hasWords(sql`${named} || ' ' || b.service_name`, q)}
        -- The telephone is shown for a visit that is certain, and finds no other.
        or (b.status in (${certainList})
          and ${hasDigits(sql`b.contact ->> 'phone'`, digitsOf(q, minDigits))}))
    order by ${soonest(work)} limit ${maxFound}`.execute(work.db)
  return { people, bookings: rows.map(present) }
}

const foundByHost = async (work: Work, me: number, q: string): Promise<Found> => {
  const { rows: people } = await sql<Found['people'][number]>`
    select agreement.id, trim(p.first_name || ' ' || p.last_name) as name, space.name as note
    from spaces space join agreements agreement on agreement.space_id = space.id
      join professionals p on p.id = agreement.professional_id
    where space.host_id = ${me} and agreement.status in ('active', 'paused', 'expiring', 'suspended')
      and ${hasWords(sql`p.first_name || ' ' || p.last_name || ' ' || space.name`, q)}
    order by name, agreement.id limit ${maxFound}`.execute(work.db)
  const { rows } = await sql<Booked>`
    select b.id, trim(p.first_name || ' ' || p.last_name) as name, unit.name || ', ' || space.name as what,
      b.starts_at as "startsAt", to_char(b.starts_at at time zone b.zone, 'YYYY-MM-DD') as date, b.zone, b.status
    from bookings b join professionals p on p.id = b.professional_id
      join units unit on unit.id = b.unit_id join spaces space on space.id = b.space_id
    where b.host_id = ${me} and (b.confirmed_at is not null or b.status = 'requested')
      and ${hasWords(sql`p.first_name || ' ' || p.last_name || ' ' || unit.name || ' ' || space.name`, q)}
    order by ${soonest(work)} limit ${maxFound}`.execute(work.db)
  return { people, bookings: rows.map(present) }
}

const shownName = (named: RawBuilder<unknown>) =>
  sql`coalesce(nullif(trim(${named}), ''), 'Sin nombre todavía')`

/** Current and future ones in order; then past ones, the latest first. */
const soonest = (work: Work) => sql`
  (b.ends_at > ${work.now}::timestamptz and b.completed_at is null and b.ended_at is null) desc,
  abs(extract(epoch from b.starts_at - ${work.now}::timestamptz)), b.id`

const present = ({ startsAt, status, ...row }: Booked) => ({
  ...row,
  startsAt: startsAt.toISOString(),
  status: z.parse(BookingStatus, status),
})
