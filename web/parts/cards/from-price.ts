import type { ProfessionalCard } from '#contract/professional/professional.ts'
import { type ListPrice, lowestOf } from '#contract/pricing/shown-price.ts'
import { centsOf } from '#web/parts/payment/cents.ts'

type Service = { price: string; from?: boolean | undefined }

/** The list price of a service, as on the professional's page and in booking. */
export const priceOfService = ({ price, from = false }: Service): ListPrice => ({
  cents: centsOf(price),
  isFrom: from,
})

type Card = Pick<ProfessionalCard, 'basePrice'> & { services: readonly Service[] }

/** The lowest list price of a service, or the base price when there are none (spec §9). */
export const fromPrice = (one: Card): ListPrice =>
  lowestOf(one.services.map(priceOfService)) ?? { cents: centsOf(one.basePrice), isFrom: true }
export const fromCents = (one: Card) => fromPrice(one).cents

/** The price by which results are ordered: of the service that matches the search, else the lowest. */
export const soughtCents = (one: Card & { matched: { priceCents: number } | null }) =>
  one.matched?.priceCents ?? fromCents(one)
