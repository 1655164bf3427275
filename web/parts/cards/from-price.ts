import type { ProfessionalCard } from '#contract/professional/professional.ts'
import { centsOf } from '#web/parts/payment/cents.ts'

/** The lowest price of a service, or the base price when there are none (spec §9). */
export const fromCents = (
  one: Pick<ProfessionalCard, 'basePrice'> & { services: readonly { price: string }[] },
) =>
  one.services.length > 0
    ? Math.min(...one.services.map((service) => centsOf(service.price)))
    : centsOf(one.basePrice)
