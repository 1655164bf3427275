import { useQuery } from '@tanstack/react-query'
import { createFileRoute, isNotFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { wholeIn } from '#web/search-params.ts'
import { orNotFound } from '#web/found.ts'
import { screenHead } from '#web/head.ts'
import { Begin, OwnSpaces } from '#web/parts/space/own-spaces.tsx'
import { spaceReading, spacesReading } from '#web/parts/space/use-step.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const loadWizard = () => import('#web/parts/space/wizard.tsx')
const Wizard = lazy(async () => {
  const { Wizard, firstOpenStep } = await loadWizard()
  return {
    default: ({ id, step }: { id: number; step: number | undefined }) => {
      const answer = useQuery({
        ...spaceReading(id),
        // Kalli's review takes a minute, while the host waits for it.
        refetchInterval: ({ state }) => (state.data?.status === 'in_review' ? 10_000 : false),
      })
      if (answer.isPending) return <Waiting />
      if (answer.isLoadingError)
        return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      return <Wizard key={id} space={answer.data} step={step ?? firstOpenStep(answer.data)} />
    },
  }
})

export const Route = createFileRoute('/_signed-in/host-registration')({
  staticData: { profile: 'host' },
  validateSearch: (requested: Record<string, unknown>): { space?: number; step?: number } => ({
    space: wholeIn(requested.space),
    step: wholeIn(requested.step, 10),
  }),
  loaderDeps: ({ search }) => ({ space: search.space }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    if (!user.availableRoles.includes('host')) return
    if (deps.space === undefined) await queryClient.prefetchQuery(spacesReading)
    else
      await orNotFound(queryClient.ensureQueryData(spaceReading(deps.space))).catch((problem: unknown) => {
        // Any other failure is shown by the wizard, with a retry.
        if (isNotFound(problem)) throw problem
      })
  },
  head: ({ match: { search } }) =>
    screenHead(
      search.step === undefined
        ? search.space === undefined
          ? undefined
          : 'Tu espacio'
        : search.step > 9
          ? 'Revisar y enviar'
          : `Paso ${search.step} de 9`,
      'Publica tu espacio',
    ),
  component: Registration,
})

function Registration() {
  const { space, step } = Route.useSearch()
  return (
    <div className="page py-8">
      <div className="mx-auto max-w-list">
        {space === undefined ? (
          <Mine />
        ) : (
          <Suspense fallback={<Waiting />}>
            <Wizard id={space} step={step} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

const Mine = () => {
  const answer = useQuery(spacesReading)
  const none = answer.data?.length === 0
  return (
    <div className="flex flex-col gap-7">
      <header className="flex flex-col gap-2">
        <p className="eyebrow text-barro">{none ? 'Publica tu espacio' : 'Anfitrión'}</p>
        <h1 className="text-3xl">{none ? 'Abre la puerta' : 'Mis espacios'}</h1>
        <p className="measure text-muted">
          {none
            ? 'Renta por hora lo que hoy está vacío: una silla, una cabina, un consultorio.'
            : 'En qué va cada uno, qué le falta y qué puedes hacer.'}
        </p>
      </header>
      {answer.isPending ? (
        <Waiting />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : none ? (
        <Begin businesses={[]} />
      ) : (
        <OwnSpaces all={answer.data} />
      )}
    </div>
  )
}

const Waiting = () => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <span className="sr-only">Cargando…</span>
    <Skeleton className="h-11 w-2/3 rounded-md" />
    <Skeleton className="h-44 rounded-lg" />
    <Skeleton className="h-44 rounded-lg" />
  </div>
)
