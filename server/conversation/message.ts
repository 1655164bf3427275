/** Sends a message once, in order, to a conversation that is open for it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { type ConversationMessage, mayWrite, type sendMessage } from '#contract/conversation/conversation.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { publishLive } from '#server/conversation/live.ts'
import { type ViewerQuery, type Talking, talkingOf, type Where } from '#server/conversation/parties.ts'
import { hideContact } from '#contract/conversation/outside-contact.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { lockNext, oneMessage, type Found } from '#server/conversation/message-row.ts'
import { blocksOf, idOf } from '#server/conversation/conversation.ts'

/** Refuses `not_found`, `conversation_closed` with the composer's reason, `message_of_another`. */
export const send = (
  work: Work,
  { params, query, body }: Input<typeof sendMessage>,
): Promise<ConversationMessage> => say(work, params, query, { id: body.id, text: body.text, photoId: null })

export type Said = { id: string; text: string; photoId: string | null }

/** A retry with the same id is the same message, whatever became of the first reply. */
export const say = async (
  work: Work,
  where: Where,
  viewer: ViewerQuery,
  said: Said,
): Promise<ConversationMessage> => {
  const done = await inTransaction(work, async (work) => {
    const talking = await talkingOf(work, where, viewer)
    const found = { id: await openFor(work, talking), talking }
    const number = await lockNext(work, found)
    const earlierOne = await sameMessage(work, found, said)
    // A message already sent stays sent, even if the conversation was closed or blocked since.
    if (earlierOne !== null) return { message: earlierOne, found, isNew: false }
    await requireWritable(work, talking)
    await write(work, found, number, said)
    return { message: await oneMessage(work, found, said.id), found, isNew: true }
  })
  if (done.isNew) await publishLive(work, done.found.id, done.found.talking)
  return done.message
}

/** The author lost the reply and retries. */
export const isSaid = async (work: Work, messageId: string): Promise<boolean> =>
  (await work.db
    .selectFrom('conversation_messages')
    .select('id')
    .where('id', '=', messageId)
    .executeTakeFirst()) !== undefined

/** Refuses `conversation_closed` by the composer's table. */
export const requireWritable = async (work: Work, talking: Talking) => {
  const answer = mayWrite({ state: talking.state, ...(await blocksOf(work, talking)) })
  if (!answer.allowed) throw new Refusal('conversation_closed', undefined, answer.reason)
}

/** Two concurrent first messages begin one conversation. */
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
      account_id: work.viewer.accountId,
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
  // Writing marks the messages above as seen; a visitor who has an account by now gets their seat.
  await sql`
    update conversation_seats set last_at = ${work.now},
      account_id = coalesce(account_id, case side when ${mine.side} then ${mine.accountId}::bigint else ${other.accountId}::bigint end),
      read_number = case side when ${mine.side} then ${number}::integer else read_number end,
      unread = case side when ${mine.side} then 0 else unread + 1 end,
      waits_since = case side when ${mine.side} then null else coalesce(waits_since, ${work.now}) end,
      notified_at = case side when ${mine.side} then null else notified_at end
    where conversation_id = ${id}`.execute(work.db)
}

/** This person's messages of the last minutes: a number may be split over several, also with an "ok" in between. */
const justBefore = async (work: Work, id: string, side: string): Promise<string[]> => {
  const rows = await work.db
    .selectFrom('conversation_messages')
    .select('text')
    .where('conversation_id', '=', id)
    .where('side', '=', side)
    .where('at', '>', new Date(work.now.getTime() - togetherMs))
    .orderBy('number', 'desc')
    .limit(maxTogether)
    .execute()
  return rows.map(({ text }) => text.slice(-100)).toReversed()
}
const togetherMs = 30 * minuteMs
/** One digit each, a whole telephone number, and some "mira" in between. */
const maxTogether = 12
