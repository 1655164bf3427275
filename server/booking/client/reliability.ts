/** How often a professional honoured or missed appointments: read from how bookings ended, so that no counters are needed. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { reliability, type Reliability } from '#contract/booking/client/reliability.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Counted = { attended: number; letDown: number }
type Strike = {
  bookingId: string
  kind: z.input<typeof Reliability>['strikes'][number]['kind']
  service: string
  startsAt: Date
  zone: string
}

/** A no-show counts once it is final; one that an administrator dismissed never does. */
const isLetDown = sql`(b.status = 'cancelled_by_professional'
  or (b.status = 'cancelled_by_platform' and exists (select from support_acts act where act.booking_id = b.id and act.kind = 'cancel'
    and act.what = 'professional' and act.done_at is not null))
  or (b.status = 'professional_no_show' and exists (select from no_shows n where n.booking_id = b.id and n.state = 'stands')))`

/** A class counts once, however many clients it had. */
const ofOne = sql`coalesce(b.class_id, b.id)`

export const ownReliability = async (work: Work): Promise<z.input<typeof Reliability>> => {
  const professionalId = work.viewer.professionalId ?? refuse('role_not_available')
  const since = new Date(work.now.getTime() - reliability.days * dayMs)
  const counted = await sql<Counted>`
    select count(distinct ${ofOne}) filter (where b.status in ('to_settle', 'completed', 'closed'))::int as attended,
      count(distinct ${ofOne}) filter (where ${isLetDown})::int as "letDown"
    from bookings b where b.professional_id = ${professionalId} and b.kind = 'visit' and b.starts_at > ${since}`.execute(
    work.db,
  )
  const strikes = await sql<Strike>`
    select * from (select distinct on (${ofOne}) b.id as "bookingId", b.service_name as service, b.starts_at as "startsAt", b.zone,
      case when b.status = 'professional_no_show' then 'absent'
        when b.starts_at - b.ended_at < interval '24 hours' then 'cancelled_late' else 'cancelled' end as kind
    from bookings b where b.professional_id = ${professionalId} and b.kind = 'visit' and b.starts_at > ${since} and ${isLetDown}
    order by ${ofOne}, b.id) each_once order by "startsAt" desc, "bookingId" limit 20`.execute(work.db)
  const { attended, letDown } = counted.rows[0] ?? { attended: 0, letDown: 0 }
  const known = attended + letDown
  return {
    attended,
    letDown,
    shareBp: known < reliability.minVisits ? null : Math.round((attended * 10_000) / known),
    strikes: strikes.rows.map(({ startsAt, ...strike }) => ({
      ...strike,
      startsAt: startsAt.toISOString(),
      until: new Date(startsAt.getTime() + reliability.days * dayMs).toISOString(),
    })),
  }
}
