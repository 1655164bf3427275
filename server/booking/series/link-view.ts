/** What the recipient of a link sees: the booking, the status of the link, and until when it can be answered. */
import * as z from 'zod/mini'
import type { Rescue } from '#contract/booking/booking.ts'
import { Quote } from '#contract/booking/parts.ts'
import type * as contract from '#contract/booking/series/link.ts'
import { LinkKind, type LinkState } from '#contract/booking/series/link.ts'
import { formatCents } from '#contract/platform/money.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { addressOfLink, type LinkRow } from '#server/booking/columns/link-row.ts'
import { statusOf } from '#server/booking/moves/move.ts'
import { sideOf, viewToken } from '#server/booking/moves/party.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { savedAddOns, serviceOf } from '#server/booking/columns/service.ts'
import { partsOf, shownById, type Shown } from '#server/booking/summary/present.ts'
import { paymentFor } from '#server/booking/columns/payment.ts'
import { rescueOf } from '#server/booking/columns/rescue.ts'
import { isCertain } from '#server/booking/moves/rules.ts'
import { furtherOf, heldSeriesOf } from '#server/booking/checkout/series-held.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { inTwo } from '#server/booking/moves/upfront.ts'
import { areaOf } from '#server/booking/contact/location.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { isOwn, type Work } from '#server/platform/work.ts'
import { addressHint, isContactConfirmed } from '#server/verification/contact.ts'

type Address = { channel: 'email' | 'sms'; to: string }

/** Where a message to its recipient goes; null once the link is void. */
export const addressOf = ({ email, phone }: Pick<LinkRow, 'email' | 'phone'>): Address | null => {
  if (email !== null) return { channel: 'email', to: email }
  return phone === null ? null : { channel: 'sms', to: phone }
}

/** What a message with the link says of the booking, and its address; null once it was answered or is void. */
export const linkEmailOf = async (work: Work, linkId: string) => {
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

/** What the link proposes and its state. Refuses not_found for a link that never existed. */
export const readLink = async (work: Work, token: string): Promise<z.input<typeof contract.BookingLink>> => {
  const link = await findLink(work, token)
  const shown = await shownById(work, link.booking_id)
  const held = await heldSeriesOf(work, shown.id)
  // In a running series the first of the new dates may be left out while the others remain.
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
      addOns: savedAddOns(shown).map(({ serviceId, id, person = 1 }) => ({ serviceId, id, person })),
      people: shown.people?.map(({ services }) => ({ services: services.map(({ id }) => ({ id })) })) ?? null,
    },
    ...parts,
    // A forwarded link must not reveal a client's home.
    place: { ...parts.place, address: null, latitude: null, longitude: null, access: null, directions: null },
    ...(rescue?.place
      ? { place: { ...parts.place, businessName: null, ...areaOfRescue(rescue.place) } }
      : {}),
    rescue: rescue?.place
      ? {
          fromPlace: parts.place.name,
          ownBusiness: rescue.ownBusiness,
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

/** The states in which the booking can be read. */
const hasPage: ReadonlySet<LinkState> = new Set(['waiting', 'paying', 'done', 'changed'])

/** For its client only. Proving the link's address identifies them only if they gave that address when they paid. */
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

/** Until the hold ends: later than the link says, once the recipient accepted. */
const untilOf = (link: LinkRow, booking: Pick<Shown, 'hold_expires_at'>) =>
  link.kind === 'rescue' ? link.expires_at : (booking.hold_expires_at ?? link.expires_at)

export const findLink = async (work: Work, token: string): Promise<LinkRow> => {
  const row = await work.db
    .selectFrom('booking_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

export const mayAnswer: ReadonlySet<LinkState> = new Set(['open', 'accepted'])

type CurrentBooking = Pick<Shown, 'status' | 'hold_expires_at' | 'rescue_by' | 'rescue_waits'>

export const stateOf = (link: LinkRow, booking: CurrentBooking, now: Date): LinkState => {
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

/** A rescue and its link end together (in the database), so an unanswered link belongs to the open rescue. */
const rescueStateOf = (link: LinkRow, booking: CurrentBooking, now: Date): LinkState => {
  if (link.answer === 'declined' || link.answer === 'expired') return link.answer
  if (booking.rescue_by === null)
    return link.answer === 'accepted' && isCertain(statusOf(booking)) ? 'done' : 'changed'
  if (link.expires_at <= now) return 'expired'
  return booking.rescue_waits?.includes('client') === true ? 'open' : 'waiting'
}

/** Proved in this browser within the day, or signed in as the owner of the address or of the waitlist entry. */
export const isProven = async (
  work: Work,
  { channel, to }: Address,
  clientId: number | null,
): Promise<boolean> => {
  if (isOwn(work.viewer.clientId, clientId)) return true
  if (await isContactConfirmed(work, to, channel)) return true
  if (work.viewer.accountId === null) return false
  const own = await work.db
    .selectFrom('accounts')
    .select(['email', 'email_confirmed_at', 'phone', 'phone_confirmed_at'])
    .where('id', '=', work.viewer.accountId)
    .executeTakeFirst()
  return channel === 'email'
    ? own?.email === to && own.email_confirmed_at !== null
    : own?.phone === to && own.phone_confirmed_at !== null
}
