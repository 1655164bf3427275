import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { placeName } from '#contract/places/place-name.ts'
import * as spaces from '#contract/space/space.ts'
import * as pricing from '#contract/pricing/space-pricing.ts'
import { wholeIn } from '#web/search-params.ts'
import { reading } from '#web/api.ts'
import { PriceEditor } from '#web/parts/pricing/price-editor.tsx'
import { quietIn } from '#web/parts/pricing/quiet.ts'
import { capitalZone, dateIn } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const readingOf = (id: number) => reading(pricing.spacePricing, { params: { id } })

type Search = { space?: number; quiet?: string }

export const Route = createFileRoute('/_signed-in/space-pricing-rules')({
  staticData: { profile: 'host' },
  // Parsed by the screen (`wholeIn`, `quietIn`): other pages need not load the parsers.
  validateSearch: (given: Search & SearchSchemaInput): Search => given,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    const today = dateIn(Date.now(), capitalZone)
    if (!user.availableRoles.includes('host')) return { today }
    // If loading fails, the screen shows the error and offers a retry.
    const own = await queryClient.ensureQueryData(reading(spaces.spaces)).catch(() => undefined)
    const id = wholeIn(deps.space) ?? own?.find(({ status }) => status !== 'archived')?.id
    if (id !== undefined) await queryClient.prefetchQuery(readingOf(id))
    return { today }
  },
  head: () => ({ meta: [{ title: 'Reglas de precio · Kalli' }] }),
  component: Prices,
})

function Prices() {
  const given = Route.useSearch()
  const [space, quiet] = [wholeIn(given.space), given.quiet]
  const { today } = Route.useLoaderData()
  const own = useQuery(reading(spaces.spaces))
  const all = (own.data ?? []).filter(({ status }) => status !== 'archived')
  const chosen = space ?? all[0]?.id
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-work flex-col gap-7">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Reglas de precio</h1>
          <p className="measure text-muted">
            Di cuánto cuesta una hora y, si quieres, cuándo cuesta más o menos. Lo ya apartado o reservado
            nunca cambia.
          </p>
        </header>
        {own.isPending ? (
          <Waiting />
        ) : own.isLoadingError ? (
          <ErrorState text={own.error.message} onRetry={() => own.refetch()} />
        ) : chosen === undefined ? (
          <EmptyState
            icon={<Tags />}
            title="Todavía no tienes un espacio"
            text="Publica tu primer espacio y aquí decides cuánto cuesta cada hora."
            action={
              <Link {...paths.hostRegistration()} className={buttonClass()}>
                Publicar un espacio
              </Link>
            }
          />
        ) : (
          <>
            {all.length > 1 ? (
              <nav aria-label="Tus espacios" className="flex flex-wrap gap-2">
                {all.map(({ id, name }) => (
                  <Link
                    key={id}
                    {...paths.spacePricingRules({ space: id })}
                    aria-current={id === chosen ? 'page' : undefined}
                    className={buttonClass(
                      { tone: 'secondary', size: 'small' },
                      id === chosen ? 'shrink-0 border-jacaranda bg-jacaranda-soft' : 'shrink-0',
                    )}
                  >
                    {name === '' ? 'Sin nombre' : name}
                  </Link>
                ))}
              </nav>
            ) : null}
            <OfSpace key={chosen} id={chosen} today={today} quiet={quiet} />
          </>
        )}
      </div>
    </section>
  )
}

const OfSpace = ({ id, today, quiet }: { id: number; today: string; quiet: string | undefined }) => {
  const navigate = useNavigate()
  const answer = useQuery(readingOf(id))
  if (answer.isPending) return <Waiting />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  return (
    <div className="flex flex-col gap-6">
      <p className="eyebrow">
        {placeName({ name: answer.data.spaceName, businessName: answer.data.businessName })}
      </p>
      <PriceEditor
        pricing={answer.data}
        today={today}
        quiet={quietIn(quiet)}
        onQuietDone={() =>
          void navigate({ ...paths.spacePricingRules({ space: id }), replace: true, resetScroll: false })
        }
      />
    </div>
  )
}

const Waiting = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <span className="sr-only">Cargando tus precios…</span>
    <Skeleton className="h-28 rounded-lg" />
    <Skeleton className="h-96 rounded-lg" />
  </div>
)
