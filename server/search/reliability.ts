/**
 * The reliability of professionals, for the order of results: completed visits, requests answered in time, own cancellations. Counted
 * from how bookings ended; the database smooths and bounds it (`search_reliability`).
 */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { withoutStatementLimit } from '#server/platform/database/database.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { refresh } from '#server/search/documents.ts'

/** The same period that a professional sees for their own reliability. */
const countedDays = 365

/** Recounts all professionals and rebuilds the documents of those whose value changed. Safe to repeat: unchanged counts write nothing. */
export const measureReliability = async (work: Work) => {
  const changed = await inTransaction(work, async (work) => {
    await sql.raw(withoutStatementLimit).execute(work.db)
    const since = new Date(work.now.getTime() - countedDays * dayMs)
    // A class counts once, whatever its number of seats. A professional whose bookings fell out of the year is reset to zero.
    const { rows } = await sql<{ professionalId: number }>`
      insert into search_reliability as known
        (professional_id, took_place, absent, answered, unanswered, cancelled, measured_at)
      select professional_id, coalesce(took_place, 0), coalesce(absent, 0),
        coalesce(answered, 0), coalesce(unanswered, 0), coalesce(cancelled, 0), ${work.now}
      from (
        select b.professional_id,
          count(distinct coalesce(b.class_id, b.id)) filter (where b.status in ('to_settle', 'completed', 'closed'))::integer as took_place,
          count(distinct coalesce(b.class_id, b.id)) filter (where b.status = 'professional_no_show'
            and exists (select from no_shows n where n.booking_id = b.id and n.state = 'stands'))::integer as absent,
          count(*) filter (where b.respond_by is not null and b.professional_acceptance in ('accepted', 'declined'))::integer as answered,
          count(*) filter (where b.respond_by is not null and b.professional_acceptance = 'expired')::integer as unanswered,
          count(distinct coalesce(b.class_id, b.id)) filter (where b.status = 'cancelled_by_professional'
            or b.status = 'cancelled_by_platform' and exists (select from support_acts act where act.booking_id = b.id
              and act.kind = 'cancel' and act.what = 'professional' and act.done_at is not null))::integer as cancelled
        from bookings b
        where b.kind = 'visit' and b.starts_at > ${since}
        group by b.professional_id
      ) counted
      full join (select professional_id from search_reliability) earlier using (professional_id)
      on conflict (professional_id) do update set took_place = excluded.took_place, absent = excluded.absent,
        answered = excluded.answered, unanswered = excluded.unanswered, cancelled = excluded.cancelled,
        measured_at = excluded.measured_at
      where (known.took_place, known.absent, known.answered, known.unanswered, known.cancelled)
        is distinct from (excluded.took_place, excluded.absent, excluded.answered, excluded.unanswered, excluded.cancelled)
      returning known.professional_id as "professionalId"`.execute(work.db)
    return rows
  })
  await runIsolated(work, changed, ({ professionalId }) => refresh(work, 'professionals', professionalId))
}
