/** A slot as it is shown, with the signed token by which it can be held. */
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import type { AddOnRef } from '#contract/service/add-on.ts'
import type { Slot } from '#contract/availability/slot.ts'
import type { NextHour } from '#contract/booking/client/home.ts'
import type { GivenCoupon } from '#contract/pricing/coupon.ts'
import type { Channel } from '#contract/pricing/demand.ts'
import { modalityOf } from '#contract/service/modality.ts'
import type * as snapshots from '#server/availability/rules/snapshot.ts'
import type { Offer } from '#server/availability/offer/offer.ts'
import { isoOf } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** A shown price is valid for as long as a quote lasts (product.md §1.7). */
const tokenMinutes = 15

/** The content of a slot's token: exactly what its reader saw. */
export type Shown = {
  professionalId: number
  serviceId: number
  /** Services that follow in the same visit. */
  more?: readonly number[] | undefined
  /** Add-ons of any of them. */
  addOns?: readonly AddOnRef[] | undefined
  /** For several people: how many of the services each has. */
  persons?: readonly number[] | undefined
  spaceId: number | null
  /** The place, if neither a space nor their own place: as in bookings.visit_place. */
  place?: number | null
  startsAt: number
  totalCents: number
  channel?: Channel | undefined
  /** The coupon of an existing visit; never in a token. */
  coupon?: GivenCoupon | undefined
  /** For an existing visit or series at a client's home, and nothing else: the holder of an hour there would see the address. */
  isBound?: boolean
  /** When it was shown: the price of a start may depend on how far ahead it is. */
  shownAt?: number
}
/** The same for all slots of an offer at one price; short, since each token carries it: professional, service, space, price, own link. */
const Signed = z.object({
  o: z.tuple([z.int(), z.int(), z.nullable(z.int()), z.int()]),
  l: z.optional(z.literal(1)),
  m: z.optional(z.array(z.int())),
  a: z.optional(z.array(z.array(z.int()))),
  p: z.optional(z.array(z.int())),
  w: z.optional(z.int()),
  v: z.optional(z.literal(1)),
})

/** The content of a token beside the offer: the channel, and what follows in the same visit. */
type TokenParts = Pick<Shown, 'channel' | 'more' | 'addOns' | 'persons'> & {
  moving?: string | undefined
  /** For an existing visit or series alone. */
  isBound?: boolean | undefined
}

/** Slots of one offer as clients see them, each with its token. */
export const presentAll = (
  work: Work,
  offer: Offer,
  slots: readonly snapshots.Slot[],
  { channel, more = [], addOns = [], persons = [], moving, isBound = moving !== undefined }: TokenParts,
): Slot[] => {
  const { professionalId, serviceId, spaceId, place } = offer
  const expiresAt = new Date(work.now.getTime() + tokenMinutes * minuteMs)
  const prices = slots.map(({ startsAt }) => offer.priceAt(startsAt))
  const tokens = new Map<number, string>()
  for (const [totalCents, alike] of Map.groupBy(slots, (_, index) => prices[index]?.totalCents ?? 0)) {
    const signed: z.output<typeof Signed> = {
      o: [professionalId, serviceId, spaceId, totalCents],
      ...(channel === 'own_link' ? { l: 1 } : {}),
      ...(more.length > 0 ? { m: [...more] } : {}),
      ...(addOns.length > 0
        ? { a: addOns.map(({ serviceId, id, person = 1 }) => [serviceId, id, person]) }
        : {}),
      ...(persons.length > 1 ? { p: [...persons] } : {}),
      ...(place === null ? {} : { w: place }),
      ...(isBound && modalityOf(place) === 'home' ? { v: 1 } : {}),
    }
    // Whole minutes: short in each token, and hours are stored in whole minutes.
    const starts = alike.map(({ startsAt }) => startsAt / minuteMs)
    for (const [index, token] of work.tokens.signEach('slot', signed, starts, expiresAt).entries())
      tokens.set(alike[index]?.startsAt ?? 0, token)
  }
  return slots.map(({ startsAt, endsAt, unitId, seats }, index) => {
    const price = prices[index]
    return {
      startsAt: isoOf(startsAt),
      endsAt: isoOf(endsAt),
      spaceId,
      unitId,
      ...(place === null ? {} : { modality: modalityOf(place) }),
      ...(seats === undefined ? {} : { seats }),
      totalCents: price?.totalCents ?? 0,
      ...(price === undefined || price.price === null ? {} : { price: price.price }),
      token: tokens.get(startsAt) ?? '',
    }
  })
}

/** One slot as clients see it. */
export const present = (work: Work, offer: Offer, slot: snapshots.Slot, parts: TokenParts): Slot =>
  presentAll(work, offer, [slot], parts)[0] ?? refuse('not_found')

/**
 * Hours on cards, with their service and zone. Without a token where options, or the address of a home, must be chosen before the hour
 * can be held.
 */
export const presentHours = (
  work: Work,
  offer: Offer,
  slots: readonly snapshots.Slot[],
  parts: TokenParts,
): NextHour[] => {
  const isHeldAtOnce = offer.open.length === 0 && modalityOf(offer.place) !== 'home'
  return presentAll(work, offer, slots, parts).map(({ token, ...hour }) => ({
    ...hour,
    token: isHeldAtOnce ? token : null,
    serviceId: offer.serviceId,
    zone: offer.zone,
  }))
}

/** The same for a new booking: an hour of an existing visit or series at a home is refused as invalid. */
export const openForNew = (work: Work, token: string): Shown => {
  const choice = openToken(work, token)
  return choice.isBound === true ? refuse('slot_token_invalid') : choice
}

/** What a viewer was shown. Refuses slot_token_invalid when forged, of another kind, or older than a quote lasts. */
export const openToken = (work: Work, token: string): Shown => {
  const opened = work.tokens.openEach('slot', token, work.now)
  const signed = z.safeParse(Signed, opened?.payload)
  if (!opened || !signed.success) return refuse('slot_token_invalid')
  const [professionalId, serviceId, spaceId, totalCents] = signed.data.o
  return {
    professionalId,
    serviceId,
    spaceId,
    startsAt: opened.number * minuteMs,
    totalCents,
    channel: signed.data.l === 1 ? 'own_link' : 'marketplace',
    ...(signed.data.m === undefined ? {} : { more: signed.data.m }),
    ...(signed.data.a === undefined
      ? {}
      : { addOns: signed.data.a.map(([serviceId = 0, id = 0, person = 1]) => ({ serviceId, id, person })) }),
    ...(signed.data.p === undefined ? {} : { persons: signed.data.p }),
    place: signed.data.w ?? null,
    ...(signed.data.v === undefined ? {} : { isBound: true }),
    shownAt: opened.expiresAt - tokenMinutes * minuteMs,
  }
}
