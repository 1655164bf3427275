import { CircleAlert, Clock, EyeOff } from 'lucide-react'
import * as contract from '#contract/conversation/conversation.ts'
import type { ConversationMessage } from '#contract/conversation/conversation.ts'
import { address } from '#web/api.ts'
import type { Outbox, Pending } from '#web/parts/conversation/outbox.ts'
import { inputOf, type Where } from '#web/parts/conversation/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { timeText } from '#web/parts/conversation/message-time.ts'

const bubble = 'max-w-[85%] rounded-lg px-3.5 py-2 sm:max-w-[78%]'
const mineTone = 'bg-jacaranda-soft'
const otherTone = 'border border-line bg-raised'
export const Bubble = ({
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

export const Unsent = ({ one, outbox }: { one: Pending; outbox: Outbox }) => (
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
