import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/client/own-client.ts'
import type { OwnClientPage } from '#contract/booking/client/own-client.ts'
import { call, keyOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** Entries that were merged into this one, each with its note, and a way to undo it. */
export const MergedClients = ({ page: { client, merged } }: { page: OwnClientPage }) => {
  const queryClient = useQueryClient()
  const separating = useMutation({
    mutationFn: (other: number) =>
      call(contract.separateClients, { params: { id: client.id }, body: { other } }),
    onSuccess: async () => {
      toast('Fichas separadas', 'Cada una está como antes.', 'good')
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownClients) })
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  if (merged.length === 0) return null
  return (
    <section aria-labelledby="merged-clients" className="flex flex-col gap-3">
      <h2 id="merged-clients" className="text-xl">
        Fichas unidas aquí
      </h2>
      <ul className="flex flex-col divide-y divide-line">
        {merged.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="font-semibold wrap-anywhere">{one.name}</span>
              {one.phone === null ? null : (
                <span className="figures ml-2 text-sm text-muted">{one.phone}</span>
              )}
              {one.note === '' ? null : <span className="block text-sm whitespace-pre-line">{one.note}</span>}
            </span>
            <Button
              tone="secondary"
              size="small"
              aria-label={`Separar a ${one.name}`}
              busy={separating.isPending && separating.variables === one.id}
              onClick={() => separating.mutate(one.id)}
            >
              Separar
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
