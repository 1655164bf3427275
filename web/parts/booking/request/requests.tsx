import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { ClientNote } from '#web/parts/booking/summary/client-note.tsx'
import { useAcceptRequest } from '#web/parts/booking/request/use-accept-request.ts'
import { RequestedCard } from '#web/parts/booking/request/request-card.tsx'
import ProposedChange from '#web/parts/booking/change/proposed-change.tsx'
import { requestsReading } from '#web/parts/booking/summary/requests-reading.ts'
import { WhoComes } from '#web/parts/booking/summary/who-comes.tsx'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { FormState } from '#web/parts/booking/contact/form-state.tsx'
import { durationText, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { DeclineDialog } from '#web/parts/booking/request/decline-dialog.tsx'
import { AwaitedOfHosts } from '#web/parts/booking/request/awaited.tsx'
import { Question } from '#web/parts/time/question.tsx'
import { RequestFacts } from '#web/parts/booking/request/request-facts.tsx'

const ChangeDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/change/change-dialog.tsx')).ChangeDialog,
}))

const MessageState = lazy(() => import('#web/parts/booking/visit/message-state.tsx'))

/**
 * What awaits the professional's answer: for active or past visits first, then new requests; most urgent first. `shown`: the one that a
 * notification leads to.
 */
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
  const { bookings, others, awaited, answered, missed } = answer.data
  const waiting = [...bookings, ...others.map((search) => search.booking)]
  // The one of the notification is open instead of the next one.
  const isNamed = waiting.some(({ id }) => id === shown)
  const isGone = shown !== undefined && !isNamed && !awaited.some(({ id }) => id === shown)
  return (
    <div className="flex flex-col gap-4">
      {isGone ? (
        <p role="status" className="rounded-md bg-maiz-soft px-4 py-3 font-medium text-maiz-ink">
          Eso ya no espera tu respuesta.
        </p>
      ) : null}
      {bookings.length + others.length + awaited.length === 0 ? (
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
        <ol className="flex flex-col gap-3">
          {others.map((search, at) => (
            <li key={`${search.kind} ${search.booking.id}`}>
              <RequestedCard
                search={search}
                isNext={at === 0 && !isNamed}
                isShown={search.booking.id === shown}
              />
            </li>
          ))}
          {bookings.map((one, at) => (
            <li key={one.id}>
              <RequestCard
                booking={one}
                isNext={others.length + at === 0 && !isNamed}
                isShown={one.id === shown}
                among={bookings.map(({ id }) => id)}
              />
            </li>
          ))}
        </ol>
      )}
      {awaited.length === 0 ? null : <AwaitedOfHosts bookings={awaited} />}
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
  isNext,
  isShown,
  among,
}: {
  booking: Booking
  isNext: boolean
  isShown: boolean
  /** The requests in the same list. */
  among: readonly string[]
}) => {
  const { client, place, request: search, change } = one
  const [declines, setDeclines] = useState(false)
  const [proposes, setProposes] = useState(false)
  const acceptance = useAcceptRequest(one)
  return (
    <Question
      title={[client?.firstName, client?.lastName].filter(Boolean).join(' ') || 'Sin nombre'}
      about={aboutOf(one)}
      when={shortOf(one.startsAt, one.zone)}
      until={change === null ? (search?.respondBy ?? null) : null}
      onEnd={() => void acceptance.refresh()}
      isNext={isNext}
      isShown={isShown}
    >
      <WhoComes people={one.people} />
      <ClientNote note={one.note} as="professional" />
      <FormState booking={one} />
      <RequestFacts one={one} place={place} search={search} change={change} />
      <Suspense>
        <MessageState id={one.id} among={among} zone={one.zone} />
      </Suspense>
      {change === null ? null : <ProposedChange booking={one} change={change} as="professional" />}
      {acceptance.accepting.isError ? (
        <p role="alert" className="font-medium text-chile">
          {acceptance.accepting.error.message}
        </p>
      ) : null}
      <RequestActions
        acceptance={acceptance}
        change={change}
        one={one}
        setProposes={setProposes}
        setDeclines={setDeclines}
        client={client}
      />
      {proposes ? (
        <Suspense fallback={<Opening />}>
          <ChangeDialog booking={one} as="professional" open onOpenChange={setProposes} />
        </Suspense>
      ) : null}
      {declines ? (
        <DeclineDialog booking={one} onDone={acceptance.refresh} onClose={() => setDeclines(false)} />
      ) : null}
    </Question>
  )
}

const aboutOf = ({ service, series, client }: Booking) =>
  [
    service.name,
    durationText(service.durationMinutes),
    series === null ? '' : `cita ${series.position} de ${series.of}`,
    client?.visits
      ? client.visits === 1
        ? '1 visita antes'
        : `${client.visits} visitas antes`
      : 'primera visita',
  ]
    .filter(Boolean)
    .join(' · ')

type Acceptance = ReturnType<typeof useAcceptRequest>

const RequestActions = ({
  acceptance,
  change,
  one,
  setProposes,
  setDeclines,
  client,
}: {
  acceptance: Acceptance
  change: Booking['change']
  one: Booking
  setProposes: (proposes: boolean) => void
  setDeclines: (declines: boolean) => void
  client: Booking['client']
}) => (
  <div className="flex flex-wrap items-start gap-3 border-t border-line pt-4">
    <Button
      busy={acceptance.accepting.isPending}
      blocked={acceptance.yes?.allowed ? undefined : acceptance.yes?.reason}
      onClick={() => acceptance.accepting.mutate('this')}
    >
      {change === null ? 'Aceptar' : 'Aceptar la que pidió'}
    </Button>
    {one.series === null ? null : (
      <Button
        tone="secondary"
        busy={acceptance.accepting.isPending}
        blocked={acceptance.yes?.allowed ? undefined : acceptance.yes?.reason}
        onClick={() => acceptance.accepting.mutate('series')}
      >
        Aceptar toda la serie
      </Button>
    )}
    {change !== null || acceptance.other === undefined ? null : (
      <Button
        tone="secondary"
        blocked={acceptance.other.allowed ? undefined : (acceptance.other.reason ?? undefined)}
        onClick={() => setProposes(true)}
      >
        Proponer otra hora
      </Button>
    )}
    <Button
      tone="secondary"
      blocked={acceptance.no?.allowed ? undefined : acceptance.no?.reason}
      onClick={() => setDeclines(true)}
    >
      Rechazar
    </Button>
    <TalkButton
      where={{ kind: 'booking', about: one.id, as: 'professional' }}
      with={client?.firstName ?? 'tu cliente'}
      size="medium"
    />
  </div>
)
