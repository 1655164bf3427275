import { createIsomorphicFn } from '@tanstack/react-start'
import type { PublicBusiness } from '#contract/storefront/storefront.ts'
import { ownOrigin } from '#web/origin.ts'
import { bookingAddress, reserveAction } from '#web/parts/storefront/reserve-action.ts'

/** Structured data for search engines (schema.org): only in the server's HTML, so the browser's bundle need not contain it. */
export const structured = createIsomorphicFn()
  .server((one: PublicBusiness, description: string) => {
    const origin = ownOrigin()
    return {
      structured: {
        '@context': 'https://schema.org',
        '@type': 'HealthAndBeautyBusiness',
        '@id': origin + one.address,
        url: origin + one.address,
        name: one.name,
        description,
        image: one.photos.map((photo) => origin + photo),
        ...(one.services.length === 0 ? {} : bookable(one)),
        address: {
          '@type': 'PostalAddress',
          addressLocality: one.city,
          addressRegion: one.state,
          addressCountry: 'MX',
        },
        ...ratingOf(one),
      },
    }
  })
  .client((_one: PublicBusiness, _description: string) => ({}))

const bookable = ({ id, services }: PublicBusiness) => ({
  potentialAction: reserveAction(bookingAddress({ business: id }), 'Reservar una cita'),
  makesOffer: services.slice(0, 20).map((service) => ({
    '@type': 'Offer',
    url: bookingAddress({ business: id, service: service.id }),
    priceCurrency: 'MXN',
    ...priceOf(service),
    itemOffered: { '@type': 'Service', name: service.name },
  })),
})

/** The lowest of several prices is given as a minimum, never as the price. */
const priceOf = ({ priceCents, from }: PublicBusiness['services'][number]) => {
  const pesos = (priceCents / 100).toFixed(2)
  return from === true
    ? { priceSpecification: { '@type': 'PriceSpecification', minPrice: pesos, priceCurrency: 'MXN' } }
    : { price: pesos }
}

const ratingOf = ({ rating, reviewCount }: PublicBusiness) =>
  reviewCount === 0
    ? {}
    : {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: Number(rating).toFixed(1),
          reviewCount,
        },
      }
