import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, LockKeyhole, MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { ApiError } from '#web/api.ts'
import { HostWord, OfferHead } from '#web/parts/hiring/offer.tsx'
import { oneReading } from '#web/parts/hiring/reading.ts'
import { useSeen } from '#web/parts/hiring/seen.ts'
import { InvitationBadge, isOpen, TimeLeft } from '#web/parts/hiring/invitation-status.tsx'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** A page with the terms and one button; opening it changes nothing. `children` are beside the terms. */
export const AnswerPage = ({
  id,
  token,
  title,
  children,
}: {
  id: string
  token: string | undefined
  title: string
  children: (invitation: Invitation, busy: boolean) => ReactNode
}) => {
  const answer = useQuery(oneReading(id, token))
  return (
    <div className="page py-8 sm:py-12">
      <div className="mx-auto flex max-w-list flex-col gap-6">
        {answer.isPending ? (
          <div aria-busy="true">
            <h1 className="sr-only">Invitación</h1>
            <Skeleton className="h-96 rounded-lg" />
          </div>
        ) : answer.isLoadingError ? (
          <Refused problem={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Whole invitation={answer.data} token={token} title={title}>
            {children}
          </Whole>
        )}
      </div>
    </div>
  )
}

const Whole = ({
  invitation,
  token,
  title,
  children,
}: {
  invitation: Invitation
  token: string | undefined
  title: string
  children: (invitation: Invitation, busy: boolean) => ReactNode
}) => {
  const busy = useSeen(invitation, true, token)
  return (
    <>
      <Link
        {...paths.invitations({ open: invitation.id })}
        className="inline-flex min-h-11 items-center gap-2 self-start font-medium text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-5" />
        Mis invitaciones
      </Link>
      <div>
        <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.9375rem]">
          <InvitationBadge of={invitation} />
          <TimeLeft of={invitation} />
        </p>
        <h1 className="text-3xl sm:text-4xl">{isOpen(invitation) ? title : endOf(invitation)}</h1>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6">
          <OfferHead of={invitation} />
          <HostWord of={invitation} />
          <section>
            <h3 className="mb-1 text-lg">Condiciones</h3>
            <TermsList terms={invitation.terms} />
          </section>
        </div>
        <div className="flex flex-col gap-5">{children(invitation, busy)}</div>
      </div>
    </>
  )
}

const ended: Readonly<Record<Invitation['status'], string>> = {
  sent: '',
  seen: '',
  accepted: 'Ya aceptaste esta invitación',
  declined: 'Dijiste que no a esta invitación',
  expired: 'Esta invitación venció',
  revoked: 'El espacio retiró esta invitación',
}

const withVacancy = {
  filled: 'La vacante ya se cubrió',
  closed: 'El espacio cerró la vacante',
  expired: 'La vacante venció',
} as const
const endOf = ({ status, vacancy }: Invitation) =>
  status === 'revoked' && vacancy !== null && vacancy.over !== null
    ? withVacancy[vacancy.over]
    : ended[status]

/** For the wrong account, an expired link, or a failed request. */
const Refused = ({ problem, onRetry }: { problem: Error; onRetry: () => void }) => {
  const code = problem instanceof ApiError ? problem.code : ''
  if (code === 'not_found')
    return (
      <EmptyState
        heading="h1"
        icon={<MailX />}
        title="No encontramos esta invitación"
        text="Revisa que el enlace esté completo."
        action={<Home />}
      />
    )
  if (code === 'invitation_of_another')
    return (
      <EmptyState
        heading="h1"
        icon={<LockKeyhole />}
        title={problem.message}
        text="Si tienes otra cuenta en Kalli, cierra sesión y entra con ella. El enlace te trae de regreso aquí."
        action={<Home />}
      />
    )
  if (code === 'invitation_over' || code === 'invitation_to_oneself')
    return (
      <EmptyState
        heading="h1"
        icon={<MailX />}
        title={code === 'invitation_over' ? 'Este enlace ya no sirve' : 'Es una invitación tuya'}
        text={problem.message}
        action={<Home />}
      />
    )
  return (
    <>
      <h1 className="sr-only">Invitación</h1>
      <ErrorState text={problem.message} onRetry={onRetry} />
    </>
  )
}

const Home = () => (
  <Link {...paths.home()} className={buttonClass({ tone: 'secondary' })}>
    Ir al inicio
  </Link>
)
