/** A professional's limits as she sets them; rules/limits.ts applies them, and the database refuses a booking beyond them. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { OwnLimits, saveLimits as endpoint } from '#contract/availability/limits.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { ProfessionalLimits } from '#server/platform/database/tables.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** The version before anything was saved. */
const firstVersion = 1
const none = { visits: null, minutes: null }

/** Refuses not_found without a profile. */
export const limits = async (work: Work): Promise<OwnLimits> => {
  const id = work.viewer.professionalId ?? refuse('not_found')
  const row = await work.db
    .selectFrom('professional_limits')
    .selectAll()
    .where('professional_id', '=', id)
    .executeTakeFirst()
  return row === undefined
    ? { day: none, week: none, month: none, tightStarts: false, version: firstVersion }
    : present(row)
}

/** Applies to hours from now on; bookings stay, and count. The waitlist is matched again. Refuses not_found, stale_version. */
export const saveLimits = (
  work: Work,
  { body: { day, week, month, tightStarts, version } }: Pick<Input<typeof endpoint>, 'body'>,
): Promise<OwnLimits> =>
  inTransaction(work, async (work) => {
    const id = work.viewer.professionalId ?? refuse('not_found')
    // Serializes two browser tabs of one person.
    await sql`select from professionals where id = ${id} for no key update`.execute(work.db)
    const known = await limits(work)
    if (known.version !== version) return refuse('stale_version')
    const row = {
      day_visits: day.visits,
      day_minutes: day.minutes,
      week_visits: week.visits,
      week_minutes: week.minutes,
      month_visits: month.visits,
      month_minutes: month.minutes,
      tight_starts: tightStarts,
      version: version + 1,
      updated_at: work.now,
    }
    await work.db
      .insertInto('professional_limits')
      .values({ professional_id: id, ...row })
      .onConflict((conflict) => conflict.column('professional_id').doUpdateSet(row))
      .execute()
    await publish(work, 'professional.hours_changed', { professionalId: id })
    return limits(work)
  })

const present = (row: Selectable<ProfessionalLimits>): OwnLimits => ({
  day: { visits: row.day_visits, minutes: row.day_minutes },
  week: { visits: row.week_visits, minutes: row.week_minutes },
  month: { visits: row.month_visits, minutes: row.month_minutes },
  tightStarts: row.tight_starts,
  version: row.version,
})
