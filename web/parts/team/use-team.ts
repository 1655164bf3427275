import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#web/ui/toast.ts'

/** Performs a move of a team member, shows a toast, and refreshes what changed. */
export const useTeam = <T, R>(
  selection: (search: T) => Promise<R>,
  /** Null: no toast, as the next screen shows the result. */
  said: { title: string; text?: string } | null,
  after?: (answer: R) => void,
) => {
  const queryClient = useQueryClient()
  const again = () =>
    Promise.all(
      [
        ['/api', 'host', 'team'],
        ['/api', 'host', 'rent-runs'],
        ['/api', 'host', 'rent-collection'],
        ['/api', 'team'],
        ['/api', 'rent-charges'],
        ['/api', 'rent-card'],
        ['/api', 'agreements'],
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
  return useMutation({
    mutationFn: selection,
    onSuccess: async (answer) => {
      await again()
      if (said !== null) toast(said.title, said.text, 'good')
      after?.(answer)
    },
    onError: (problem) => {
      toastError('No se pudo', problem.message)
      void again()
    },
  })
}
