import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass, Snowflake } from 'lucide-react'
import * as contract from '#contract/booking/settlement/dispute.ts'
import type * as disputeMoves from '#contract/booking/settlement/dispute-moves.ts'
import type { Dispute } from '#contract/booking/settlement/dispute.ts'
import { type DisputeSide, silentText } from '#contract/booking/settlement/dispute-subject.ts'
import { call, reading } from '#web/api.ts'
import { PhotoPicker } from '#web/parts/booking/settlement/photos.tsx'
import { OvertimeCard } from '#web/parts/booking/visit/overtime.tsx'
import { DisputeStory, frozenText } from '#web/parts/booking/settlement/dispute-story.tsx'
import { sendProblemPhoto, sentPhotos, useProblemRequest } from '#web/parts/booking/settlement/use-dispute.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

type Props = { bookingId: string; as: DisputeSide; token?: string | undefined }

/** A reported problem of a visit: its state and deadline, what is pending, all statements, and the viewer's next step. */
export default function DisputeView({ bookingId, as, token }: Props) {
  const answer = useQuery({
    ...reading(contract.disputes, {
      params: { id: bookingId },
      query: { as, ...(token === undefined ? {} : { t: token }) },
    }),
    retry: false,
  })
  if (answer.isPending) return <Skeleton className="h-52 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const { disputes } = answer.data
  const nothing = (
    <EmptyState
      icon={<CircleCheck />}
      title="Nada reportado"
      text="De esta cita nadie reportó un problema que te toque."
    />
  )
  const otherwise = disputes.length === 0 ? nothing : null
  return (
    <div className="flex flex-col gap-5">
      {as === 'client' || disputes.some(({ line }) => line === 'overtime') ? (
        otherwise
      ) : (
        <OvertimeCard bookingId={bookingId} as={as} otherwise={otherwise} />
      )}
      {disputes.length === 0 ? null : (
        <ul className="flex flex-col gap-5">
          {disputes.map((one) => (
            <li key={one.id}>
              <One dispute={one} token={token} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const One = ({ dispute: one, token }: { dispute: Dispute; token: string | undefined }) => {
  const { title, text, until } = current(one)
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 className="text-xl">{title}</h2>
        <p className="text-[0.9375rem] text-muted">
          {one.service}, {shortOf(one.startsAt, one.zone)}. {text}
        </p>
      </div>
      {until === null ? null : (
        <p className="flex items-center gap-2.5 font-semibold">
          <Hourglass aria-hidden className="size-5 shrink-0 text-barro" />
          <span>
            <TimeLeft until={until} />
            <span className="font-normal text-muted">, hasta el {shortOf(until, one.zone)}</span>
          </span>
        </p>
      )}
      {one.state === 'closed' ? null : (
        <p className="flex items-start gap-2.5 rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
          <Snowflake aria-hidden className="mt-0.5 size-5 shrink-0 text-jacaranda" />
          {frozenText(one)}
        </p>
      )}
      <DisputeStory of={one} token={token} />
      <Todo dispute={one} token={token} />
    </Card>
  )
}

const current = (one: Dispute): { title: string; text: string; until: string | null } => {
  const isMine = one.side === one.openedBy
  switch (one.state) {
    case 'waiting':
      return {
        title: isMine ? 'Se espera su respuesta' : 'Responde a este problema',
        text: isMine
          ? `Si no responde, ${silentText(one.subject, 'a tu favor')}.`
          : `Si no respondes, ${silentText(one.subject, 'a su favor')}.`,
        until: one.answerBy,
      }
    case 'mediation':
      return {
        title: 'Kalli lee las dos versiones',
        text: 'Alguien del equipo decide y te avisamos.',
        until: one.mediateBy,
      }
    case 'resolved':
      return {
        title: 'Se resolvió',
        text: 'Si nadie apela, el dinero se mueve al terminar el plazo.',
        until: one.appealBy,
      }
    case 'appealed':
      return {
        title: 'En apelación',
        text: 'Alguien del equipo lo revisa por última vez.',
        until: one.mediateBy,
      }
    case 'closed':
      return {
        title: one.withdrawn && !one.fellAway ? 'Se retiró el reporte' : 'Quedó cerrado',
        text: one.fellAway
          ? 'La cita se canceló o alguien no asistió, y del dinero se decidió así.'
          : one.withdrawn
            ? 'El dinero siguió su curso.'
            : 'En tu recibo ves cada peso.',
        until: null,
      }
  }
}

const Todo = ({ dispute: one, token }: { dispute: Dispute; token: string | undefined }) => {
  const moveOf = (name: disputeMoves.DisputeMove) => one.moves.find(({ move }) => move === name)
  const [answer, withdraw, appeal] = [moveOf('answer'), moveOf('withdraw'), moveOf('appeal')]
  const concede = moveOf('concede')
  if (one.state === 'waiting' && answer !== undefined)
    return (
      <>
        <Write of={one} move="answer" token={token} />
        {concede === undefined ? null : <EndDispute of={one} move="concede" token={token} />}
      </>
    )
  if (one.state === 'resolved' && appeal !== undefined) return <Write of={one} move="appeal" token={token} />
  if (withdraw?.allowed) return <EndDispute of={one} move="withdraw" token={token} />
  if (one.state === 'mediation' && concede !== undefined)
    return <EndDispute of={one} move="concede" token={token} />
  return null
}

const words = {
  answer: {
    label: 'Tu respuesta',
    hint: 'Cuenta cómo fue. La leen la otra parte y quien decide.',
    button: 'Enviar respuesta',
    done: ['Respuesta enviada', 'Alguien de Kalli decide en 72 horas.'],
  },
  appeal: {
    label: 'Por qué apelas',
    hint: 'Una sola vez. Alguien del equipo lo revisa de nuevo y queda cerrado.',
    button: 'Apelar',
    done: ['Apelación enviada', 'El dinero sigue en pausa hasta que se decida.'],
  },
} as const

const releaseHold = {
  withdraw: { button: 'Retirar mi reporte', done: ['Reporte retirado', 'El dinero sigue su curso.'] },
  concede: {
    button: 'Retirar el cobro',
    done: ['Cobro retirado', 'El tiempo extra vuelve a quien lo pagó.'],
  },
} as const

type EndingMove = keyof typeof releaseHold

const useMoving = (
  one: Dispute,
  move: 'answer' | 'appeal' | EndingMove,
  token: string | undefined,
  onDone?: () => void,
) =>
  useProblemRequest(
    (body: { text: string; photos: string[] }) =>
      call(contract.moveDispute, {
        params: { id: one.id, move },
        query: token === undefined ? {} : { t: token },
        body: { version: one.version, as: one.side, ...body },
      }),
    move === 'withdraw' || move === 'concede' ? releaseHold[move].done : words[move].done,
    onDone,
  )

const nothingSaid: { text: string; photos: string[] } = { text: '', photos: [] }

const Write = ({
  of: one,
  move,
  token,
}: {
  of: Dispute
  move: 'answer' | 'appeal'
  token: string | undefined
}) => {
  const draftKey = `problem-${move}-${one.id}`
  const form = useForm({ initial: nothingSaid, draft: draftKey })
  const { text, photos } = form.values
  const known = one.moves.find((each) => each.move === move)
  const moving = useMoving(one, move, token, () => form.accept())
  const said = words[move]
  const reason = known?.allowed === false ? (known.reason ?? undefined) : undefined
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <Field label={said.label} hint={said.hint}>
        {(control) => <TextArea {...control} rows={4} maxLength={1000} {...form.text('text')} />}
      </Field>
      {move === 'answer' ? (
        <PhotoPicker
          send={sendProblemPhoto(one.bookingId, one.side, token)}
          label="Fotos (opcional)"
          hint="Cómo quedó, o cómo estaba."
          shown={sentPhotos(one.bookingId, photos, token)}
          onChange={(next) =>
            form.change((before) => ({
              photos: next(sentPhotos(one.bookingId, before.photos, token)).map(({ id }) => id),
            }))
          }
        />
      ) : null}
      {moving.isError ? (
        <p role="alert" className="font-medium text-chile">
          {moving.error.message}
        </p>
      ) : null}
      <div>
        <Button
          busy={moving.isPending}
          blocked={reason ?? (text.trim() === '' ? 'Escribe primero qué pasó.' : undefined)}
          onClick={() => moving.mutate({ text, photos })}
        >
          {said.button}
        </Button>
      </div>
    </div>
  )
}

/** Withdraws the viewer's own report, or waives the charge. */
const EndDispute = ({
  of: one,
  move,
  token,
}: {
  of: Dispute
  move: EndingMove
  token: string | undefined
}) => {
  const moving = useMoving(one, move, token)
  const known = one.moves.find((each) => each.move === move)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        busy={moving.isPending}
        blocked={known?.allowed === false ? (known.reason ?? undefined) : undefined}
        onClick={() => moving.mutate({ text: '', photos: [] })}
      >
        {releaseHold[move].button}
      </Button>
      {moving.isError ? (
        <p role="alert" className="font-medium text-chile">
          {moving.error.message}
        </p>
      ) : null}
    </div>
  )
}
