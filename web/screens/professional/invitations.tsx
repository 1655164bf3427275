import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { textIn } from '#web/search-params.ts'
import { receivedReading } from '#web/parts/hiring/reading.ts'
import { Received } from '#web/parts/hiring/received.tsx'
import { isOpen } from '#web/parts/hiring/invitation-status.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

type Search = { category?: Category; open?: string }

export const Route = createFileRoute('/_signed-in/professional-invitations')({
  staticData: { profile: 'professional' },
  validateSearch: (search: Record<string, unknown>): Search => ({
    category: isCategory(search.category) ? search.category : undefined,
    open: textIn(search.open),
  }),
  loaderDeps: ({ search }) => ({ category: search.category }),
  loader: async ({ context: { queryClient, user }, deps }) => {
    if (user.availableRoles.includes('professional'))
      await queryClient.prefetchInfiniteQuery(receivedReading(deps.category))
  },
  head: () => ({ meta: [{ title: 'Invitaciones · Kalli' }] }),
  component: Invitations,
})

function Invitations() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const answer = useInfiniteQuery(receivedReading(search.category))
  const all = answer.data?.pages.flatMap(({ items }) => items) ?? []
  const waiting = all.filter(isOpen).length
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h1 className="text-3xl sm:text-4xl">Invitaciones</h1>
            <p className="mt-1 text-muted">
              {waiting === 0
                ? 'Espacios que te quieren en su equipo de profesionales.'
                : waiting === 1
                  ? 'Un espacio espera tu respuesta.'
                  : `${waiting} espacios esperan tu respuesta.`}
            </p>
          </div>
          <Field label="Categoría" className="w-full sm:w-56">
            {(control) => (
              <Select
                {...control}
                value={search.category ?? ''}
                onChange={({ target }) =>
                  void navigate({
                    search: { category: isCategory(target.value) ? target.value : undefined },
                    replace: true,
                    resetScroll: false,
                  })
                }
              >
                <option value="">Todas</option>
                {Object.entries(categories).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </header>
        {answer.isPending ? (
          <div role="status" aria-label="Cargando invitaciones" className="flex flex-col gap-5">
            <Skeleton className="h-72 rounded-lg" />
            <Skeleton className="h-72 rounded-lg" />
          </div>
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : all.length === 0 ? (
          <EmptyState
            icon={<MailOpen />}
            title={
              search.category === undefined ? 'Todavía no tienes invitaciones' : 'Nada en esta categoría'
            }
            text={
              search.category === undefined
                ? 'Los espacios invitan a quien tiene su perfil completo y sus días libres al corriente. También puedes buscar tú.'
                : 'Prueba con otra categoría o mira todas.'
            }
            action={
              <Link
                {...(search.category === undefined ? paths.search({ type: 'spaces' }) : paths.invitations())}
                className={buttonClass({ tone: 'secondary' })}
              >
                {search.category === undefined ? 'Buscar espacios' : 'Ver todas'}
              </Link>
            }
          />
        ) : (
          <>
            <Lists all={all} search={search} />
            <LoadMore
              has={answer.hasNextPage}
              busy={answer.isFetchingNextPage}
              error={answer.isFetchNextPageError ? answer.error : null}
              onMore={() => void answer.fetchNextPage()}
            />
          </>
        )}
      </div>
    </section>
  )
}

/** Open invitations; the answered ones are folded below them. */
const Lists = ({ all, search }: { all: readonly Invitation[]; search: Search }) => {
  const open = all.filter(isOpen)
  const over = all.filter((one) => !isOpen(one))
  const [isFoldOpen, setFoldOpen] = useState(false)
  const [opened, setOpened] = useState<string>()
  // Opens for the one that the address names, and stays open when that one is closed.
  const named = over.find(({ id }) => id === search.open)?.id
  if (named !== opened) {
    setOpened(named)
    if (named !== undefined) setFoldOpen(true)
  }
  const list = (those: readonly Invitation[]) => (
    <ul className="flex flex-col gap-5">
      {those.map((one) => (
        <li key={one.id}>
          <Received of={one} open={search.open === one.id} to={search} isFirst={one.id === open[0]?.id} />
        </li>
      ))}
    </ul>
  )
  if (open.length === 0 || over.length === 0) return list(all)
  return (
    <>
      {list(open)}
      <details open={isFoldOpen} onToggle={({ currentTarget }) => setFoldOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-jacaranda-deep underline underline-offset-4">
          Ya respondidas o vencidas ({over.length})
        </summary>
        <div className="mt-3">{list(over)}</div>
      </details>
    </>
  )
}
