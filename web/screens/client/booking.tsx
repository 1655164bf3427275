import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useAhead } from '#web/pending.ts'
import { oneOf, wholeIn } from '#web/search-params.ts'
import { whenIn } from '#web/parts/time/when.ts'
import {
  addOnsIn,
  alsoIn,
  type BookingSearch,
  howIn,
  listIn,
  startIn,
  ways,
} from '#web/parts/booking/summary/address.ts'
import { loadProfessional } from '#web/parts/booking/summary/booking-search.ts'
import { ChooseLoading } from '#web/parts/booking/slots/choose-loading.tsx'
import WithProfessional from '#web/parts/booking/slots/with-professional.tsx'

/** Most addresses name one professional. */
const AtBusiness = lazy(() => import('#web/parts/booking/slots/at-business.tsx'))
const NothingChosen = lazy(() => import('#web/parts/booking/slots/no-professional-chosen.tsx'))

const readRequested = (requested: Record<string, unknown>): BookingSearch => ({
  professional: wholeIn(requested.professional),
  business: wholeIn(requested.business),
  service: wholeIn(requested.service),
  more: listIn(requested.more).join() || undefined,
  add: addOnsIn(requested.add).join() || undefined,
  also: alsoIn(requested.also).length > 0 ? String(requested.also) : undefined,
  space: wholeIn(requested.space),
  how: howIn(requested.how),
  by: oneOf(ways, requested.by),
  ...startIn(requested),
  ...whenIn(requested),
})

const titleOf = ({ professional, business, service }: BookingSearch) => {
  if (wholeIn(professional ?? business) === undefined) return 'Reservar · Kalli'
  return wholeIn(service) === undefined
    ? 'Elige un servicio · Reservar · Kalli'
    : 'Elige cuándo y dónde · Reservar · Kalli'
}

export const Route = createFileRoute('/booking')({
  // Parsed by the screen and its loader (`readRequested`), so that other pages do not load the parser.
  validateSearch: (given: BookingSearch & SearchSchemaInput): BookingSearch => given,
  // Choosing an hour does not reload the page.
  loaderDeps: ({ search }): BookingSearch => ({ ...search, at: undefined, atSpace: undefined }),
  loader: async ({ context: { queryClient }, deps: given }) => {
    const deps = readRequested(given)
    if (deps.business !== undefined)
      return (await import('#web/parts/booking/slots/load-business.ts')).loadBusiness(queryClient, deps)
    return deps.professional === undefined ? null : loadProfessional(queryClient, deps.professional, deps)
  },
  head: ({ match: { search } }) => ({
    meta: [{ title: titleOf(search) }, { name: 'robots', content: 'noindex' }],
  }),
  component: BookingScreen,
})

function BookingScreen() {
  const here = Route.useSearch()
  const requested = useAhead(readRequested) ?? readRequested(here)
  const loaded = Route.useLoaderData()
  const { user } = Route.useRouteContext()
  if (loaded === null) return <NoProfessionalChosen />
  const shared = { shell: 'booking' as const, search: requested, from: loaded.from, signedIn: user !== null }
  if (requested.business !== undefined)
    return (
      <Suspense fallback={<ChooseLoading />}>
        <AtBusiness {...shared} />
      </Suspense>
    )
  return requested.professional === undefined ? (
    <NoProfessionalChosen />
  ) : (
    <WithProfessional {...shared} id={requested.professional} />
  )
}

const NoProfessionalChosen = () => (
  <Suspense>
    <NothingChosen text="Busca a tu profesional y elige una hora que de verdad esté libre." />
  </Suspense>
)
