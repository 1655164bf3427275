/**
 * The front desk: a host holds a time for a client who is there or calls, with the same decision, claims and quote as any hold. The client
 * gets a signed link, by which they confirm and pay as any client does. Until then the time is held, and no money or consent is taken on
 * their behalf.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import {
  deskMinutes,
  deskTextsADay,
  noNameYet,
  type deskClient as deskClientEndpoint,
  type deskBook as deskEndpoint,
  type takeOver as takeOverEndpoint,
} from '#contract/booking/desk/desk.ts'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { DeskHold } from '#contract/booking/agenda/timeline.ts'
import { knownPhone, withPhoneSaved } from '#server/account/phone.ts'
import { release } from '#server/availability/block/availability.ts'
import { openToken } from '#server/availability/slots/slot-token.ts'
import { holdAs } from '#server/booking/checkout/hold.ts'
import { freePlace } from '#server/booking/checkout/hold-claims.ts'
import { lockById, makeMove, requireMove } from '#server/booking/moves/move.ts'
import { holderOf, holdersOf } from '#server/booking/moves/party.ts'
import { contactOf, textPhoneOf } from '#server/booking/columns/client.ts'
import { findShown, shownById } from '#server/booking/summary/present.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { areaOf, spaceOf } from '#server/booking/contact/location.ts'
import { smsWithLink } from '#server/messaging/sms-text.ts'
import { text } from '#server/messaging/texting.ts'
import { publish } from '#server/platform/jobs.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { believeContact } from '#server/verification/contact.ts'
import { phoneToText } from '#server/verification/texting.ts'

type Order = Input<typeof deskEndpoint>['body']

/**
 * Refuses as a hold does, invalid_phone, and not_found for a time that is not at one of the host's spaces. Without an email the link goes
 * to the telephone: sms_unavailable, and too_many_requests after many in a day.
 */
export const deskBook = async (
  work: Work,
  { slotToken, contact: given }: Order,
): Promise<z.input<typeof DeskHold>> => {
  const saved = withPhoneSaved({ ...given, firstName: given.firstName || noNameYet })
  const { spaceId, startsAt } = openToken(work, slotToken)
  const hostId = await requireOwnSpace(work, spaceId)
  // Two holds per client at this desk, as for any holder.
  const contact = saved.email === '' ? await texted(work, hostId, saved) : saved
  const holder = `desk:${hostId}:${contact.email || contact.phone}`
  // The host's own appointments as a client do not matter here.
  const desk = actingAs(work, { clientId: null })
  const id = await holdAs(desk, slotToken, {
    by: 'host',
    holder,
    holders: [holder],
    clientId: null,
    expiresAt: new Date(Math.min(work.now.getTime() + deskMinutes * minuteMs, startsAt)),
    contact,
  })
  await publish(work, 'booking.desk_held', { bookingId: id })
  const shown = await shownById(work, id)
  return {
    bookingId: id,
    expiresAt: (shown.hold_expires_at ?? work.now).toISOString(),
    startsAt: shown.starts_at.toISOString(),
    endsAt: shown.ends_at.toISOString(),
    zone: shown.zone,
    unitName: shown.unit_name,
    totalCents: shown.total_cents,
    outbox:
      work.config.smtpUrl === null && !work.config.production
        ? contact.email === ''
          ? `/dev/sms?to=${encodeURIComponent(contact.phone)}`
          : `/dev/mail?to=${encodeURIComponent(contact.email)}`
        : null,
  }
}

/** With only a telephone, text messages go there. A released hold has lost its contact, although its message was sent and counts. */
const texted = async (work: Work, hostId: number, { firstName, lastName, phone }: Order['contact']) => {
  const to = phoneToText(work, phone)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from bookings where host_id = ${hostId} and booked_by = 'host' and kind = 'visit'
      and starts_at > ${new Date(work.now.getTime() - dayMs)} and created_at > ${new Date(work.now.getTime() - dayMs)}
      and (contact is null or contact ->> 'proved' = 'given')`.execute(work.db)
  if ((rows[0]?.n ?? 0) >= deskTextsADay) refuse('too_many_requests', { retryAfterSeconds: dayMs / 1000 })
  return { firstName, lastName, email: '', phone: to, proved: 'given' as const }
}

/** The name last given at this host's desk for the telephone; other desks' data is not shown. */
export const readDeskClient = async (
  work: Work,
  { query }: Input<typeof deskClientEndpoint>,
): Promise<Reply<typeof deskClientEndpoint>> => {
  const unknown = { firstName: null, lastName: '' }
  const phone = knownPhone(query.phone)
  if (phone === null) return unknown
  const { rows } = await sql<{ firstName: string; lastName: string }>`
    select contact ->> 'firstName' as "firstName", coalesce(contact ->> 'lastName', '') as "lastName" from bookings
    where contact is not null and contact ->> 'phone' = ${phone} and booked_by = 'host'
      and host_id = ${work.viewer.hostId}::bigint and contact ->> 'firstName' <> ${noNameYet}
    order by created_at desc limit 1`.execute(work.db)
  return rows[0] ?? unknown
}

/** Refuses not_found for another owner's. */
export const requireOwnSpace = async (work: Work, spaceId: number | null): Promise<number> => {
  const hostId = work.viewer.hostId ?? refuse('not_found')
  const space = await work.db
    .selectFrom('spaces')
    .select('id')
    .where('id', '=', spaceId ?? 0)
    .where('host_id', '=', hostId)
    .executeTakeFirst()
  return space === undefined ? refuse('not_found') : hostId
}

/** The desk releases a hold that awaits its client. Refuses not_found for another desk's, move_not_allowed once it is being paid. */
export const deskRelease = (work: Work, id: string): Promise<{ ok: true }> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.booked_by !== 'host' || !isOwn(work.viewer.hostId, booking.host_id))
      return refuse('not_found')
    if (booking.status === 'expired') return { ok: true }
    requireMove(booking, 'release', 'host', work.now)
    await makeMove(work, booking, 'release', { party: 'host' }, { ended_at: work.now, contact: null })
    await release(work, id)
    await publish(work, 'booking.expired', { bookingId: id })
    return { ok: true }
  })

const linkKind = 'desk-hold'

/** The email with the link by which the client confirms and pays; nothing if the hold has expired. */
export const mailDeskHold = async (work: Work, id: string) => {
  const shown = await findShown(work, id)
  const contact = shown === undefined ? null : contactOf(shown)
  if (shown?.status !== 'held' || contact === null || shown.hold_expires_at === null) return
  const token = work.tokens.sign(
    linkKind,
    { b: id, e: contact.email || contact.phone },
    shown.hold_expires_at,
  )
  const address = `${work.config.publicUrl}/dynamic-checkout?hold=${id}&t=${encodeURIComponent(token)}`
  const when = `${longDate(shown.starts_at, shown.zone)}, ${clockTime(shown.starts_at, shown.zone)} h`
  const until = clockTime(shown.hold_expires_at, shown.zone)
  const phone = textPhoneOf(contact)
  if (contact.email === '' && phone !== null)
    return text(work, {
      to: phone,
      key: `desk-hold:${id}`,
      text: smsWithLink(
        `${shown.business_name ?? spaceOf(shown)}: confirma y paga antes de las ${until} h tu cita del ${when}, ${shown.service_name}.`,
        address,
      ),
    })
  const subject = `Confirma tu cita: ${shown.service_name}, ${when}`
  await sendMail(work, {
    to: contact.email,
    subject,
    dedupeKey: `desk-hold:${id}`,
    ...mailLayout({
      title: subject,
      paragraphs: [
        `${contact.firstName === noNameYet ? 'Hola' : `Hola, ${contact.firstName}`}: ${spaceOf(shown)} apartó esta cita para ti.`,
        `Confírmala y págala antes de las ${until} h.${shown.persons === 1 ? '' : ' Ahí dices quién viene.'} Si no la pediste, no hagas nada: se libera sola y no se cobra nada.`,
      ],
      facts: [
        ['Qué', `${shown.service_name} con ${shown.professional_first_name} ${shown.professional_last_name}`],
        ...(shown.persons === 1 ? [] : [['Para', `${shown.persons} personas`] satisfies [string, string]]),
        ['Cuándo', when],
        ['Dónde', areaOf(shown)],
        ['Total', formatCents(shown.total_cents)],
      ],
      action: {
        label: 'Confirmar y pagar',
        address,
      },
    }),
  })
}

/**
 * The link was opened: this browser now holds the time, and pays as for any hold. The link came by email or text message, which proves as
 * much as a code. It may be opened again on another device while no payment is in progress. Refuses not_found, hold_expired.
 */
export const takeOver = (work: Work, id: string, t: string): Promise<Reply<typeof takeOverEndpoint>> =>
  inTransaction(work, async (work) => {
    const opened = work.tokens.open(linkKind, t, work.now)
    const booking = await lockById(work, id)
    if (booking?.booked_by !== 'host' || opened?.['b'] !== id) return refuse('not_found')
    const contact = contactOf(booking) ?? refuse('not_found')
    if (booking.status === 'expired') return refuse('hold_expired')
    if (booking.hold_expires_at === null || booking.hold_expires_at <= work.now) return refuse('hold_expired')
    if (booking.status === 'held' && !holdersOf(work.viewer).includes(booking.holder)) await passTo(work, id)
    if (contact.email === '') await believeContact(work, contact.phone, 'sms')
    else await believeContact(work, contact.email)
    const { firstName, lastName, email, phone } = contact
    // The client writes it at the checkout.
    return { contact: { firstName: firstName === noNameYet ? '' : firstName, lastName, email, phone } }
  })

/** The hold passes to the client, in the first of their two hold places that is free. Refuses too_many_holds. */
export const passTo = async (work: Work, id: string) => {
  try {
    await sql`
      update bookings set holder = ${holderOf(work.viewer)}, hold_place = ${freePlace(holdersOf(work.viewer), id)}
      where id = ${id}`.execute(work.db)
  } catch (error) {
    refuseOn(error, { bookings_two_holds: 'too_many_holds', bookings_hold_place_check: 'too_many_holds' })
  }
}
