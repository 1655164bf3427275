/** Misconduct: the recipient blocks the writer, or reports a message, and staff decide. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  type Blocked,
  type decideReport,
  type ReportedMessage,
  ReportReason,
  type reportMessage,
  type unblockPerson as contractUnblock,
} from '#contract/conversation/message-report.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { idOf } from '#server/conversation/conversation.ts'
import { myTalks, nameOfOther, photoOfOther } from '#server/conversation/conversation-list.ts'
import { publishLive } from '#server/conversation/live.ts'
import { type ViewerQuery, talkingOf, type Where } from '#server/conversation/parties.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Refuses `not_found`, `no_account_to_block`. Repeating it changes nothing. */
export const block = async (work: Work, where: Where, viewerQuery: ViewerQuery) => {
  const talking = await talkingOf(work, where, viewerQuery)
  const blocked = talking.other.accountId ?? refuse('no_account_to_block')
  const blocker = work.viewer.accountId ?? refuse('not_signed_in')
  if (blocked === blocker) refuse('no_account_to_block')
  await work.db
    .insertInto('conversation_blocks')
    .values({ blocker_id: blocker, blocked_id: blocked, created_at: work.now })
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .execute()
  await publishLive(work, talking.about, talking)
  return { ok: true } as const
}

export const unblock = async (work: Work, where: Where, viewerQuery: ViewerQuery) => {
  const talking = await talkingOf(work, where, viewerQuery)
  await work.db
    .deleteFrom('conversation_blocks')
    .where('blocker_id', '=', work.viewer.accountId)
    .where('blocked_id', '=', talking.other.accountId)
    .execute()
  await publishLive(work, talking.about, talking)
  return { ok: true } as const
}

type BlockedRow = Omit<Blocked, 'at'> & { at: Date }

/** A block may be older than the first message between the two: then the account's own name is shown. */
export const blocked = async (work: Work): Promise<Blocked[]> => {
  const { rows } = await sql<BlockedRow>`
    select k.blocked_id as id, k.created_at as at,
      coalesce(talk.name, pro.first_name || ' ' || pro.last_name, account.first_name) as name,
      coalesce(talk.photo, pro.profile_image_url, account.profile_image_url) as photo
    from conversation_blocks k
    join accounts account on account.id = k.blocked_id
    left join professionals pro on pro.account_id = k.blocked_id
    left join lateral (
      select ${nameOfOther} as name, ${photoOfOther} as photo ${myTalks}
      where mine.account_id = k.blocker_id and other.account_id = k.blocked_id
      order by mine.last_at desc limit 1) talk on true
    where k.blocker_id = ${work.viewer.accountId} order by k.created_at desc, k.blocked_id limit ${maxBlocked}`.execute(
    work.db,
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
/** More than any user reads through. */
const maxBlocked = 200

/** Refuses `not_found` for a person not blocked. A viewer with one of their conversations open sees at once that it is open again. */
export const unblockPerson = async (work: Work, { params }: Input<typeof contractUnblock>) => {
  const { numDeletedRows } = await work.db
    .deleteFrom('conversation_blocks')
    .where('blocker_id', '=', work.viewer.accountId)
    .where('blocked_id', '=', params.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return refuse('not_found')
  const { rows } = await sql<{ kind: string; about: string }>`
    select c.kind, coalesce(c.booking_id::text, c.application_id::text, c.invitation_id::text) as about ${myTalks}
    where mine.account_id = ${work.viewer.accountId} and other.account_id = ${params.id}
    order by mine.last_at desc limit ${maxCalled}`.execute(work.db)
  const seats = { mine: { accountId: work.viewer.accountId }, other: { accountId: params.id } }
  for (const one of rows) await publishLive(work, one.about, { ...one, ...seats })
  return { ok: true } as const
}
/** The latest ones; the others are refreshed within a minute. */
const maxCalled = 10

/** For a message of the other party. Refuses `not_found`, `message_reported`. */
export const report = async (work: Work, { params, query, body }: Input<typeof reportMessage>) => {
  const talking = await talkingOf(work, params, query)
  const message = await work.db
    .selectFrom('conversation_messages')
    .select(['id', 'side'])
    .where('id', '=', body.message)
    .where('conversation_id', '=', await idOf(work, talking))
    .where('gone', 'is', null)
    .executeTakeFirst()
  if (message === undefined || message.side === talking.mine.side) return refuse('not_found')
  await work.db
    .insertInto('conversation_reports')
    .values({
      message_id: message.id,
      side: talking.mine.side,
      account_id: work.viewer.accountId,
      reason: body.reason,
      note: body.note,
      created_at: work.now,
    })
    .execute()
    .catch((error: unknown) => refuseOn(error, { conversation_reports_once: 'message_reported' }))
  return { ok: true } as const
}

/** Reports shown at once to one reader. */
const maxShown = 20
/** Messages before and after the reported one, for context. */
const around = 4

type Row = Omit<ReportedMessage, 'reason' | 'at' | 'messages'> & {
  reason: string
  at: Date
  messages: { id: string; by: string; text: string; isPhoto: boolean; reported: boolean; at: string }[]
}

/** The oldest first. Each staff access to private messages is recorded. */
export const queue = (work: Work) =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<Row>`
      select r.id, r.reason, r.note, r.created_at as at, ${nameOf(sql`m.side`)} as author, ${nameOf(sql`r.side`)} as reporter,
        case c.kind when 'booking' then b.service_name else s.name end as title,
        (select json_agg(json_build_object(
            'id', near.id, 'by', ${nameOf(sql`near.side`)}, 'text', near.text, 'isPhoto', near.photo_id is not null,
            'reported', near.id = m.id, 'at', near.at) order by near.number)
          from conversation_messages near
          where near.conversation_id = c.id and near.number between m.number - ${around}::integer and m.number + ${around}::integer) as messages
      from conversation_reports r
      join conversation_messages m on m.id = r.message_id
      join conversations c on c.id = m.conversation_id
      left join bookings b on b.id = c.booking_id
      left join applications a on a.id = c.application_id
      left join invitations i on i.id = c.invitation_id
      left join spaces s on s.id = coalesce(a.space_id, i.space_id, b.space_id)
      where r.decided_at is null order by r.created_at, r.id limit ${maxShown}`.execute(work.db)
    if (rows.length > 0)
      await work.db
        .insertInto('conversation_looks')
        .values(
          rows.map(({ id }) => ({ account_id: work.viewer.accountId ?? 0, report_id: id, at: work.now })),
        )
        .execute()
    const { waiting } = await work.db
      .selectFrom('conversation_reports')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('decided_at', 'is', null)
      .executeTakeFirstOrThrow()
    return {
      reports: rows.map((row) => ({
        ...row,
        reason: z.parse(ReportReason, row.reason),
        at: row.at.toISOString(),
        title: row.title ?? '',
        messages: row.messages.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
      })),
      waiting,
    }
  })

/** A photo of a pending report, or of the messages around it, as the viewing administrator may see it. Refuses `not_found`. */
export const lookAtPhoto = async (work: Work, report: number, message: string): Promise<string> => {
  if (!work.viewer.roles.includes('admin')) refuse('not_found')
  const { rows } = await sql<{ photo: string }>`
    select near.photo_id as photo from conversation_reports r
    join conversation_messages m on m.id = r.message_id
    join conversation_messages near on near.conversation_id = m.conversation_id
      and near.number between m.number - ${around}::integer and m.number + ${around}::integer
    where r.id = ${report} and r.decided_at is null and near.id = ${message}::uuid and near.photo_id is not null`.execute(
    work.db,
  )
  const photo = rows[0]?.photo ?? refuse('not_found')
  await work.db
    .insertInto('conversation_looks')
    .values({ account_id: work.viewer.accountId ?? 0, report_id: report, message_id: message, at: work.now })
    .execute()
  return photo
}

/** The first name of the person on a side of the conversation `c`; a visitor by the name they gave. */
const nameOf = (side: ReturnType<typeof sql>) => sql`coalesce(
  (select account.first_name from conversation_seats seat join accounts account on account.id = seat.account_id
    where seat.conversation_id = c.id and seat.side = ${side}), b.contact ->> 'firstName', 'Visitante')`

/** Refuses `not_found`, `report_decided`. A removed message leaves its place, and none of its content. */
export const decide = (work: Work, { params, body }: Input<typeof decideReport>) =>
  inTransaction(work, async (work) => {
    const row = await work.db
      .selectFrom('conversation_reports')
      .select(['message_id', 'decided_at'])
      .where('id', '=', params.id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return refuse('not_found')
    if (row.decided_at !== null) refuse('report_decided')
    await work.db
      .updateTable('conversation_reports')
      .set({ decided_at: work.now, decided_by: work.viewer.accountId, removed: body.remove })
      .where('id', '=', params.id)
      .execute()
    if (body.remove) await takeOut(work, sql`id = ${row.message_id}`, 'removed')
    return { ok: true } as const
  })

const takeOut = (work: Work, which: ReturnType<typeof sql>, gone: 'left' | 'removed') =>
  sql`
    update conversation_messages set text = '', hidden_text = null, photo_id = null, gone = ${gone}
    where gone is null and ${which}`.execute(work.db)

/** Erasure of a person: their messages are deleted, the places remain; their seats are vacated. */
export const forget = async (
  work: Work,
  { accountId, clientIds }: { accountId: number; clientIds: readonly number[] },
) => {
  const theirs = sql`(account_id = ${accountId} or side = 'client' and conversation_id in (
    select c.id from conversations c join bookings b on b.id = c.booking_id where b.client_id = any (${clientIds}::bigint[])))`
  await takeOut(work, theirs, 'left')
  await sql`update conversation_messages set account_id = null where account_id = ${accountId}`.execute(
    work.db,
  )
  await work.db
    .updateTable('conversation_seats')
    .set({ account_id: null, unread: 0, waits_since: null, notified_at: null })
    .where('account_id', '=', accountId)
    .execute()
  await sql`delete from conversation_blocks where blocker_id = ${accountId} or blocked_id = ${accountId}`.execute(
    work.db,
  )
  await sql`update conversation_reports set account_id = null, note = '' where account_id = ${accountId}`.execute(
    work.db,
  )
}
