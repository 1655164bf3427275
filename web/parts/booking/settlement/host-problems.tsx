import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useCallback } from 'react'
import { subjectOf } from '#contract/booking/settlement/dispute-subject.ts'
import { formatCents } from '#contract/platform/money.ts'
import {
  hostDisputes,
  type HostDispute,
  type HostDisputeGroup,
} from '#contract/booking/settlement/host-dispute.ts'
import { keyOf } from '#web/api.ts'
import { hostProblemsReading } from '#web/parts/booking/settlement/host-problems-reading.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Paged } from '#web/ui/page/paged.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Disputes that involve the host: those to answer first, by deadline; then the other party's, Kalli's, and the decided ones. */
export default function HostProblems({ date }: { date: string | undefined }) {
  const answer = useInfiniteQuery(hostProblemsReading)
  const queryClient = useQueryClient()
  // Stable between renders: an ended deadline reloads once.
  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: keyOf(hostDisputes) }),
    [queryClient],
  )
  return (
    <div className="flex w-full max-w-list flex-col gap-7">
      <header>
        <h1 className="text-3xl">Problemas</h1>
        <p className="mt-1 text-muted">
          Lo que se reportó de tus espacios y lo que reportaste tú. Sin respuesta en 48 horas se resuelve a
          favor de quien reportó, o decide Kalli si no hay una prueba.
        </p>
      </header>
      <Paged
        answer={answer}
        loading="Cargando tus problemas…"
        skeletons={['h-8 w-52', 'h-40 rounded-lg', 'h-40 rounded-lg']}
      >
        {(pages) => {
          const all = pages.flatMap(({ items }) => items)
          return all.length === 0 ? (
            <EmptyState
              icon={<CircleCheck />}
              title="Ningún problema reportado"
              text="Si un cliente o quien trabaja en tu espacio reporta algo, llega aquí con su plazo para responder."
              action={
                <Link
                  {...paths.hostAvailability({ date })}
                  className={buttonClass({ tone: 'secondary', size: 'small' })}
                >
                  Ver mi calendario
                </Link>
              }
            />
          ) : (
            <div className="flex flex-col gap-8">
              {groupsOf(all).map(({ group, found }) => (
                <section key={group} aria-labelledby={`problems-${group}`} className="flex flex-col gap-4">
                  <h2 id={`problems-${group}`} className="text-xl">
                    {groups[group]}
                  </h2>
                  <ol className="flex flex-col gap-4">
                    {found.map((one) => (
                      <li key={one.id}>
                        <Problem of={one} date={date} onEnd={refresh} />
                      </li>
                    ))}
                  </ol>
                </section>
              ))}
            </div>
          )
        }}
      </Paged>
    </div>
  )
}

const groups: Readonly<Record<HostDisputeGroup, string>> = {
  answer: 'Por responder',
  waits: 'Esperan la respuesta de la otra parte',
  review: 'Los decide Kalli',
  decided: 'Resueltos',
}

/** Stable: each group keeps the server's order. */
const groupsOf = (all: readonly HostDispute[]) =>
  (['answer', 'waits', 'review', 'decided'] as const)
    .map((group) => ({ group, found: all.filter((one) => one.group === group) }))
    .filter(({ found }) => found.length > 0)

const badgeOf = ({ state, withdrawn, openedBy }: HostDispute): { tone: BadgeTone; label: string } => {
  if (state === 'waiting')
    return openedBy === 'host'
      ? { tone: 'plain', label: 'Espera respuesta' }
      : { tone: 'maiz', label: 'Responde tú' }
  if (state === 'mediation') return { tone: 'jacaranda', label: 'En revisión' }
  if (state === 'appealed') return { tone: 'jacaranda', label: 'En apelación' }
  if (state === 'resolved') return { tone: 'agave', label: 'Se puede apelar' }
  return withdrawn ? { tone: 'plain', label: 'Sin efecto' } : { tone: 'agave', label: 'Cerrado' }
}

const whoOf = ({ openedBy, other: { side, firstName } }: HostDispute) =>
  openedBy === 'host'
    ? `Lo reportaste tú; responde ${firstName}`
    : `Lo reportó ${firstName}, ${side === 'client' ? 'cliente' : 'quien dio el servicio'}`

const Problem = ({
  of: one,
  date,
  onEnd,
}: {
  of: HostDispute
  date: string | undefined
  onEnd: () => void
}) => {
  const { tone, label } = badgeOf(one)
  const when = shortOf(one.startsAt, one.zone)
  const isMine = one.group === 'answer'
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-display text-lg leading-tight font-semibold">{subjectOf(one.subject).label}</h3>
          <p className="text-[0.9375rem] text-muted">
            {whoOf(one)}. {[one.service, one.place].filter(Boolean).join(' · ')}, {when}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {one.until === null ? null : (
        <p className="text-[0.9375rem] font-semibold">
          <TimeLeft until={one.until} onEnd={onEnd} />
          <span className="font-normal text-muted">
            {untilWords[one.state]} {shortOf(one.until, one.zone)}
          </span>
        </p>
      )}
      <p className="text-[0.9375rem]">{moneyOf(one)}</p>
      <div>
        <Link
          {...paths.hostAvailability({ date, view: 'problems', problem: one.bookingId })}
          className={buttonClass({ tone: isMine ? 'primary' : 'secondary', size: 'small' })}
        >
          {isMine ? 'Ver y responder' : 'Ver el problema'}
          <span className="sr-only">
            : {subjectOf(one.subject).label}, {when}
          </span>
        </Link>
      </div>
    </Card>
  )
}

const untilWords: Readonly<Record<HostDispute['state'], string>> = {
  waiting: ' para responder, hasta el',
  mediation: ' para que Kalli decida, hasta el',
  appealed: ' para que Kalli decida, hasta el',
  resolved: ' para apelar, hasta el',
  closed: '',
}

const moneyOf = ({ decided, withdrawn, frozenCents, lineCents, openedBy }: HostDispute): string => {
  if (decided !== null) return decided
  if (withdrawn) return 'Ya no hay nada que decidir: el dinero siguió su curso.'
  if (frozenCents > 0)
    return `${formatCents(frozenCents)} de lo tuyo quedan en pausa mientras tanto; lo demás sigue su curso.`
  return openedBy === 'host'
    ? `Reclamas hasta ${formatCents(lineCents)}.`
    : `Está en duda hasta ${formatCents(lineCents)}.`
}
