/**
 * An appointment that a professional makes for a client: the same decision, claims and quote as any hold, waiting for the client to accept
 * by a link (link.ts). Payment and consent are the client's own.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import {
  appointmentWait,
  type ProposedAppointment,
  type proposeAppointment,
} from '#contract/booking/series/appointment.ts'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { openForNew } from '#server/availability/slots/slot-token.ts'
import { holdAs } from '#server/booking/checkout/hold.ts'
import { makeLink, type LinkRow } from '#server/booking/columns/link-row.ts'
import { endLink } from '#server/booking/series/link.ts'
import { addressOf, linkEmailOf } from '#server/booking/series/link-view.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { requireNotOwn } from '#server/booking/moves/own-booking.ts'
import { savedAddOns } from '#server/booking/columns/service.ts'
import { shownById } from '#server/booking/summary/present.ts'
import { furtherOf } from '#server/booking/checkout/series-held.ts'
import { spaceOf } from '#server/booking/contact/location.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { publish } from '#server/platform/jobs.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { addressHint, outboxOfContact } from '#server/verification/contact.ts'
import { phoneToText } from '#server/verification/texting.ts'
import { text } from '#server/messaging/texting.ts'

type Order = Input<typeof proposeAppointment>['body']
type View = z.input<typeof ProposedAppointment>

/** Until when a client may answer; past or now: there is no time left to ask. */
export const answerBy = (startsAt: Date, now: Date): Date =>
  new Date(
    Math.min(
      now.getTime() + appointmentWait.maxHours * hourMs,
      startsAt.getTime() - appointmentWait.beforeStartHours * hourMs,
    ),
  )

/** Text messages cost money: the limit of links sent by them per day. */
const maxTextsADay = 20

/**
 * Holds one of the professional's own hours for a client and sends them the link. Refuses as a hold does, too_late_to_ask within two
 * hours of the start, and not_found for another professional's service.
 */
export const propose = async (work: Work, { slotToken, contact, note }: Order): Promise<View> => {
  const professionalId = work.viewer.professionalId ?? refuse('not_found')
  const choice = openForNew(work, slotToken)
  if (choice.professionalId !== professionalId) return refuse('not_found')
  const expiresAt = answerBy(new Date(choice.startsAt), work.now)
  if (expiresAt <= work.now) return refuse('too_late_to_ask')
  const { email, phone } = await requireReachable(work, professionalId, contact)
  // At most two holds at once per client, as for every holder.
  const holder = `professional:${professionalId}:${email ?? phone}`
  const id = await holdAs(asProfessional(work), slotToken, {
    by: 'professional',
    holder,
    holders: [holder],
    clientId: null,
    expiresAt,
    contact: null,
  })
  await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'held' || booking.hold_expires_at === null) return refuse('slot_taken')
    // Repeating it leaves the first link valid.
    if ((await openLinkOf(work, id)) !== undefined) return
    const { firstName, lastName } = contact
    const about = {
      bookingId: id,
      firstName,
      lastName,
      email,
      phone,
      note,
      expiresAt: booking.hold_expires_at,
      addOns: savedAddOns(booking),
    }
    const linkId = await makeLink(work, about)
    await publish(work, 'booking.link_made', { linkId })
  })
  return proposedBy(work, id)
}

/** Where the link goes. Refuses invalid_input without an address, own_booking for the professional's own, and as a text message does. */
export const requireReachable = async (
  work: Work,
  professionalId: number,
  contact: Order['contact'],
): Promise<{ email: string | null; phone: string | null }> => {
  const { email } = contact
  const phone = contact.phone === null ? null : phoneToText(work, contact.phone)
  if (email === null && phone === null)
    return refuse('invalid_input', { fields: [{ field: 'contact.email' }] })
  await requireNotOwn(work, professionalId, { clientId: null, email, phone })
  if (email === null) await requireFewTexts(work, professionalId)
  return { email, phone }
}

/** The professional's view of the pending booking. Refuses slot_taken once it is no longer pending. */
export const proposedBy = async (work: Work, id: string): Promise<View> =>
  present(work, (await openLinkOf(work, id)) ?? refuse('slot_taken'))

/** Ignores the professional's own appointments as a client. */
const asProfessional = (work: Work): Work => actingAs(work, { clientId: null })

const requireFewTexts = async (work: Work, professionalId: number) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from booking_links link join bookings booking on booking.id = link.booking_id
    where booking.professional_id = ${professionalId} and link.created_at > ${new Date(work.now.getTime() - dayMs)}
      and booking.holder like 'professional:%:+%'`.execute(work.db)
  if ((rows[0]?.n ?? 0) >= maxTextsADay) refuse('too_many_requests', { retryAfterSeconds: dayMs / 1000 })
}

const openLinkOf = (work: Work, bookingId: string): Promise<LinkRow | undefined> =>
  work.db
    .selectFrom('booking_links')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where((db) => db.or([db('answer', 'is', null), db('answer', '=', 'accepted')]))
    .executeTakeFirst()

const present = async (work: Work, link: LinkRow): Promise<View> => {
  const shown = await shownById(work, link.booking_id)
  const address = addressOf(link)
  return {
    id: shown.id,
    firstName: link.first_name,
    lastName: link.last_name,
    sentTo: address === null ? '' : addressHint(address.channel, address.to),
    accepted: link.answer === 'accepted',
    service: shown.service_name,
    startsAt: shown.starts_at.toISOString(),
    endsAt: shown.ends_at.toISOString(),
    zone: shown.zone,
    place: [shown.unit_name, spaceOf(shown)].filter(Boolean).join(', ') || placeNameOf(shown.visit_place),
    totalCents: shown.total_cents,
    further: await furtherOf(work, shown.id),
    expiresAt: link.expires_at.toISOString(),
    outbox: address === null ? null : outboxOfContact(work, address.channel, address.to),
  }
}

/** Appointments that wait for their client, most urgent first. */
export const proposed = async (work: Work): Promise<View[]> => {
  const links = await work.db
    .selectFrom('booking_links')
    .innerJoin('bookings', 'bookings.id', 'booking_links.booking_id')
    .selectAll('booking_links')
    .where('bookings.professional_id', '=', work.viewer.professionalId ?? 0)
    .where('bookings.booked_by', '=', 'professional')
    .where('bookings.kind', '=', 'visit')
    .where('bookings.status', 'in', ['held', 'awaiting_payment'])
    .where('bookings.hold_expires_at', '>', work.now)
    .orderBy('bookings.hold_expires_at')
    .limit(100)
    .execute()
  const shown: View[] = []
  for (const link of links) shown.push(await present(work, link))
  return shown
}

/** Refuses not_found for another professional's, move_not_allowed once it is being paid. */
export const withdraw = (work: Work, id: string): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.booked_by !== 'professional' || booking.kind !== 'visit') return refuse('not_found')
    if (!isOwn(work.viewer.professionalId, booking.professional_id)) return refuse('not_found')
    const link = await openLinkOf(work, id)
    if (booking.status === 'expired' || link === undefined) return { ok: true }
    await endLink(work, link, booking, { how: 'withdrawn', by: 'professional' })
    await publish(work, 'booking.expired', { bookingId: id })
    return { ok: true }
  })

/** The message with the link, to its one address; nothing once it was answered. */
export const sendLink = async (work: Work, linkId: string) => {
  const emailMessage = await linkEmailOf(work, linkId)
  if (emailMessage === null) return
  const { link, address, name, when, service, zone, href, facts, further } = emailMessage
  const what = further === 0 ? 'una cita' : `${further + 1} citas`
  const until = `${longDate(link.expires_at, zone)}, ${clockTime(link.expires_at, zone)} h`
  if (address.channel === 'sms')
    return text(work, {
      to: address.to,
      key: `booking-link:${link.id}`,
      text: `${name} te apartó ${what} en Kalli: ${service}, ${when}${further === 0 ? '' : ', la primera'}. Responde antes del ${until}: ${href}`,
    })
  const subject =
    further === 0 ? `Acepta tu cita: ${service}, ${when}` : `Acepta tus ${further + 1} citas: ${service}`
  await sendMail(work, {
    to: address.to,
    subject,
    dedupeKey: `booking-link:${link.id}`,
    ...mailLayout({
      title: subject,
      paragraphs: [
        `Hola, ${link.first_name}: ${name} apartó ${further === 0 ? 'esta cita' : 'estas citas'} para ti.`,
        ...(link.note === '' ? [] : [`«${untilAgreed(link.note, false)}»`]),
        further === 0
          ? `Acéptala, propón otra hora o recházala antes del ${until}. Si no la pediste, no hagas nada: se libera sola y no se cobra nada.`
          : `Acéptalas, quita las fechas que no te queden, o recházalas todas antes del ${until}. Cada una se cobra por separado. Si no las pediste, no hagas nada: se liberan solas y no se cobra nada.`,
      ],
      facts,
      action: { label: 'Ver la propuesta', address: href },
      note: 'El enlace es personal y sirve para una sola respuesta.',
    }),
  })
}
