/** How often a professional's page is opened: a count for each date, of nobody in particular. */
import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { pageViewed } from '#contract/professional.ts'
import { isOwn, type Work } from '#server/platform/work.ts'

/** Whoever looks at their own page counts for nothing. */
export const countView = async (work: Work, { params }: Input<typeof pageViewed>): Promise<{ ok: true }> => {
  if (!isOwn(work.who.professionalId, params.id))
    await sql`
      insert into profile_views (professional_id, on_date)
      select id, (${work.now}::timestamptz at time zone zone)::date from professionals
      where id = ${params.id} and status not in ('draft', 'suspended')
      on conflict (professional_id, on_date) do update set views = profile_views.views + 1`.execute(work.db)
  return { ok: true }
}
