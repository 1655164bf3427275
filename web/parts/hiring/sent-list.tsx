import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, Mail, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import * as contract from '#contract/hiring/invitation.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { call } from '#web/api.ts'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { Questions } from '#web/parts/hiring/questions.tsx'
import { refreshInvitations, sentReading } from '#web/parts/hiring/reading.ts'
import { blockedBy, InvitationBadge, isOpen, TimeLeft } from '#web/parts/hiring/invitation-status.tsx'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/page/load-more.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** What a host has sent: what waits first, questions to answer, and once more with one press. */
export const SentList = ({ open, onSearch }: { open: string | undefined; onSearch: () => void }) => {
  const answer = useInfiniteQuery(sentReading)
  const all = answer.data?.pages.flatMap(({ items }) => items) ?? []
  if (answer.isPending)
    return (
      <div role="status" aria-label="Cargando invitaciones" className="flex flex-col gap-4">
        <Skeleton className="h-36 rounded-lg" />
        <Skeleton className="h-36 rounded-lg" />
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
  return (
    <>
      <ul className="flex flex-col gap-4">
        {all.map((one) => (
          <li key={one.id}>
            <SentCard of={one} opened={open === one.id} />
          </li>
        ))}
      </ul>
      <LoadMore
        has={answer.hasNextPage}
        busy={answer.isFetchingNextPage}
        onMore={() => void answer.fetchNextPage()}
      />
    </>
  )
}

const SentCard = ({ of: one, opened }: { of: Invitation; opened: boolean }) => {
  const [open, setOpen] = useState(opened)
  useEffect(() => {
    if (opened) document.getElementById(`inv-${one.id}`)?.scrollIntoView({ block: 'start' })
    // Only when the page comes with it open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const name = one.professional?.name ?? one.email ?? 'Profesional'
  const waits = one.questions.some(({ answer }) => answer === null)
  return (
    <Card id={`inv-${one.id}`} className="flex scroll-mt-24 flex-col gap-4">
      <div className="flex flex-wrap items-start gap-4">
        {one.professional === null ? (
          <span
            aria-hidden
            className="inline-flex size-13 shrink-0 items-center justify-center rounded-full bg-jacaranda-soft text-jacaranda-deep"
          >
            <Mail className="size-6" />
          </span>
        ) : (
          <Avatar name={name} src={one.professional.photo} size={52} />
        )}
        <div className="min-w-0 flex-1">
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
      </div>
      {isOpen(one) ? (
        <p className="text-[0.9375rem]">
          <TimeLeft of={one} />
        </p>
      ) : one.declineReason === null ? null : (
        <p className="rounded-md bg-sunk px-4 py-3 break-words">«{one.declineReason}»</p>
      )}
      {waits && !open ? (
        <p className="font-semibold text-jacaranda">Tienes una pregunta por responder.</p>
      ) : null}
      {open ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 border-t border-line pt-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          <section>
            <h3 className="mb-1 text-base font-semibold">Lo que ofreciste</h3>
            <TermsList terms={one.terms} />
          </section>
          <div className="flex flex-col gap-4">
            {one.message === '' ? null : <p className="break-words whitespace-pre-line">«{one.message}»</p>}
            <Questions of={one} />
          </div>
        </div>
      ) : null}
      <div className="flex flex-wrap items-start gap-3">
        <SentMoves of={one} name={name} />
        {one.professional === null ? null : (
          <TalkButton where={{ kind: 'invitation', about: one.id, as: 'host' }} with={name} tone="quiet" />
        )}
        <Button
          tone="quiet"
          size="small"
          aria-expanded={open}
          className="sm:ml-auto"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Ver menos' : waits ? 'Responder' : 'Ver detalle'}
          <span className="sr-only"> de la invitación a {name}</span>
          <ChevronDown aria-hidden className={open ? 'size-5 rotate-180' : 'size-5'} />
        </Button>
      </div>
    </Card>
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
