/** Messages of the other party, read and answered by message: the answer is added to their conversation on Kalli. */
import { sql } from 'kysely'
import type { ConversationMessage } from '#contract/conversation/conversation.ts'
import { conversation, read } from '#server/conversation/conversation.ts'
import { list } from '#server/conversation/conversation-list.ts'
import { say } from '#server/conversation/message.ts'
import { choice, type Said, type Step } from '#server/chat/action.ts'
import { asClient, lastVisitOf, visitOf, workerOf } from '#server/chat/person.ts'
import { replyTo } from '#server/chat/visit.ts'
import { anythingElse } from '#server/messaging/prompt.ts'
import { sayLater } from '#server/messaging/received.ts'
import { talkOptions } from '#server/messaging/work-reply.ts'
import type { Payload } from '#server/platform/events.ts'
import { uuidOf } from '#server/platform/http/call-id.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, anonymous, type Work } from '#server/platform/work.ts'

type Talk = Omit<Step<'talk'>, 'do' | 'say'>

const shownTalks = 9

/** A professional's or host's conversations: the unread ones, else the latest. */
export const talksOf = async (work: Work, phone: string): Promise<Said> => {
  const worker = await workerOf(work, phone)
  if (worker === null) return { text: 'Con este número no hay una cuenta de profesional o anfitrión.' }
  const page = await list(worker, {
    params: undefined,
    query: { limit: 30, cursor: undefined },
    body: undefined,
  })
  const lines = page.items.filter(({ as }) => as !== 'client')
  const unread = lines.filter(({ unread }) => unread > 0)
  const shown = (unread.length > 0 ? unread : lines).slice(0, shownTalks)
  if (shown.length === 0) return { text: 'Todavía no tienes mensajes.' }
  return {
    text: unread.length === 0 ? 'No tienes mensajes sin leer. ¿A quién le escribes?' : '¿Cuál abrimos?',
    choices: shown.map(({ kind, about, as, other, last, unread }) =>
      choice(
        other.name,
        { do: 'talk', kind, about, as, say: false },
        `${unread > 0 ? `${unread} sin leer: ` : ''}${last.isPhoto ? 'una foto' : last.text}`,
      ),
    ),
  }
}

/** Its newest messages, marked as read; the next message written is the answer. */
export const opened = async (work: Work, phone: string, talk: Talk): Promise<Said> => {
  const { seat, viewer, where } = await seatOf(work, phone, talk)
  const found = await conversation(seat, where, viewer)
  const newest = found.messages.at(-1)
  if (newest !== undefined) await read(seat, { params: where, query: viewer, body: { upTo: newest.number } })
  const text = wordsOf(found.messages, found.unread)
  const head = `${found.other.name}, ${found.title}: ${text}`
  if (!found.mayWrite.allowed) return { text: `${head}\n${found.mayWrite.reason ?? ''}` }
  return {
    text: `${head}\nEscribe tu respuesta y se la pasamos.`,
    choices: [choice('Ahora no', { do: 'keep' }), choice(anythingElse, { do: 'talk', ...talk, say: true })],
  }
}

const shownMessages = 5

const wordsOf = (messages: readonly ConversationMessage[], unread: number): string => {
  const theirs = messages.filter(({ mine }) => !mine).slice(-Math.min(Math.max(unread, 1), shownMessages))
  if (theirs.length === 0) return 'todavía no te escribe.'
  return theirs
    .map(({ text, photo, gone }) =>
      gone !== null ? '(mensaje retirado)' : photo === null ? `«${text}»` : '(una foto: ábrela en Kalli)',
    )
    .join('\n')
}

export const answered = async (
  work: Work,
  phone: string,
  talk: Talk,
  message: { id: string; text: string },
): Promise<Said> => {
  const { seat, viewer, where } = await seatOf(work, phone, talk)
  await say(seat, where, viewer, { ...message, photoId: null })
  const { other } = await conversation(seat, where, viewer)
  return { text: `Se lo pasamos a ${other.name}.` }
}

/** Without a coming visit: who attended last, as long as that conversation is open; otherwise Kalli's own people. */
export const handedOver = async (work: Work, phone: string): Promise<Said> => {
  const visit = await lastVisitOf(work, phone)
  if (visit !== null) {
    const { mayWrite } = await conversation(work, { kind: 'booking', id: visit.id }, asClient(work, visit))
    if (mayWrite.allowed) return replyTo(work, visit, 'person')
  }
  return { text: `Le escribes a una persona de Kalli aquí: ${work.config.publicUrl}/contact` }
}

/** Through the owner of this telephone: another person's conversation is not found. */
const seatOf = async (work: Work, phone: string, { kind, about: id, as }: Talk) => {
  const where = { kind, id }
  if (as !== 'client')
    return { seat: (await workerOf(work, phone)) ?? refuse('not_found'), viewer: { as }, where }
  const visit = (await visitOf(work, phone, id)) ?? refuse('not_found')
  return { seat: work, viewer: asClient(work, visit), where }
}

/**
 * Unread messages are forwarded to a recipient who wrote to Kalli within the day: they read and answer there. Others are notified by their
 * chosen channels (server/notification).
 */
export const passOn = async (
  work: Work,
  { conversationId, side, after }: Payload<'conversation.waits'>,
): Promise<void> => {
  const { rows } = await sql<{
    kind: Talk['kind']
    about: string
    phone: string | null
    accountId: number | null
  }>`
    select c.kind, coalesce(c.booking_id::text, c.application_id::text, c.invitation_id::text) as about,
      seat.account_id as "accountId",
      case when seat.account_id is not null then case when owner.phone_confirmed_at is not null then owner.phone end
        when booking.contact ->> 'proved' = 'phone' then booking.contact ->> 'phone' end as phone
    from conversations c join conversation_seats seat on seat.conversation_id = c.id and seat.side = ${side}
    left join accounts owner on owner.id = seat.account_id left join bookings booking on booking.id = c.booking_id
    where c.id = ${conversationId} and seat.unread > 0 and owner.suspended_at is null`.execute(work.db)
  const [row] = rows
  if (row === undefined || row.phone === null) return
  const talk = { kind: row.kind, about: row.about, as: side }
  // A client by their telephone; a professional or host by their account.
  const { seat, viewer, where } = await seatOf(actingAs(work, anonymous), row.phone, talk)
  const found = await conversation(seat, where, viewer)
  await sayLater(work, uuidOf(`talk ${conversationId} ${side} ${after}`), row.phone, {
    text: `${found.other.name}, ${found.title}: ${wordsOf(found.messages, found.unread)}`,
    options: talkOptions(work, talk),
  })
}
