/**
 * A link lets its recipient answer about one booking (docs/booking/proposals.md). It shows first names, an area and a price; it acts only
 * when a button is pressed, and before any payment a code is sent to the address that received the link.
 */
import type * as contract from '#contract/booking/series/link.ts'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import { modalityOf } from '#contract/service/modality.ts'
import { prolong, release } from '#server/availability/block/availability.ts'
import { slots } from '#server/availability/slots/slots.ts'
import { openToken } from '#server/availability/slots/slot-token.ts'
import { stand } from '#server/booking/checkout/booking.ts'
import { passTo } from '#server/booking/desk/desk.ts'
import { hold } from '#server/booking/checkout/hold.ts'
import { releaseHold } from '#server/booking/checkout/hold-end.ts'
import type { LinkRow } from '#server/booking/columns/link-row.ts'
import { lockById, makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { answerByLink } from '#server/booking/cancellation/rescue.ts'
import { holdExpiry } from '#server/booking/moves/rules.ts'
import { patternOf } from '#server/booking/checkout/series-dates.ts'
import {
  heldSeriesOf,
  leaveOut,
  releaseWith,
  extendHeldSeries,
} from '#server/booking/checkout/series-held.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { takeContact, sendToContact } from '#server/verification/contact.ts'
import { findLink, mayAnswer, stateOf, addressOf, isProven } from '#server/booking/series/link-view.ts'

/** Other times of the same visit, with all its services. Refuses link_over, contact_unconfirmed for a home. */
export const linkSlots = async (work: Work, token: string, { from, to }: { from: string; to: string }) => {
  const { booking } = await openForAnotherHour(work, token)
  const {
    professionalId: professional,
    serviceId: service,
    more,
    addOns,
    persons,
    place,
  } = (await patternOf(work, booking)).what
  return slots(work, { professional, service, more, addOns, persons, place, from, to })
}

/** The client of a whole series can only accept or decline it. */
const openForAnotherHour = async (work: Work, token: string) => {
  const open = await openLink(work, token)
  const { link, booking } = open
  const isOne = link.kind !== 'rescue' && (await heldSeriesOf(work, booking.id)) === undefined
  if (!isOne) return refuse('link_over')
  // The holder of an hour at a home sees its address.
  const address = modalityOf(booking.visit_place) === 'home' ? addressOf(link) : null
  if (address !== null && !(await isProven(work, address, booking.client_id)))
    return refuse('contact_unconfirmed')
  return open
}

const openLink = async (work: Work, token: string): Promise<{ link: LinkRow; booking: BookingRow }> => {
  const link = await findLink(work, token)
  const booking = await work.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', link.booking_id)
    .executeTakeFirstOrThrow()
  if (!mayAnswer.has(stateOf(link, booking, work.now))) return refuse('link_over')
  return { link, booking }
}

/** The same, locked, so that concurrent answers are serialized. */
const lockLink = async (work: Work, token: string): Promise<{ link: LinkRow; booking: BookingRow }> => {
  const { booking_id: id } = await findLink(work, token)
  const booking = (await lockById(work, id)) ?? refuse('not_found')
  const link = await findLink(work, token)
  if (!mayAnswer.has(stateOf(link, booking, work.now))) return refuse('link_over')
  return { link, booking }
}

/** Sent only to the address that received the link. Refuses link_over, code_too_soon, too_many_codes. */
export const sendLinkCode = async (work: Work, token: string) => {
  const { link, booking } = await openLink(work, token)
  const address = addressOf(link) ?? refuse('link_over')
  if (await isProven(work, address, booking.client_id))
    return { confirmed: true, resendInSeconds: 0, outbox: null }
  const { resendInSeconds, outbox } = await sendToContact(work, address.to, address.channel, {
    // The message with the link reached the recipient by this channel.
    by: 'sms',
  })
  return { confirmed: false, resendInSeconds, outbox }
}

/**
 * Accepts, for a series without the dates that do not suit. Repeating it on another device is fine while no payment is under way. Refuses
 * link_over, contact_unconfirmed, as a code does, and invalid_input for dates not pending under this link.
 */
export const acceptLink = async (
  work: Work,
  token: string,
  { code, without }: Input<typeof contract.acceptLink>['body'],
): Promise<Onwards> => {
  const { link, booking } = await openLink(work, token)
  const address = addressOf(link) ?? refuse('link_over')
  if (!(await isProven(work, address, booking.client_id))) {
    if (code === '') return refuse('contact_unconfirmed')
    await takeContact(work, { address: address.to, code }, address.channel)
  }
  if (link.kind !== 'appointment' && without.length > 0) return refuse('invalid_input')
  if (link.kind === 'rescue') {
    await answerByLink(work, booking.id, 'accept')
    return { hold: booking.id, contact: contactIn(link) }
  }
  return inTransaction(work, async (work) => {
    const { link, booking } = await lockLink(work, token)
    const held = await heldSeriesOf(work, booking.id)
    if (held !== undefined && held.position > 1) {
      await answer(work, link, 'accepted')
      await extendHeldSeries(work, booking, { seriesId: held.series_id, without }, stand)
      await publish(work, 'booking.link_answered', { linkId: link.id })
      return { hold: booking.id, contact: contactIn(link) }
    }
    if (without.length > 0) await leaveOut(work, booking.id, without)
    if (!holdersOf(work.viewer).includes(booking.holder)) await passTo(work, booking.id)
    if (link.answer === null) {
      await answer(work, link, 'accepted')
      if (link.kind === 'waitlist' || link.kind === 'chat') await timeToPay(work, booking)
      crashPoint('inside-accept-link')
      await publish(work, 'booking.link_answered', { linkId: link.id })
    }
    return { hold: booking.id, contact: contactIn(link) }
  })
}

/** An offer is short; once accepted it leaves as much time to pay as any hold. */
const timeToPay = async (work: Work, booking: BookingRow) => {
  const until = holdExpiry(work.now)
  if (booking.hold_expires_at !== null && booking.hold_expires_at >= until) return
  await work.db.updateTable('bookings').set({ hold_expires_at: until }).where('id', '=', booking.id).execute()
  await prolong(work, booking.id, until)
}

type Onwards = Reply<typeof contract.acceptLink>

const contactIn = ({ first_name, last_name, email, phone }: LinkRow) => ({
  firstName: first_name,
  lastName: last_name,
  email: email ?? '',
  phone: phone ?? '',
})

/**
 * Another hour: held for this browser first, then the proposed one is released. Whether the professional must accept follows the same rule
 * as for any booking. Refuses link_over and as a hold does.
 */
export const counterLink = async (work: Work, token: string, slotToken: string): Promise<Onwards> => {
  const { link, booking } = await openForAnotherHour(work, token)
  const { professionalId, serviceId, place = null } = openToken(work, slotToken)
  const isAlike = professionalId === booking.professional_id && serviceId === booking.service_id
  if (!isAlike || place !== booking.visit_place) return refuse('slot_token_invalid')
  const address = addressOf(link)
  // A link may be forwarded: until a code proves the recipient, the reply reveals no more than the page does.
  const isTheirs = address !== null && (await isProven(work, address, booking.client_id))
  const { id } = await hold(work, slotToken)
  const contact = isTheirs ? contactIn(link) : null
  try {
    await answerNo(work, token, 'countered')
  } catch (error) {
    await releaseHold(work, id)
    throw error
  }
  return { hold: id, contact }
}

/** Declines. Refuses link_over. */
export const declineLink = async (work: Work, token: string): Promise<{ ok: true }> => {
  const { link, booking } = await openLink(work, token)
  if (link.kind === 'rescue') await answerByLink(work, booking.id, 'decline')
  else await answerNo(work, token, 'declined')
  return { ok: true }
}

const answerNo = (work: Work, token: string, how: 'countered' | 'declined') =>
  inTransaction(work, async (work) => {
    const { link, booking } = await lockLink(work, token)
    await endLink(work, link, booking, { how, by: 'client' })
    await publish(work, 'booking.link_answered', { linkId: link.id })
  })

/** Releases the hour, in the caller's transaction. */
export const endLink = async (
  work: Work,
  link: LinkRow,
  booking: BookingRow,
  { how, by }: { how: 'countered' | 'declined' | 'withdrawn'; by: 'client' | 'professional' },
) => {
  requireMove(booking, 'release', by, work.now)
  await answer(work, link, how)
  await makeMove(work, booking, 'release', { party: by, reason: how }, { ended_at: work.now, contact: null })
  await release(work, booking.id)
  await releaseWith(work, booking, 'release', { party: by, reason: how })
}

/** Unless the client accepted, their name and address are erased. */
const answer = (work: Work, link: LinkRow, how: 'accepted' | 'countered' | 'declined' | 'withdrawn') =>
  work.db
    .updateTable('booking_links')
    .set({
      answer: how,
      answered_at: work.now,
      ...(how === 'accepted' ? {} : { email: null, phone: null, last_name: '', note: '' }),
    })
    .where('id', '=', link.id)
    .execute()
