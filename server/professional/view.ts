/** Page views of a professional: a count for each date, one per visitor and day; the visitor's identity is not stored. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import type { pageViewed } from '#contract/professional/professional.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { isOwn, type Work } from '#server/platform/work.ts'

/** A home or an office shares one address; a script that drops its cookies adds no more than this a day. */
const maxPerAddress = 5

/** The professional's own views do not count. */
export const countView = async (work: Work, { params }: Input<typeof pageViewed>): Promise<{ ok: true }> => {
  if (isOwn(work.viewer.professionalId, params.id)) return { ok: true }
  const { accountId, visitor, address } = work.viewer
  const viewer = digestOf(work, accountId === null ? `visitor ${visitor ?? address}` : `account ${accountId}`)
  const origin = digestOf(work, `address ${address}`)
  await sql`
    with page as (
      select id, (${work.now}::timestamptz at time zone zone)::date as on_date from professionals
      where id = ${params.id} and status not in ('draft', 'suspended')
    ), seen as (
      insert into profile_viewers (professional_id, on_date, viewer, origin)
      select id, on_date, ${viewer}, ${origin} from page
      where (select count(*) from profile_viewers other where other.professional_id = page.id
        and other.on_date = page.on_date and other.origin = ${origin}) < ${maxPerAddress}
      on conflict do nothing
      returning professional_id, on_date
    )
    insert into profile_views (professional_id, on_date) select professional_id, on_date from seen
    on conflict (professional_id, on_date) do update set views = profile_views.views + 1`.execute(work.db)
  return { ok: true }
}

const digestOf = (work: Work, text: string): Buffer =>
  createHmac('sha256', `profile views ${work.config.secret}`).update(text).digest().subarray(0, 16)

/** Digests are useful only on their day, in every zone. */
export const forgetViewers = (work: Work) =>
  forgetBefore(work, 'profile_viewers', 'on_date', new Date(work.now.getTime() - 2 * dayMs))
