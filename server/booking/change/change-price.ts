/** The price difference of another hour (product.md §4, B9). Pure: prices depend on the hour, not the person. docs/booking/changes.md. */
import type { ChangeQuote } from '#contract/booking/change/change.ts'
import type { SlotPrice } from '#contract/availability/slot.ts'
import { slotPriceNames } from '#contract/pricing/price-names.ts'
import { hourLineNames } from '#contract/pricing/shown-price.ts'
import type { Side } from '#server/booking/moves/party.ts'

/** `person`: whose line it is, where several people come. */
type Line = { label: string; amountCents: number; person?: number | undefined }

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
const isOf =
  (kind: SlotPrice['kind']) =>
  ({ label }: Line) =>
    hourLineNames([kind]).includes(label)

/**
 * The price lines of an hour as any client is shown them, with the agreed first-visit offer unchanged; of two lowering offers the greater
 * counts.
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

/** The party who requests another hour bears its price increase: at the request of a professional or host the client pays no more. */
export const comesTo = (by: Side, agreedCents: number, hourCents: number): number =>
  by === 'client' ? hourCents : Math.min(agreedCents, hourCents)

/** Splits `totalCents` over the services of a visit at their hours: a discount is taken off the dearest first. */
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
  /** By the policy, from the client's third change on. */
  feeCents: number
  rentWasCents: number
  rentCents: number
}

/** The price lines that each party reads before the change. */
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
