import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { Booking, Rescue } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { rentWords } from '#contract/booking/cancellation/rescue-words.ts'
import * as rescues from '#contract/booking/cancellation/rescue.ts'
import { call } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/toast.ts'

type As = 'client' | 'professional' | 'host'
type Visit = Pick<Booking, 'id' | 'version' | 'moves'>

/** The host cancelled: the alternative place, the deadline, and the viewer's answers. */
export default function RescueCard({
  booking: one,
  rescue,
  as,
  token,
}: {
  booking: Visit
  rescue: Rescue
  as: As
  token?: string | undefined
}) {
  const refresh = useRefreshBookings()
  const { place } = rescue
  return (
    <div
      role="group"
      aria-label="Otro lugar a la misma hora"
      className="flex flex-col gap-3 rounded-md bg-maiz-soft p-4 text-maiz-ink"
    >
      <p className="flex items-start gap-2.5">
        <LifeBuoy aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          {as === 'host' ? 'Cancelaste esta cita. ' : 'El espacio canceló. '}
          {place === null ? (
            <>Apartamos otro lugar {wayTo(rescue)}, a la misma hora.</>
          ) : (
            <>
              Apartamos{' '}
              <strong>{[place.unitName, place.name].filter((part) => part !== null).join(', ')}</strong>
              {place.neighbourhood === null ? '' : `, ${place.neighbourhood}`}, {wayTo(rescue)}, a la misma
              hora.
            </>
          )}{' '}
          <TimeLeft until={rescue.expiresAt} onEnd={() => void refresh()} />.
        </span>
      </p>
      <p className="text-[0.9375rem]">{moneyOf(rescue)}</p>
      {rescue.reason === '' || as === 'host' ? null : (
        <blockquote className="border-l-4 border-maiz-ink/30 pl-3">{rescue.reason}</blockquote>
      )}
      {place?.spaceId ? (
        <Link
          {...paths.space(place.spaceId)}
          className="lone-link self-start font-semibold underline underline-offset-4"
        >
          Ver el lugar y su mapa
        </Link>
      ) : null}
      {as === 'host' ? (
        <p className="text-[0.9375rem] font-semibold">{waitsText(rescue)}</p>
      ) : (
        <Answers booking={one} rescue={rescue} as={as} token={token} onDone={refresh} />
      )}
    </div>
  )
}

const wayTo = ({ ownBusiness, meters, walkingMinutes }: Rescue) =>
  ownBusiness ? 'en la misma casa' : `a ${distanceText(meters)} (${walkingMinutes} min a pie)`

const distanceText = (meters: number) =>
  meters < 1000 ? `${Math.max(10, Math.round(meters / 10) * 10)} m` : `${(meters / 1000).toFixed(1)} km`

const moneyOf = ({ rent, costs }: Rescue): string => {
  if (costs !== null) {
    const rescued =
      costs.rescuedCents > 0
        ? `pagas ${formatCents(costs.rescuedCents)} de la diferencia de renta`
        : 'no pagas nada'
    const failed = costs.isFree
      ? 'tampoco: es tu cancelación gratis del semestre'
      : `pagas ${formatCents(costs.failedCents)} al profesional`
    return `Si todos dicen que sí, ${rescued}; si no, ${failed}.`
  }
  if (rent === null) return 'Tu precio y quien te atiende no cambian. Si no te queda, no te cuesta nada.'
  return rentWords(rent)
}

const waitsText = ({ waitsFor }: Rescue) => {
  if (waitsFor.length === 2) return 'Faltan las respuestas del cliente y del profesional.'
  return waitsFor[0] === 'client'
    ? 'El profesional ya dijo que sí: falta el cliente.'
    : 'El cliente ya dijo que sí: falta el profesional.'
}

const Answers = ({
  booking: one,
  rescue,
  as,
  token,
  onDone,
}: {
  booking: Visit
  rescue: Rescue
  as: 'client' | 'professional'
  token: string | undefined
  onDone: () => Promise<void>
}) => {
  const reply = useAnswerRescue({ one, as, token, onDone })
  const moveOf = (move: string) => one.moves.find((own) => own.move === move)
  const [accept, decline] = [moveOf('accept_rescue'), moveOf('decline_rescue')]
  return (
    <>
      {reply.answering.isError && !reply.declines ? (
        <p role="alert" className="font-medium text-chile">
          {reply.answering.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-start gap-3">
        {accept === undefined ? null : (
          <Button
            size="small"
            busy={reply.answering.isPending && reply.answering.variables === 'accept'}
            blocked={accept.allowed ? undefined : accept.reason}
            onClick={() => reply.answering.mutate('accept')}
          >
            Aceptar el lugar
          </Button>
        )}
        {decline === undefined ? null : (
          <Button
            size="small"
            tone="secondary"
            blocked={decline.allowed ? undefined : decline.reason}
            onClick={() => reply.setDeclines(true)}
          >
            No me queda
          </Button>
        )}
      </div>
      <DeclineDialog reply={reply} as={as} rescue={rescue} />
    </>
  )
}

const useAnswerRescue = ({
  one,
  as,
  token,
  onDone,
}: {
  one: Visit
  as: 'client' | 'professional'
  token: string | undefined
  onDone: () => Promise<void>
}) => {
  const [declines, setDeclines] = useState(false)
  const form = useForm({ initial: { note: '' }, draft: `rescue-${one.id}-${as}` })
  const { note } = form.values
  const answering = useMutation({
    mutationFn: (answer: 'accept' | 'decline') =>
      call(rescues.answerRescue, {
        params: { id: one.id, answer },
        query: token === undefined ? {} : { t: token },
        body: { as, version: one.version, note: answer === 'decline' ? note : '' },
      }),
    onSuccess: async (now, answer) => {
      form.accept()
      setDeclines(false)
      if (answer === 'decline') toast('Cita cancelada', 'Avisamos a las demás personas.', 'good')
      else
        toast(
          now.rescue === null ? 'La cita sigue en pie en el lugar nuevo' : 'Dijiste que sí',
          now.rescue === null ? 'Avisamos a todos.' : 'Te avisamos en cuanto responda la otra persona.',
          'good',
        )
      await onDone()
    },
    onError: onDone,
  })
  return { answering, declines, setDeclines, note, setNote: form.pick('note').onChange }
}

type RescueReply = ReturnType<typeof useAnswerRescue>

const DeclineDialog = ({
  reply,
  as,
  rescue,
}: {
  reply: RescueReply
  as: 'client' | 'professional'
  rescue: Rescue
}) => (
  <Dialog
    open={reply.declines}
    onOpenChange={reply.setDeclines}
    title="¿Cancelar la cita?"
    description={
      as === 'client'
        ? 'La cita se cancela y no te cuesta nada: lo que hayas pagado vuelve a ti.'
        : 'La cita se cancela sin costo para ti: el cliente no paga nada y no cuenta como falta.'
    }
    actions={
      <>
        <Button tone="quiet" onClick={() => reply.setDeclines(false)}>
          Volver
        </Button>
        <Button
          tone="danger"
          busy={reply.answering.isPending && reply.answering.variables === 'decline'}
          onClick={() => reply.answering.mutate('decline')}
        >
          Cancelar la cita
        </Button>
      </>
    }
  >
    <div className="flex flex-col gap-4">
      <Field label="Motivo" required={false} hint="Lo guarda Kalli; las otras personas no lo leen.">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={300}
            value={reply.note}
            onChange={(event) => reply.setNote(event.target.value)}
          />
        )}
      </Field>
      {reply.answering.isError ? (
        <p role="alert" className="font-medium text-chile">
          {reply.answering.error.message}
        </p>
      ) : null}
      <p className="text-sm text-muted">
        <TimeLeft until={rescue.expiresAt} /> para responder.
      </p>
    </div>
  </Dialog>
)
