import { CircleAlert, Clock, EyeOff, MessagesSquare } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { Conversation, ConversationMessage } from '#contract/conversation/conversation.ts'
import * as contract from '#contract/conversation/conversation.ts'
import { address } from '#web/api.ts'
import type { Outbox, Pending } from '#web/parts/conversation/outbox.ts'
import { inputOf, type Where } from '#web/parts/conversation/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'

type Props = {
  where: Where
  read: Conversation
  messages: readonly ConversationMessage[]
  older: { has: boolean; busy: boolean }
  firstUnread: number | undefined
  onOlder: () => void
  outbox: Outbox
}

/** What was said, the newest below. Whoever listens hears what comes new, and nothing of what they scroll up to. */
export const MessageLog = ({ where, read, messages, older, firstUnread, onOlder, outbox }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isBelow = useRef(true)
  const asksAbove = useRef(false)
  const [begunAt] = useState(() => read.messages[0]?.number ?? 0)
  const [hasNew, setHasNew] = useState(false)
  const count = messages.length + outbox.pending.length

  const goDown = () => {
    frame.current?.scrollTo({ top: frame.current.scrollHeight })
    setHasNew(false)
  }
  // Whatever makes it longer, also a picture that arrives: whoever stands below stays below, what comes in above pushes nothing away.
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

  const [before, since] = [
    messages.filter(({ number }) => number < begunAt),
    messages.filter(({ number }) => number >= begunAt),
  ]
  const lastRead = messages.findLast(({ mine, number }) => mine && number <= read.otherRead)
  const lastMine = messages.findLast(({ mine }) => mine)
  const entry = (message: ConversationMessage, previous: ConversationMessage | undefined) => (
    <Fragment key={message.id}>
      {previous !== undefined && isSameDay(previous.at, message.at) ? null : <Day at={message.at} />}
      {message.number === firstUnread ? <Divider text="Mensajes nuevos" /> : null}
      <Bubble
        where={where}
        message={message}
        other={read.other.name}
        isSame={previous?.mine === message.mine && isSameDay(previous.at, message.at)}
        delivered={
          message === lastRead ? 'Leído' : message === lastMine && lastRead !== lastMine ? 'Enviado' : null
        }
      />
    </Fragment>
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
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isBelow.current = scrollHeight - scrollTop - clientHeight < 80
          if (isBelow.current) setHasNew(false)
        }}
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
                asksAbove.current = true
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

const bubble = 'max-w-[85%] rounded-lg px-3.5 py-2 sm:max-w-[78%]'
const mineTone = 'bg-jacaranda-soft'
const otherTone = 'border border-line bg-raised'

const Bubble = ({
  where,
  message: one,
  other,
  isSame,
  delivered,
}: {
  where: Where
  message: ConversationMessage
  other: string
  isSame: boolean
  delivered: string | null
}) => (
  <li className={classNames('flex flex-col', one.mine ? 'items-end' : 'items-start', isSame ? '' : 'mt-2')}>
    <div
      className={classNames(
        bubble,
        one.mine ? mineTone : otherTone,
        one.mine ? 'rounded-br-xs' : 'rounded-bl-xs',
        one.photo !== null && 'overflow-hidden p-1!',
      )}
    >
      <span className="sr-only">{one.mine ? 'Tú' : other}: </span>
      {one.gone !== null ? (
        <em className="text-muted">
          {one.gone === 'removed' ? 'Kalli retiró este mensaje.' : 'Mensaje borrado con su cuenta.'}
        </em>
      ) : one.photo !== null ? (
        <Photo where={where} message={one} photo={one.photo} />
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">{one.text}</p>
      )}
      {one.hidden ? (
        <p className="mt-1 flex items-center gap-1.5 text-[0.8125rem] text-muted">
          <EyeOff aria-hidden className="size-3.5 shrink-0" />
          Se muestra al confirmarse
        </p>
      ) : null}
    </div>
    <p className="px-1 pt-0.5 text-xs text-muted">
      <time dateTime={one.at} suppressHydrationWarning>
        {timeText(one.at)}
      </time>
      {delivered === null ? null : <span> · {delivered}</span>}
    </p>
  </li>
)

const Photo = ({
  where,
  message,
  photo,
}: {
  where: Where
  message: ConversationMessage
  photo: { width: number; height: number }
}) => {
  const [path = '', search] = address(contract.conversation, inputOf(where)).split('?')
  const at = (size: string) =>
    `${path}/photos/${message.id}/${size}${search === undefined ? '' : `?${search}`}`
  return (
    <a href={at('large')} target="_blank" rel="noreferrer" className="block">
      <img
        src={at('small')}
        alt={message.mine ? 'Foto que enviaste' : 'Foto que recibiste'}
        width={photo.width}
        height={photo.height}
        loading="lazy"
        decoding="async"
        style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
        className="max-h-80 w-auto max-w-full rounded-md bg-sunk object-cover"
      />
    </a>
  )
}

const Unsent = ({ one, outbox }: { one: Pending; outbox: Outbox }) => (
  <li data-unsent="" className="mt-1 flex flex-col items-end">
    <div className={classNames(bubble, mineTone, 'rounded-br-xs opacity-75', one.photo !== null && 'p-1!')}>
      <span className="sr-only">Tú, sin enviar todavía: </span>
      {one.photo === null ? (
        <p className="wrap-anywhere whitespace-pre-wrap">{one.text}</p>
      ) : (
        <img
          src={one.photo.preview}
          alt="Foto por enviar"
          className="max-h-60 max-w-full rounded-md object-cover"
        />
      )}
    </div>
    {one.state === 'sending' ? (
      <p className="flex items-center gap-1.5 px-1 pt-0.5 text-xs text-muted">
        <Spinner />
        Enviando…
      </p>
    ) : one.state === 'waiting' ? (
      <div className="flex max-w-[85%] flex-wrap items-center justify-end gap-x-2">
        <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
          <Clock aria-hidden className="size-4 shrink-0" />
          Sin enviar. Lo intentamos de nuevo solos.
        </p>
        <Button tone="quiet" size="small" onClick={() => outbox.again(one)}>
          Enviar ahora
        </Button>
        <Button tone="quiet" size="small" onClick={() => outbox.drop(one)}>
          Descartar
        </Button>
      </div>
    ) : (
      <div className="flex max-w-[85%] flex-wrap items-center justify-end gap-x-2">
        <p role="alert" className="flex items-center gap-1.5 text-sm font-medium text-chile">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {one.problem ?? 'No se envió.'}
        </p>
        <Button tone="quiet" size="small" onClick={() => outbox.again(one)}>
          Reintentar
        </Button>
        <Button tone="quiet" size="small" onClick={() => outbox.drop(one)}>
          Descartar
        </Button>
      </div>
    )}
  </li>
)

/** On the reader's own clock: a conversation is not at a place. */
const formats: Record<string, Intl.DateTimeFormat> = {}
const format = (name: string, options: Intl.DateTimeFormatOptions) =>
  (formats[name] ??= new Intl.DateTimeFormat('es-MX', options))

/** "hoy, 10:42": which of several photos is meant. */
export const momentText = (at: string) => `${dayText(at)}, ${timeText(at)}`

const timeText = (at: string) =>
  format('time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))

const isSameDay = (one: string, other: string) =>
  new Date(one).toDateString() === new Date(other).toDateString()

const dayText = (at: string) => {
  const day = new Date(at)
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (day.toDateString() === today.toDateString()) return 'hoy'
  if (day.toDateString() === yesterday.toDateString()) return 'ayer'
  return format('day', { weekday: 'long', day: 'numeric', month: 'long' }).format(day).replace(',', '')
}
