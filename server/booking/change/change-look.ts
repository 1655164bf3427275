/** What would change at another hour: time and place, price by the hour, rent, and the fee from a client's third change on. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Quote } from '#contract/booking/parts.ts'
import { freeMoves } from '#contract/booking/change/change.ts'
import { savedCoupon } from '#server/availability/offer/coupon.ts'
import { decide } from '#server/availability/slots/slots.ts'
import { comesTo, spread, withAgreedOffer } from '#server/booking/change/change-price.ts'
import { placed, requestedOf, chosenPlaceOf } from '#server/booking/checkout/hold-row.ts'
import { quoteOf, segmentsOf } from '#server/booking/checkout/hold-quote.ts'
import { takenOrNot } from '#server/booking/checkout/alternatives.ts'
import { partsAsRequested } from '#server/booking/contact/companion.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { savedAddOns } from '#server/booking/columns/service.ts'
import { atPrice } from '#server/booking/moves/upfront.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { actingAs, type Work } from '#server/platform/work.ts'
import { moveFee } from '#server/pricing/cancellation.ts'
import { deltasOf, firstLineOf, margin, quote } from '#server/pricing/split.ts'
import { openTerms, termsElsewhere } from '#server/pricing/terms.ts'

/** `shownAt`: when the hour was shown, which may lower its price (docs/pricing/demand.md). */
export type Wanted = { spaceId: number | null; startsAt: number; shownAt?: number | undefined }

/** Whichever party requests the change, the client's time must be free. */
export const asClient = (work: Work, booking: BookingRow): Work =>
  actingAs(work, { clientId: booking.client_id })

/** Her own appointment, moved by her: also with a profile or a service that clients cannot book. */
export const isOwnOf = ({ source }: BookingRow, by: Side) => by === 'professional' && source === 'own_agenda'

/** The visit's services, options and add-ons, in the form in which a client would choose them again. */
export const madeOf = async (work: Work, booking: BookingRow) => ({
  serviceId: booking.service_id ?? refuse('move_not_allowed'),
  ...(await partsAsRequested(work, booking.id)),
  place: booking.visit_place,
  addOns: savedAddOns(booking).map(({ serviceId, id, person }) => ({ serviceId, id, person })),
  coupon: savedCoupon(booking),
  channel: booking.channel === 'own_link' ? ('own_link' as const) : ('marketplace' as const),
})

/**
 * The hour as any client is shown it today, with the visit's own time counted as free. A service that is no longer offered has no price by
 * the hour: the agreed price stays.
 */
const decideAt = async (work: Work, booking: BookingRow, by: Side, wanted: Wanted) => {
  const made = await madeOf(work, booking)
  const choice = { professionalId: booking.professional_id, ...made, ...wanted }
  const request = asClient(work, booking)
  const moving = { id: booking.id, isOwn: isOwnOf(booking, by) }
  const at = await decide(request, choice, { ...moving, price: 'hour' }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
  if (at !== null && (at.decision.ok || at.decision.reason !== 'inactive'))
    return { ...at, choice, isPriced: true }
  const { more: _more, addOns: _addOns, persons: _persons, coupon: _coupon, ...plain } = choice
  return { ...(await decide(request, plain, moving)), choice, isPriced: false }
}

type Line = z.output<typeof Quote>['lines'][number]

/** Totals, then price lines; `segmentCents`: per service, if there are several and their price changes. */
type Price = {
  totalCents: number
  first: ReturnType<typeof firstLineOf>
  deltas: readonly Line[]
  segmentCents: number[]
}

/** The price of the hour for the requesting party, line by line. */
const priceFor = (
  booking: BookingRow,
  by: Side,
  at: Awaited<ReturnType<typeof decideAt>>,
  now: Date,
): Price => {
  const [agreed, agreedCents] = [firstLineOf(booking.quote, booking.service_name), booking.total_cents]
  const deltas = deltasOf(booking.quote)
  const asAgreed = { totalCents: agreedCents, first: agreed, deltas, segmentCents: [] }
  // A visit paid with a pack is paid at any hour.
  if (!at.isPriced || booking.session_pack_id !== null) return asAgreed
  const shown = quoteOf(at.offer, at.choice, { price: at.price, rentCents: 0, expiresAt: now })
  const [first, ...others]: Line[] = withAgreedOffer(shown.lines, deltas)
  const hourCents = [first, ...others].reduce((sum, line) => sum + (line?.amountCents ?? 0), 0)
  const totalCents = comesTo(by, agreedCents, hourCents)
  if (totalCents === agreedCents) return asAgreed
  if (totalCents <= 0) return refuse('margin_guard')
  const segments = segmentsOf(at.offer, at.choice).map(({ priceCents }) => priceCents)
  return {
    totalCents,
    first: first === undefined ? agreed : { serviceName: first.label, person: first.person },
    deltas: others,
    segmentCents: spread(segments, totalCents),
  }
}

/** What would change, as requested by this side. Refuses slot_taken, slot_not_available, client_busy, margin_guard. */
export const lookAt = async (work: Work, booking: BookingRow, by: Side, wanted: Wanted) => {
  const { spaceId, startsAt } = wanted
  if (by !== 'professional' && spaceId !== booking.space_id) return refuse('slot_not_available')
  const at = await decideAt(work, booking, by, wanted)
  const { offer, decision, claims } = at
  if (!decision.ok) {
    const { reason } = decision
    return reason === 'client_busy' ? refuse('client_busy') : refuse(takenOrNot(reason), { reason })
  }
  // A host who is no party to the visit cannot answer for it.
  if (offer.hostAnswers && offer.hostId !== booking.host_id) return refuse('slot_not_available')
  const stand = chosenPlaceOf(decision)
  // A visit stays within the rented hours that contain it or that it overlaps; these cannot change with it.
  if (stand.parentRentId !== booking.parent_rent_id) return refuse('slot_not_available')
  const { totalCents, first, deltas, segmentCents } = priceFor(booking, by, at, work.now)
  const place = placed({ startsAt }, { offer, claims, ...stand }, totalCents)
  const saved = openTerms(booking.terms)
  // The agreed terms stay; another place adds only its own.
  const terms = spaceId === booking.space_id ? saved : termsElsewhere(saved, offer.terms)
  const price = { serviceCents: totalCents, rentCents: place.rent_cents }
  if (!margin(terms, price).earns) return refuse('margin_guard')
  const quoted = quote(terms, { ...first, ...price, deltas, expiresAt: work.now })
  const fee = await feeFor(work, booking, by)
  const changes = {
    ...place,
    total_cents: totalCents,
    ...atPrice(booking, totalCents),
    balance_waived_cents: 0,
    move_fee_cents: booking.move_fee_cents + fee.feeCents,
    // The host of the former hours gets a share of the fee; another host gets none.
    move_fee_rent_cents: place.host_id === booking.host_id ? booking.move_fee_rent_cents + fee.rentCents : 0,
    terms: JSON.stringify(terms),
    quote: JSON.stringify(quoted),
    quote_hash: quoted.hash,
  }
  return {
    changes,
    segmentCents,
    feeCents: fee.feeCents,
    asks: offer.asks,
    // Within hours rented beforehand the host has nothing to accept.
    hostAnswers: requestedOf(offer.hostAnswers, stand) === 'pending',
    placeName: offer.placeName,
  }
}
export type Look = Awaited<ReturnType<typeof lookAt>>

/** What a proposal stores of it, with the former rent, which receipts need. */
export const savedOf = (booking: BookingRow, { changes, segmentCents, hostAnswers }: Look) => ({
  ...changes,
  segmentCents,
  hostAnswers,
  rentWasCents: booking.rent_cents,
})

/** From the client's third change on; changes requested by other parties do not count. */
const feeFor = async (work: Work, booking: BookingRow, by: Side) => {
  if (by !== 'client' || (await ownChanges(work, booking.id)) < freeMoves)
    return { feeCents: 0, rentCents: 0 }
  return moveFee({
    terms: openTerms(booking.terms),
    totalCents: booking.total_cents,
    upfrontCents: booking.upfront_cents,
    // The place was not used: no cleaning is charged, whatever the policy.
    rentCents: booking.rent_cents - booking.cleaning_cents,
    startsAt: booking.starts_at,
    now: work.now,
  })
}

const ownChanges = async (work: Work, id: string): Promise<number> => {
  const { rows } = await sql<{ moved: number }>`
    select (select count(*) from booking_moves where booking_id = ${id} and move = 'move_time')
      + (select count(*) from change_proposals where booking_id = ${id} and proposed_by = 'client' and state = 'accepted'
          and not alone) as moved`.execute(work.db)
  return rows[0]?.moved ?? 0
}
