import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoImport } from '#contract/booking/client/client-import.ts'
import { ownClients, type ClientImport } from '#contract/booking/client/own-client.ts'
import { call, keyOf } from '#web/api.ts'
import { capitalZone, dayOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** Imports of the last seven days, each with its undo. */
export const RecentImports = ({ imports }: { imports: readonly ClientImport[] }) => {
  const queryClient = useQueryClient()
  const undoing = useMutation({
    mutationFn: (id: string) => call(undoImport, { params: { id } }),
    onSuccess: async ({ removed, stayed }) => {
      toast(
        'Importación deshecha',
        [
          removed === 1 ? 'Se quitó 1 cliente.' : `Se quitaron ${removed} clientes.`,
          stayed === 0 ? '' : `${stayed} se quedan: ya los usaste.`,
        ]
          .filter(Boolean)
          .join(' '),
        'good',
      )
      await queryClient.invalidateQueries({ queryKey: keyOf(ownClients) })
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  return imports.map((one) => (
    <p
      key={one.id}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunk px-4 py-1.5 text-[0.9375rem]"
    >
      <span>
        Importaste {one.added === 1 ? '1 cliente' : `${one.added} clientes`}. Puedes deshacerlo hasta el{' '}
        {dayOf(one.undoUntil, capitalZone)}.
      </span>
      <Button
        tone="quiet"
        size="small"
        busy={undoing.isPending && undoing.variables === one.id}
        onClick={() => undoing.mutate(one.id)}
      >
        Deshacer
      </Button>
    </p>
  ))
}
