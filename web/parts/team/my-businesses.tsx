import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HandCoins, UsersRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/team/team.ts'
import * as member from '#contract/team/member.ts'
import type { Membership } from '#contract/team/team.ts'
import { businessTermsText } from '#contract/team/rent-terms.ts'
import { memberRoles } from '#contract/team/member.ts'
import { DocumentLink } from '#web/parts/team/document-link.tsx'
import { call, reading } from '#web/api.ts'
import { UnitConnections } from '#web/parts/connection/unit-connections.tsx'
import { MemberBadge } from '#web/parts/team/badge.tsx'
import { BusinessAgenda } from '#web/parts/team/business-agenda.tsx'
import { BusinessReport } from '#web/parts/team/business-report.tsx'
import { MyRentReceipts } from '#web/parts/team/my-rent-receipts.tsx'
import { RentRuns } from '#web/parts/team/rent-runs.tsx'
import { useTeam } from '#web/parts/team/use-team.ts'
import { Wall } from '#web/parts/team/wall.tsx'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const RunRent = lazy(async () => ({ default: (await import('#web/parts/team/run-rent.tsx')).RunRent }))

/** The member's businesses: shift, rent, and what they may do on the business's behalf. */
export const MyBusinesses = ({ shown }: { shown: number | undefined }) => {
  const answer = useQuery(reading(contract.memberships))
  useEffect(() => {
    if (shown !== undefined && answer.isSuccess)
      document.getElementById(`casa-${shown}`)?.scrollIntoView({ block: 'start' })
  }, [shown, answer.isSuccess])
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando…</span>
        <Skeleton className="h-52 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (answer.data.length === 0)
    return (
      <EmptyState
        icon={<UsersRound />}
        title="No formas parte de un equipo"
        text="Cuando un negocio te invite a su equipo te llega un enlace personal por correo, y tu lugar aparece aquí."
        action={
          <Link {...paths.vacancies()} className={buttonClass({ tone: 'secondary' })}>
            Ver vacantes
          </Link>
        }
      />
    )
  return (
    <div className="flex flex-col gap-8">
      {answer.data.map((one) => (
        <BusinessRow key={one.id} one={one} />
      ))}
      <MyRentReceipts />
    </div>
  )
}

const BusinessRow = ({ one }: { one: Membership }) => {
  const [running, setRunning] = useState(false)
  const may = (permission: member.Permission) =>
    one.status === 'active' && one.permissions.includes(permission)
  return (
    <article
      id={`casa-${one.id}`}
      className="flex scroll-mt-24 flex-col gap-6 rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <MemberBadge status={one.status} />
          {one.blocked ? <Badge tone="chile">Renta sin pagar</Badge> : null}
        </p>
        <h2 className="text-2xl">{one.space.businessName}</h2>
        <p className="text-muted">
          {memberRoles[one.role]} ·{' '}
          <Link {...paths.space(one.space.id)} className="underline underline-offset-3">
            {one.space.name}
          </Link>
        </p>
      </div>
      {one.missingDocuments.length === 0 || one.status === 'ended' ? null : (
        <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-maiz-soft px-3.5 py-2 text-sm">
          Te falta: {one.missingDocuments.map((kind) => documentLabel(kind).toLowerCase()).join(', ')}.
          <Link
            {...paths.spaceApplications({ tab: 'documents' })}
            className="font-semibold underline underline-offset-3"
          >
            Subir documentos
          </Link>
        </p>
      )}
      {one.blocked ? (
        <p className="rounded-md bg-chile-soft px-3.5 py-2 text-sm text-chile">
          Tu renta lleva más de {member.teamLimits.unpaidDays} días sin pagarse: no recibes citas nuevas aquí
          hasta que la pagues con tarjeta o se cubra con lo que ganes. Las confirmadas se respetan.{' '}
          <a href="#mis-recibos" className="font-semibold underline underline-offset-3">
            Ver lo que debo
          </a>
        </p>
      ) : null}
      {one.endsAt === null || one.status === 'ended' ? null : (
        <p className="rounded-md bg-maiz-soft px-3.5 py-2 text-sm">
          Tu lugar termina el {dayOf(one.endsAt, one.space.zone)}. Las citas confirmadas se respetan.
        </p>
      )}
      <dl className="grid gap-x-5 gap-y-3 border-y border-line py-4 sm:grid-cols-3">
        <Fact label="Lugar y turno">
          {one.unitName ?? 'La unidad libre'} · {windowsText(one.shift)}
        </Fact>
        <Fact label="Renta">{businessTermsText(one.terms)}</Fact>
        <Fact label="Por pagar">{one.owedCents === 0 ? 'Al corriente' : formatCents(one.owedCents)}</Fact>
      </dl>
      {may('see_own') || may('see_all') ? <BusinessAgenda one={one} /> : null}
      {may('reports') ? <BusinessReport one={one} /> : null}
      {may('calendars') ? <UnitConnections membership={one.id} /> : null}
      {may('charge') ? <RentRuns membership={one.id} level="h3" /> : null}
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Quién ve qué</summary>
        <div className="pt-2">
          <Wall
            business={one.space.businessName}
            clientContact={one.clientContact}
            granted={one.permissions}
          />
        </div>
      </details>
      <div className="flex flex-wrap items-start gap-3">
        {may('charge') ? (
          <Button tone="secondary" size="small" onClick={() => setRunning(true)}>
            <HandCoins aria-hidden className="size-4.5" />
            Cobrar rentas de la casa
          </Button>
        ) : null}
        <DocumentLink id={one.id} of={one.space.businessName} />
        <Leave one={one} />
      </div>
      {running ? (
        <Suspense fallback={<Opening />}>
          <RunRent membership={one.id} onClose={() => setRunning(false)} />
        </Suspense>
      ) : null}
    </article>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)

const Leave = ({ one }: { one: Membership }) => {
  const [opened, setOpened] = useState(false)
  const leaving = useTeam(
    () => call(contract.leaveTeam, { params: { id: one.id }, body: { version: one.version } }),
    { title: 'Diste aviso', text: `Tu lugar termina en ${one.noticeDays} días.` },
    () => setOpened(false),
  )
  const known = one.moves.find(({ move }) => move === 'give_notice')
  if (known === undefined || one.status === 'ended') return null
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        blocked={known.allowed ? undefined : known.reason}
        onClick={() => setOpened(true)}
      >
        Dejar el equipo
      </Button>
      {opened ? (
        <Dialog
          open
          onOpenChange={() => setOpened(false)}
          error={leaving.error}
          title={`¿Dejar el equipo de ${one.space.businessName}?`}
          description={`Con aviso de ${one.noticeDays} días. Las citas confirmadas se respetan.`}
          actions={
            <>
              <Button tone="quiet" onClick={() => setOpened(false)}>
                Volver
              </Button>
              <Button tone="danger" busy={leaving.isPending} onClick={() => leaving.mutate(undefined)}>
                Dar aviso
              </Button>
            </>
          }
        >
          {one.owedCents > 0 ? `Quedan por pagar ${formatCents(one.owedCents)} de renta.` : one.space.name}
        </Dialog>
      ) : null}
    </>
  )
}
