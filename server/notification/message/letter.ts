/** What somebody chose to be told beside the bell: in line until the end of their quiet hours, each once. Written by written.ts. */
import * as z from 'zod/mini'
import { reminderKinds } from '#contract/service/reminder.ts'
import { About, NotificationEvent } from '#contract/notification/notification.ts'
import { Instant, Uuid } from '#contract/platform/shapes.ts'
import { enqueue as inLine } from '#server/messaging/messaging.ts'
import { mayLeaveAt, type Preference } from '#server/notification/message/preference.ts'
import { Asked } from '#server/notification/message/question.ts'
import { openWays } from '#server/notification/message/rules.ts'
import type { Work } from '#server/platform/work.ts'

/** What is told of a booking is written when it leaves, so that it tells how things stand then. */
export const Letter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('notice'),
    event: NotificationEvent,
    title: z.string(),
    message: z.string(),
    about: About,
    /** Whose appointment goes with the letter, as it stands then: for who serves, and keeps it in a calendar of their own. */
    fileOf: z.optional(Uuid),
  }),
  z.object({
    kind: z.literal('booking'),
    event: z.enum(['booking_confirmed', 'booking_cancelled']),
    bookingId: Uuid,
    side: z.enum(['client', 'professional', 'host']),
  }),
  z.object({
    kind: z.literal('reminder'),
    reminder: z.enum(reminderKinds),
    bookingId: Uuid,
    startsAt: Instant,
  }),
  z.object({ kind: z.literal('delay'), bookingId: Uuid, number: z.int(), minutes: z.int() }),
  z.object({ kind: z.literal('question'), asked: Asked, bookingId: Uuid, questionId: Uuid }),
  z.object({
    kind: z.literal('review'),
    /** Asked how it was, told that somebody answered, or what was decided of a report. */
    what: z.enum(['invited', 'answered', 'removed', 'reply_removed', 'reply_kept']),
    bookingId: Uuid,
  }),
])
export type Letter = z.output<typeof Letter>

export const eventOf = (letter: Letter): NotificationEvent =>
  letter.kind === 'reminder' || letter.kind === 'review'
    ? letter.kind
    : letter.kind === 'question'
      ? 'answer_wanted'
      : letter.kind === 'delay'
        ? 'booking_confirmed'
        : letter.event

type Addressed = { to: Preference; letter: Letter; dedupeKey: string; usefulUntil?: Date }

/** Puts in line what they want to hear beside the bell, each once per key; in the caller's transaction. */
export const enqueue = (work: Work, letters: readonly Addressed[]) =>
  inLine(
    work,
    letters.filter(isWanted).map(({ to, letter, dedupeKey, usefulUntil }) => ({
      accountId: to.accountId,
      bookingId: letter.kind === 'notice' ? null : letter.bookingId,
      side: letter.kind === 'booking' ? letter.side : null,
      event: eventOf(letter),
      letter,
      dedupeKey,
      dueAt: mayLeaveAt(work, to, usefulUntil),
      usefulUntil: usefulUntil ?? null,
    })),
  )

const isWanted = ({ to, letter }: Addressed) => {
  const event = eventOf(letter)
  return openWays(event, to.roles).some((way) => way !== 'app' && to.ways[event][way])
}
