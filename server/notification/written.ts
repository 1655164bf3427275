/** The text of a message when it leaves, and the channels that its reader wants then, in order. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { actions } from '#contract/notification/about.ts'
import { channels, type Channel } from '#contract/messaging/channel.ts'
import { openWays, registry } from '#contract/notification/registry.ts'
import { modalityOf } from '#contract/service/modality.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { consentKey, inForce as consentsInForce } from '#server/booking/client/message-consent.ts'
import { bookingForMail } from '#server/booking/summary/mail-parts.ts'
import { mailCancelled } from '#server/booking/summary/cancelled-mail.ts'
import { mailConfirmed } from '#server/booking/summary/confirmed-mail.ts'
import { calendarFor, isActive } from '#server/booking/summary/calendar-copy.ts'
import { newestDelay } from '#server/booking/columns/delay-row.ts'
import { contactOf, textPhoneOf } from '#server/booking/columns/client.ts'
import { dayWord, mailReminder } from '#server/booking/request/reminder.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { consentsOf } from '#server/messaging/consent.ts'
import {
  type Message,
  sendDue as sendAll,
  type Write,
  type Written,
} from '#server/messaging/message-round.ts'
import { optedOut } from '#server/messaging/opt-out.ts'
import { isOpen, reachable, type Reachable } from '#server/messaging/reach.ts'
import { shortLink, withShortLinks } from '#server/messaging/short-link.ts'
import { smsOf, smsWithLink } from '#server/messaging/sms-text.ts'
import { visitReplyOptions } from '#server/messaging/visit-reply.ts'
import type { Way } from '#server/messaging/way.ts'
import { pathTo } from '#server/notification/message/about.ts'
import { answersTo } from '#server/notification/message/answer.ts'
import { textFor } from '#server/notification/event/appointment.ts'
import { eventOf, EmailMessage } from '#server/notification/message/email.ts'
import {
  guestAt,
  mayLeaveAt,
  preferencesOf,
  type Preference,
} from '#server/notification/message/preference.ts'
import { openQuestion } from '#server/notification/message/question.ts'
import { mailReview } from '#server/notification/event/review.ts'
import { unsubscribeAddress } from '#server/notification/unsubscribe.ts'
import { filled, type Short, short } from '#server/notification/message/templates.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

/** Sends what is due; any number of processes at once, each message once. */
export const sendDue = (work: Work): Promise<number> => sendAll(work, write)

/** In a few queries for all of them; a message with nothing left to say is dropped. */
const write: Write = async (work, messages) => {
  const emails = messages.map((message) => ({ message, content: z.parse(EmailMessage, message.content) }))
  const visits = await visitsOf(
    work,
    emails.flatMap(({ content: emailMessage }) =>
      emailMessage.kind === 'notice' ? [] : [emailMessage.bookingId],
    ),
  )
  const accountIds = messages.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))
  const people = new Map((await preferencesOf(work, accountIds)).map((to) => [to.accountId, to]))
  const reach = await reachable(work, accountIds)
  const consents = await consentsOf(work, [...visits.keys()])
  const agreed = await agreedTo(work, emails)
  const stopped = await optedOut(
    work,
    [...visits.values()].flatMap((visit) => provedPhoneOf(visit) ?? []),
  )
  const written = new Map<string, Written>()
  for (const { message, content: emailMessage } of emails) {
    const visit = emailMessage.kind === 'notice' ? undefined : visits.get(emailMessage.bookingId)
    const to = message.accountId === null ? null : people.get(message.accountId)
    // A person who left, or opted out while it waited, is not written to.
    if (to === undefined) continue
    const stop = to === null ? undefined : unsubscribeAddress(work, to, eventOf(emailMessage))
    const leavesAt = mayLeaveAt(work, to ?? guestAt(visit?.zone), message.usefulUntil ?? undefined)
    const own = to === null ? undefined : reach.get(to.accountId)
    // Consent given for one visit counts for that visit.
    const forVisit = message.side === 'client' && visit !== undefined ? consents.get(visit.id) : undefined
    const known = to === null && visit !== undefined ? provedPhoneOf(visit) : null
    const byPhone = known === null || stopped.has(known) ? null : known
    const reached = { phone: byPhone, push: false, ...own, whatsapp: own?.whatsapp ?? forVisit ?? null }
    const wanted = eventWays(emailMessage, to, byPhone !== null, agreed.has(message.id))
    const textTo = wanted.includes('sms') ? reached.phone : null
    const contact = visit === undefined ? null : contactOf(visit)
    const proved = contact?.proved === 'phone' ? contact.phone : null
    const mayAnswer =
      (reached.whatsapp !== null && (reached.whatsapp === own?.whatsapp || reached.whatsapp === proved)) ||
      (reached.whatsapp === null && textTo !== null)
    const said = await sayingOf(work, message, emailMessage, { visit, to, stop, textTo, mayAnswer })
    if (said === null) continue
    const ways = waysOf(work, said, reached, to, wanted)
    written.set(message.id, {
      ways: await Promise.all(ways.map((way) => withShort(work, way))),
      notBefore:
        emailMessage.kind === 'reminder' && visit?.rescue_by ? lookAgainAt(work, leavesAt) : leavesAt,
    })
  }
  return written
}

/** Messages of professionals to which their readers consent now. */
const agreedTo = async (
  work: Work,
  emails: readonly { message: Message; content: EmailMessage }[],
): Promise<ReadonlySet<string>> => {
  const pairs = emails.flatMap(({ message: { id, accountId }, content }) =>
    content.kind === 'notice' && content.byConsent === true && accountId !== null
      ? [{ id, accountId, professionalId: Number(content.about.id) }]
      : [],
  )
  const inForce = await consentsInForce(work, pairs)
  return new Set(pairs.filter((pair) => inForce.has(consentKey(pair))).map(({ id }) => id))
}

/** The host cancelled after the reminder was queued: it must name the new place, so it waits for the answers. */
const lookAgainAt = (work: Work, leavesAt: Date) =>
  new Date(Math.max(leavesAt.getTime(), work.now.getTime() + 5 * minuteMs))

/** `sms` is for clients with a confirmed telephone, where there is no short text for every channel. */
type Saying = {
  short: Short | null
  sms?: string
  email: { to: string; send(work: Work): Promise<unknown> } | null
}

/** The confirmed telephone of the visit's client; null: they are reached by email. */
const provedPhoneOf = (visit: Visit): string | null => {
  return textPhoneOf(contactOf(visit))
}

/** By a person's preferences for this kind of notice; a visitor gets confirmed channels, and WhatsApp where they agreed. */
const eventWays = (
  emailMessage: EmailMessage,
  to: Preference | null,
  isByPhone: boolean,
  isAgreed: boolean,
): readonly Channel[] => {
  // The client's receipt has left already; the message to their telephone goes beside it.
  const isReceipt =
    emailMessage.kind === 'delay' ||
    emailMessage.kind === 'question' ||
    (emailMessage.kind === 'booking' && emailMessage.side === 'client')
  if (to === null) return isReceipt ? ['whatsapp'] : ['whatsapp', isByPhone ? 'sms' : 'email']
  const event = eventOf(emailMessage)
  const open = openWays(event, to.roles)
  return channels.filter(
    (channel) =>
      open.includes(channel) &&
      (to.ways[event][channel] || (isAgreed && channel === 'email')) &&
      !(isReceipt && channel === 'email') &&
      // A day ahead an email is soon enough; text messages are for the last hours.
      !(emailMessage.kind === 'reminder' && emailMessage.reminder === 'day' && channel === 'sms'),
  )
}

const waysOf = (
  work: Work,
  { short, sms, email }: Saying,
  reach: Omit<Reachable, 'accountId'>,
  to: Preference | null,
  wanted: readonly Channel[],
): Way[] =>
  wanted
    .filter((channel) => isOpen(work, channel))
    .flatMap((channel): Way[] => {
      // A visitor may have given a telephone alone.
      if (channel === 'email') return email === null || email.to === '' ? [] : [{ channel, ...email }]
      if (channel === 'sms' && sms !== undefined && reach.phone !== null)
        return [{ channel, to: reach.phone, text: sms }]
      if (short === null) return []
      if (channel === 'push')
        return reach.push && to !== null
          ? [{ channel, accountId: to.accountId, ...short.push, path: short.link }]
          : []
      const phone = channel === 'sms' ? reach.phone : reach.whatsapp
      if (phone === null) return []
      return channel === 'sms'
        ? [{ channel, to: phone, text: smsOf(short.sms) }]
        : [{ channel, to: phone, template: filled(short.whatsapp, short.link) }]
    })

/** Shortens our links for a telephone. */
const withShort = async (work: Work, way: Way): Promise<Way> => {
  if (way.channel === 'sms') return { ...way, text: await withShortLinks(work, way.to, way.text) }
  if (way.channel !== 'whatsapp') return way
  const base = `${work.config.publicUrl}/`
  const link = await shortLink(work, way.to, base + way.template.link)
  return { ...way, template: { ...way.template, link: link.slice(base.length) } }
}

type Reading = {
  visit: Visit | undefined
  to: Preference | null
  /** The address where the reader turns this kind of email off. */
  stop: string | undefined
  /** The telephone that a text message may go to. */
  textTo: string | null
  /** The telephone is confirmed, so its answers are its owner's. */
  mayAnswer: boolean
}

const sayingOf = async (
  work: Work,
  message: Message,
  emailMessage: EmailMessage,
  { visit, to, stop, textTo, mayAnswer }: Reading,
): Promise<Saying | null> => {
  const addressOf = (link: string) => {
    const address = work.config.publicUrl + link
    return textTo === null ? address : shortLink(work, textTo, address)
  }
  if (emailMessage.kind === 'notice')
    return to === null ? null : noticeOf(work, message, emailMessage, to, stop, addressOf)
  if (visit === undefined) return null
  if (emailMessage.kind === 'reminder')
    return reminderOf(work, message, emailMessage, { visit, stop, mayAnswer })
  if (emailMessage.kind === 'delay') return delayOf(work, emailMessage, visit)
  if (emailMessage.kind === 'question') return questionOf(work, emailMessage, { visit, to, mayAnswer })
  if (emailMessage.kind === 'review') return reviewOf(work, message, emailMessage, visit, stop)
  const { event, bookingId, side } = emailMessage
  if (side === 'client') return clientOf(work, event, visit)
  if (to === null) return null
  const notified = await textFor(work, bookingId, side, event)
  const link = notified === null ? '' : pathTo(notified.about)
  const mail = event === 'booking_confirmed' ? mailConfirmed : mailCancelled
  return {
    short:
      notified === null
        ? null
        : short.notice({ ...notified, link, address: await addressOf(link) }, registry[event].template),
    email: { to: to.email, send: (work) => mail(work, bookingId, side, stop) },
  }
}

const noticeOf = async (
  work: Work,
  { dedupeKey }: Message,
  emailMessage: Extract<EmailMessage, { kind: 'notice' }>,
  to: Preference,
  stop: string | undefined,
  addressOf: (link: string) => string | Promise<string>,
): Promise<Saying | null> => {
  const { title, message, about } = emailMessage
  const booking =
    emailMessage.fileOf === undefined ? undefined : await bookingForMail(work, emailMessage.fileOf)
  // Cancelled since: the cancellation's notice suffices.
  if (booking !== undefined && !isActive(booking)) return null
  const link = pathTo(about)
  const address = `${work.config.publicUrl}${link}`
  const { options, template } = await answersTo(work, { dedupeKey, ...emailMessage })
  return {
    short: short.notice({ title, message, link, address: await addressOf(link) }, template, options),
    email: {
      to: to.email,
      send: async (work) =>
        sendMail(work, {
          to: to.email,
          subject: title,
          dedupeKey,
          unsubscribe: stop,
          ...(await appointmentFor(work, emailMessage.fileOf, to)),
          ...mailLayout({
            title,
            paragraphs: [`Hola, ${to.firstName}:`, message],
            action: { label: actions[about.kind], address },
            unsubscribe: stop,
            note: 'Eliges qué correos recibes en Configuración, Notificaciones.',
          }),
        }),
    },
  }
}

/** The state when the email leaves: one that moved twice meanwhile has its final hour, one that was handed over is removed. */
const appointmentFor = async (work: Work, bookingId: string | undefined, to: Preference) => {
  const booking = bookingId === undefined ? undefined : await bookingForMail(work, bookingId)
  const reader = booking === undefined ? undefined : await professionalOf(work, to)
  if (booking === undefined || reader === undefined) return {}
  const calendar = await calendarFor(work, [booking], reader)
  return calendar === undefined ? {} : { calendar }
}

const professionalOf = async (work: Work, to: Preference) => {
  const own = await work.db
    .selectFrom('professionals')
    .select(['id', 'first_name', 'last_name'])
    .where('account_id', '=', to.accountId)
    .executeTakeFirst()
  if (own === undefined) return undefined
  const name = `${own.first_name} ${own.last_name}`
  return { side: 'professional' as const, professionalId: own.id, to: { name, email: to.email } }
}

/** For a visit that is still confirmed at the hour of the reminder, and still to come. */
const reminderOf = (
  work: Work,
  { dedupeKey, usefulUntil }: Message,
  { startsAt }: Extract<EmailMessage, { kind: 'reminder' }>,
  { visit, stop, mayAnswer }: Pick<Reading, 'stop' | 'mayAnswer'> & { visit: Visit },
): Saying | null => {
  const contact = contactOf(visit)
  if (visit.rescue_by !== null && usefulUntil !== null && usefulUntil <= work.now) return null
  if (visit.status !== 'confirmed' || contact === null || visit.starts_at <= work.now) return null
  if (visit.starts_at.getTime() !== Date.parse(startsAt)) return null
  return {
    short: short.reminder(
      wordsOf(work, visit, contact.firstName),
      visit.arrival_code,
      mayAnswer ? visitReplyOptions(work, visit, ['confirm', 'change', 'cancel', 'late']) : [],
    ),
    email: { to: contact.email, send: (work) => mailReminder(work, visit.id, dedupeKey, stop) },
  }
}

/** If it is still the professional's newest report, before the visit begins. */
const delayOf = async (
  work: Work,
  { number, minutes }: Extract<EmailMessage, { kind: 'delay' }>,
  visit: Visit,
): Promise<Saying | null> => {
  const contact = contactOf(visit)
  const newest = await newestDelay(work, visit.id, 'professional')
  if (contact === null || visit.status !== 'confirmed' || newest?.number !== number) return null
  const begins = clockTime(new Date(visit.starts_at.getTime() + minutes * minuteMs), visit.zone)
  return { short: short.delayed(wordsOf(work, visit, contact.firstName), minutes, begins), email: null }
}

/** While it is open. A slot held for a waiting client has no contact yet: the name comes from their account. */
const questionOf = async (
  work: Work,
  { request, questionId }: Extract<EmailMessage, { kind: 'question' }>,
  { visit, to, mayAnswer }: Pick<Reading, 'to' | 'mayAnswer'> & { visit: Visit },
): Promise<Saying | null> => {
  const question = await openQuestion(work, request, questionId)
  const firstName = contactOf(visit)?.firstName ?? to?.firstName
  if (question === null || firstName === undefined) return null
  const words = wordsOf(work, visit, firstName)
  const { zone } = visit
  const time = clockTime(question.until, zone)
  const isToday = localDate(question.until, zone) === localDate(work.now, zone)
  return {
    short: short.question(
      // Shown only to a client with an account: it is listed in their waitlist.
      request === 'waitlist' ? { ...words, link: pathTo({ kind: 'waitlist', id: questionId }) } : words,
      request,
      {
        newAt: `${longDate(question.startsAt, zone)}, ${clockTime(question.startsAt, zone)} h`,
        before: isToday ? `de las ${time} h` : `del ${longDate(question.until, zone)}, ${time} h`,
      },
      // An offer to a waiting client is accepted on its page.
      mayAnswer && request !== 'waitlist'
        ? visitReplyOptions(work, visit, ['accept', 'other', 'decline'])
        : [],
    ),
    email: null,
  }
}

/** No invitation if the review was written while it waited. */
const reviewOf = (
  work: Work,
  { dedupeKey }: Message,
  { what }: Extract<EmailMessage, { kind: 'review' }>,
  visit: Visit,
  stop: string | undefined,
): Saying | null => {
  const contact = contactOf(visit)
  if (contact === null || (what === 'invited' && (visit.reviewed || visit.status !== 'completed')))
    return null
  const ask =
    what === 'invited'
      ? `¿Cómo te fue en ${visit.service_name}?`
      : `Sobre tu reseña de ${visit.service_name}.`
  return {
    short: null,
    ...(textPhoneOf(contact) !== null
      ? { sms: smsWithLink(`Kalli: ${ask} Cuéntalo aquí:`, `${work.config.publicUrl}/guest-bookings`) }
      : {}),
    email: { to: contact.email, send: (work) => mailReview(work, visit.id, what, dedupeKey, stop) },
  }
}

const clientOf = (
  work: Work,
  event: 'booking_confirmed' | 'booking_cancelled',
  visit: Visit,
): Saying | null => {
  const contact = contactOf(visit)
  // For a visit confirmed and then cancelled, only the second is notified.
  if (contact === null || (visit.status === 'confirmed') !== (event === 'booking_confirmed')) return null
  const words = wordsOf(work, visit, contact.firstName)
  return {
    short: event === 'booking_confirmed' ? short.confirmed(words) : short.cancelled(words),
    email: null,
  }
}

const wordsOf = (work: Work, visit: Visit, firstName: string) => {
  const { id, starts_at, zone, service_name, professional } = visit
  const time = clockTime(starts_at, zone)
  return {
    firstName,
    service: service_name,
    professional,
    modality: modalityOf(visit.visit_place),
    day: dayWord(work, visit),
    time,
    at: `${longDate(starts_at, zone)}, ${time} h`,
    // Never a visitor's own link: its holder may act, and the number is not proven to be theirs. Without it the page says where theirs is,
    // in their mailbox.
    link: `/booking-success?id=${id}`,
    byPhoneAt: provedPhoneOf(visit) === null ? undefined : `${work.config.publicUrl}/guest-bookings`,
  }
}

type Visit = {
  id: string
  version: number
  status: string
  service_name: string
  starts_at: Date
  ends_at: Date
  rescue_by: Date | null
  created_at: Date
  holder: string
  zone: string
  contact: unknown
  arrival_code: string | null
  visit_place: number | null
  professional: string
  /** By its client. */
  reviewed: boolean
}

const visitsOf = async (work: Work, ids: readonly string[]): Promise<Map<string, Visit>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Visit>`
    select booking.id, booking.version, booking.status, booking.service_name, booking.starts_at, booking.ends_at, booking.rescue_by,
      booking.created_at, booking.holder, booking.zone, booking.contact, booking.arrival_code, booking.visit_place,
      professional.first_name || ' ' || professional.last_name as professional,
      exists (select from reviews r where r.booking_id = booking.id and r.author = 'client') as reviewed
    from bookings booking join professionals professional on professional.id = booking.professional_id
    where booking.id = any(${ids}::uuid[])`.execute(work.db)
  return new Map(rows.map((row) => [row.id, row]))
}
