import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as booking from '#contract/booking/booking.ts'
import * as day from '#contract/booking/day.ts'
import type { Booking } from '#contract/booking/booking.ts'
import * as request from '#contract/booking/request/request.ts'
import { acceptSeries } from '#contract/booking/series/series.ts'
import { formatCents } from '#contract/platform/money.ts'
import { placeName } from '#contract/places/place-name.ts'
import { HourLine } from '#web/parts/booking/hours/hour-line.tsx'
import { ClientNote } from '#web/parts/booking/summary/client-note.tsx'
import { call, keyOf } from '#web/api.ts'
import { AskedCard } from '#web/parts/booking/request/asked-card.tsx'
import { PlaceIcon } from '#web/parts/booking/summary/place-icon.tsx'
import ProposedChange from '#web/parts/booking/change/proposed-change.tsx'
import { requestsReading } from '#web/parts/booking/summary/requests-reading.ts'
import { Choices } from '#web/ui/form/choices.tsx'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { WhoComes } from '#web/parts/booking/summary/who-comes.tsx'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { FormState } from '#web/parts/booking/contact/form-state.tsx'
import { durationText, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const ChangeDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/change/change-dialog.tsx')).ChangeDialog,
}))

const MessageState = lazy(() => import('#web/parts/booking/visit/message-state.tsx'))

/** What waits for the professional's answer: of visits that stand or are over first, then new requests; most urgent first. `shown`: the one that a notice leads to. */
export default function Requests({ shown }: { shown?: string | undefined }) {
  const answer = useQuery(requestsReading())
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only">Cargando tus solicitudes…</span>
        <Skeleton className="h-56 rounded-lg" />
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { bookings, others, answered, missed } = answer.data
  const isGone =
    shown !== undefined &&
    ![...bookings, ...others.map((asked) => asked.booking)].some(({ id }) => id === shown)
  return (
    <div className="flex flex-col gap-4">
      {isGone ? (
        <p role="status" className="rounded-md bg-maiz-soft px-4 py-3 font-medium text-maiz-ink">
          Eso ya no espera tu respuesta.
        </p>
      ) : null}
      {bookings.length + others.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title="Nada por responder"
          text="Las solicitudes llegan aquí con su plazo si pides responder cada una en «Dónde y cómo trabajo»; también otra hora, otro lugar o un problema que esperen tu palabra."
          action={
            <Link {...paths.spaceRules()} className={buttonClass({ tone: 'secondary' })}>
              Ver mis reglas
            </Link>
          }
        />
      ) : (
        <ol className="flex flex-col gap-4">
          {others.map((asked) => (
            <li key={`${asked.kind} ${asked.booking.id}`}>
              <AskedCard asked={asked} isShown={asked.booking.id === shown} />
            </li>
          ))}
          {bookings.map((one) => (
            <li key={one.id}>
              <RequestCard booking={one} isShown={one.id === shown} among={bookings.map(({ id }) => id)} />
            </li>
          ))}
        </ol>
      )}
      {answered + missed === 0 ? null : (
        <p className="text-center text-[0.9375rem] text-muted">
          En 90 días respondiste a tiempo {answered} de {answered + missed}{' '}
          {answered + missed === 1 ? 'solicitud' : 'solicitudes'}.
        </p>
      )}
    </div>
  )
}

const RequestCard = ({
  booking: one,
  isShown,
  among,
}: {
  booking: Booking
  isShown: boolean
  /** The requests that are shown with it. */
  among: readonly string[]
}) => {
  const { client, place, request: asked, change } = one
  const [declines, setDeclines] = useState(false)
  const [proposes, setProposes] = useState(false)
  const queryClient = useQueryClient()
  const refresh = async () => {
    // What waits, and every list in which it stands then.
    await queryClient.invalidateQueries({ queryKey: keyOf(booking.bookings) })
    await queryClient.invalidateQueries({ queryKey: keyOf(day.professionalDay) })
  }
  const accepting = useMutation({
    mutationFn: async (what: 'this' | 'series') => {
      const params = { id: one.id }
      if (what === 'series') await call(acceptSeries, { params })
      else await call(request.acceptRequest, { params, body: { as: 'professional', version: one.version } })
    },
    onSuccess: async (_, what) => {
      toast(what === 'this' ? 'Cita confirmada' : 'Serie confirmada', 'Avisamos a tu clienta.', 'good')
      await refresh()
    },
    onError: refresh,
  })
  const moveOf = (name: string) => one.moves.find(({ move }) => move === name)
  const [yes, no, other] = [moveOf('accept'), moveOf('decline'), moveOf('propose_change')]
  return (
    <Card className={classNames('flex flex-col gap-4', isShown && 'ring-2 ring-jacaranda')}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-display text-lg leading-tight font-semibold">
            {[client?.firstName, client?.lastName].filter(Boolean).join(' ') || 'Sin nombre'}
          </h2>
          <p className="text-[0.9375rem] text-muted">
            {one.service.name} · {durationText(one.service.durationMinutes)}
            {one.series === null ? '' : ` · cita ${one.series.position} de ${one.series.of}`}
            {client?.visits
              ? ` · ${client.visits === 1 ? '1 visita antes' : `${client.visits} visitas antes`}`
              : ' · primera visita'}
          </p>
        </div>
        {asked === null || change !== null ? null : (
          <p className="rounded-full bg-maiz-soft px-3.5 py-1.5 text-[0.9375rem] font-semibold text-maiz-ink">
            <TimeLeft until={asked.respondBy} onEnd={() => void refresh()} />
          </p>
        )}
      </div>
      <WhoComes people={one.people} />
      <ClientNote note={one.note} as="professional" />
      <FormState booking={one} />
      <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
        <li className="flex items-start gap-2">
          <HourLine booking={one} />
        </li>
        <li className="flex items-start gap-2">
          <PlaceIcon modality={place.modality} className="mt-1 size-4 shrink-0 text-barro" />
          <span>
            {placeName(place)}
            {place.unitName === null ? null : <span className="font-semibold"> · {place.unitName}</span>}
            {place.modality === 'home' ? (
              <span className="block text-muted">
                {[...new Set([place.neighbourhood, place.city])].filter(Boolean).join(', ')}. Ves la dirección
                al aceptar.
              </span>
            ) : null}
          </span>
        </li>
        <li className="flex items-start gap-2">
          <ShieldCheck aria-hidden className="mt-1 size-4 shrink-0 text-barro" />
          <span>
            {guaranteed(one)}
            {asked === null || change !== null
              ? ''
              : ` Responde antes del ${shortOf(asked.respondBy, one.zone)}.`}
          </span>
        </li>
      </ul>
      <Suspense>
        <MessageState id={one.id} among={among} zone={one.zone} />
      </Suspense>
      {change === null ? null : <ProposedChange booking={one} change={change} as="professional" />}
      {accepting.isError ? (
        <p role="alert" className="font-medium text-chile">
          {accepting.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-start gap-3 border-t border-line pt-4">
        <Button
          busy={accepting.isPending}
          blocked={yes?.allowed ? undefined : yes?.reason}
          onClick={() => accepting.mutate('this')}
        >
          {change === null ? 'Aceptar' : 'Aceptar la que pidió'}
        </Button>
        {one.series === null ? null : (
          <Button
            tone="secondary"
            busy={accepting.isPending}
            blocked={yes?.allowed ? undefined : yes?.reason}
            onClick={() => accepting.mutate('series')}
          >
            Aceptar toda la serie
          </Button>
        )}
        {change !== null || other === undefined ? null : (
          <Button
            tone="secondary"
            blocked={other.allowed ? undefined : (other.reason ?? undefined)}
            onClick={() => setProposes(true)}
          >
            Proponer otra hora
          </Button>
        )}
        <Button
          tone="secondary"
          blocked={no?.allowed ? undefined : no?.reason}
          onClick={() => setDeclines(true)}
        >
          Rechazar
        </Button>
        <TalkButton
          where={{ kind: 'booking', about: one.id, as: 'professional' }}
          with={client?.firstName ?? 'tu clienta'}
          size="medium"
        />
      </div>
      {proposes ? (
        <Suspense fallback={<Opening />}>
          <ChangeDialog booking={one} as="professional" open onOpenChange={setProposes} />
        </Suspense>
      ) : null}
      {declines ? <DeclineDialog booking={one} onDone={refresh} onClose={() => setDeclines(false)} /> : null}
    </Card>
  )
}

const reasons = request.DeclineReason.options.map((value) => ({
  value,
  label: request.declineReasons[value],
}))

const DeclineDialog = ({
  booking: one,
  onDone,
  onClose,
}: {
  booking: Booking
  onDone: () => Promise<void>
  onClose: () => void
}) => {
  const [reason, setReason] = useState<request.DeclineReason>('no_time')
  const declining = useMutation({
    mutationFn: () =>
      call(request.declineRequest, {
        params: { id: one.id },
        body: { as: 'professional', version: one.version, reason },
      }),
    onSuccess: async () => {
      toast('Solicitud rechazada', 'Avisamos a tu clienta y le mostramos otros horarios.', 'good')
      onClose()
      await onDone()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="¿Rechazar esta solicitud?"
      description={`${isIn(one) ? 'Recupera todo lo que pagó' : 'No se le cobra nada'} y tu horario vuelve a estar libre. Tu clienta lee el motivo.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button tone="danger" busy={declining.isPending} onClick={() => declining.mutate()}>
            Rechazar solicitud
          </Button>
        </>
      }
    >
      <Choices legend="Motivo" options={reasons} value={reason} onChange={setReason} columns="grid-cols-1" />
      {declining.isError ? (
        <p role="alert" className="mt-4 font-medium text-chile">
          {declining.error.message}
        </p>
      ) : null}
    </Dialog>
  )
}

/** Paid by transfer, cash or a pack: it waits for the answer, and is not charged by it. */
const isIn = ({ payment }: Booking) => payment !== null && payment.capturedCents > 0

/** What is paid, or the bank holds, until the answer, and what comes after the visit. */
const guaranteed = (one: Booking): string => {
  const { totalCents, upfront } = one
  if (isIn(one))
    return `Ya está pagada${totalCents === null ? '' : `: ${formatCents(totalCents)}`}. Si no aceptas, lo recupera todo.`
  if (upfront?.paidCents === 0)
    return `Su tarjeta está guardada: ${formatCents(upfront.balanceCents)} se cobran al terminar la cita.`
  const rest =
    upfront?.state === 'later' ? ` Otros ${formatCents(upfront.balanceCents)}, al terminar la cita.` : ''
  const held = upfront?.paidCents ?? totalCents
  return `${held === null ? '' : `${formatCents(held)} en garantía: `}se cobran solo si aceptas.${rest}`
}
