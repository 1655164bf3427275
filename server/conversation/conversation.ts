/**
 * What two people write to each other about a booking, an application or an invitation: stored once, in one order, with outside contact
 * details hidden until it is confirmed. Not responsible for the parties (parties.ts), for the live connection (live.ts), nor for notifying
 * an absent recipient: notification does that by the facts `conversation.waits` and `conversation.read`.
 */
import { sql } from 'kysely'
import {
  type Conversation,
  type earlierMessages,
  mayWrite,
  type readConversation,
  type Talk,
} from '#contract/conversation/conversation.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { publishLive } from '#server/conversation/live.ts'
import { type ViewerQuery, type Talking, talkingOf, type Where } from '#server/conversation/parties.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { messagesOf, lockNext } from '#server/conversation/message-row.ts'

/** Its state, with its newest messages. Reading changes nothing, nor does it mark them as read. */
export const conversation = async (work: Work, where: Where, viewer: ViewerQuery): Promise<Conversation> => {
  const talking = await talkingOf(work, where, viewer)
  const id = await idOf(work, talking)
  const blocks = await blocksOf(work, talking)
  const seats = id === null ? [] : await seatsOf(work, id)
  const { messages, earlier } = id === null ? nothing : await messagesOf(work, { id, talking }, null)
  const answer = mayWrite({ state: talking.state, ...blocks })
  return {
    kind: talking.kind,
    about: talking.about,
    title: talking.title,
    detail: talking.detail,
    as: talking.mine.side,
    other: otherOf(talking),
    hides: !talking.confirmed,
    mayWrite: { allowed: answer.allowed, reason: answer.allowed ? null : answer.reason },
    iBlocked: blocks.iBlocked,
    mayBlock:
      talking.other.accountId === null
        ? { allowed: false, reason: 'No se puede bloquear: no tiene cuenta' }
        : { allowed: true, reason: null },
    otherRead: seats.find(({ side }) => side === talking.other.side)?.read_number ?? 0,
    unread: seats.find(({ side }) => side === talking.mine.side)?.unread ?? 0,
    messages,
    earlier,
  }
}

const nothing = { messages: [], earlier: false }

export const earlier = async (work: Work, { params, query }: Input<typeof earlierMessages>) => {
  const talking = await talkingOf(work, params, query)
  const id = await idOf(work, talking)
  return id === null ? nothing : messagesOf(work, { id, talking }, query.before)
}

/** Never lowers the mark, nor raises it beyond the last message. The other party sees it. */
export const read = async (work: Work, { params, query, body }: Input<typeof readConversation>) => {
  const talking = await talkingOf(work, params, query)
  const id = await idOf(work, talking)
  if (id === null) return { ok: true } as const
  const { mine } = talking
  const moved = await inTransaction(work, async (work) => {
    // The lock waits for concurrent writers, so that their messages count.
    const upTo = Math.min(body.upTo, (await lockNext(work, { id, talking })) - 1)
    const { rows } = await sql`
      update conversation_seats seat set read_number = ${upTo}, unread = waiting.count, waits_since = waiting.since,
        account_id = coalesce(seat.account_id, ${mine.accountId}::bigint),
        notified_at = case when waiting.count = 0 then null else seat.notified_at end
      from (
        select count(*)::integer as count, min(at) as since from conversation_messages
        where conversation_id = ${id} and side <> ${mine.side} and number > ${upTo}
      ) waiting
      where seat.conversation_id = ${id} and seat.side = ${mine.side} and seat.read_number < ${upTo}
      returning 1`.execute(work.db)
    if (rows.length > 0 && mine.accountId !== null)
      await publish(work, 'conversation.read', {
        conversationId: id,
        kind: talking.kind,
        about: talking.about,
        side: mine.side,
        accountId: mine.accountId,
      })
    return rows.length > 0
  })
  if (moved) await publishLive(work, id, talking)
  return { ok: true } as const
}

export const idOf = async (work: Work, { key }: Talking): Promise<string | null> => {
  const row = await work.db
    .selectFrom('conversations')
    .select('id')
    .where('booking_id', 'is not distinct from', key.booking_id)
    .where('application_id', 'is not distinct from', key.application_id)
    .where('invitation_id', 'is not distinct from', key.invitation_id)
    .where('professional_id', 'is not distinct from', key.professional_id)
    .executeTakeFirst()
  return row?.id ?? null
}

const seatsOf = (work: Work, id: string) =>
  work.db
    .selectFrom('conversation_seats')
    .select(['side', 'read_number', 'unread'])
    .where('conversation_id', '=', id)
    .execute()

/** Between two accounts, in every conversation; a visitor without an account cannot block. */
export const blocksOf = async (work: Work, { mine, other }: Talking): Promise<Omit<Talk, 'state'>> => {
  if (mine.accountId === null || other.accountId === null) return { iBlocked: false, blockedMe: false }
  const { rows } = await sql<{ mine: boolean }>`
    select blocker_id = ${mine.accountId} as mine from conversation_blocks
    where (blocker_id, blocked_id) in ((${mine.accountId}::bigint, ${other.accountId}::bigint),
      (${other.accountId}::bigint, ${mine.accountId}::bigint))`.execute(work.db)
  return { iBlocked: rows.some(({ mine }) => mine), blockedMe: rows.some(({ mine }) => !mine) }
}

const otherOf = ({ other, state }: Talking) =>
  state === 'left'
    ? { name: 'Cuenta borrada', photo: null, side: other.side }
    : { name: other.name, photo: other.photo, side: other.side }
