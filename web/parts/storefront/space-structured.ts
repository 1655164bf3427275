import { createIsomorphicFn } from '@tanstack/react-start'
import { amenities, spaceTypes } from '#contract/professional/categories.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { PublicSpace } from '#contract/search/public-page.ts'
import { centsOf } from '#web/parts/payment/cents.ts'
import { ownOrigin } from '#web/origin.ts'
import { reserveAction } from '#web/parts/storefront/reserve-action.ts'

/** Structured data for search engines (schema.org): only in the server's HTML, so the browser's bundle need not contain it. */
export const structured = createIsomorphicFn()
  .server((space: PublicSpace, description: string) => {
    const origin = ownOrigin()
    const address = origin + space.address
    return {
      structured: {
        '@context': 'https://schema.org',
        '@type': 'LocalBusiness',
        '@id': address,
        url: address,
        name: `${space.name}, ${space.host.businessName}`,
        description,
        image: space.photos.map((photo) => origin + photo),
        priceRange: `${formatCents(centsOf(space.pricePerHour))} MXN por hora`,
        potentialAction: reserveAction(address, 'Rentar por hora'),
        makesOffer: {
          '@type': 'Offer',
          url: address,
          itemOffered: { '@type': 'Service', name: `Renta de ${spaceTypes[space.spaceType].toLowerCase()}` },
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price: space.pricePerHour,
            priceCurrency: 'MXN',
            // The hour, in the codes of UN/CEFACT.
            unitCode: 'HUR',
          },
        },
        address: {
          '@type': 'PostalAddress',
          addressLocality: space.city,
          addressRegion: space.state,
          addressCountry: 'MX',
        },
        amenityFeature: space.amenities.map((amenity) => ({
          '@type': 'LocationFeatureSpecification',
          name: amenities[amenity],
          value: true,
        })),
        ...ratingOf(space),
      },
    }
  })
  .client((_space: PublicSpace, _description: string) => ({}))

const ratingOf = ({ rating, reviewCount }: PublicSpace) =>
  reviewCount === 0
    ? {}
    : {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: Number(rating).toFixed(1),
          reviewCount,
        },
      }
