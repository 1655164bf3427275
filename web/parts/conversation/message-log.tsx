import { MessagesSquare } from 'lucide-react'
import { useEffect, useRef, useState, type UIEvent } from 'react'
import type { Conversation, ConversationMessage } from '#contract/conversation/conversation.ts'
import type { Outbox } from '#web/parts/conversation/outbox.ts'
import type { Where } from '#web/parts/conversation/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { Bubble, Unsent } from '#web/parts/conversation/message-bubble.tsx'
import { isSameDay, dayText } from '#web/parts/conversation/message-time.ts'

type Props = {
  where: Where
  read: Conversation
  messages: readonly ConversationMessage[]
  older: { has: boolean; busy: boolean }
  firstUnread: number | undefined
  onOlder: () => void
  outbox: Outbox
}

/** The messages, newest last. Screen readers announce new messages, but not older ones loaded by scrolling up. */
export const MessageLog = ({ where, read, messages, older, firstUnread, onOlder, outbox }: Props) => {
  const { frame, content, hasNew, goDown, onScroll, beforeOlder } = useFollowNewest()
  const [firstShown] = useState(() => read.messages[0]?.number ?? 0)
  const count = messages.length + outbox.pending.length
  const [before, since] = [
    messages.filter(({ number }) => number < firstShown),
    messages.filter(({ number }) => number >= firstShown),
  ]
  const lastRead = messages.findLast(({ mine, number }) => mine && number <= read.otherRead)
  const lastMine = messages.findLast(({ mine }) => mine)
  const entry = (message: ConversationMessage, previous: ConversationMessage | undefined) => (
    <Entry
      key={message.id}
      where={where}
      message={message}
      previous={previous}
      isFirstUnread={message.number === firstUnread}
      other={read.other.name}
      delivered={
        message === lastRead ? 'Leído' : message === lastMine && lastRead !== lastMine ? 'Enviado' : null
      }
    />
  )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={frame}
        // What scrolls must be reachable by keyboard (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Mensajes"
        onScroll={onScroll}
        className="-mx-1 min-h-48 flex-1 overflow-y-auto overscroll-contain px-1"
      >
        <div ref={content} className="flex min-h-full flex-col py-3">
          {older.has ? (
            <Button
              tone="quiet"
              size="small"
              className="self-center"
              busy={older.busy}
              onClick={() => {
                beforeOlder()
                onOlder()
              }}
            >
              Ver mensajes anteriores
            </Button>
          ) : null}
          {before.length === 0 ? null : (
            <ol className="flex flex-col gap-1">
              {before.map((message, place) => entry(message, before[place - 1]))}
            </ol>
          )}
          <div role="log" aria-live="polite" aria-label="Mensajes recientes" className="mt-auto">
            <ol className="flex flex-col gap-1">
              {since.map((message, place) => entry(message, since[place - 1] ?? before.at(-1)))}
              {outbox.pending
                .filter(({ id }) => messages.every((message) => message.id !== id))
                .map((one) => (
                  <Unsent key={one.id} one={one} outbox={outbox} />
                ))}
            </ol>
          </div>
          {count === 0 ? <Nothing read={read} /> : null}
        </div>
      </div>
      {hasNew ? (
        <Button
          tone="secondary"
          size="small"
          className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-card"
          onClick={goDown}
        >
          Mensajes nuevos
        </Button>
      ) : null}
    </div>
  )
}

/** Keeps the newest message in view while the user is at the end, and the scroll position while older ones are inserted above. */
const useFollowNewest = () => {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isBelow = useRef(true)
  const asksAbove = useRef(false)
  const [hasNew, setHasNew] = useState(false)
  const goDown = () => {
    frame.current?.scrollTo({ top: frame.current.scrollHeight })
    setHasNew(false)
  }
  // A photo also makes it longer once it has loaded.
  useEffect(() => {
    const { current: box } = frame
    const { current: inner } = content
    if (box === null || inner === null) return
    let height = 0
    const observer = new ResizeObserver(() => {
      const more = inner.offsetHeight - height
      height = inner.offsetHeight
      if (more <= 0) return
      if (asksAbove.current) {
        asksAbove.current = false
        box.scrollTop += more
      } else if (isBelow.current || inner.querySelector('[data-unsent]') !== null)
        box.scrollTo({ top: box.scrollHeight })
      else setHasNew(true)
    })
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  const onScroll = ({
    currentTarget: { scrollHeight, scrollTop, clientHeight },
  }: UIEvent<HTMLDivElement>) => {
    isBelow.current = scrollHeight - scrollTop - clientHeight < 80
    if (isBelow.current) setHasNew(false)
  }
  const beforeOlder = () => {
    asksAbove.current = true
  }
  return { frame, content, hasNew, goDown, onScroll, beforeOlder }
}

const Entry = ({
  where,
  message,
  previous,
  isFirstUnread,
  other,
  delivered,
}: {
  where: Where
  message: ConversationMessage
  previous: ConversationMessage | undefined
  isFirstUnread: boolean
  other: string
  delivered: string | null
}) => (
  <>
    {previous !== undefined && isSameDay(previous.at, message.at) ? null : <Day at={message.at} />}
    {isFirstUnread ? <Divider text="Mensajes nuevos" /> : null}
    <Bubble
      where={where}
      message={message}
      other={other}
      isSame={previous?.mine === message.mine && isSameDay(previous.at, message.at)}
      delivered={delivered}
    />
  </>
)

const Nothing = ({ read }: { read: Conversation }) => (
  <div className="m-auto flex max-w-[32ch] flex-col items-center gap-2 py-8 text-center">
    <span
      aria-hidden
      className="arch flex h-18 w-14 items-center justify-center bg-barro-soft text-barro-deep [&_svg]:size-6"
    >
      <MessagesSquare />
    </span>
    <p className="font-display text-lg font-semibold">Aún no hay mensajes</p>
    <p className="text-[0.9375rem] text-muted">
      {read.mayWrite.allowed
        ? `Pregunta lo que necesites sobre ${read.title}. Solo ustedes dos lo leen.`
        : 'Nadie escribió aquí.'}
    </p>
  </div>
)

const Divider = ({ text }: { text: string }) => (
  <li className="my-2 flex items-center gap-3 text-[0.8125rem] font-semibold text-barro before:h-px before:flex-1 before:bg-barro/40 after:h-px after:flex-1 after:bg-barro/40">
    {text}
  </li>
)

const Day = ({ at }: { at: string }) => (
  <li className="mt-3 mb-1 self-center rounded-full bg-sunk px-3 py-0.5 text-[0.8125rem] text-muted first-letter:uppercase">
    <time dateTime={at} suppressHydrationWarning>
      {dayText(at)}
    </time>
  </li>
)
