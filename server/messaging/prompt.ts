/**
 * Choices offered to a telephone. Each is pressed by its signed answer, or typed by its number, its title or the first words of it where
 * nothing can be pressed; of one prompt one choice counts, once, from the telephone that it was offered to.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import type { Received, ReceivedChannel } from '#server/messaging/received.ts'
import type { ReplyOption } from '#server/messaging/reply.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import type { Work } from '#server/platform/work.ts'

/** `action` is opaque here: the module that offers a choice executes it. `isExact`: its first words alone do not choose it. */
export type Choice = { title: string; description?: string; action: object; isExact?: true }

const promptMinutes = 60
const kind = 'reply-option'

type To = { channel: ReceivedChannel; phone: string }

/** Expires after an hour, or once one of them was chosen. */
export const offer = async (work: Work, to: To, choices: readonly Choice[]): Promise<ReplyOption[]> => {
  const id = randomUUID()
  const expires_at = new Date(work.now.getTime() + promptMinutes * minuteMs)
  await work.db
    .insertInto('reply_prompts')
    .values({
      id,
      channel: to.channel,
      phone: to.phone,
      options: JSON.stringify(choices),
      created_at: work.now,
      expires_at,
    })
    .execute()
  const answers = answersOf(work, id, choices.length, expires_at)
  return choices.map(({ title, description }, option) => ({
    title,
    ...(description === undefined ? {} : { description }),
    answer: answers[option] ?? '',
  }))
}

const answersOf = (work: Work, id: string, count: number, expiresAt: Date) =>
  Array.from({ length: count }, (_, option) => work.tokens.sign(kind, { p: id, o: option }, expiresAt))

const Pressed = z.object({ p: z.uuid(), o: z.int() })
const Choices = z.array(
  z.object({ title: z.string(), action: z.unknown(), isExact: z.optional(z.literal(true)) }),
)
const StoredChoices = z.array(
  z.object({
    title: z.string(),
    description: z.optional(z.string()),
    action: z.looseObject({}),
    isExact: z.optional(z.literal(true)),
  }),
)

/**
 * The message's choice: the action as it was offered; `stale` where a pressed one has expired or was answered before; null where it chose
 * nothing. The same message again chooses the same.
 */
export const choiceOf = async (
  work: Work,
  message: Received,
): Promise<{ action: unknown } | 'stale' | null> => {
  const pressed = message.answer === null ? null : work.tokens.open(kind, message.answer, work.now)
  if (pressed !== null) {
    const { p, o } = z.parse(Pressed, pressed)
    const options = await take(work, message, p)
    return options?.[o] ?? 'stale'
  }
  if (message.answer !== null) return null
  const newest = await newestOf(work, message)
  if (newest === null) return null
  const place = placeOf(newest.options, plain(message.body))
  return place < 0 ? null : ((await take(work, message, newest.id))?.[place] ?? 'stale')
}

/** The title that any other text chooses; it is no line of the list. */
export const anythingElse = '*'

const placeOf = (options: z.output<typeof Choices>, typed: string): number => {
  const place = options.findIndex(({ title }, place) => typed === String(place + 1) || typed === plain(title))
  if (place >= 0 || typed === '') return place
  const other = options.findIndex(({ title }) => title === anythingElse)
  if (other >= 0) return other
  const short = options.flatMap(({ title, isExact }, place) =>
    isExact !== true && isShortFor(plain(title), typed) ? [place] : [],
  )
  return short.length === 1 ? (short[0] ?? -1) : -1
}

/** "corte" for "Corte y peinado"; of hours also "11:00" or, beyond the numbers of the lines, "11" for "sáb 5, 11:00". */
const isShortFor = (title: string, typed: string) =>
  title.startsWith(`${typed} `) ||
  (/^\d/.test(typed) && (title.endsWith(` ${typed}`) || title.endsWith(` ${typed}:00`)))

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9:$ ]/g, '')
    .trim()

const take = async (work: Work, { channel, phone, id }: Received, promptId: string) => {
  const { rows } = await sql<{ options: unknown }>`
    update reply_prompts set answered_by = ${id} where id = ${promptId} and channel = ${channel} and phone = ${phone}
      and expires_at > ${work.now} and coalesce(answered_by, ${id}) = ${id} returning options`.execute(
    work.db,
  )
  return rows[0] === undefined ? null : z.parse(Choices, rows[0].options)
}

/** Only the last question counts; one that another message answered is over. */
const newestOf = async (work: Work, { channel, phone, id }: Received) => {
  const { rows } = await sql<{
    id: string
    options: unknown
    answered_by: string | null
    created_at: Date
    expires_at: Date
  }>`
    select id, options, answered_by, created_at, expires_at from reply_prompts
    where phone = ${phone} and channel = ${channel} and expires_at > ${work.now}
    order by number desc limit 1`.execute(work.db)
  const [newest] = rows
  if (newest === undefined || (newest.answered_by !== null && newest.answered_by !== id)) return null
  return {
    id: newest.id,
    options: z.parse(Choices, newest.options),
    stored: newest.options,
    openedAt: newest.created_at,
    expiresAt: newest.expires_at,
  }
}

/**
 * The newest question as long as it is open, with its text. `isFinal`: one of its choices ends, moves or answers something, so it takes a
 * whole line.
 */
export const openQuestion = async (
  work: Work,
  message: Received,
): Promise<{ text: string; choices: Choice[]; isFinal: boolean; openedAt: Date } | null> => {
  const newest = await newestOf(work, message)
  if (newest === null) return null
  const [first = ''] = answersOf(work, newest.id, 1, newest.expiresAt)
  const { rows } = await sql<{ body: string }>`
    select reply.body from received_messages m
    join message_replies reply on reply.channel = m.channel and reply.received_id = m.id
    where m.phone = ${message.phone} and m.received_at > ${new Date(work.now.getTime() - promptMinutes * minuteMs)}
      and reply.options -> 0 ->> 'answer' = ${first} limit 1`.execute(work.db)
  const choices = z.parse(StoredChoices, newest.stored)
  return {
    text: rows[0]?.body ?? '',
    choices,
    isFinal: choices.some(({ isExact }) => isExact === true),
    openedAt: newest.openedAt,
  }
}

export const forgetPrompts = (work: Work, phone: string) =>
  work.db.deleteFrom('reply_prompts').where('phone', '=', phone).execute()

export const forgetOldPrompts = (work: Work) => forgetBefore(work, 'reply_prompts', 'expires_at', work.now)
