import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { useEffect } from 'react'
import { categories } from '#contract/professional/categories.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as publicPage from '#contract/search/public-page.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { reading } from '#web/api.ts'
import { type Going, goingIn } from '#web/parts/booking/summary/address.ts'
import { orNotFound, requireAddress } from '#web/found.ts'
import { publicHead } from '#web/head.ts'
import { ownOrigin } from '#web/origin.ts'
import { nameOf, ProfessionalPage } from '#web/parts/professional/page.tsx'
import { bookingAddress, reserveAction } from '#web/parts/storefront/reserve-action.ts'
import { fromCents } from '#web/parts/cards/from-price.ts'

const readingOf = (id: string) => reading(publicPage.publicProfessional, { params: { id }, query: {} })

export const Route = createFileRoute('/p/$id')({
  // Parsed by the screen (`goingIn`), so that other pages do not load the parser.
  validateSearch: (given: Going & SearchSchemaInput): Going => given,
  loader: async ({ context: { queryClient }, params }) => {
    const one = await orNotFound(queryClient.ensureQueryData(readingOf(params.id)))
    requireAddress(params.id, one.address, '/p/$id')
    // The head is made in the screen's own file, so that other pages do not load its code.
    return headOf(one)
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: ProfessionalScreen,
})

const headOf = (one: PublicProfessional) => {
  const title = `${nameOf(one)} · ${one.categories.map((category) => categories[category]).join(', ')} en ${one.neighbourhood ?? one.city}`
  const description = `${one.bio} Desde ${formatCents(fromCents(one))}. Mira sus horarios libres y reserva en Kalli.`
  return publicHead({
    title,
    description,
    path: one.address,
    picture: one.socialPicture,
    type: 'profile',
    hidden: !one.verified,
    ...structured(one, description.trim()),
  })
}

/** Structured data for search engines (schema.org): only on the server, so that the browser does not load it. */
const structured = createIsomorphicFn()
  .server((one: PublicProfessional, description: string) => ({
    structured: {
      '@context': 'https://schema.org',
      '@type': 'HealthAndBeautyBusiness',
      '@id': ownOrigin() + one.address,
      url: ownOrigin() + one.address,
      name: nameOf(one),
      ...(one.user.profileImageUrl === null ? {} : { image: ownOrigin() + one.user.profileImageUrl }),
      potentialAction: reserveAction(bookingAddress({ professional: one.id }), 'Reservar una cita'),
      makesOffer: one.services.slice(0, 20).map((service) => ({
        '@type': 'Offer',
        url: bookingAddress({ professional: one.id, service: service.id }),
        price: service.price,
        priceCurrency: 'MXN',
        itemOffered: { '@type': 'Service', name: service.name },
      })),
      description,
      address: {
        '@type': 'PostalAddress',
        addressLocality: one.city,
        addressRegion: one.state,
        addressCountry: 'MX',
      },
      priceRange: `desde ${formatCents(fromCents(one))} MXN`,
      ...(one.reviewCount > 0
        ? {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: Number(one.rating).toFixed(1),
              reviewCount: one.reviewCount,
            },
          }
        : {}),
    },
  }))
  .client((_one: PublicProfessional, _description: string) => ({}))

function ProfessionalScreen() {
  const { id } = Route.useParams()
  const { user } = Route.useRouteContext()
  const { data: one } = useSuspenseQuery(readingOf(id))
  useEffect(() => {
    void import('#web/parts/professional/count-view.ts').then(({ countView }) => countView(one.id))
  }, [one.id])
  return <ProfessionalPage one={one} user={user} path={one.address} going={goingIn(Route.useSearch())} />
}
