import type { ApplicationMove } from '#contract/hiring/application-moves.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApplicationDetail } from '#contract/hiring/application.ts'
import { ApiError } from '#web/api.ts'
import { toast, toastError } from '#web/ui/toast.ts'

/** Performs a move of an application or an agreement, shows a toast, and refreshes what changed. */
export const useMove = <T>(
  selection: (search: T) => Promise<unknown>,
  /** Null: no toast, as the screen shows the result. */
  said: { title: string; text?: string } | null,
  after?: () => void,
) => {
  const queryClient = useQueryClient()
  const again = () =>
    Promise.all(
      [
        ['/api', 'applications'],
        ['/api', 'agreements'],
        ['/api', 'host', 'applications'],
        ['/api', 'vacancies'],
        ['/api', 'host', 'vacancies'],
        ['/api', 'public', 'spaces'],
      ].map(async (queryKey) => {
        // A query already in flight would return the state before the move, and keep it.
        await queryClient.cancelQueries({ queryKey })
        await queryClient.invalidateQueries({ queryKey })
      }),
    )
  return useMutation({
    mutationFn: selection,
    onSuccess: async () => {
      await again()
      if (said !== null) toast(said.title, said.text, 'good')
      after?.()
    },
    onError: (problem) => {
      toastError('No se pudo', reasonOf(problem) ?? '')
      if (problem instanceof ApiError && problem.status === 409) void again()
    },
  })
}

/** The reason from the table of moves, where the server's error has one. */
export const reasonOf = (problem: Error | null): string | undefined => {
  if (problem instanceof ApiError && typeof problem.details === 'object' && problem.details !== null) {
    const reason = Object.entries(problem.details).find(([name]) => name === 'reason')?.[1]
    if (typeof reason === 'string') return reason
  }
  return problem?.message
}

/**
 * The draft of a move's message, stored until the move is sent. Its key has the round of terms, since a message of another round is about
 * other terms; but not the version, because opening an application marks it as seen, perhaps after its host began to type.
 */
export const moveDraft = ({ id, counterRounds }: ApplicationDetail, move: ApplicationMove) =>
  `application-${id}-${counterRounds}-${move}`
