import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversations } from '#contract/conversation/conversation.ts'
import { type Blocked, blockedByMe, unblockPerson } from '#contract/conversation/message-report.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { capitalZone, longDate, dateIn } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The people whom the user blocked in a conversation, with an unblock button, as the conversation may be hard to find. */
export const BlockedPeople = () => {
  const list = useQuery(reading(blockedByMe))
  return (
    <Panel
      title="Personas bloqueadas"
      text="No pueden escribirte, ni tú a ellas, en ninguna conversación. No saben que las bloqueaste, y tus reservas siguen igual."
    >
      {list.isPending ? (
        <Skeleton className="h-16" />
      ) : list.isLoadingError ? (
        <ErrorState text={list.error.message} onRetry={() => void list.refetch()} />
      ) : list.data.length === 0 ? (
        <p className="text-muted">No has bloqueado a nadie.</p>
      ) : (
        <ul aria-label="Personas bloqueadas" className="flex flex-col divide-y divide-line">
          {list.data.map((one) => (
            <Person key={one.id} one={one} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const Person = ({ one: { id, name, photo, at } }: { one: Blocked }) => {
  const queryClient = useQueryClient()
  const { data: user } = useQuery(sessionQuery)
  const unblocking = useMutation({
    mutationFn: () => call(unblockPerson, { params: { id } }),
    onSuccess: () => toast('Ya pueden escribirse', undefined, 'good'),
    onError: (problem) => toastError('No se pudo', problem.message),
    // Even if it failed: another tab may have unblocked them already.
    onSettled: () =>
      Promise.all(
        [keyOf(blockedByMe), keyOf(conversations)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Avatar name={name} src={photo} size={44} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block text-sm text-muted">
          Desde el {longDate(dateIn(at, user?.zone ?? capitalZone))}
        </span>
      </span>
      <FormError of={unblocking.error} />
      <Button tone="secondary" size="small" busy={unblocking.isPending} onClick={() => unblocking.mutate()}>
        Desbloquear<span className="sr-only"> a {name}</span>
      </Button>
    </li>
  )
}
