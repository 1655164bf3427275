import { useQuery } from '@tanstack/react-query'
import { EyeOff, MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Conversation as Read, talk } from '#contract/conversation/conversation.ts'
import { ApiError } from '#web/api.ts'
import { Composer } from '#web/parts/conversation/composer.tsx'
import { hides } from '#web/parts/conversation/hides.ts'
import { useLive } from '#web/parts/conversation/live.ts'
import { MessageLog } from '#web/parts/conversation/message-log.tsx'
import { MoreMenu } from '#web/parts/conversation/more-menu.tsx'
import { useOutbox } from '#web/parts/conversation/outbox.ts'
import { conversationReading, type Where } from '#web/parts/conversation/reading.ts'
import { useReading } from '#web/parts/conversation/use-reading.ts'
import { sessionQuery } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { useOnline } from '#web/ui/use-online.ts'

/** A conversation, on any page: the other party, the messages, and the message field. As high as its container. */
export const Conversation = ({
  where,
  className,
  back,
  heading = 'h2',
}: {
  where: Where
  className?: string
  /** Shown before the name, such as a back link. */
  back?: ReactNode
  heading?: 'h2' | 'h3'
}) => {
  const { data: user } = useQuery(sessionQuery)
  const live = useLive(
    user ? undefined : where.t === undefined ? 'off' : { booking: where.about, t: where.t },
  )
  const isOnline = useOnline()
  const answer = useQuery({
    ...conversationReading(where),
    refetchInterval: live ? talk.pollMs.live : talk.pollMs.alone,
    retry: (times, problem) => !(problem instanceof ApiError && problem.status < 500) && times < 3,
  })
  if (answer.isPending) return <Waiting className={className} />
  if (answer.isLoadingError)
    return (
      <div className={className}>
        {back}
        {answer.error instanceof ApiError && answer.error.status === 404 ? (
          <EmptyState
            icon={<MessagesSquare />}
            title="No encontramos esa conversación"
            text="Es de otras personas, o ya no existe."
          />
        ) : (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        )}
      </div>
    )
  return (
    <Open
      key={`${where.kind}-${where.about}`}
      where={where}
      read={answer.data}
      person={user?.id ?? null}
      live={isOnline && (live || !answer.isRefetchError)}
      className={className}
      back={back}
      heading={heading}
    />
  )
}

const Open = ({
  where,
  read,
  person,
  live,
  className,
  back,
  heading: Heading,
}: {
  where: Where
  read: Read
  /** Null: a visitor without an account. */
  person: number | null
  live: boolean
  className: string | undefined
  back: ReactNode
  heading: 'h2' | 'h3'
}) => {
  const { kind, about } = where
  // The same key wherever the conversation is opened.
  const talkOf = `${kind}.${about}.${read.as}`
  const outbox = useOutbox(where, { person, talk: talkOf })
  const { messages, older, loadOlder, firstUnread } = useReading(where, read)
  return (
    <section
      aria-label={`Conversación con ${read.other.name}`}
      className={classNames('flex min-h-0 flex-col', className)}
    >
      <header className="flex items-center gap-3 border-b border-line pb-3">
        {back}
        <Avatar name={read.other.name} src={read.other.photo} size={44} className="shrink-0" />
        <div className="min-w-0 flex-1">
          <Heading className="truncate font-display text-lg leading-snug font-semibold">
            {read.other.name}
          </Heading>
          <p className="text-sm leading-snug text-pretty text-muted">
            {read.title} · {read.detail}
          </p>
        </div>
        <MoreMenu where={where} read={read} messages={messages} />
      </header>
      {live ? null : (
        <p role="status" className="bg-maiz-soft px-3 py-1.5 text-center text-sm">
          Sin conexión. Lo que envíes sale solo cuando regrese.
        </p>
      )}
      <MessageLog
        where={where}
        read={read}
        messages={messages}
        older={older}
        firstUnread={firstUnread}
        onOlder={loadOlder}
        outbox={outbox}
      />
      {read.hides && read.mayWrite.allowed ? (
        <p className="flex items-start gap-2 pt-2 text-[0.8125rem] leading-snug text-muted">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {hides.untilConfirmed}
        </p>
      ) : null}
      <Composer draft={`talk.${talkOf}`} read={read} outbox={outbox} />
    </section>
  )
}

const Waiting = ({ className }: { className: string | undefined }) => (
  <div aria-busy="true" className={classNames('flex flex-col gap-4', className)}>
    <span className="sr-only">Cargando la conversación…</span>
    <Skeleton className="h-12 w-3/4" />
    <Skeleton className="mt-6 h-14 w-2/3" />
    <Skeleton className="ml-auto h-10 w-1/2" />
    <Skeleton className="h-10 w-3/5" />
  </div>
)
