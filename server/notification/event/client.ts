/**
 * Notices to clients' telephones: reminders of a visit, and beside the booking module's emails, confirmations, cancellations and questions
 * that they must answer.
 */
import { sql } from 'kysely'
import { usualToleranceMinutes } from '#contract/service/tolerance.ts'
import { visitReminder, type ReminderKind } from '#contract/service/reminder.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { consentsOf } from '#server/messaging/consent.ts'
import { reachable } from '#server/messaging/reach.ts'
import type { EmailMessage } from '#server/notification/message/email.ts'
import { notifyLater } from '#server/notification/message/notify.ts'
import { preferencesOf } from '#server/notification/message/preference.ts'
import { type RequestParams, openQuestion } from '#server/notification/message/question.ts'
import type { Work } from '#server/platform/work.ts'

type Due = { bookingId: string; startsAt: Date; zone: string; accountId: number | null }

/** Enqueues these reminders, each once for each start. */
export const remindClients = async (work: Work, bookingIds: readonly string[], kind: ReminderKind) => {
  const { rows } = await sql<Due>`
    select booking.id as "bookingId", booking.starts_at as "startsAt", booking.zone, client.account_id as "accountId"
    from bookings booking left join clients client on client.id = booking.client_id
    where booking.id = any(${bookingIds}::uuid[]) and booking.status = 'confirmed'`.execute(work.db)
  const people = new Map(
    (
      await preferencesOf(
        work,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
    ).map((to) => [to.accountId, to]),
  )
  await notifyLater(
    work,
    rows.map(({ bookingId, startsAt, zone, accountId }) => ({
      to: (accountId === null ? undefined : people.get(accountId)) ?? { accountId: null, zone },
      email: { kind: 'reminder', reminder: kind, bookingId, startsAt: startsAt.toISOString() },
      dedupeKey: `booking-reminder:${bookingId}:${kind}:${startsAt.toISOString()}`,
      usefulUntil: new Date(startsAt.getTime() - visitReminder[kind].latestMs),
    })),
  )
}

/** To the telephone of a client who enabled a channel to it; for others the email is enough, and nothing is enqueued. */
export const notifyClient = async (
  work: Work,
  bookingId: string,
  event: 'booking_confirmed' | 'booking_cancelled',
) => {
  const visit = await visitOf(work, bookingId)
  if (visit === undefined) return
  await toTelephone(work, visit, event, {
    email: { kind: 'booking', event, bookingId, side: 'client' },
    dedupeKey: `${event}:${bookingId}:client`,
    usefulUntil: visit.startsAt,
  })
}

/** Their professional is late. Quiet hours delay it no longer than the tolerance: it is about now. */
export const notifyClientDelay = async (
  work: Work,
  bookingId: string,
  { number, minutes, reported_at }: { number: number; minutes: number; reported_at: Date },
) => {
  const visit = await visitOf(work, bookingId)
  if (visit === undefined) return
  await toTelephone(work, visit, 'booking_confirmed', {
    email: { kind: 'delay', bookingId, number, minutes },
    dedupeKey: `delay:${bookingId}:professional:${number}`,
    usefulUntil: new Date(reported_at.getTime() + usualToleranceMinutes * minuteMs),
  })
}

/** A question beside its email; useless once it is answered or closed. */
export const notifyClientRequested = async (work: Work, request: RequestParams, questionId: string) => {
  const question = await openQuestion(work, request, questionId)
  const visit = question === null ? undefined : await visitOf(work, question.bookingId)
  if (question === null || visit === undefined) return
  await toTelephone(work, visit, 'answer_wanted', {
    email: { kind: 'question', request, bookingId: visit.bookingId, questionId },
    dedupeKey: `answer_wanted:${questionId}`,
    usefulUntil: question.until,
  })
}

type Visit = { bookingId: string; accountId: number | null; startsAt: Date; zone: string }

const visitOf = async (work: Work, bookingId: string): Promise<Visit | undefined> => {
  const { rows } = await sql<Visit>`
    select booking.id as "bookingId", client.account_id as "accountId", booking.starts_at as "startsAt", booking.zone
    from bookings booking join clients client on client.id = booking.client_id
    where booking.id = ${bookingId} and booking.kind = 'visit'`.execute(work.db)
  return rows[0]
}

const toTelephone = async (
  work: Work,
  { bookingId, accountId, zone }: Visit,
  event: 'booking_confirmed' | 'booking_cancelled' | 'answer_wanted',
  { email, dedupeKey, usefulUntil }: { email: EmailMessage; dedupeKey: string; usefulUntil: Date },
) => {
  const [to] = accountId === null ? [] : await preferencesOf(work, [accountId])
  const reach = accountId === null ? undefined : (await reachable(work, [accountId])).get(accountId)
  const forVisit = (await consentsOf(work, [bookingId])).size > 0
  const wants =
    accountId === null
      ? forVisit
      : (reach?.push && to?.ways[event].push) ||
        ((reach?.whatsapp || forVisit) && to?.ways[event].whatsapp) ||
        (reach?.phone && to?.ways[event].sms)
  if (!wants) return
  await notifyLater(work, [{ to: to ?? { accountId: null, zone }, email, dedupeKey, usefulUntil }])
}
