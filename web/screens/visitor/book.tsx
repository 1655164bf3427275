import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type SearchSchemaInput } from '@tanstack/react-router'
import { CalendarSearch } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Modality } from '#contract/service/modality.ts'
import { useAhead } from '#web/pending.ts'
import { oneOf, wholeIn } from '#web/search-params.ts'
import { type When, whenIn } from '#web/parts/time/when.ts'
import { ChooseLoading } from '#web/parts/booking/slots/choose-loading.tsx'
import {
  addOnsIn,
  alsoIn,
  type BookingSearch,
  howIn,
  listIn,
  startIn,
  type Way,
  ways,
} from '#web/parts/booking/summary/address.ts'
import {
  attendanceReading,
  loadProfessional,
  professionalReading,
} from '#web/parts/booking/summary/booking-search.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Each address needs only one of the two. */
const AtBusiness = lazy(() => import('#web/parts/booking/slots/at-business.tsx'))
const NoProfessionalChosen = lazy(() => import('#web/parts/booking/slots/no-professional-chosen.tsx'))
const WithProfessional = lazy(() => import('#web/parts/booking/slots/with-professional.tsx'))

type Search = When & {
  p?: number
  b?: number
  s?: number
  svc?: number
  more?: string
  add?: string
  also?: string
  how?: Modality
  by?: Way
  at?: string | undefined
  atSpace?: number | undefined
}

const requestedOf = ({ p, b, s, svc, ...rest }: Search): BookingSearch => ({
  professional: p,
  business: b,
  space: s,
  service: svc,
  ...rest,
})
const isBusiness = ({ b, s }: Search) => (b ?? s) !== undefined

const readRequested = (requested: Record<string, unknown>): Search => ({
  p: wholeIn(requested.p),
  b: wholeIn(requested.b),
  s: wholeIn(requested.s),
  svc: wholeIn(requested.svc),
  more: listIn(requested.more).join() || undefined,
  add: addOnsIn(requested.add).join() || undefined,
  also: alsoIn(requested.also).length > 0 ? String(requested.also) : undefined,
  how: howIn(requested.how),
  by: oneOf(ways, requested.by),
  ...startIn(requested),
  ...whenIn(requested),
})

/** Own links, Instagram, a QR code at the place, a frame in another site: the booking flow of /booking without the marketplace around. */
export const Route = createFileRoute('/book')({
  // Parsed by the screen and its loader (`readRequested`), so that other pages do not load the parser.
  validateSearch: (given: Search & SearchSchemaInput): Search => given,
  // Choosing an hour does not reload the page.
  loaderDeps: ({ search }): Search => ({ ...search, at: undefined, atSpace: undefined }),
  loader: async ({ context: { queryClient }, deps: given }) => {
    const deps = readRequested(given)
    const requested = requestedOf(deps)
    if (isBusiness(deps))
      return (await import('#web/parts/booking/slots/load-business.ts')).loadBusiness(
        queryClient,
        requested,
        'own_link',
      )
    return deps.p === undefined ? null : loadProfessional(queryClient, deps.p, requested, 'own_link')
  },
  head: () => ({ meta: [{ title: 'Reserva en línea · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: BookScreen,
  notFoundComponent: Gone,
})

function BookScreen() {
  const here = Route.useSearch()
  const search = useAhead(readRequested) ?? readRequested(here)
  const requested = requestedOf(search)
  const loaded = Route.useLoaderData()
  const { user } = Route.useRouteContext()
  if (loaded === null) return <NothingChosen />
  const shared = { shell: 'book' as const, search: requested, from: loaded.from, signedIn: user !== null }
  if (isBusiness(search))
    return (
      <Bare line={<BusinessName search={requested} />}>
        <AtBusiness {...shared} />
      </Bare>
    )
  if (search.p === undefined) return <NothingChosen />
  return (
    <Bare line={<ProfessionalName id={search.p} />}>
      <WithProfessional {...shared} id={search.p} />
    </Bare>
  )
}

const BusinessName = ({ search: requested }: { search: BookingSearch }) =>
  useQuery(attendanceReading(requested)).data?.name
const ProfessionalName = ({ id }: { id: number }) => {
  const { data: one } = useQuery(professionalReading(id))
  return one && `${one.user.firstName} ${one.user.lastName}`
}

/** One quiet line above; below, the legal links that a page that takes money must have. */
const Bare = ({ line, children }: { line?: ReactNode; children: ReactNode }) => (
  <>
    <div className="border-b border-line">
      <p className="page flex items-center justify-between gap-4 py-2.5 text-sm text-muted">
        <span className="truncate">{line}</span>
        <Link {...paths.home()} className="-my-2 flex min-h-11 shrink-0 items-center gap-2">
          con
          <span className="inline-flex items-center gap-1.5 font-display text-lg font-semibold text-ink">
            <LogoMark className="size-5! text-barro" /> Kalli
          </span>
        </Link>
      </p>
    </div>
    <Suspense fallback={<ChooseLoading />}>{children}</Suspense>
    <div className="page pb-28 lg:pb-8">
      <p className="mx-auto flex max-w-list flex-wrap gap-x-5 text-sm text-muted">
        <Link {...paths.privacy()} className="lone-link underline underline-offset-4">
          Aviso de privacidad
        </Link>
        <Link {...paths.terms()} className="lone-link underline underline-offset-4">
          Términos
        </Link>
      </p>
    </div>
  </>
)

const NothingChosen = () => (
  <Bare>
    <NoProfessionalChosen text="A este enlace le falta de quién es. Pídelo otra vez, o busca a tu profesional." />
  </Bare>
)

function Gone() {
  return (
    <Bare>
      <section className="page py-12">
        <EmptyState
          heading="h1"
          icon={<CalendarSearch />}
          title="Este enlace ya no lleva a nadie"
          text="Quien te lo dio dejó de recibir por aquí. Puedes buscar a alguien más."
          action={
            <Link {...paths.search()} className={buttonClass()}>
              Buscar profesionales
            </Link>
          }
        />
      </section>
    </Bare>
  )
}
