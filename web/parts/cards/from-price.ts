import type { ProfessionalCard } from '#contract/professional/professional.ts'
import { type ListPrice, lowestOf } from '#contract/pricing/shown-price.ts'
import { centsOf } from '#web/parts/payment/cents.ts'

type Card = Pick<ProfessionalCard, 'basePrice'> & {
  services: readonly { price: string; from?: boolean | undefined }[]
}

/** The lowest list price of a service, or the base price when there are none (spec §9). */
export const fromPrice = (one: Card): ListPrice =>
  lowestOf(one.services.map(({ price, from = false }) => ({ cents: centsOf(price), isFrom: from }))) ?? {
    cents: centsOf(one.basePrice),
    isFrom: true,
  }
export const fromCents = (one: Card) => fromPrice(one).cents
