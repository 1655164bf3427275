/**
 * Adds add-ons or a coupon to a held visit, or removes them: it is quoted anew until it is paid. The longer time is taken before the
 * shorter one is released, in one transaction; a following booking retains its time, and the hold stays as it was. A professional who must
 * accept visits decides about the new version.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { AddOnRef } from '#contract/service/add-on.ts'
import type { changeHold, Hold } from '#contract/booking/hold.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { codeOf, type GivenCoupon } from '#contract/pricing/coupon.ts'
import { minChargeCents } from '#contract/service/upfront.ts'
import { claim, release } from '#server/availability/block/availability.ts'
import { couponFor, savedCoupon } from '#server/availability/offer/coupon.ts'
import { decide } from '#server/availability/slots/slots.ts'
import { addOnKey } from '#server/booking/checkout/own-hold.ts'
import { requestedOf, madeOf, placed, chosenPlaceOf } from '#server/booking/checkout/hold-row.ts'
import { quoteOf, segmentsOf, upfrontIn } from '#server/booking/checkout/hold-quote.ts'
import { readHold } from '#server/booking/checkout/hold-view.ts'
import { takenOrNot } from '#server/booking/checkout/alternatives.ts'
import { partsAsRequested } from '#server/booking/contact/companion.ts'
import { lockById, makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { requireOptions } from '#server/booking/moves/option.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { savedAddOns } from '#server/booking/columns/service.ts'
import { orQuota } from '#server/booking/moves/proposal.ts'
import { asClaim, claimedBy } from '#server/booking/moves/rules.ts'
import { margin } from '#server/pricing/split.ts'
import { Source, termsBySource } from '#server/pricing/terms.ts'
import { localDate } from '#server/booking/moves/wording.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'

/**
 * Idempotent. Refuses not_found, hold_expired, payment_in_progress, stale_version, slot_taken, client_busy, slot_not_available,
 * option_needed, place_too_small, and of a coupon coupon_unknown, coupon_not_here, coupon_not_then, coupon_used_up, coupon_once,
 * coupon_too_much.
 */
export const changeAddOns = async (
  work: Work,
  { params: { id }, body }: Pick<Input<typeof changeHold>, 'params' | 'body'>,
): Promise<z.input<typeof Hold>> => {
  await orQuota(() => inTransaction(work, (work) => requote(work, id, body))).catch((error: unknown) =>
    refuseOn(error, {
      // The option was removed between the look and the quote.
      bookings_own_options: 'option_needed',
      coupon_used_up: 'coupon_used_up',
      coupon_once: 'coupon_once',
    }),
  )
  return readHold(work, id)
}

const requote = async (
  work: Work,
  id: string,
  { addOns, coupon: typed, version }: Input<typeof changeHold>['body'],
) => {
  const booking = await lockById(work, id)
  if (booking === undefined || booking.kind === 'rent' || !holdersOf(work.viewer).includes(booking.holder))
    return refuse('not_found')
  const { status, hold_expires_at: expiresAt } = booking
  if (status === 'awaiting_payment') return refuse('payment_in_progress')
  if (status !== 'held' || expiresAt === null || expiresAt <= work.now) return refuse('hold_expired')
  const before = savedCoupon(booking)
  const isSameCoupon = typed === undefined || (typed === null ? undefined : codeOf(typed)) === before?.code
  if (isSameCoupon && addOnKey(savedAddOns(booking)) === addOnKey(addOns)) return
  if (booking.version !== version) return refuse('stale_version')
  requireMove(booking, 'change_add_ons', 'client', work.now)
  const coupon = isSameCoupon
    ? { id: booking.coupon_id, given: before }
    : typed === null
      ? { id: null, given: undefined }
      : await couponFor(work, await visitOf(work, booking), typed)
  await remake(work, booking, { addOns, coupon }, expiresAt)
}

type Made = { addOns: readonly AddOnRef[]; coupon: { id: number | null; given: GivenCoupon | undefined } }

/** Releases its time and takes it at its current length. Returns the price. */
const remake = async (work: Work, booking: BookingRow, what: Made, expiresAt: Date): Promise<number> => {
  const made = await remade(work, booking, what, expiresAt)
  await release(work, booking.id)
  await claim(work, {
    bookingId: booking.id,
    claims: claimedBy({ ...booking, ...made.changes }).map(asClaim),
    holdUntil: expiresAt,
    parentRentId: booking.parent_rent_id,
  })
  await makeMove(work, booking, 'change_add_ons', { party: 'client' }, made.changes)
  await rewrite(work, booking.id, made.segments)
  return made.changes.total_cents
}

/**
 * Applies the coupon of another visit of the series to this one, by the terms of its own date. Returns the price. Refuses coupon_unknown,
 * coupon_not_here, coupon_not_then, coupon_used_up, coupon_once, coupon_too_much.
 */
export const useCoupon = async (work: Work, id: string, code: string): Promise<number> => {
  const booking = (await lockById(work, id)) ?? refuse('not_found')
  const coupon = await couponFor(work, await visitOf(work, booking), code)
  const addOns = savedAddOns(booking).map(({ serviceId, id, person }) => ({ serviceId, id, person }))
  return remake(work, booking, { addOns, coupon }, booking.hold_expires_at ?? work.now).catch(
    (error: unknown) => refuseOn(error, { coupon_used_up: 'coupon_used_up', coupon_once: 'coupon_once' }),
  )
}

/** The same start and place with the new length and price; the hour's price is the one at the time of the hold. */
const remade = async (work: Work, booking: BookingRow, { addOns, coupon }: Made, expiresAt: Date) => {
  const serviceId = booking.service_id ?? refuse('not_found')
  const choice = {
    professionalId: booking.professional_id,
    serviceId,
    ...(await partsAsRequested(work, booking.id)),
    addOns,
    coupon: coupon.given,
    spaceId: booking.space_id,
    place: booking.visit_place,
    startsAt: booking.starts_at.getTime(),
    channel: booking.channel === 'own_link' ? ('own_link' as const) : ('marketplace' as const),
    shownAt: booking.created_at.getTime(),
  }
  const asClient = actingAs(work, { clientId: booking.client_id ?? work.viewer.clientId })
  const { offer: open, price, decision, claims } = await decide(asClient, choice, undefined, booking.id)
  const offer = { ...open, terms: termsBySource(open.terms, z.parse(Source, booking.source)) }
  requireOptions(offer.open)
  if (!decision.ok) {
    const { reason } = decision
    if (coupon.given !== undefined && reason === 'margin') return refuse('coupon_too_much')
    if (reason === 'client_busy' || reason === 'place_too_small') return refuse(reason)
    return refuse(takenOrNot(reason), { reason })
  }
  const stand = chosenPlaceOf(decision)
  // A visit stays within the rented hours that contain it.
  if (stand.parentRentId !== booking.parent_rent_id) return refuse('slot_taken')
  const place = placed(choice, { offer, claims, ...stand }, price.totalCents)
  const money = { serviceCents: price.totalCents, rentCents: place.rent_cents }
  if (coupon.given !== undefined && (price.totalCents < minChargeCents || !margin(offer.terms, money).earns))
    return refuse('coupon_too_much')
  const quoted = quoteOf(offer, choice, { price, rentCents: place.rent_cents, expiresAt })
  return {
    segments: segmentsOf(offer, choice),
    changes: {
      ...place,
      ...madeOf(offer),
      professional_acceptance: (await isArranged(work, booking, addOns))
        ? 'not_needed'
        : requestedOf(offer.asks, stand),
      // The host must still accept what the professional agreed to.
      host_acceptance: requestedOf(offer.hostAnswers, stand),
      coupon_id: coupon.id,
      coupon: coupon.given === undefined ? null : JSON.stringify(coupon.given),
      total_cents: price.totalCents,
      ...upfrontIn(offer, choice, price.totalCents),
      terms: JSON.stringify(offer.terms),
      quote: JSON.stringify(quoted),
      quote_hash: quoted.hash,
    },
  }
}

/** Its services, and the date at its place. */
const visitOf = async (work: Work, booking: BookingRow) => {
  const { more } = await partsAsRequested(work, booking.id)
  return {
    professionalId: booking.professional_id,
    serviceIds: [booking.service_id ?? refuse('not_found'), ...more],
    date: localDate(booking.starts_at, booking.zone),
  }
}

/** The professional who made the appointment has accepted it with exactly these add-ons. */
const isArranged = async (work: Work, booking: BookingRow, addOns: readonly AddOnRef[]): Promise<boolean> => {
  if (booking.booked_by !== 'professional') return false
  const link = await work.db
    .selectFrom('booking_links')
    .select('add_ons')
    .where('booking_id', '=', booking.id)
    .where('kind', '=', 'appointment')
    .executeTakeFirst()
  return link !== undefined && addOnKey(savedAddOns(link)) === addOnKey(addOns)
}

/** Rewrites each service of a visit of several; a deferred constraint checks the sum. */
const rewrite = async (work: Work, bookingId: string, segments: ReturnType<typeof segmentsOf>) => {
  if (segments.length === 0) return
  await work.db.deleteFrom('booking_segments').where('booking_id', '=', bookingId).execute()
  await work.db
    .insertInto('booking_segments')
    .values(
      segments.map(({ serviceId, priceCents, ...one }, place) => ({
        ...one,
        booking_id: bookingId,
        position: place + 1,
        service_id: serviceId,
        price_cents: priceCents,
      })),
    )
    .execute()
  await sql`set constraints booking_segments_whole, booking_segments_total immediate`.execute(work.db)
}
