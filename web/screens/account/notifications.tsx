import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { BellRing, CheckCheck, MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { oneOf } from '#web/search-params.ts'
import { screenHead } from '#web/head.ts'
import { NoticeLine } from '#web/parts/notification/notice.tsx'
import {
  countReading,
  listReading,
  unreadText,
  useRead,
  useReadAll,
} from '#web/parts/notification/reading.ts'
import { paths } from '#web/paths.ts'
import { hasBell } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

type Show = 'all' | 'unread'

export const Route = createFileRoute('/_signed-in/notifications')({
  validateSearch: (requested: Record<string, unknown>): { show?: 'unread' } => ({
    show: oneOf(['unread'], requested.show),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      context.queryClient.prefetchInfiniteQuery(listReading(deps.show ?? 'all')),
      context.queryClient.prefetchQuery(countReading),
    ]),
  head: ({ match: { search } }) => screenHead(search.show && 'Sin leer', 'Notificaciones'),
  component: Notifications,
})

function Notifications() {
  const { show = 'all' } = Route.useSearch()
  const { user } = Route.useRouteContext()
  const navigate = useNavigate()
  const { data } = useQuery(countReading)
  const readAll = useReadAll()
  const unread = data?.count ?? 0
  const queryClient = useQueryClient()
  // The bell refreshes itself: what it counts is on the list.
  const counted = useRef(unread)
  useEffect(() => {
    if (counted.current === unread) return
    counted.current = unread
    void queryClient.invalidateQueries({ queryKey: listReading(show).queryKey })
  }, [queryClient, show, unread])
  if (!hasBell(user)) return <ForClients />
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-reading flex-col gap-6">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-3xl wrap-break-word">Notificaciones</h1>
            <p aria-live="polite" className="mt-1 text-muted">
              {unread > 0 ? unreadText(unread) : data === undefined ? '' : 'Estás al día'}
            </p>
          </div>
          {unread > 0 ? (
            <Button tone="secondary" size="small" busy={readAll.isPending} onClick={() => readAll.mutate()}>
              <CheckCheck aria-hidden className="size-4.5" />
              Marcar todas como leídas
            </Button>
          ) : null}
        </header>
        <Tabs
          label="Qué notificaciones se muestran"
          value={show}
          onChange={(next) =>
            void navigate({
              ...paths.notifications(next === 'unread' ? { show: 'unread' } : {}),
              replace: true,
            })
          }
          tabs={[
            { value: 'all', label: 'Todas' },
            { value: 'unread', label: 'Sin leer' },
          ]}
        >
          <List show={show} />
        </Tabs>
      </div>
    </section>
  )
}

const List = ({ show }: { show: Show }) => {
  const answer = useInfiniteQuery(listReading(show))
  const read = useRead()
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <span className="sr-only">Cargando…</span>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-24 rounded-lg" />
        ))}
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const all = answer.data.pages.flatMap(({ items }) => items)
  if (all.length === 0) return <Nothing show={show} />
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {all.map((notice) => (
          <li key={notice.id}>
            <NoticeLine
              notice={notice}
              roomy
              onOpen={() => {
                if (!notice.isRead) read.mutate(notice.id)
              }}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        error={answer.isFetchNextPageError ? answer.error : null}
        onMore={() => void answer.fetchNextPage()}
      />
    </>
  )
}

const Nothing = ({ show }: { show: Show }) =>
  show === 'unread' ? (
    <EmptyState
      icon={<CheckCheck />}
      title="Leíste todo"
      text="Lo nuevo aparecerá aquí y en la campana."
      action={
        <Link {...paths.notifications()} className={buttonClass({ tone: 'secondary' })}>
          Ver todas
        </Link>
      }
    />
  ) : (
    <EmptyState
      icon={<BellRing />}
      title="No tienes notificaciones"
      text="Te notificaremos cuando algo interesante pase"
    />
  )

/** The bell is for professionals and hosts (spec §6); a client is notified by email and on their bookings (product.md §2). */
const ForClients = () => (
  <EmptyState
    heading="h1"
    icon={<MailCheck />}
    title="Tus avisos llegan a tu correo"
    text="Los que no has leído están también en Mis reservas, y cada reserva muestra siempre cómo va."
    action={
      <Link {...paths.myBookings()} className={buttonClass()}>
        Ver mis reservas
      </Link>
    }
    className="min-h-[60vh] justify-center"
  />
)
