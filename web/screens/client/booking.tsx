import { createFileRoute, Link } from '@tanstack/react-router'
import { CalendarSearch } from 'lucide-react'
import { wholeIn } from '#web/asked.ts'
import { addOnsIn, type Asked, listIn } from '#web/parts/booking/address.ts'
import { loadProfessional } from '#web/parts/booking/asked.ts'
import WithProfessional from '#web/parts/booking/with-professional.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'

export const Route = createFileRoute('/booking')({
  validateSearch: (
    asked: Record<string, unknown>,
  ): Pick<Asked, 'professional' | 'service' | 'more' | 'add' | 'space'> => ({
    professional: wholeIn(asked.professional),
    service: wholeIn(asked.service),
    more: listIn(asked.more).join() || undefined,
    add: addOnsIn(asked.add).join() || undefined,
    space: wholeIn(asked.space),
  }),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { queryClient }, deps }) =>
    deps.professional === undefined ? null : loadProfessional(queryClient, deps.professional, deps),
  head: () => ({ meta: [{ title: 'Reservar · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: BookingScreen,
})

function BookingScreen() {
  const asked = Route.useSearch()
  const loaded = Route.useLoaderData()
  const { user } = Route.useRouteContext()
  if (asked.professional === undefined || loaded === null) return <NobodyChosen />
  return (
    <WithProfessional
      door="booking"
      id={asked.professional}
      asked={asked}
      from={loaded.from}
      signedIn={user !== null}
    />
  )
}

const NobodyChosen = () => (
  <section className="page py-12">
    <EmptyState
      heading="h1"
      icon={<CalendarSearch />}
      title="¿Con quién quieres reservar?"
      text="Busca a tu profesional y elige una hora que de verdad esté libre."
      action={
        <Link {...paths.search()} className={buttonClass()}>
          Buscar profesionales
        </Link>
      }
    />
  </section>
)
