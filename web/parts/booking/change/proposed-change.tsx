import { useMutation } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useRef } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import * as changes from '#contract/booking/change/change.ts'
import type { Side } from '#contract/booking/change/change.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { HourForRequest } from '#web/parts/booking/change/hour-for-request.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

type Answer = 'accept' | 'decline' | 'withdraw'
type Words = Readonly<Record<Answer, { button: string; done: string }>>
const words: Words = {
  accept: { button: 'Aceptar la hora', done: 'Respuesta enviada' },
  decline: { button: 'Quedarme como está', done: 'Sigue a su hora' },
  withdraw: { button: 'Retirar propuesta', done: 'Propuesta retirada' },
}
/** Only for a request: accepting confirms it. */
const wordsOfRequest: Words = {
  ...words,
  accept: { button: 'Aceptar y confirmar', done: 'Hora aceptada' },
  decline: { button: 'Prefiero la que pedí', done: 'Sigue tu solicitud' },
}

type Changing = Pick<Booking, 'id' | 'version' | 'zone' | 'startsAt'> & {
  status: string
  totalCents?: number | null
  moneyWords?: string | undefined
  moves: readonly { move: string; allowed: boolean; reason: string | null }[]
  professional: { firstName: string }
}

/** A proposed hour: what it is, until when, and the viewer's possible answers. */
export default function ProposedChange({
  booking: one,
  change,
  as,
  token,
  onCounter,
}: {
  booking: Changing
  change: NonNullable<Booking['change']>
  as: Side
  token?: string | undefined
  /** Opens the dialog for another hour, once this one is declined. */
  onCounter?: (() => void) | undefined
}) {
  const reply = useAnswerChange(one, token, as)
  const who = {
    client: as === 'client' ? 'Propusiste' : 'Tu cliente propone',
    professional: as === 'professional' ? 'Propusiste' : `${one.professional.firstName} propone`,
    host: as === 'host' ? 'Propusiste' : 'El espacio propone',
  }[change.by]
  const answers: readonly Answer[] = change.by === as ? ['withdraw'] : ['accept', 'decline']
  const { paying } = change
  // A client whose booking is only a request makes a new one: another hour is another request.
  const counters = onCounter !== undefined && change.by !== as && paying === null && !reply.isRequest
  const moveOf = (answer: Answer) => one.moves.find(({ move }) => move === `${answer}_change`)
  return (
    <div
      role="group"
      aria-label="Otra hora propuesta"
      className="flex flex-col gap-3 rounded-md bg-maiz-soft p-4 text-maiz-ink"
    >
      {reply.isRequest ? (
        <HourForRequest booking={one} change={change} as={as} onEnd={() => void reply.refresh()} />
      ) : (
        <ProposalText who={who} change={change} one={one} as={as} paying={paying} reply={reply} />
      )}
      {change.note === '' ? null : (
        <blockquote className="border-l-4 border-maiz-ink/30 pl-3">{change.note}</blockquote>
      )}
      {reply.answering.isError ? (
        <p role="alert" className="font-medium text-chile">
          {reply.answering.error.message}
        </p>
      ) : null}
      <AnswerButtons
        paying={paying}
        answers={answers}
        moveOf={moveOf}
        reply={reply}
        counters={counters}
        onCounter={onCounter}
      />
    </div>
  )
}

const useAnswerChange = (one: Changing, token: string | undefined, as: Side) => {
  const refresh = useRefreshBookings()
  const isRequest = one.status === 'requested'
  const said = isRequest ? wordsOfRequest : words
  const counter = useRef<() => void>(undefined)
  const answering = useMutation({
    mutationFn: (answer: Answer) =>
      call(changes.answerChange, {
        params: { id: one.id, answer },
        query: token === undefined ? {} : { t: token },
        body: { as, version: one.version },
      }),
    onSuccess: async (_, answer) => {
      toast(said[answer].done, 'Avisamos a las demás personas.', 'good')
      await refresh()
      counter.current?.()
    },
    onError: async () => {
      counter.current = undefined
      await refresh()
    },
  })
  /** Declines, and opens the dialog for another hour once that has succeeded. */
  const declineAndCounter = (open: (() => void) | undefined) => {
    counter.current = open
    answering.mutate('decline')
  }
  return { isRequest, refresh, answering, said, declineAndCounter }
}

type ChangeReply = ReturnType<typeof useAnswerChange>

const ProposalText = ({
  who,
  change,
  one,
  as,
  paying,
  reply,
}: {
  who: string
  change: NonNullable<Booking['change']>
  one: Changing
  as: Side
  paying: NonNullable<Booking['change']>['paying']
  reply: ChangeReply
}) => (
  <p className="flex items-start gap-2.5">
    <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0" />
    <span>
      {who} moverla al <strong>{shortOf(change.startsAt, one.zone)}</strong>, {change.place}.{' '}
      {priceText(change, as)}
      {change.refundWords === null ? '' : `Cuesta menos: ${change.refundWords}. `}
      {as !== 'host' || change.by === 'host' || change.worthCents === null
        ? ''
        : `Por tus precios de hoy costaría ${formatCents(change.worthCents)}; lo pagado no sube. `}
      {paying === null ? (
        <>
          <TimeLeft until={change.expiresAt} onEnd={() => void reply.refresh()} />; mientras tanto sigue en
          pie.
        </>
      ) : (
        'Falta que tu banco lo apruebe; mientras tanto sigue en pie.'
      )}
    </span>
  </p>
)

const AnswerButtons = ({
  paying,
  answers,
  moveOf,
  reply,
  counters,
  onCounter,
}: {
  paying: NonNullable<Booking['change']>['paying']
  answers: readonly Answer[]
  moveOf: (answer: Answer) => { allowed: boolean; reason: string | null } | undefined
  reply: ChangeReply
  counters: boolean
  onCounter: (() => void) | undefined
}) => (
  <div className="flex flex-wrap items-start gap-3">
    {paying === null || paying.actionUrl === null ? null : (
      <a href={paying.actionUrl} className={buttonClass({ size: 'small' })}>
        Ir a tu banco
      </a>
    )}
    {answers.map((answer) => {
      const move = moveOf(answer)
      return move === undefined ? null : (
        <Button
          key={answer}
          size="small"
          tone={answer === 'accept' ? 'primary' : 'secondary'}
          busy={reply.answering.isPending && reply.answering.variables === answer}
          blocked={move.allowed ? undefined : (move.reason ?? undefined)}
          onClick={() => reply.answering.mutate(answer)}
        >
          {reply.said[answer].button}
        </Button>
      )
    })}
    {counters ? (
      <Button
        size="small"
        tone="quiet"
        busy={reply.answering.isPending && reply.answering.variables === 'decline'}
        blocked={moveOf('decline')?.reason ?? undefined}
        onClick={() => reply.declineAndCounter(onCounter)}
      >
        Rechazar y proponer otra hora
      </Button>
    ) : null}
  </div>
)

/** The change of the price, worded for the viewer; the host's money is the rent. */
const priceText = (
  {
    by,
    differenceCents,
    feeCents,
  }: Pick<NonNullable<Booking['change']>, 'by' | 'differenceCents' | 'feeCents'>,
  as: Side,
): string => {
  if (as === 'host' || (differenceCents === 0 && feeCents === 0)) return ''
  const difference =
    differenceCents === 0
      ? []
      : [
          `${differenceCents > 0 ? 'Sube' : 'Baja'} ${formatCents(Math.abs(differenceCents))}${differenceCents < 0 && by !== 'client' && as === 'client' ? ', que recuperas' : ''}`,
        ]
  const fee = feeCents === 0 ? [] : [`la cuota por cambiar otra vez es de ${formatCents(feeCents)}`]
  const said = [...difference, ...fee].join(' y ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}. `
}
