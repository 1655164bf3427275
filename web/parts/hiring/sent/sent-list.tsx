import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import * as contract from '#contract/hiring/invitation.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { call } from '#web/api.ts'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { Questions } from '#web/parts/hiring/questions.tsx'
import { refreshInvitations, sentReading } from '#web/parts/hiring/reading.ts'
import {
  blockedBy,
  InvitationBadge,
  invitationLabel,
  isOpen,
  moveOf,
  TimeLeft,
} from '#web/parts/hiring/invitation-status.tsx'
import { invitedName, SentChosen } from '#web/parts/hiring/sent/sent-chosen.tsx'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import type { Column } from '#web/ui/records/order.ts'
import { Records } from '#web/ui/records/records.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** A host's sent invitations: pending first, each with its questions in a sheet; several can be withdrawn at once. `open`: id in URL. */
export const SentList = ({
  open,
  onOpen,
  onSearch,
}: {
  open: string | undefined
  onOpen: (id: string | undefined) => void
  onSearch: () => void
}) => {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const answer = useInfiniteQuery(sentReading)
  const all = answer.data?.pages.flatMap(({ items }) => items) ?? []
  if (answer.isPending)
    return (
      <div role="status" aria-label="Cargando invitaciones" className="flex flex-col gap-2">
        <Skeleton className="h-16 rounded-md" />
        <Skeleton className="h-16 rounded-md" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  if (all.length === 0)
    return (
      <EmptyState
        icon={<Send />}
        title="Todavía no has invitado a nadie"
        text="Busca a quien tenga libres justo las horas que tu espacio tiene vacías."
        action={
          <Button tone="secondary" onClick={onSearch}>
            Buscar profesionales
          </Button>
        }
      />
    )
  const picked = all.filter((one) => chosen.includes(one.id) && mayRevoke(one))
  return (
    <>
      <SentChosen picked={picked} onDone={() => setChosen([])} />
      <Records
        label="Invitaciones enviadas"
        records={all.toSorted((one, other) => Number(waits(other)) - Number(waits(one)))}
        columns={columns}
        nameOf={invitedName}
        photoOf={({ professional }) => professional?.photo}
        line={lineOf}
        isDone={(one) => !isOpen(one) && !waits(one)}
        doneTitle="Terminadas"
        selection={{ ids: picked.map(({ id }) => id), onChange: setChosen, mayChoose: mayRevoke }}
        opened={open}
        onOpen={onOpen}
      >
        {(one) => <Sent of={one} />}
      </Records>
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        error={answer.isFetchNextPageError ? answer.error : null}
        onMore={() => void answer.fetchNextPage()}
        label="Traer invitaciones anteriores"
      />
    </>
  )
}

const mayRevoke = (one: Invitation) => isOpen(one) && moveOf(one, 'revoke').allowed
const waits = ({ questions }: Invitation) => questions.some(({ answer }) => answer === null)

const lineOf = (one: Invitation) => (
  <>
    <p>
      {one.space.name} · {rentText(one.terms.rent)}
    </p>
    {waits(one) ? <p className="font-semibold text-jacaranda">Tienes una pregunta por responder.</p> : null}
  </>
)

const columns: Column<Invitation>[] = [
  { title: 'Profesional', value: invitedName },
  { title: 'Espacio', value: ({ space }) => space.name, isKind: true },
  { title: 'Renta', value: ({ terms }) => rentText(terms.rent), isFigure: true },
  { title: 'Enviada', value: ({ sentAt }) => sentAt, cell: (one) => dayOf(one.sentAt, one.space.zone) },
  {
    title: 'Estado',
    value: (one) => (waits(one) ? 'Te preguntan algo' : invitationLabel(one)),
    isKind: true,
    cell: (one) =>
      waits(one) ? (
        <span className="font-semibold text-jacaranda">Te preguntan algo</span>
      ) : (
        <InvitationBadge of={one} />
      ),
    isOnPhone: true,
  },
]

/** The details of an invitation, in its sheet. */
const Sent = ({ of: one }: { of: Invitation }) => {
  const name = invitedName(one)
  return (
    <article className="flex flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg leading-snug break-words">{name}</h2>
          <p className="text-[0.9375rem] text-muted">
            {one.space.name} · {rentText(one.terms.rent)}
          </p>
          {one.vacancy === null ? null : (
            <p className="text-[0.9375rem]">
              Para la vacante{' '}
              <Link
                {...paths.vacancies({ as: 'host', open: one.vacancy.id })}
                className="font-semibold break-words text-jacaranda underline underline-offset-4"
              >
                {one.vacancy.title}
              </Link>
            </p>
          )}
          {one.professional === null ? null : <Rating value={one.professional.rating} />}
        </div>
        <InvitationBadge of={one} />
      </header>
      {isOpen(one) ? (
        <p className="text-[0.9375rem]">
          <TimeLeft of={one} />
        </p>
      ) : one.declineReason === null ? null : (
        <p className="rounded-md bg-sunk px-4 py-3 break-words">«{one.declineReason}»</p>
      )}
      <Questions of={one} />
      <section>
        <h3 className="mb-1 text-base font-semibold">Lo que ofreciste</h3>
        <TermsList terms={one.terms} />
      </section>
      {one.message === '' ? null : <p className="break-words whitespace-pre-line">«{one.message}»</p>}
      <div className="flex flex-wrap items-start gap-3">
        <SentMoves of={one} name={name} />
        {one.professional === null ? null : (
          <TalkButton where={{ kind: 'invitation', about: one.id, as: 'host' }} with={name} tone="quiet" />
        )}
      </div>
    </article>
  )
}

const SentMoves = ({ of: one, name }: { of: Invitation; name: string }) => {
  const queryClient = useQueryClient()
  const options = (said: string) => ({
    onSuccess: async () => {
      toast(said, undefined, 'good')
      await refreshInvitations(queryClient)
    },
    onError: async (problem: Error) => {
      toastError('Error', problem.message)
      await refreshInvitations(queryClient)
    },
  })
  const revoking = useMutation({
    mutationFn: () =>
      call(contract.revokeInvitation, { params: { id: one.id }, body: { version: one.version } }),
    ...options('Invitación retirada'),
  })
  const repeating = useMutation({
    mutationFn: () => call(contract.inviteAgain, { params: { id: one.id } }),
    ...options(`Volviste a invitar a ${name}`),
  })
  if (one.status === 'accepted') return null
  return isOpen(one) ? (
    <Button
      tone="secondary"
      size="small"
      busy={revoking.isPending}
      blocked={blockedBy(one, 'revoke')}
      onClick={() => revoking.mutate()}
    >
      Retirar
      <span className="sr-only"> la invitación a {name}</span>
    </Button>
  ) : (
    <Button
      tone="secondary"
      size="small"
      busy={repeating.isPending}
      blocked={blockedBy(one, 'again')}
      onClick={() => repeating.mutate()}
    >
      Volver a invitar
      <span className="sr-only"> a {name}</span>
    </Button>
  )
}
