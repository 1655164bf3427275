import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowLeft, ImageIcon, MessagesSquare } from 'lucide-react'
import { type ConversationLine, talk } from '#contract/conversation/conversation.ts'
import { Conversation } from '#web/parts/conversation/conversation.tsx'
import { useLive } from '#web/parts/conversation/live.ts'
import {
  conversationReading,
  listReading,
  type Where,
  whereIn,
  withOf,
} from '#web/parts/conversation/reading.ts'
import { NoticeTime } from '#web/parts/notification/notice.tsx'
import { textIn } from '#web/search-params.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

export const Route = createFileRoute('/_signed-in/messages')({
  // No closer validation: this code is in the entry of every page.
  validateSearch: (requested: Record<string, unknown>): { with?: string } => ({
    with: textIn(requested.with),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const where = whereIn(deps.with)
    await Promise.all([
      queryClient.prefetchInfiniteQuery(listReading),
      where === undefined ? undefined : queryClient.prefetchQuery(conversationReading(where)),
    ])
  },
  head: () => ({ meta: [{ title: 'Mensajes · Kalli' }] }),
  component: Messages,
})

/** On a phone the list or one conversation; on a wide screen both side by side. */
function Messages() {
  const { with: chosen } = Route.useSearch()
  const where = whereIn(chosen)
  return (
    <section className="page flex h-[calc(100dvh-4.1rem)] min-h-120 flex-col py-4 lg:h-[calc(100dvh-4.6rem)] lg:py-6">
      <h1 className={where === undefined ? 'pb-3 text-3xl' : 'sr-only lg:not-sr-only lg:pb-3! lg:text-3xl'}>
        Mensajes
      </h1>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div
          className={classNames(
            'min-h-0 flex-col gap-3 overflow-y-auto',
            where === undefined ? 'flex' : 'hidden lg:flex',
          )}
        >
          <Inbox shown={chosen} />
        </div>
        {where === undefined ? (
          <div className="hidden items-center justify-center rounded-lg border border-line bg-surface lg:flex">
            <p className="flex flex-col items-center gap-2 text-muted [&_svg]:size-8">
              <MessagesSquare aria-hidden />
              Elige una conversación
            </p>
          </div>
        ) : (
          <div className="flex min-h-0 min-w-0 flex-col lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-5">
            <Conversation where={where} heading="h2" className="min-h-0 flex-1" back={<Back />} />
          </div>
        )}
      </div>
    </section>
  )
}

const Back = () => (
  <Link
    {...paths.messages()}
    aria-label="Todas las conversaciones"
    className="-ml-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunk lg:hidden"
  >
    <ArrowLeft aria-hidden className="size-5" />
  </Link>
)

const Inbox = ({ shown }: { shown: string | undefined }) => {
  const live = useLive()
  const answer = useInfiniteQuery({
    ...listReading,
    refetchInterval: live ? talk.pollMs.live : talk.pollMs.alone * 3,
  })
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <span className="sr-only">Cargando…</span>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-20 rounded-lg" />
        ))}
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const all = answer.data.pages.flatMap(({ items }) => items)
  if (all.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title="Todavía no hay mensajes"
        text="Abre una reserva, una postulación o una invitación y escribe desde ahí."
      />
    )
  return (
    <>
      <ul className="flex flex-col gap-1">
        {all.map((one) => (
          <li key={`${one.kind}.${one.about}`}>
            <Line one={one} isShown={shown !== undefined && shown.startsWith(`${one.kind}.${one.about}`)} />
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

const kindWords = { booking: '', application: 'Postulación · ', invitation: 'Invitación · ' } as const

const Line = ({ one, isShown }: { one: ConversationLine; isShown: boolean }) => {
  const where: Where = { kind: one.kind, about: one.about, as: one.as }
  return (
    <Link
      {...paths.messages({ with: withOf(where) })}
      aria-current={isShown ? 'true' : undefined}
      className={classNames(
        'flex min-h-20 items-center gap-3 rounded-lg border px-3 py-2.5 transition-colors',
        isShown ? 'border-jacaranda bg-jacaranda-soft/60' : 'border-transparent hover:bg-sunk',
      )}
    >
      <Avatar name={one.other.name} src={one.other.photo} size={48} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className={classNames('truncate', one.unread > 0 ? 'font-bold' : 'font-semibold')}>
            {one.other.name}
          </span>
          <NoticeTime at={one.last.at} className="shrink-0 text-xs text-muted" />
        </span>
        <span className="block truncate text-sm text-muted">
          {kindWords[one.kind]}
          {one.title}
        </span>
        <span className="flex items-center gap-2">
          <span
            className={classNames(
              'min-w-0 flex-1 truncate text-[0.9375rem]',
              one.unread > 0 ? 'font-semibold' : 'text-muted',
            )}
          >
            {one.last.mine ? 'Tú: ' : ''}
            {one.last.isPhoto ? (
              <>
                <ImageIcon aria-hidden className="mr-1 inline size-4 align-[-2px]" />
                Foto
              </>
            ) : one.last.text === '' ? (
              'Mensaje retirado'
            ) : (
              one.last.text
            )}
          </span>
          {one.unread > 0 ? (
            <span className="figures flex h-5.5 min-w-5.5 shrink-0 items-center justify-center rounded-full bg-barro px-1.5 text-xs font-bold text-on-barro">
              {one.unread > 99 ? '99+' : one.unread}
              <span className="sr-only"> sin leer</span>
            </span>
          ) : null}
        </span>
      </span>
    </Link>
  )
}
