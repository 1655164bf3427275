/** Reviews that are read now: who they are about hears of it. What was said stands on their page, not in the notice. */
import { sql } from 'kysely'
import { tellAll } from '#server/notification/matching.ts'
import type { Work } from '#server/platform/work.ts'

type Row = { name: string; accountId: number; side: 'professional' | 'host'; what: string }

export const tellReviewed = async (work: Work, bookingId: string) => {
  const { rows } = await sql<Row>`
    select min(r.author_first_name) as name, p.account_id as "accountId", 'professional' as side, b.service_name as what
    from reviews r join bookings b on b.id = r.booking_id join professionals p on p.id = r.professional_id
    where r.booking_id = ${bookingId} and r.state = 'published' and r.subject = 'professional' and r.author = 'client'
    group by p.account_id, b.service_name
    union all
    select min(r.author_first_name), h.account_id, 'host', s.name
    from reviews r join spaces s on s.id = r.space_id join hosts h on h.id = s.host_id
    where r.booking_id = ${bookingId} and r.state = 'published'
    group by h.account_id, s.name`.execute(work.db)
  await tellAll(
    work,
    'booking_completed',
    rows.map(({ name, accountId, side, what }) => ({
      title: side === 'professional' ? `${name} dejó una reseña` : `Tu espacio tiene una reseña nueva`,
      message: `${what}. Ya se puede leer en tu página; puedes responderla una vez.`,
      accountId,
      type: 'other' as const,
      about: { kind: side === 'professional' ? ('reviews' as const) : ('host_reviews' as const), id: '' },
      dedupeKey: `review:${bookingId}:${side}`,
    })),
  )
}
