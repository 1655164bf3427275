import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { BellOff, BellRing } from 'lucide-react'
import * as contract from '#contract/favourite/visitor-search.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { searchStateOf } from '#web/parts/cards/search-state.ts'
import { capitalZone, dayOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** Always reloaded: it may have ended since. */
const readingOf = (token: string) => ({
  ...reading(contract.linkedSearch, { params: { token } }),
  retry: false,
  refetchOnMount: 'always' as const,
})

export const Route = createFileRoute('/search-alert/$token')({
  loader: ({ context, params }) => context.queryClient.prefetchQuery(readingOf(params.token)),
  head: () => ({
    meta: [
      { title: 'Aviso de búsqueda · Kalli' },
      { name: 'robots', content: 'noindex' },
      // The link is the key: it is sent to no other site.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: SearchAlert,
})

/** A visitor's saved search, by the link of a message: what it is, and how to end it. Opening the link changes nothing. */
function SearchAlert() {
  const { token } = Route.useParams()
  const answer = useQuery({ ...readingOf(token), meta: { showsRefusal: true } })
  const drop = useMutation({ mutationFn: () => call(contract.dropLinkedSearch, { params: { token } }) })
  const isOver =
    drop.isSuccess || (answer.isError && answer.error instanceof ApiError && answer.error.status === 404)
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-2xl flex-col gap-5">
        {isOver ? (
          <div role="status">
            <EmptyState
              heading="h1"
              icon={<BellOff />}
              title={drop.isSuccess ? 'Ya no te avisamos' : 'Este aviso ya terminó'}
              text="Puedes volver a pedirlo desde los resultados de cualquier búsqueda."
              action={
                <Link {...paths.search()} className={buttonClass()}>
                  Buscar
                </Link>
              }
            />
          </div>
        ) : answer.isPending ? (
          <Skeleton className="h-64 rounded-lg" />
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : (
          <>
            <h1 className="text-3xl">Tu aviso de búsqueda</h1>
            <Card className="flex flex-col gap-4">
              <p className="flex items-start gap-3">
                <BellRing aria-hidden className="mt-0.5 size-5 shrink-0 text-barro" />
                <span className="min-w-0">
                  <span className="block font-semibold break-words">{answer.data.label}</span>
                  <span className="block text-[0.9375rem] text-muted">
                    Te avisamos por mensaje hasta el {dayOf(answer.data.expiresAt, capitalZone)}
                  </span>
                </span>
              </p>
              <FormError of={drop.error} />
              <div className="flex flex-wrap gap-3">
                <Link
                  to="/search-results"
                  search={searchStateOf(Object.fromEntries(new URLSearchParams(answer.data.search)))}
                  className={buttonClass()}
                >
                  Ver horarios
                </Link>
                <Button tone="secondary" busy={drop.isPending} onClick={() => drop.mutate()}>
                  Ya no me avises
                </Button>
              </div>
            </Card>
            <Link {...paths.guestBookings('waitlist')} className="self-start font-semibold text-barro">
              Ver todo lo que espero
            </Link>
          </>
        )}
      </div>
    </section>
  )
}
