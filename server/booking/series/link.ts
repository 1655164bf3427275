/**
 * A link lets whoever it was sent to answer about one booking (docs/decisions/proposals.md). It shows first names, an area and
 * a price; it acts only by a press of a button, and before anything is paid a code goes to the address that the link went to.
 */
import * as z from 'zod/mini'
import { Quote, type Rescue } from '#contract/booking/booking.ts'
import type * as contract from '#contract/booking/series/link.ts'
import { LinkKind, type LinkState } from '#contract/booking/series/link.ts'
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { prolong, release } from '#server/availability/block/availability.ts'
import { openToken, slots } from '#server/availability/slots/slots.ts'
import { stand } from '#server/booking/checkout/booking.ts'
import { passTo } from '#server/booking/desk/desk.ts'
import { hold, releaseHold } from '#server/booking/checkout/hold.ts'
import { addressOfLink, type LinkRow } from '#server/booking/columns/link-row.ts'
import { lockById, makeMove, requireMove, statusOf, type BookingRow } from '#server/booking/moves/move.ts'
import { holdersOf, sideOf, viewToken } from '#server/booking/moves/party.ts'
import {
  contactOf,
  keptAddOns,
  partsOf,
  paymentFor,
  serviceOf,
  shownById,
  type Shown,
} from '#server/booking/summary/present.ts'
import { answerByLink } from '#server/booking/cancellation/rescue.ts'
import { rescueOf } from '#server/booking/summary/rescue-view.ts'
import { holdExpiry, isCertain } from '#server/booking/moves/rules.ts'
import { patternOf } from '#server/booking/checkout/series-dates.ts'
import {
  furtherOf,
  heldSeriesOf,
  leaveOut,
  letGoWith,
  standLonger,
} from '#server/booking/checkout/series-held.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { inTwo } from '#server/booking/moves/upfront.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { areaOf } from '#server/booking/contact/whereabouts.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { addressHint, enterContact, isContactConfirmed, sendToContact } from '#server/verification/contact.ts'

type Address = { channel: 'email' | 'sms'; to: string }

/** Where a message to its reader goes; null once it came to nothing. */
export const addressOf = ({ email, phone }: Pick<LinkRow, 'email' | 'phone'>): Address | null => {
  if (email !== null) return { channel: 'email', to: email }
  return phone === null ? null : { channel: 'sms', to: phone }
}

/** What a message with the link says of the booking, and where it goes; null once it was answered or came to nothing. */
export const letterOf = async (work: Work, linkId: string) => {
  const link = await work.db
    .selectFrom('booking_links')
    .selectAll()
    .where('id', '=', linkId)
    .executeTakeFirst()
  const address = link === undefined ? null : addressOf(link)
  if (link === undefined || link.answer !== null || address === null) return null
  const shown = await shownById(work, link.booking_id)
  const name = `${shown.professional_first_name} ${shown.professional_last_name}`
  const saying = (at: Date) => `${longDate(at, shown.zone)}, ${clockTime(at, shown.zone)} h`
  const when = saying(shown.starts_at)
  const further = await furtherOf(work, shown.id)
  return {
    link,
    address,
    name,
    when,
    service: shown.service_name,
    zone: shown.zone,
    href: addressOfLink(work, link.id),
    further: further.length,
    facts: [
      ['Qué', `${shown.service_name} con ${name}`],
      ...(shown.persons === 1 ? [] : [['Para', `${shown.persons} personas`] satisfies [string, string]]),
      ['Cuándo', when],
      ['Dónde', areaOf(shown)],
      ['Total', formatCents(shown.total_cents)],
      ...further.map(({ startsAt, totalCents }, index): [string, string] => [
        `Cita ${index + 2}`,
        `${saying(new Date(startsAt))} · ${formatCents(totalCents)}`,
      ]),
    ] satisfies [string, string][],
  }
}

/** What the link proposes and how it stands. Refuses not_found for a link that never was. */
export const readLink = async (work: Work, token: string): Promise<z.input<typeof contract.BookingLink>> => {
  const link = await findLink(work, token)
  const shown = await shownById(work, link.booking_id)
  const held = await heldSeriesOf(work, shown.id)
  // Of a series that runs the first of the new dates may be left out, and the others stand.
  const isTakenWithout = link.answer === 'accepted' && shown.status === 'expired' && (held?.position ?? 1) > 1
  const state = isTakenWithout ? 'done' : stateOf(link, shown, work.now)
  const address = addressOf(link)
  const isOpen = mayAnswer.has(state)
  const parts = partsOf(shown, { side: 'client', certain: false }, work.now)
  const rescue = link.kind === 'rescue' ? rescueOf(shown, 'client') : null
  return {
    kind: z.parse(LinkKind, link.kind),
    state,
    firstName: link.first_name,
    from: { firstName: shown.professional_first_name, businessName: null },
    note: isOpen ? untilAgreed(link.note, shown.confirmed_at !== null) : '',
    expiresAt: untilOf(link, shown).toISOString(),
    service: serviceOf(shown, shown.service_id ?? refuse('not_found')),
    whole: {
      moreServices: shown.more_services,
      addOns: keptAddOns(shown).map(({ serviceId, id, person = 1 }) => ({ serviceId, id, person })),
      people: shown.people?.map(({ services }) => ({ services: services.map(({ id }) => ({ id })) })) ?? null,
    },
    ...parts,
    ...(rescue?.place
      ? { place: { ...parts.place, businessName: null, ...areaOfRescue(rescue.place) } }
      : {}),
    rescue: rescue?.place
      ? {
          fromPlace: parts.place.name,
          ownHouse: rescue.ownHouse,
          meters: rescue.meters,
          walkingMinutes: rescue.walkingMinutes,
          latitude: rescue.place.latitude,
          longitude: rescue.place.longitude,
        }
      : null,
    series:
      held === undefined || !(isOpen || isTakenWithout)
        ? null
        : { runs: held.position > 1, firstId: shown.id, further: await furtherOf(work, shown.id) },
    quote: isOpen ? { ...z.parse(Quote, shown.quote), expiresAt: untilOf(link, shown).toISOString() } : null,
    upfront: isOpen ? inTwo(shown) : null,
    payBy: state === 'paying' ? (paymentFor(shown, 'client')?.voucher?.until ?? null) : null,
    page: hasPage.has(state) ? await pageOf(work, shown, address) : null,
    code:
      !isOpen || address === null || (await isProven(work, address, shown.client_id))
        ? null
        : { channel: address.channel, to: addressHint(address.channel, address.to) },
  }
}

/** There is a booking to be read. */
const hasPage: ReadonlySet<LinkState> = new Set(['waiting', 'paying', 'done', 'changed'])

/** For its client alone. Who proves the link's address is them only if they gave that very address when they paid. */
const pageOf = async (work: Work, shown: Shown, address: Address | null) => {
  if (sideOf(work, shown, { as: 'client' }) === 'client') return { id: shown.id }
  const contact = contactOf(shown)
  if (address === null || (address.to !== contact?.email && address.to !== contact?.phone)) return null
  return (await isProven(work, address, shown.client_id)) ? { id: shown.id, t: viewToken(work, shown) } : null
}

const areaOfRescue = ({ spaceId, name, unitName, neighbourhood, city }: NonNullable<Rescue['place']>) => ({
  spaceId,
  name,
  unitName,
  neighbourhood,
  city,
})

/** Until the held time goes: later than the link says, once who was offered it took it. */
const untilOf = (link: LinkRow, booking: Pick<Shown, 'hold_expires_at'>) =>
  link.kind === 'rescue' ? link.expires_at : (booking.hold_expires_at ?? link.expires_at)

const findLink = async (work: Work, token: string): Promise<LinkRow> => {
  const row = await work.db
    .selectFrom('booking_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

const mayAnswer: ReadonlySet<LinkState> = new Set(['open', 'accepted'])

type Standing = Pick<Shown, 'status' | 'hold_expires_at' | 'rescue_by' | 'rescue_waits'>

const stateOf = (link: LinkRow, booking: Standing, now: Date): LinkState => {
  if (link.kind === 'rescue') return rescueStateOf(link, booking, now)
  if (booking.status === 'awaiting_payment') return 'paying'
  if (booking.status === 'held') {
    if (booking.hold_expires_at === null || booking.hold_expires_at <= now) return 'expired'
    return link.answer === 'accepted' ? 'accepted' : 'open'
  }
  if (booking.status === 'requested') return 'waiting'
  if (booking.status !== 'expired') return isCertain(statusOf(booking)) ? 'done' : 'changed'
  return link.answer === 'declined' || link.answer === 'countered' || link.answer === 'withdrawn'
    ? link.answer
    : 'expired'
}

/** With the rescue its link is answered (by the database), so a link that is not belongs to the one that is open. */
const rescueStateOf = (link: LinkRow, booking: Standing, now: Date): LinkState => {
  if (link.answer === 'declined' || link.answer === 'expired') return link.answer
  if (booking.rescue_by === null)
    return link.answer === 'accepted' && isCertain(statusOf(booking)) ? 'done' : 'changed'
  if (link.expires_at <= now) return 'expired'
  return booking.rescue_waits?.includes('client') === true ? 'open' : 'waiting'
}

/** Other times of the same visit, with all that it is made of. Refuses link_over. */
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

/** Whoever is asked for a whole series says yes to it or no. */
const openForAnotherHour = async (work: Work, token: string) => {
  const open = await openLink(work, token)
  const isOne = open.link.kind !== 'rescue' && (await heldSeriesOf(work, open.booking.id)) === undefined
  return isOne ? open : refuse('link_over')
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

/** The same again, locked: everybody who answers comes one after the other. */
const lockLink = async (work: Work, token: string): Promise<{ link: LinkRow; booking: BookingRow }> => {
  const { booking_id: id } = await findLink(work, token)
  const booking = (await lockById(work, id)) ?? refuse('not_found')
  const link = await findLink(work, token)
  if (!mayAnswer.has(stateOf(link, booking, work.now))) return refuse('link_over')
  return { link, booking }
}

/** To the address that the link went to, nowhere else. Refuses link_over, code_too_soon, too_many_codes. */
export const sendLinkCode = async (work: Work, token: string) => {
  const { link, booking } = await openLink(work, token)
  const address = addressOf(link) ?? refuse('link_over')
  if (await isProven(work, address, booking.client_id))
    return { confirmed: true, resendInSeconds: 0, outbox: null }
  const { resendInSeconds, outbox } = await sendToContact(work, address.to, address.channel)
  return { confirmed: false, resendInSeconds, outbox }
}

/** On this browser within the day, or signed in as whose address or whose wish it is. */
const isProven = async (work: Work, { channel, to }: Address, clientId: number | null): Promise<boolean> => {
  if (isOwn(work.who.clientId, clientId)) return true
  if (await isContactConfirmed(work, to, channel)) return true
  if (work.who.accountId === null) return false
  const own = await work.db
    .selectFrom('accounts')
    .select(['email', 'email_confirmed_at', 'phone', 'phone_confirmed_at'])
    .where('id', '=', work.who.accountId)
    .executeTakeFirst()
  return channel === 'email'
    ? own?.email === to && own.email_confirmed_at !== null
    : own?.phone === to && own.phone_confirmed_at !== null
}

/**
 * Yes, of a series without the dates that do not suit. Again on another device is fine while nobody pays. Refuses link_over,
 * contact_unconfirmed, what a code is refused with, and invalid_input for dates that do not wait for this answer.
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
    await enterContact(work, { address: address.to, code }, address.channel)
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
      await standLonger(work, booking, { seriesId: held.series_id, without }, stand)
      await publish(work, 'booking.link_answered', { linkId: link.id })
      return { hold: booking.id, contact: contactIn(link) }
    }
    if (without.length > 0) await leaveOut(work, booking.id, without)
    if (!holdersOf(work.who).includes(booking.holder)) await passTo(work, booking.id)
    if (link.answer === null) {
      await answer(work, link, 'accepted')
      if (link.kind === 'waitlist') await timeToPay(work, booking)
      crashPoint('inside-accept-link')
      await publish(work, 'booking.link_answered', { linkId: link.id })
    }
    return { hold: booking.id, contact: contactIn(link) }
  })
}

/** An offer was short; who takes it has as long to pay as anybody. */
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
 * Another hour: it is held for this browser first, then the proposed one is free again. Whether its professional answers
 * themselves is as for anybody who books. Refuses link_over and as a hold does.
 */
export const counterLink = async (work: Work, token: string, slotToken: string): Promise<Onwards> => {
  const { link, booking } = await openForAnotherHour(work, token)
  const { professionalId, serviceId, place = null } = openToken(work, slotToken)
  const isAlike = professionalId === booking.professional_id && serviceId === booking.service_id
  if (!isAlike || place !== booking.visit_place) return refuse('slot_token_invalid')
  const address = addressOf(link)
  // A link may be passed on: of whom it was sent to its reader learns no more than reading it tells, before a code shows who they are.
  const isTheirs = address !== null && (await isProven(work, address, booking.client_id))
  const { id } = await hold(work, slotToken)
  const contact = isTheirs ? contactIn(link) : null
  try {
    await letGo(work, token, 'countered')
  } catch (error) {
    await releaseHold(work, id)
    throw error
  }
  return { hold: id, contact }
}

/** No. Refuses link_over. */
export const declineLink = async (work: Work, token: string): Promise<{ ok: true }> => {
  const { link, booking } = await openLink(work, token)
  if (link.kind === 'rescue') await answerByLink(work, booking.id, 'decline')
  else await letGo(work, token, 'declined')
  return { ok: true }
}

const letGo = (work: Work, token: string, how: 'countered' | 'declined') =>
  inTransaction(work, async (work) => {
    const { link, booking } = await lockLink(work, token)
    await endLink(work, link, booking, { how, by: 'client' })
    await publish(work, 'booking.link_answered', { linkId: link.id })
  })

/** The hour is free again, in the caller's transaction. */
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
  await letGoWith(work, booking, 'release', { party: by, reason: how })
}

/** Whoever said no is nobody's business any more. */
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
