import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import * as contract from '#contract/booking/waitlist/waitlist.ts'
import type { WaitlistEntryMove } from '#contract/booking/waitlist/waitlist.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { WaitlistEntryCard } from '#web/parts/booking/waitlist/entry-card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** A visitor's waitlist entry by the link of their email: confirm it, resume after a pause, or stop. Opening the link changes nothing. */
export default function LinkedEntry({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const wished = { ...reading(contract.linkedWaitlistEntry, { params: { token } }), retry: false }
  const answer = useQuery({ ...wished, refetchOnMount: 'always', meta: { showsRefusal: true } })
  const moving = useMutation({
    mutationFn: (move: WaitlistEntryMove) =>
      call(contract.moveLinkedWaitlistEntry, { params: { token, move } }),
    onSuccess: (now) => queryClient.setQueryData(wished.queryKey, now),
    onError: () => void answer.refetch(),
  })
  if (answer.isError && answer.error instanceof ApiError && answer.error.status === 404)
    return (
      <EmptyState
        heading="h1"
        icon={<KeyRound />}
        title="Tu lista de espera"
        text="Este enlace no abre ninguna espera. Ábrelo completo desde tu mensaje."
      />
    )
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Tu lista de espera</h1>
      {answer.isPending ? (
        <Skeleton className="h-64 rounded-lg" />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <>
          <p role="status" className={answer.data.state === 'active' ? 'measure text-muted' : 'sr-only'}>
            {answer.data.state === 'active'
              ? 'Ya estás en la lista. En cuanto se abra un lugar lo apartamos para ti y te escribimos.'
              : ''}
          </p>
          <WaitlistEntryCard
            entry={answer.data}
            busy={moving.isPending ? moving.variables : undefined}
            onMove={(move) => moving.mutate(move)}
            onEnd={() => void answer.refetch()}
            problem={
              moving.isError ? (
                <p role="alert" className="font-medium text-chile">
                  {moving.error.message}
                </p>
              ) : null
            }
          />
        </>
      )}
    </>
  )
}
