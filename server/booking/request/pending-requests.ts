/**
 * What a professional or a host must answer beside new requests (request.ts), collected from their tables: proposed hours, rescues,
 * reported no-shows, disputes of a visit, reported overstays. Each has its deadline.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { RequestParams } from '#contract/booking/request/request.ts'
import { present, selectShown, withVisits } from '#server/booking/summary/present.ts'
import type { Work } from '#server/platform/work.ts'

/** Nothing that started earlier needs an answer, so the index of a professional's visits is read no further back. */
const requestedWithinDays = 30

/** Rows of `kind`, `booking_id`, `requested_by`, `deadline`. Also used by the task list (figures/own-task.ts). */
export const requestedOf = (work: Work, professionalId: number) => sql`
  select asked.kind, visit.id as booking_id, asked.by as requested_by, asked.deadline
  from bookings visit cross join lateral (
    select 'change' as kind, proposal.proposed_by as by, proposal.expires_at as deadline from change_proposals proposal
    where proposal.booking_id = visit.id and proposal.state = 'open' and proposal.professional_acceptance = 'pending'
    union all
    select 'rescue', 'host', visit.rescue_by where 'professional' = any (visit.rescue_waits)
    union all
    select 'absence', absence.reported_by, absence.contest_by from no_shows absence
    where absence.booking_id = visit.id and absence.absent = 'professional' and absence.state = 'open'
    union all
    select 'dispute', dispute.opened_by, dispute.answer_by from disputes dispute
    where dispute.booking_id = visit.id and dispute.respondent = 'professional' and dispute.state = 'waiting'
    union all
    select 'overtime', 'host', overtime.contest_by from overtimes overtime
    where overtime.booking_id = visit.id and not exists (select from disputes dispute
      where dispute.booking_id = visit.id and dispute.line = 'overtime')
  ) asked
  where visit.professional_id = ${professionalId} and asked.deadline > ${work.now}
    and visit.starts_at > ${new Date(work.now.getTime() - requestedWithinDays * dayMs)}`

/** With the visit or rented hours concerned, most urgent first. */
export const othersRequested = async (
  work: Work,
  professionalId: number,
): Promise<z.input<typeof RequestParams>[]> => {
  const { rows } = await sql<Requested>`
    ${requestedOf(work, professionalId)} order by deadline, booking_id limit 100`.execute(work.db)
  return withBookings(work, rows, 'professional')
}

/** Proposed hours for visits at places whose agreement leaves each visit to its host. */
export const hostChanges = async (work: Work, hostId: number): Promise<z.input<typeof RequestParams>[]> => {
  const { rows } = await sql<Requested>`
    select 'change' as kind, visit.id as booking_id, proposal.expires_at as deadline
    from bookings visit join change_proposals proposal on proposal.booking_id = visit.id
    where visit.host_id = ${hostId} and visit.kind = 'visit' and visit.starts_at > ${work.now}
      and proposal.state = 'open' and proposal.host_acceptance = 'pending' and proposal.expires_at > ${work.now}
    order by deadline, booking_id limit 100`.execute(work.db)
  return withBookings(work, rows, 'host')
}

type Requested = { kind: RequestParams['kind']; booking_id: string; deadline: Date }

const withBookings = async (
  work: Work,
  requested: readonly Requested[],
  as: 'professional' | 'host',
): Promise<z.input<typeof RequestParams>[]> => {
  if (requested.length === 0) return []
  const shown = await withVisits(selectShown(work.db))
    .where(
      'booking.id',
      'in',
      requested.map(({ booking_id }) => booking_id),
    )
    .execute()
  const byId = new Map(shown.map((booking) => [booking.id, booking]))
  return requested.flatMap(({ kind, booking_id, deadline }) => {
    const booking = byId.get(booking_id)
    return booking === undefined
      ? []
      : [{ kind, deadline: deadline.toISOString(), booking: present(work, booking, as) }]
  })
}
