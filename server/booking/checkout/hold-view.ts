/** A hold as its holder sees it while it lasts. */
import * as z from 'zod/mini'
import { takesAmount, VoucherMethod } from '#contract/payment/payment.ts'
import { Quote } from '#contract/booking/parts.ts'
import type { Hold } from '#contract/booking/hold.ts'
import type { BookedHold, LostHold } from '#contract/booking/checkout/lost-hold.ts'
import { tipChoice } from '#contract/booking/tip-limits.ts'
import { savedCoupon } from '#server/availability/offer/coupon.ts'
import { answeredPart } from '#server/booking/columns/request.ts'
import { waitsFor } from '#server/booking/moves/move.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { addOnsOf, serviceOf } from '#server/booking/columns/service.ts'
import { findPlaced, partsOf, type Placed } from '#server/booking/summary/present.ts'
import { seatIn } from '#server/booking/columns/class-seat.ts'
import { inTwo } from '#server/booking/moves/upfront.ts'
import { voucherUntil } from '#server/booking/moves/voucher.ts'
import { monthsOffered } from '#server/booking/checkout/installments.ts'
import { furtherOf } from '#server/booking/checkout/series-held.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type View = z.input<typeof Hold>

/** The viewer's own hold. Refuses not_found for another holder's; hold_expired, with its content, once it expired or is booked. */
export const readHold = async (work: Work, id: string): Promise<View> => {
  const shown = await findPlaced(work, id)
  if (shown === undefined || shown.kind === 'rent' || !holdersOf(work.viewer).includes(shown.holder))
    return refuse('not_found')
  if (shown.status === 'expired' || lapsed(shown, work.now))
    return refuse('hold_expired', { held: visitOf(work, shown) } satisfies z.input<typeof LostHold>)
  if (shown.hold_expires_at === null)
    return refuse('hold_expired', { bookedId: shown.id } satisfies z.input<typeof BookedHold>)
  return presentHold(work, shown)
}

/** The content and place of the hold: enough to choose the same again. */
const visitOf = (work: Work, shown: Placed) => ({
  service: serviceOf(shown, shown.service_id ?? refuse('not_found')),
  byOwnLink: shown.channel === 'own_link',
  moreServices: shown.more_services,
  addOns: addOnsOf(shown),
  people: shown.people,
  ...partsOf(shown, { side: 'client', certain: false }, work.now),
})

const lapsed = (booking: { status: string; hold_expires_at: Date | null }, now: Date) =>
  booking.status === 'held' && booking.hold_expires_at !== null && booking.hold_expires_at <= now

export const presentHold = async (work: Work, shown: Placed): Promise<View> => {
  const expiresAt = shown.hold_expires_at?.toISOString() ?? refuse('hold_expired')
  const further = shown.booked_by === 'professional' ? await furtherOf(work, shown.id) : []
  const saved = savedCoupon(shown)
  const months = await monthsOffered(work, shown, further.length > 0)
  // The quote remains valid as long as the time is held.
  return {
    id: shown.id,
    version: shown.version,
    expiresAt,
    quote: { ...z.parse(Quote, shown.quote), expiresAt },
    ...visitOf(work, shown),
    asksFirst: waitsFor(shown).length > 0,
    ...answeredPart(shown),
    proposed: shown.booked_by !== 'client',
    further,
    // The following visits are paid by the same card, so a series needs one.
    vouchers: (further.length > 0 ? [] : VoucherMethod.options).flatMap((method) => {
      const until = takesAmount(method, shown.total_cents) ? voucherUntil(method, shown, work.now) : null
      return until === null ? [] : [{ method, until: until.toISOString() }]
    }),
    forms: shown.forms,
    tip: tipChoice(shown.total_cents),
    upfront: inTwo(shown),
    ...(months.length === 0 ? {} : { installments: months }),
    ...(saved === undefined && shown.takes_coupons !== true ? {} : { coupon: saved?.code ?? null }),
    ...(shown.class === null ? {} : { class: seatIn(shown.class, shown) }),
  }
}
