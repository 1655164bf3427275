import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import * as contract from '#contract/hiring/application.ts'
import * as fits from '#contract/hiring/fit.ts'
import { hoursText } from '#contract/hiring/terms-words.ts'
import type { Application, ApplicationDetail } from '#contract/hiring/application.ts'
import type { FitItem } from '#contract/hiring/fit.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { Moves } from '#web/parts/hiring/moves.tsx'
import { Clock } from '#web/ui/clock.tsx'
import { Requirements } from '#web/parts/hiring/requirements.tsx'
import { ApplicationBadge } from '#web/parts/hiring/status.tsx'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { MonthEstimate, rounded } from '#web/parts/hiring/month-estimate.tsx'
import { WeekMap } from '#web/parts/hiring/week-map.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The details of an application, under its card: conditions, hours, money, history, and moves. */
export const Detail = ({ application }: { application: Application }) => {
  const answer = useQuery(reading(contract.application, { params: { id: application.id } }))
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3 pt-5">
        <span className="sr-only">Cargando la postulación…</span>
        <Skeleton className="h-40" />
        <Skeleton className="h-24" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const one = answer.data
  return (
    <div className="flex flex-col gap-7 pt-5">
      {one.question === null ? null : (
        <p className="rounded-md border-l-4 border-maiz bg-maiz-soft/60 px-4 py-3">
          <span className="block text-sm font-semibold">
            {one.role === 'host' ? 'Preguntaste' : `${one.space.businessName} pregunta`}
          </span>
          {one.question}
        </p>
      )}
      <section className="flex min-w-0 flex-col gap-3">
        <Heading of={one}>
          {one.termsBefore === null
            ? 'Condiciones'
            : `Condiciones: qué cambia con la propuesta ${one.termsBy === one.role ? 'tuya' : one.termsBy === 'host' ? 'del espacio' : `de ${one.professional.firstName}`}`}
        </Heading>
        <TermsList before={one.termsBefore} terms={one.terms} />
        {one.message === '' ? null : (
          <blockquote className="border-l-4 border-line px-4 py-1 text-muted">{one.message}</blockquote>
        )}
      </section>
      <Moves application={one} />
      <section className="flex min-w-0 flex-col gap-3">
        <Hours one={one} />
        <Money one={one} />
      </section>
      {one.role === 'professional' && one.waitingFor !== null ? <Checklist one={one} /> : null}
      {one.status === 'draft' ? null : (
        <p>
          <TalkButton
            where={{ kind: 'application', about: String(one.id), as: one.role }}
            with={one.role === 'host' ? one.professional.firstName : one.space.businessName}
          />
        </p>
      )}
      <History one={one} />
    </div>
  )
}

/** The host's cards are headed by the applicant, the professional's by the space, in a group by status. */
const Heading = ({ of: { role }, children }: { of: ApplicationDetail; children: ReactNode }) =>
  role === 'host' ? (
    <h3 className="font-sans text-base font-semibold tracking-normal">{children}</h3>
  ) : (
    <h4 className="text-base font-semibold">{children}</h4>
  )

/** The space's current requirements; an existing application is not counted as an obstacle. */
const Checklist = ({ one }: { one: ApplicationDetail }) => {
  const answer = useQuery(reading(fits.spaceFit, { params: { space: one.space.id } }))
  if (answer.data === undefined) return null
  const search = answer.data.items.filter(({ key }) => requestedBySpace.has(key))
  const left = search.filter(({ done }) => !done).length
  return (
    <section className="flex flex-col gap-3">
      <Heading of={one}>
        {left === 0
          ? 'Cumples lo que pide el espacio'
          : `Lo que pide el espacio: te falta${left === 1 ? '' : 'n'} ${left}`}
      </Heading>
      <Requirements fit={{ ...answer.data, items: search }} />
    </section>
  )
}

const requestedBySpace: ReadonlySet<FitItem['key']> = new Set(['profile', 'level', 'category', 'document'])

const Hours = ({ one }: { one: ApplicationDetail }) => (
  <>
    <Heading of={one}>
      {one.role === 'host' ? 'Lo que pide sobre lo que ya se ocupa' : 'Tus horas en este espacio'}
    </Heading>
    <WeekMap
      spaceHours={one.spaceHours}
      windows={one.terms.windows}
      occupancy={one.role === 'host' ? one.occupancy : null}
    />
  </>
)

const Money = ({ one }: { one: ApplicationDetail }) => {
  if (one.role === 'host') {
    if (one.revenueCents === null || one.revenueCents === 0) return null
    const hours = Math.round((one.freeMinutes ?? 0) / 60)
    return (
      <p className="rounded-md bg-agave-soft px-4 py-3">
        <strong className="figures font-display text-xl font-semibold">
          ≈ {formatCents(rounded(one.revenueCents))}
        </strong>{' '}
        al mes para ti con {hoursText(one.expectedMinutes)} por semana.{' '}
        {hours > 0 ? `Dentro de lo que pide hay ${hours} h por semana que hoy no rentas.` : ''}
      </p>
    )
  }
  if (one.estimate === null)
    return (
      <p className="text-sm text-muted">
        Cuando tengas citas terminadas en los últimos 90 días, aquí verás cuánto te quedaría al mes.
      </p>
    )
  return <MonthEstimate estimate={one.estimate} />
}

const said: Readonly<Record<string, string>> = {
  submit: 'envió la postulación',
  review: 'empezó a revisarla',
  request_info: 'preguntó',
  answer_info: 'respondió',
  resume: 'El plazo corre de nuevo: nadie respondió en 72 horas',
  counter: 'propuso otras condiciones',
  accept: 'aceptó las condiciones',
  approve: 'aprobó',
  trial: 'aprobó a prueba',
  decline: 'dijo que no',
  end_with_vacancy: 'La vacante se cubrió o se cerró',
  withdraw: 'retiró la postulación',
  expire: 'Venció sin respuesta',
}

const History = ({ one }: { one: ApplicationDetail }) => {
  const [open, setOpen] = useState(false)
  const who = { professional: one.professional.firstName, host: one.space.businessName, platform: '' }
  if (one.history.length === 0) return null
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        Historia ({one.history.length} {one.history.length === 1 ? 'paso' : 'pasos'})
      </summary>
      <ol className="mt-2 flex flex-col gap-4 border-l-2 border-line pl-5">
        {one.history.map((step, index) => (
          // Steps are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <p>
              <strong className="font-semibold">{who[step.actor]}</strong>{' '}
              {step.actor === 'platform' && (step.move === 'approve' || step.move === 'trial')
                ? 'Aprobada por una regla automática'
                : (said[step.move] ?? step.move)}
              <span className="figures block text-sm text-muted">{shortOf(step.at, one.space.zone)}</span>
            </p>
            {step.text === '' ? null : <p className="mt-1 text-muted">«{step.text}»</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Status and time left in one line, at the top of every card. */
export const StateLine = ({ application: one }: { application: Application }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <ApplicationBadge application={one} />
    {one.waitingFor === null || one.status === 'draft' ? null : (
      <Clock
        until={one.pausedUntil ?? one.respondBy ?? one.expiresAt}
        paused={one.pausedUntil !== null}
        mine={one.waitingFor === one.role}
      />
    )}
  </p>
)
