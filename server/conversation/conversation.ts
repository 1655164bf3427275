/**
 * What two people write to each other about a booking, an application or an invitation: said once, in one order, with what
 * leads outside hidden until the thing is confirmed. Not responsible for who the two are (parties.ts), for the open line
 * (live.ts), nor for telling whoever looks elsewhere: that is notification's, by the facts `conversation.waits`
 * and `conversation.read`.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  type Conversation,
  type ConversationLine,
  ConversationKind,
  type ConversationMessage,
  type conversations,
  ConversationSide,
  type earlierMessages,
  mayWrite,
  type readConversation,
  type sendMessage,
  talk,
  type Talk,
} from '#contract/conversation/conversation.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { Instant, Uuid } from '#contract/platform/shapes.ts'
import { tellLive } from '#server/conversation/live.ts'
import { type Asking, type Talking, talkingOf, type Where } from '#server/conversation/parties.ts'
import { hideContact } from '#contract/conversation/outside-contact.ts'
import { openCursor, sealCursor } from '#server/platform/http/cursor.ts'
import { Page } from '#server/platform/http/http.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Found = { id: string; talking: Talking }

/** How it stands, with its newest messages. Looking changes nothing, not even whether they are read. */
export const conversation = async (work: Work, where: Where, asking: Asking): Promise<Conversation> => {
  const talking = await talkingOf(work, where, asking)
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

/** Refuses `not_found`, `conversation_closed` with the composer's reason, `message_of_another`. */
export const send = (
  work: Work,
  { params, query, body }: Input<typeof sendMessage>,
): Promise<ConversationMessage> => say(work, params, query, { id: body.id, text: body.text, photoId: null })

export type Said = { id: string; text: string; photoId: string | null }

/** The same id again is the same message, whatever became of the first answer. */
export const say = async (
  work: Work,
  where: Where,
  asking: Asking,
  said: Said,
): Promise<ConversationMessage> => {
  const done = await inTransaction(work, async (work) => {
    const talking = await talkingOf(work, where, asking)
    const found = { id: await openFor(work, talking), talking }
    const number = await lockNext(work, found)
    const earlierOne = await sameMessage(work, found, said)
    // What was said while one could is said, whatever was closed or blocked since.
    if (earlierOne !== null) return { message: earlierOne, found, isNew: false }
    await requireWritable(work, talking)
    await write(work, found, number, said)
    return { message: await oneMessage(work, found, said.id), found, isNew: true }
  })
  if (done.isNew) await tellLive(work, done.found.id, done.found.talking)
  return done.message
}

/** Its author lost the answer and says it again. */
export const isSaid = async (work: Work, messageId: string): Promise<boolean> =>
  (await work.db
    .selectFrom('conversation_messages')
    .select('id')
    .where('id', '=', messageId)
    .executeTakeFirst()) !== undefined

/** Refuses `conversation_closed` by the table that the composer reads. */
export const requireWritable = async (work: Work, talking: Talking) => {
  const answer = mayWrite({ state: talking.state, ...(await blocksOf(work, talking)) })
  if (!answer.allowed) throw new Refusal('conversation_closed', undefined, answer.reason)
}

/** Two who write the first word at once begin one conversation. */
const openFor = async (work: Work, talking: Talking): Promise<string> => {
  const known = await idOf(work, talking)
  if (known !== null) return known
  const { rows } = await sql<{ id: string }>`
    insert into conversations (id, kind, booking_id, application_id, invitation_id, professional_id, last_at, created_at)
    values (${randomUUID()}, ${talking.kind}, ${talking.key.booking_id}, ${talking.key.application_id},
      ${talking.key.invitation_id}, ${talking.key.professional_id}, ${work.now}, ${work.now})
    on conflict on constraint conversations_once do update set last_at = conversations.last_at
    returning id`.execute(work.db)
  const id = rows[0]?.id ?? refuse('not_found')
  await work.db
    .insertInto('conversation_seats')
    .values(
      [talking.mine, talking.other].map(({ side, accountId }) => ({
        conversation_id: id,
        side,
        account_id: accountId,
        last_at: work.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['conversation_id', 'side']).doNothing())
    .execute()
  return id
}

/** One writer at a time; the next number is whoever's has the row. */
const lockNext = async (work: Work, { id }: Found): Promise<number> => {
  const { last_number: last } = await work.db
    .selectFrom('conversations')
    .select('last_number')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return last + 1
}

const sameMessage = async (work: Work, found: Found, said: Said): Promise<ConversationMessage | null> => {
  const row = await work.db
    .selectFrom('conversation_messages')
    .select(['conversation_id', 'side', 'text', 'photo_id', 'gone'])
    .where('id', '=', said.id)
    .executeTakeFirst()
  if (row === undefined) return null
  const isSame =
    row.conversation_id === found.id &&
    row.side === found.talking.mine.side &&
    (row.gone !== null || (row.text === said.text && (row.photo_id === null) === (said.photoId === null)))
  return isSame ? oneMessage(work, found, said.id) : refuse('message_of_another')
}

const write = async (work: Work, { id, talking }: Found, number: number, said: Said) => {
  const { mine, other } = talking
  const hidden = said.text === '' ? null : hideContact(said.text, await justBefore(work, id, mine.side))
  await work.db
    .insertInto('conversation_messages')
    .values({
      id: said.id,
      conversation_id: id,
      number,
      side: mine.side,
      account_id: work.who.accountId,
      text: said.text,
      hidden_text: hidden,
      photo_id: said.photoId,
      at: work.now,
    })
    .execute()
  await work.db
    .updateTable('conversations')
    .set({ last_number: number, last_at: work.now })
    .where('id', '=', id)
    .execute()
  // Whoever writes has seen what stands above; whoever came by a link and has an account now gets their seat.
  await sql`
    update conversation_seats set last_at = ${work.now},
      account_id = coalesce(account_id, case side when ${mine.side} then ${mine.accountId}::bigint else ${other.accountId}::bigint end),
      read_number = case side when ${mine.side} then ${number}::integer else read_number end,
      unread = case side when ${mine.side} then 0 else unread + 1 end,
      waits_since = case side when ${mine.side} then null else coalesce(waits_since, ${work.now}) end,
      told_at = case side when ${mine.side} then null else told_at end
    where conversation_id = ${id}`.execute(work.db)
}

/** What this person wrote within the last minutes: parts of one number are one number, also with an "ok" in between. */
const justBefore = async (work: Work, id: string, side: string): Promise<string[]> => {
  const rows = await work.db
    .selectFrom('conversation_messages')
    .select('text')
    .where('conversation_id', '=', id)
    .where('side', '=', side)
    .where('at', '>', new Date(work.now.getTime() - togetherMs))
    .orderBy('number', 'desc')
    .limit(mostTogether)
    .execute()
  return rows.map(({ text }) => text.slice(-100)).toReversed()
}
const togetherMs = 30 * 60_000
/** One digit each, a telephone and some "mira" in between. */
const mostTogether = 12

/** Never less than before, never more than there is. The other one sees it. */
export const read = async (work: Work, { params, query, body }: Input<typeof readConversation>) => {
  const talking = await talkingOf(work, params, query)
  const id = await idOf(work, talking)
  if (id === null) return { ok: true } as const
  const { mine } = talking
  const moved = await inTransaction(work, async (work) => {
    // Whoever writes right now waits, or is waited for: what they add is counted.
    const upTo = Math.min(body.upTo, (await lockNext(work, { id, talking })) - 1)
    const { rows } = await sql`
      update conversation_seats seat set read_number = ${upTo}, unread = waiting.count, waits_since = waiting.since,
        account_id = coalesce(seat.account_id, ${mine.accountId}::bigint),
        told_at = case when waiting.count = 0 then null else seat.told_at end
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
  if (moved) await tellLive(work, id, talking)
  return { ok: true } as const
}

/** Mine, the latest first. */
export const list = async (
  work: Work,
  { query }: Input<typeof conversations>,
): Promise<Page<ConversationLine>> => {
  const me = work.who.accountId ?? refuse('not_signed_in')
  const after = query.cursor === undefined ? null : openCursor(query.cursor, Cursor)
  const { rows } = await sql<LineRow>`
    select c.id, c.kind, coalesce(c.booking_id::text, c.application_id::text, c.invitation_id::text) as about,
      mine.side, mine.unread, mine.last_at as "lastAt", other.side as "otherSide",
      m.side as "lastSide", m.gone, m.photo_id is not null as "isPhoto", left(case when ${isConfirmed} then m.text else coalesce(m.hidden_text, m.text) end, 160) as text,
      case c.kind when 'booking' then case b.kind when 'rent' then s.name else b.service_name end else s.name end as title,
      ${nameOfOther} as name, ${photoOfOther} as photo
    ${myTalks}
    join conversation_messages m on m.conversation_id = c.id and m.number = c.last_number
    where mine.account_id = ${me}
      -- Hours that went to somebody else: their host talks with whoever has them now.
      and (mine.side = 'professional' or b.id is null or b.professional_id = c.professional_id)
      ${after === null ? sql`` : sql`and (mine.last_at, mine.conversation_id) < (${after[0]}, ${after[1]}::uuid)`}
    order by mine.last_at desc, mine.conversation_id desc limit ${query.limit + 1}`.execute(work.db)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return new Page(
    shown.map(lineOf),
    rows.length > query.limit && last !== undefined ? sealCursor([last.lastAt.toISOString(), last.id]) : null,
  )
}

const Cursor = z.tuple([Instant, Uuid])

/** Conversations with whom they are and what about. */
export const myTalks = sql`
    from conversation_seats mine
    join conversations c on c.id = mine.conversation_id
    join conversation_seats other on other.conversation_id = c.id and other.side <> mine.side
    left join bookings b on b.id = c.booking_id
    left join applications a on a.id = c.application_id
    left join invitations i on i.id = c.invitation_id
    left join spaces s on s.id = coalesce(b.space_id, a.space_id, i.space_id)
    left join businesses bu on bu.id = s.business_id
    left join accounts person on person.id = other.account_id
    left join professionals p on other.side = 'professional' and p.account_id = other.account_id`

/** How a conversation calls and shows the other one. */
export const nameOfOther = sql`case other.side
        when 'client' then (b.contact ->> 'firstName') || ' ' || (b.contact ->> 'lastName')
        when 'host' then coalesce(bu.name, person.first_name)
        else coalesce(p.first_name || ' ' || p.last_name, person.first_name) end`
export const photoOfOther = sql`coalesce(case other.side when 'professional' then p.profile_image_url end, person.profile_image_url)`

/** As `Talking.confirmed`, of a row of the list. */
const isConfirmed = sql`(b.confirmed_at is not null or a.agreement_id is not null or i.agreement_id is not null)`

type LineRow = {
  id: string
  kind: string
  about: string
  side: string
  unread: number
  lastAt: Date
  otherSide: string
  lastSide: string
  gone: string | null
  isPhoto: boolean
  text: string
  title: string | null
  name: string | null
  photo: string | null
}

const lineOf = (row: LineRow): ConversationLine => ({
  kind: z.parse(ConversationKind, row.kind),
  about: row.about,
  as: z.parse(ConversationSide, row.side),
  other: {
    name: row.name ?? 'Cuenta borrada',
    photo: row.photo,
    side: z.parse(ConversationSide, row.otherSide),
  },
  title: row.title ?? '',
  last: {
    text: row.text.replaceAll(/\s+/g, ' '),
    mine: row.lastSide === row.side,
    isPhoto: row.isPhoto,
    at: row.lastAt.toISOString(),
  },
  unread: row.unread,
})

/** For the badge and the buttons beside each thing: one index knows it. */
export const count = async (work: Work) => {
  const me = work.who.accountId ?? refuse('not_signed_in')
  const { rows } = await sql<{ kind: string; about: string; unread: number; all: number }>`
    select c.kind, coalesce(c.booking_id::text, c.application_id::text, c.invitation_id::text) as about, seat.unread,
      count(*) over () as "all"
    from conversation_seats seat join conversations c on c.id = seat.conversation_id
    where seat.account_id = ${me} and seat.unread > 0
    order by seat.last_at desc limit 100`.execute(work.db)
  return {
    count: rows[0]?.all ?? 0,
    of: rows.map(({ kind, about, unread }) => ({ kind: z.parse(ConversationKind, kind), about, unread })),
  }
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

/** Between two accounts, wherever they meet; a visitor without one blocks nobody. */
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

type MessageRow = {
  id: string
  number: number
  side: string
  text: string
  hidden: boolean
  width: number | null
  height: number | null
  gone: string | null
  at: Date
}

/** Up to a page, oldest first; the text as it may be seen. */
const messagesOf = async (work: Work, found: Found, before: number | null) => {
  const rows = await rowsOf(
    work,
    found,
    sql`m.conversation_id = ${found.id} ${before === null ? sql`` : sql`and m.number < ${before}`}
      order by m.number desc limit ${talk.page + 1}`,
  )
  return {
    messages: rows
      .slice(0, talk.page)
      .map((row) => present(row, found.talking))
      .toReversed(),
    earlier: rows.length > talk.page,
  }
}

const oneMessage = async (work: Work, found: Found, id: string): Promise<ConversationMessage> => {
  const [row] = await rowsOf(work, found, sql`m.id = ${id}::uuid`)
  return present(row ?? refuse('not_found'), found.talking)
}

const rowsOf = async (
  work: Work,
  { talking }: Found,
  which: ReturnType<typeof sql>,
): Promise<MessageRow[]> => {
  const { rows } = await sql<MessageRow>`
    select m.id, m.number, m.side, m.gone, m.at, photo.width, photo.height,
      ${talking.confirmed ? sql`m.text` : sql`coalesce(m.hidden_text, m.text)`} as text,
      ${talking.confirmed ? sql`false` : sql`m.hidden_text is not null`} as hidden
    from conversation_messages m left join conversation_photos photo on photo.id = m.photo_id
    where ${which}`.execute(work.db)
  return rows
}

const present = (row: MessageRow, talking: Talking): ConversationMessage => ({
  id: row.id,
  number: row.number,
  by: z.parse(ConversationSide, row.side),
  mine: row.side === talking.mine.side,
  text: row.text,
  hidden: row.hidden,
  photo: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
  gone: row.gone === 'left' || row.gone === 'removed' ? row.gone : null,
  at: row.at.toISOString(),
})
