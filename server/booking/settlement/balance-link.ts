/**
 * A link by which its holder can pay the rest of a visit's price, shown or sent by the professional; it opens nothing else. Stores nothing:
 * the link itself carries its purpose.
 */
import * as z from 'zod/mini'
import type {
  BalanceToPay,
  balanceLink,
  sendBalanceLink,
  payByLink as payEndpoint,
} from '#contract/booking/settlement/balance.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { payBy } from '#server/booking/settlement/balance.ts'
import { upfrontFor } from '#server/booking/columns/balance.ts'
import { contactOf, textPhoneOf } from '#server/booking/columns/client.ts'
import { bookingForMail, inTwo, isFollower, send, when } from '#server/booking/summary/mail-parts.ts'
import { findShown, shownById, type Shown } from '#server/booking/summary/present.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor } from '#server/booking/moves/party.ts'
import { isByLink } from '#server/booking/moves/upfront.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { shortLink } from '#server/messaging/short-link.ts'
import type { Payload } from '#server/platform/events.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const kind = 'pay-balance'
const Linked = z.object({ id: Uuid })
/** Long enough to be found again in a chat. */
const linkDays = 30

/** Refuses not_found, and move_not_allowed when nothing is due. */
export const linkOf = async (work: Work, id: string): Promise<z.input<(typeof balanceLink)['reply']>> => {
  const { booking } = await findFor(work, id, { as: 'professional' })
  if (booking.balance_cents === 0 || (booking.completed_at === null && !isByLink(booking)))
    return refuse('move_not_allowed')
  return tokenFor(work, booking)
}

type Linkable = Pick<BookingRow, 'id' | 'ends_at'>

/** The same for one visit until it is over, so that a rewritten message has the same text. */
const tokenFor = (work: Work, { id, ends_at: endsAt }: Linkable) => {
  const until = new Date(Math.max(endsAt.getTime(), work.now.getTime()) + linkDays * dayMs)
  return { token: work.tokens.sign(kind, { id }, until), until: until.toISOString() }
}

/** The address to pay at, at most 40 characters; `to`: the telephone it is sent to, or empty. */
export const payLinkFor = (work: Work, booking: Linkable, to: string): Promise<string> =>
  shortLink(work, to, `${work.config.publicUrl}/bookings/${tokenFor(work, booking).token}/pay`)

/** Sends the client the link again, once a day. Refuses not_found; move_not_allowed when nothing is due. */
export const sendPayLink = async (
  work: Work,
  id: string,
): Promise<z.input<(typeof sendBalanceLink)['reply']>> => {
  const sending = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    if (!isByLink(booking) || booking.balance_cents === 0) return refuse('move_not_allowed')
    const day = work.now.toISOString().slice(0, 10)
    const isNew = booking.link_sent_on !== day
    await work.db.updateTable('bookings').set({ link_sent_on: day }).where('id', '=', id).execute()
    if (isNew) await publish(work, 'balance.link_requested', { bookingId: id, day })
    return { isNew }
  })
  const shown = await shownById(work, id)
  const contact = contactOf(shown)
  const phone = contact === null ? null : textPhoneOf(contact)
  const link = await payLinkFor(work, shown, phone ?? '')
  return {
    link,
    sentTo: sending.isNew && contact !== null ? (phone ?? (contact.email || null)) : null,
    whatsapp: whatsappFor(shown, link),
  }
}

/** Opens WhatsApp with the text filled in; without a telephone the professional picks the recipient there. */
export const whatsappFor = (shown: Shown, link: string): string => {
  const contact = contactOf(shown)
  const when = `${longDate(shown.starts_at, shown.zone)}, ${clockTime(shown.starts_at, shown.zone)} h`
  const words = `Hola, ${contact?.firstName ?? ''}: ${payWords(shown)} de tu cita de ${shown.service_name} del ${when}. Págalo aquí con tarjeta: ${link}`
  return `https://wa.me/${contact?.phone.replace(/\D/g, '') ?? ''}?text=${encodeURIComponent(words)}`
}

/** "falta pagar $300 de anticipo" */
export const payWords = ({
  balance_cents,
  in_place_cents,
}: Pick<Shown, 'balance_cents' | 'in_place_cents'>) =>
  `falta pagar ${formatCents(balance_cents)}${in_place_cents > 0 ? ' de anticipo' : ''}`

/** The first message with it, once the visit is confirmed. Later visits of a series get theirs some days before each. */
export const sendFirstLink = async (work: Work, { bookingId }: Payload<'booking.confirmed'>) => {
  const shown = await findShown(work, bookingId)
  if (shown === undefined || !isByLink(shown) || isFollower(shown)) return
  await sendLinkOf(work, { bookingId, day: 'first' })
}

/** One day's message with the link; nothing once it was paid or the visit does not take place. */
export const sendLinkOf = async (work: Work, { bookingId, day }: Payload<'balance.link_requested'>) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null || booking.balance_cents === 0 || booking.ended_at !== null)
    return
  const name = `${booking.professional_first_name} ${booking.professional_last_name}`
  await send(
    work,
    {
      to: contact,
      subject: `Falta pagar ${formatCents(booking.balance_cents)} de tu cita con ${name}`,
      lines: [
        `Hola, ${contact.firstName}: ${payWords(booking)} de tu cita del ${when(booking)}. Págalo con tarjeta en un minuto.`,
      ],
      facts: [['Qué', booking.service_name], ...inTwo(booking)],
      action: {
        label: `Pagar ${formatCents(booking.balance_cents)}`,
        address: `${work.config.publicUrl}/bookings/${tokenFor(work, booking).token}/pay`,
      },
    },
    `pay-link:${bookingId}:${day}`,
  )
}

const opened = (work: Work, token: string): string => {
  const linked = z.safeParse(Linked, work.tokens.open(kind, token, work.now))
  return linked.success ? linked.data.id : refuse('not_found')
}

/** Refuses not_found for a forged or expired link. */
export const readByLink = async (work: Work, token: string): Promise<z.input<typeof BalanceToPay>> => {
  const shown = (await findShown(work, opened(work, token))) ?? refuse('not_found')
  const upfront = upfrontFor(shown, 'client', work.now) ?? refuse('not_found')
  return {
    service: shown.service_name,
    startsAt: shown.starts_at.toISOString(),
    zone: shown.zone,
    professionalName: `${shown.professional_first_name} ${shown.professional_last_name}`,
    balanceCents: upfront.balanceCents,
    inPlaceCents: shown.in_place_cents,
    byLink: upfront.byLink,
    state: upfront.state === 'later' ? 'paid' : upfront.state,
    reason: upfront.may.reason,
    actionUrl: upfront.actionUrl,
  }
}

/** Refuses as `readByLink`, move_not_allowed with the reason, card_declined. */
export const payByLink = async (
  work: Work,
  token: string,
  { cardToken }: Input<typeof payEndpoint>['body'],
): Promise<z.input<typeof BalanceToPay>> => {
  const id = opened(work, token)
  await payBy(work, id, async (work) => ({
    booking: (await lockById(work, id)) ?? refuse('not_found'),
    card: { token: cardToken },
    returnPath: `/bookings/${token}/pay`,
  }))
  return readByLink(work, token)
}

/** This long before a visit the balance is requested again, and for later dates of a series the first time. */
const remindedDays = 3

/** Each hour: unpaid visits that come soon. One message each; a visit booked later than that got one when it was made. */
export const sendLinksDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('link_cents', '>', 0)
    .where('balance_cents', '>', 0)
    .where('status', '=', 'confirmed')
    .where('link_sent_on', 'is', null)
    .where('starts_at', '>', work.now)
    .where('starts_at', '<=', new Date(work.now.getTime() + remindedDays * dayMs))
    .where('created_at', '<=', new Date(work.now.getTime() - dayMs))
    .orderBy('starts_at')
    .limit(500)
    .execute()
  await runIsolated(work, due, ({ id }) => askToday(work, id))
}

const askToday = (work: Work, id: string) =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking === undefined || booking.link_sent_on !== null || booking.balance_cents === 0) return
    if (booking.status !== 'confirmed') return
    const day = work.now.toISOString().slice(0, 10)
    await work.db.updateTable('bookings').set({ link_sent_on: day }).where('id', '=', id).execute()
    await publish(work, 'balance.link_requested', { bookingId: id, day })
  })
