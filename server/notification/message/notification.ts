/** The notifications of an account: the bell's count, the list and each of them. notify.ts adds to them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  About,
  bell,
  NotificationType,
  type CommunityNotification,
  type NotificationDetail,
  type notifications,
} from '#contract/notification/notification.ts'
import { Instant } from '#contract/platform/shapes.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { forgetMessages } from '#server/messaging/messaging.ts'
import { retentionDays } from '#server/notification/message/rules.ts'
import { openCursor, sealCursor } from '#server/platform/http/cursor.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The viewer's unread count, from the index alone. */
export const count = async (work: Work): Promise<{ count: number }> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from notifications where account_id = ${own(work)} and read_at is null`.execute(
    work.db,
  )
  return { count: rows[0]?.count ?? 0 }
}

/** For the panel: all unread and the last ten read, newest first. */
export const panel = async (work: Work): Promise<CommunityNotification[]> => {
  const me = own(work)
  const { rows } = await sql<Row>`
    select * from (
      select ${columns} from notifications where account_id = ${me} and read_at is null
      union all
      (select ${columns} from notifications where account_id = ${me} and read_at is not null
        order by created_at desc, id desc limit ${bell.maxRead})
    ) shown order by created_at desc, id desc`.execute(work.db)
  return rows.map(present)
}

/** All of the viewer's, newest first. */
export const list = async (
  work: Work,
  { query }: Input<typeof notifications>,
): Promise<Page<CommunityNotification>> => {
  const after = query.cursor === undefined ? null : continued(query.cursor)
  const { rows } = await sql<Row>`
    select ${columns} from notifications where account_id = ${own(work)}
    ${query.show === 'unread' ? sql`and read_at is null` : sql``}
    ${after === null ? sql`` : sql`and (created_at, id) < (${after.at}, ${after.id})`}
    order by created_at desc, id desc limit ${query.limit + 1}`.execute(work.db)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return new Page(shown.map(present), rows.length > query.limit && last !== undefined ? cursorAt(last) : null)
}

/** One of the viewer's with its link. Refuses `not_found`, also for another person's. */
export const one = async (work: Work, id: number): Promise<NotificationDetail> => {
  const { rows } = await sql<Row & { about_kind: string; about_id: string }>`
    select ${columns}, about_kind, about_id from notifications
    where id = ${id} and account_id = ${own(work)}`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  return { ...present(row), about: z.parse(About, { kind: row.about_kind, id: row.about_id }) }
}

/** Idempotent. Refuses `not_found`, also for another person's. */
export const read = async (work: Work, id: number) => {
  const { rows } = await sql`
    update notifications set read_at = coalesce(read_at, ${work.now})
    where id = ${id} and account_id = ${own(work)} returning id`.execute(work.db)
  if (rows.length === 0) refuse('not_found')
  return { ok: true } as const
}

/** All of the viewer's, in one order of rows, so that two windows at once do not deadlock. */
export const readAll = async (work: Work) => {
  await sql`
    update notifications set read_at = ${work.now} where id in (
      select id from notifications where account_id = ${own(work)} and read_at is null order by id for update)`.execute(
    work.db,
  )
  return { ok: true } as const
}

/** Deletes old notices, a bounded batch at a time. */
export const forgetOld = async (work: Work) => {
  const before = (days: number) => new Date(work.now.getTime() - days * dayMs)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notifications where id in (
        select id from notifications
        where created_at < ${before(retentionDays.others)}
          or created_at < ${before(retentionDays.matches)} and type in ('new_space_match', 'new_professional_match')
        order by created_at limit 5000)`.execute(work.db)
    if ((numAffectedRows ?? 0n) < 5000n) return
  }
}

/** An account was erased: deletes its notices, and everybody's about these bookings, since they name the parties. */
export const forget = async (work: Work, accountId: number, bookingIds: readonly string[]) => {
  for (const table of ['notifications', 'notification_settings'] as const)
    await work.db.deleteFrom(table).where('account_id', '=', accountId).execute()
  const about = sql`substring(dedupe_key from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')`
  await sql`delete from notifications where ${about} = any (${bookingIds})`.execute(work.db)
  await forgetMessages(work, accountId, bookingIds)
}

const own = (work: Work) => work.viewer.accountId ?? refuse('not_signed_in')

const columns = sql.raw('id, type, title, message, matching_categories, created_at, read_at')

type Row = {
  id: number
  type: string
  title: string
  message: string
  matching_categories: string[]
  created_at: Date
  read_at: Date | null
}

const present = (row: Row): CommunityNotification => ({
  id: row.id,
  type: z.parse(NotificationType, row.type),
  title: row.title,
  message: row.message,
  isRead: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
  matchingCategories: row.matching_categories,
})

const Cursor = z.tuple([Instant, z.int()])

const cursorAt = (row: Row) => sealCursor([row.created_at.toISOString(), row.id])

const continued = (cursor: string) => {
  const [at, id] = openCursor(cursor, Cursor)
  return { at: new Date(at), id }
}
