import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as contract from '#contract/availability/space-rules.ts'
import { reading } from '#web/api.ts'
import { RulesEditor } from '#web/parts/availability/rules-editor.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const LimitsPanel = lazy(() => import('#web/parts/availability/limits-panel.tsx'))
const TravelPanel = lazy(() => import('#web/parts/availability/travel-panel.tsx'))

const readingOfRules = reading(contract.spaceRules)

export const Route = createFileRoute('/_signed-in/professional-space-rules')({
  staticData: { profile: 'professional', needsSaved: true },
  loader: async ({ context: { queryClient, user } }) => {
    if (user.professionalId !== null) await queryClient.prefetchQuery(readingOfRules)
    return { today: dateIn(Date.now(), user.zone) }
  },
  head: () => ({ meta: [{ title: 'Dónde y cómo trabajo · Kalli' }] }),
  component: Rules,
})

function Rules() {
  const { today } = Route.useLoaderData()
  const answer = useQuery(readingOfRules)
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-work flex-col gap-7">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Dónde y cómo trabajo</h1>
          <p className="measure text-muted">
            Di qué espacios te convienen para cada servicio. Tus clientes solo ven horarios que cumplen tus
            reglas; lo ya reservado no cambia.
          </p>
        </header>
        {answer.isPending ? (
          <div aria-busy="true" className="flex flex-col gap-4">
            <span className="sr-only">Cargando tus reglas…</span>
            <Skeleton className="h-28 rounded-lg" />
            <Skeleton className="h-96 rounded-lg" />
          </div>
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : (
          <RulesEditor own={answer.data} today={today} />
        )}
        <div id="limites" className="scroll-mt-24">
          <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
            <LimitsPanel />
          </Suspense>
        </div>
        <Suspense fallback={<Skeleton className="h-44 rounded-lg" />}>
          <TravelPanel />
        </Suspense>
      </div>
    </section>
  )
}
