/** What another hour costs beside what was agreed (product.md §4, B9). Pure: an hour is priced, never a person. docs/booking/changes.md. */
import type { ChangeQuote } from '#contract/booking/change/change.ts'
import type { SlotPrice } from '#contract/availability/slot.ts'
import { slotPriceNames } from '#contract/pricing/price-names.ts'
import { hourLineNames } from '#contract/pricing/shown-price.ts'
import type { Side } from '#server/booking/moves/party.ts'

/** `person`: whose it is, where several come. */
type Line = { label: string; amountCents: number; person?: number | undefined }

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
const isOf =
  (kind: SlotPrice['kind']) =>
  ({ label }: Line) =>
    hourLineNames([kind]).includes(label)

/**
 * The lines of an hour as anybody is shown it, with the offer of a first visit that was agreed: it stays what it was, and as of every two
 * that only lower the greater counts.
 */
export const withAgreedOffer = (hour: readonly Line[], agreed: readonly Line[]): Line[] => {
  const retainedCents = sumOf(agreed.filter(isOf('first_visit')))
  const soonCents = sumOf(hour.filter(isOf('last_minute')))
  if (retainedCents >= soonCents) return [...hour]
  return [
    ...hour.filter((line) => !isOf('last_minute')(line)),
    { label: slotPriceNames.first_visit, amountCents: retainedCents },
  ]
}

/**
 * The party who requests another hour bears its price increase: a client pays it, a professional's or a host's request costs the client
 * nothing more.
 */
export const comesTo = (by: Side, agreedCents: number, hourCents: number): number =>
  by === 'client' ? hourCents : Math.min(agreedCents, hourCents)

/** The services of a visit at their hours, together `totalCents`: what an offer takes off is taken off the dearest first. */
export const spread = (cents: readonly number[], totalCents: number): number[] => {
  let overCents = cents.reduce((sum, one) => sum + one, 0) - totalCents
  const lowered = new Map<number, number>()
  for (const [place, one] of [...cents.entries()].toSorted(([, a], [, b]) => b - a)) {
    const less = Math.max(0, Math.min(one, overCents))
    lowered.set(place, one - less)
    overCents -= less
  }
  return cents.map((one, place) => lowered.get(place) ?? one)
}

export type Prices = {
  agreedCents: number
  totalCents: number
  /** Of the policy, from the client's third change on. */
  feeCents: number
  rentWasCents: number
  rentCents: number
}

/** What each reads before it happens. */
export const priceLines = (side: Side, prices: Prices): ChangeQuote['lines'] => {
  const { agreedCents, totalCents, feeCents, rentWasCents, rentCents } = prices
  const price =
    totalCents === agreedCents
      ? [{ label: 'Precio acordado', amountCents: agreedCents }]
      : [
          { label: 'Precio acordado', amountCents: agreedCents },
          { label: 'Precio en la hora nueva', amountCents: totalCents },
          { label: 'Diferencia', amountCents: totalCents - agreedCents },
        ]
  const fee = feeCents === 0 ? [] : [{ label: 'Cuota por cambiar otra vez', amountCents: feeCents }]
  const rent =
    rentWasCents + rentCents === 0
      ? []
      : [
          { label: 'Renta de ahora', amountCents: rentWasCents },
          { label: 'Renta en la hora nueva', amountCents: rentCents },
        ]
  if (side === 'host') return rent
  if (side === 'professional') return [...price, ...rent]
  return [...(price.length === 1 ? [...price, { label: 'Diferencia', amountCents: 0 }] : price), ...fee]
}
