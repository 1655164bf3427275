import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useAhead } from '#web/ahead.ts'
import { oneOf, wholeIn } from '#web/asked.ts'
import { addOnsIn, alsoIn, type Asked, howIn, listIn, ways } from '#web/parts/booking/summary/address.ts'
import { loadProfessional } from '#web/parts/booking/summary/asked.ts'
import { ChooseLoading } from '#web/parts/booking/slots/choose-loading.tsx'
import WithProfessional from '#web/parts/booking/slots/with-professional.tsx'

/** Most come to one professional. */
const AtBusiness = lazy(() => import('#web/parts/booking/slots/at-house.tsx'))
const Nobody = lazy(() => import('#web/parts/booking/slots/nobody-chosen.tsx'))

const readAsked = (
  asked: Record<string, unknown>,
): Pick<
  Asked,
  'professional' | 'business' | 'service' | 'more' | 'add' | 'also' | 'space' | 'how' | 'by'
> => ({
  professional: wholeIn(asked.professional),
  business: wholeIn(asked.business),
  service: wholeIn(asked.service),
  more: listIn(asked.more).join() || undefined,
  add: addOnsIn(asked.add).join() || undefined,
  also: alsoIn(asked.also).length > 0 ? String(asked.also) : undefined,
  space: wholeIn(asked.space),
  how: howIn(asked.how),
  by: oneOf(ways, asked.by),
})

const titleOf = ({ professional, business, service }: ReturnType<typeof readAsked>) => {
  if (professional === undefined && business === undefined) return 'Reservar · Kalli'
  return service === undefined
    ? 'Elige un servicio · Reservar · Kalli'
    : 'Elige cuándo y dónde · Reservar · Kalli'
}

export const Route = createFileRoute('/booking')({
  validateSearch: readAsked,
  loaderDeps: ({ search: asked }) => asked,
  loader: async ({ context: { queryClient }, deps }) => {
    if (deps.business !== undefined)
      return (await import('#web/parts/booking/slots/load-house.ts')).loadBusiness(queryClient, deps)
    return deps.professional === undefined ? null : loadProfessional(queryClient, deps.professional, deps)
  },
  head: ({ match: { search } }) => ({
    meta: [{ title: titleOf(search) }, { name: 'robots', content: 'noindex' }],
  }),
  component: BookingScreen,
})

function BookingScreen() {
  const here = Route.useSearch()
  const asked = useAhead(readAsked) ?? here
  const loaded = Route.useLoaderData()
  const { user } = Route.useRouteContext()
  if (loaded === null) return <NobodyChosen />
  const shared = { door: 'booking' as const, asked, from: loaded.from, signedIn: user !== null }
  if (asked.business !== undefined)
    return (
      <Suspense fallback={<ChooseLoading />}>
        <AtBusiness {...shared} />
      </Suspense>
    )
  return asked.professional === undefined ? (
    <NobodyChosen />
  ) : (
    <WithProfessional {...shared} id={asked.professional} />
  )
}

const NobodyChosen = () => (
  <Suspense>
    <Nobody text="Busca a tu profesional y elige una hora que de verdad esté libre." />
  </Suspense>
)
