import type * as declineReason from '#contract/hiring/decline-reason.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import { Reasons } from '#web/parts/hiring/move-dialogs.tsx'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { isCategory } from '#contract/professional/categories.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { oneOf, wholeIn } from '#web/search-params.ts'
import { call, reading } from '#web/api.ts'
import { screenHead } from '#web/head.ts'
import { AgreementList, agreementsReading } from '#web/parts/hiring/agreement-list.tsx'
import { AutoRules } from '#web/parts/hiring/auto-rules.tsx'
import { useMove } from '#web/parts/hiring/use-move.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { ApplicationList } from '#web/parts/hiring/application-list.tsx'
import { type Search, ApplicationFilters } from '#web/parts/hiring/application-filters.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const tabTitles = { agreements: 'Convenios', rules: 'Reglas automáticas' } as const

const queryOf = ({ show, vacancy, category, level, rating, fit }: Search) => ({
  show: show ?? ('open' as const),
  vacancy,
  category,
  minimumLevel: level,
  minimumRating: rating,
  minimumFit: fit,
})
const readingOf = (search: Search) => ({
  ...reading(applicationReview.hostApplications, { query: queryOf(search) }),
  refetchInterval: minuteMs,
})

export const Route = createFileRoute('/_signed-in/host-applications')({
  staticData: { profile: 'host' },
  validateSearch: (requested: Record<string, unknown>): Search => ({
    tab: oneOf(['agreements', 'rules'], requested.tab),
    show: oneOf(['decided'], requested.show),
    application: wholeIn(requested.application),
    vacancy: wholeIn(requested.vacancy),
    agreement: wholeIn(requested.agreement),
    category: isCategory(requested.category) ? requested.category : undefined,
    level: oneOf([1, 2, 3], requested.level),
    rating: oneOf([4, 4.5, 4.8], requested.rating),
    fit: oneOf([50, 75, 100], requested.fit),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, deps }) => {
    if (!user.availableRoles.includes('host')) return
    await (deps.tab === 'agreements'
      ? queryClient.prefetchQuery(agreementsReading)
      : queryClient.prefetchQuery(readingOf(deps)))
  },
  head: ({ match: { search } }) =>
    screenHead(
      search.tab === undefined ? search.show && 'Decididas' : tabTitles[search.tab],
      'Solicitudes de profesionales',
    ),
  component: HostApplications,
})

function HostApplications() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const { tab = 'queue' } = search
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-6">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl sm:text-4xl">Solicitudes de profesionales</h1>
          <p className="measure text-muted">
            Quién quiere trabajar en tus espacios. Lo más urgente va primero.
          </p>
        </header>
        <Tabs
          label="Solicitudes, convenios y reglas"
          value={tab}
          onChange={(next) => navigate(paths.hostApplications(next === 'queue' ? {} : { tab: next }))}
          tabs={[
            { value: 'queue', label: 'Solicitudes' },
            { value: 'agreements', label: 'Convenios' },
            {
              value: 'rules',
              // Short, so that all three fit on a phone.
              label: (
                <>
                  Reglas<span className="max-sm:sr-only"> automáticas</span>
                </>
              ),
            },
          ]}
        >
          {tab === 'queue' ? (
            <Queue
              search={search}
              onOpen={(application) =>
                navigate({
                  to: '/host-applications',
                  search: { ...search, application },
                  replace: application === undefined,
                  resetScroll: false,
                })
              }
            />
          ) : null}
          {tab === 'agreements' ? (
            <AgreementList
              side="host"
              empty="Al aprobar una solicitud se hace el convenio, y las citas de esa persona en tu espacio se confirman solas."
              opened={search.agreement}
              onOpen={(agreement) =>
                navigate({
                  ...paths.hostApplications({ tab, ...(agreement === undefined ? {} : { agreement }) }),
                  replace: agreement === undefined,
                  resetScroll: false,
                })
              }
            />
          ) : null}
          {tab === 'rules' ? <AutoRules /> : null}
        </Tabs>
      </div>
    </section>
  )
}

const Queue = ({ search, onOpen }: { search: Search; onOpen: (application: number | undefined) => void }) => {
  const answer = useQuery(readingOf(search))
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [declining, setDeclining] = useState(false)
  const isFiltered = [search.vacancy, search.category, search.level, search.rating, search.fit].some(
    (one) => one !== undefined,
  )
  const those = answer.data ?? []
  const picked = chosen.filter((id) => those.some((one) => one.id === id))
  return (
    <div className="flex flex-col gap-6">
      <ApplicationFilters search={search} />
      {picked.length === 0 ? null : (
        <div className="sticky top-20 z-10 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2 shadow-card">
          <p className="font-semibold">
            {picked.length} {picked.length === 1 ? 'elegida' : 'elegidas'}
          </p>
          <span className="flex gap-2">
            <Button tone="quiet" size="small" onClick={() => setChosen([])}>
              Soltar
            </Button>
            <Button tone="danger" size="small" onClick={() => setDeclining(true)}>
              Rechazar elegidas
            </Button>
          </span>
        </div>
      )}
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-16 rounded-md" />
          <Skeleton className="h-16 rounded-md" />
          <Skeleton className="h-16 rounded-md" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : those.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title={
            isFiltered
              ? 'Nadie cumple esos filtros'
              : search.show === 'decided'
                ? 'Todavía no decides ninguna'
                : 'Nada por responder'
          }
          text={
            isFiltered
              ? 'Quita alguno para ver más.'
              : 'Cuando alguien pida lugar en tus espacios, aparece aquí con su experiencia y sus documentos.'
          }
        />
      ) : (
        <ApplicationList
          applications={those}
          chosen={picked}
          onChoose={setChosen}
          opened={search.application}
          onOpen={onOpen}
        />
      )}
      {declining ? (
        <DeclineMany
          ids={picked}
          onClose={() => {
            setDeclining(false)
            setChosen([])
          }}
        />
      ) : null}
    </div>
  )
}

const DeclineMany = ({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) => {
  const form = useForm<{ reason: declineReason.DeclineReason }>({ initial: () => ({ reason: 'filled' }) })
  const { reason } = form.values
  const move = useMove(
    () => call(applicationReview.rejectMany, { body: { ids: [...ids], reason } }),
    { title: 'Les avisamos', text: 'Cada quien lee el motivo.' },
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rechazar ${ids.length} ${ids.length === 1 ? 'solicitud' : 'solicitudes'}`}
      description="Un motivo neutral para todas. Las que cambiaron mientras tanto se quedan como están."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button tone="danger" busy={move.isPending} onClick={() => move.mutate(undefined)}>
            Rechazar
          </Button>
        </>
      }
    >
      <Reasons {...form.pick('reason')} />
    </Dialog>
  )
}
