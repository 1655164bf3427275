/** The price of a held time, line by line, and its split between the parties. */
import { addOnLabel } from '#contract/service/add-on.ts'
import { couponLabel } from '#contract/pricing/coupon-price.ts'
import type { HourPrice } from '#contract/pricing/demand-price.ts'
import { slotPriceNames } from '#contract/pricing/price-names.ts'
import type { decide } from '#server/availability/slots/slots.ts'
import type { Shown as Choice } from '#server/availability/slots/slot-token.ts'
import { upfrontsOf } from '#server/booking/moves/upfront.ts'
import { quote } from '#server/pricing/split.ts'

export type Segment = { serviceId: number; person: number; name: string; minutes: number; priceCents: number }
/** The stored row of each service of a visit of several; none for one service of one person. */
export const segmentsOf = (
  offer: Offer,
  { startsAt, shownAt }: Pick<Choice, 'startsAt' | 'shownAt'>,
): Segment[] =>
  (offer.segmentsAt?.(startsAt, shownAt) ?? []).map(({ price, serviceId, person = 1, name, minutes }) => ({
    serviceId,
    person,
    name,
    minutes,
    priceCents: price.totalCents,
  }))

type Line = { label: string; amountCents: number; person?: number }
/** Each service at its own price with its add-ons, then the adjustments of its hour. */
const linesOf = (
  offer: Offer,
  { startsAt, serviceId, shownAt }: Omit<Choice, 'totalCents'>,
  price: HourPrice,
): [Line, ...Line[]] => {
  const [first = { serviceId, person: undefined, plainName: offer.plainName, price }, ...more] =
    offer.segmentsAt?.(startsAt, shownAt) ?? []
  return [
    serviceLine(offer, first),
    ...linesBehind(offer, first),
    ...more.flatMap((one) => [serviceLine(offer, one), ...linesBehind(offer, one)]),
  ]
}

type Priced = { serviceId: number; person: number | undefined; plainName: string; price: HourPrice }
const addedTo = ({ addOns }: Offer, { serviceId, person = 1 }: Priced) =>
  addOns.filter((one) => one.serviceId === serviceId && (one.person ?? 1) === person)
const whose = ({ person }: Priced) => (person === undefined ? {} : { person })

const serviceLine = (offer: Offer, one: Priced): Line => ({
  label: one.plainName,
  amountCents: addedTo(offer, one).reduce((left, { priceCents }) => left - priceCents, one.price.baseCents),
  ...whose(one),
})
const linesBehind = (offer: Offer, one: Priced): Line[] => [
  ...addedTo(offer, one).map((added) => ({
    label: addOnLabel(added),
    amountCents: added.priceCents,
    ...whose(one),
  })),
  ...one.price.deltas.map((delta) => ({
    label: delta.kind === 'coupon' ? couponLabel(delta.code) : slotPriceNames[delta.kind],
    amountCents: delta.amountCents,
    ...whose(one),
  })),
]

/** The upfront part, each service by its own rule. */
export const upfrontIn = (offer: Offer, choice: Pick<Choice, 'startsAt' | 'shownAt'>, totalCents: number) => {
  const segments = segmentsOf(offer, choice)
  const alone = [{ serviceId: offer.serviceId, priceCents: totalCents }]
  return upfrontsOf(offer.upfronts, segments.length === 0 ? alone : segments)
}

/** The price, line by line, and its split between the parties. */
export const quoteOf = (
  offer: Offer,
  choice: Omit<Choice, 'totalCents'>,
  { price, rentCents, expiresAt }: { price: HourPrice; rentCents: number; expiresAt: Date },
) => {
  const [first, ...deltas] = linesOf(offer, choice, price)
  return quote(offer.terms, {
    serviceName: first.label,
    person: first.person,
    serviceCents: price.totalCents,
    deltas,
    rentCents,
    expiresAt,
  })
}

export type Decided = Awaited<ReturnType<typeof decide>>
export type Offer = Decided['offer']
