import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/client/own-client.ts'
import type { OwnClient, OwnClientPage } from '#contract/booking/client/own-client.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { nameOf, visitsText } from '#web/parts/booking/client-book/client-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Choices } from '#web/ui/form/choices.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useSettled } from '#web/ui/form/use-settled.ts'
import { toast } from '#web/ui/toast.ts'

/** Merges two entries of one person: the other one is searched and becomes part of this one. */
export default function MergeClients({ page, onClose }: { page: OwnClientPage; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { client } = page
  const [typed, setTyped] = useState(client.firstName)
  const [chosen, setChosen] = useState<string>()
  const q = useSettled(typed.trim(), 300)
  const answer = useQuery({
    ...reading(contract.ownClients, { query: { q, limit: 9 } }),
    placeholderData: keepPreviousData,
  })
  const others = (answer.data ?? []).filter(({ id }) => id !== client.id)
  const other = others.find(({ id }) => String(id) === chosen)
  const merging = useMutation({
    mutationFn: (other: OwnClient) =>
      call(contract.mergeClients, { params: { id: client.id }, body: { other: other.id } }),
    onSuccess: async () => {
      toast('Ya son una sola ficha', 'Abajo en ella las puedes separar.', 'good')
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownClients) })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Unir con ${nameOf(client)}`}
      description="Se suman sus visitas y se juntan sus notas. Las puedes separar cuando quieras."
      error={merging.error ?? answer.error}
      actions={
        <Button
          busy={merging.isPending}
          blocked={other === undefined ? 'Elige con quién.' : undefined}
          onClick={() => (other === undefined ? undefined : merging.mutate(other))}
        >
          Unir
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Buscar al otro cliente">
          {(control) => (
            <Input
              {...control}
              type="search"
              autoComplete="off"
              maxLength={80}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {others.length === 0 ? (
          <p role="status" className="text-muted">
            {answer.isPending ? 'Buscando…' : 'No hay otro que coincida.'}
          </p>
        ) : (
          <Choices
            legend="Es la misma persona que"
            value={chosen}
            onChange={setChosen}
            options={others.map((one) => ({
              value: String(one.id),
              label: nameOf(one),
              text: [visitsText(one.visits), one.phone].filter((part) => part !== null).join(' · '),
            }))}
          />
        )}
      </div>
    </Dialog>
  )
}
