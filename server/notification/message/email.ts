/** The queued content of a message (notify.ts): a finished text, or the ids from which written.ts renders it when it leaves. */
import * as z from 'zod/mini'
import { reminderKinds } from '#contract/service/reminder.ts'
import { About, NotificationEvent } from '#contract/notification/notification.ts'
import { Instant, Uuid } from '#contract/platform/shapes.ts'
import { RequestParams } from '#server/notification/message/question.ts'

/** The content about a booking is rendered when it leaves, so that it shows the state of that moment. */
export const EmailMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('notice'),
    event: NotificationEvent,
    title: z.string(),
    message: z.string(),
    about: About,
    /** The appointment attached to the email, in its state then: for a professional, who saves it in a calendar of their own. */
    fileOf: z.optional(Uuid),
    /** Also by email if the reader consented to messages of this professional (message-consent.ts), checked when it leaves. */
    byConsent: z.optional(z.boolean()),
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
  z.object({ kind: z.literal('question'), request: RequestParams, bookingId: Uuid, questionId: Uuid }),
  z.object({
    kind: z.literal('review'),
    /** Invited to review, notified of an answer, or of the decision on a report. */
    what: z.enum(['invited', 'answered', 'removed', 'reply_removed', 'reply_kept']),
    bookingId: Uuid,
  }),
])
export type EmailMessage = z.output<typeof EmailMessage>

export const eventOf = (email: EmailMessage): NotificationEvent =>
  email.kind === 'reminder' || email.kind === 'review'
    ? email.kind
    : email.kind === 'question'
      ? 'answer_wanted'
      : email.kind === 'delay'
        ? 'booking_confirmed'
        : email.event
