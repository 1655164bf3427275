import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as contract from '#contract/reservation.ts'
import type { Reservation } from '#contract/reservation.ts'
import { ApiError, call, keyOf, newIdempotencyKey, reading } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** To whom, and a word with it. They stay mine until the other says yes. */
export default function HandOverDialog({ rent, onClose }: { rent: Reservation; onClose: () => void }) {
  const queryClient = useQueryClient()
  const key = useRef(newIdempotencyKey())
  const answer = useQuery(reading(contract.heirs, { params: { id: rent.id } }))
  const [chosen, choose] = useState<number>()
  const [message, setMessage] = useState('')
  const people = answer.data ?? []
  const professionalId = chosen ?? people[0]?.id
  const offering = useMutation({
    mutationFn: (professionalId: number) =>
      call(
        contract.offerHours,
        { params: { id: rent.id }, body: { professionalId, message, version: rent.version } },
        { idempotencyKey: key.current },
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.reservations) })
      toast('Oferta enviada', 'Te avisamos en cuanto responda.', 'good')
      onClose()
    },
    onError: (problem) => {
      if (!(problem instanceof ApiError && problem.status === 0)) key.current = newIdempotencyKey()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Ceder horas"
      description="A alguien que también trabaja en este espacio. El precio no cambia y no se le cobra nada."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cerrar
          </Button>
          <Button
            disabled={professionalId === undefined}
            busy={offering.isPending}
            onClick={() => professionalId !== undefined && offering.mutate(professionalId)}
          >
            Ofrecer mis horas
          </Button>
        </>
      }
    >
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Buscando quién puede tomarlas…</span>
          <Skeleton className="h-12" />
        </div>
      ) : answer.isError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : people.length === 0 ? (
        <p className="text-muted">
          Nadie más tiene convenio en este espacio. Puedes devolver las horas para que se ofrezcan otra vez.
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <Field label="Para">
            {(control) => (
              <Select
                {...control}
                value={professionalId ?? ''}
                onChange={(event) => choose(Number(event.target.value))}
              >
                {people.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Mensaje" required={false}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxLength={300}
                value={message}
                onChange={(event) => setMessage(event.target.value)}
              />
            )}
          </Field>
          <p className="text-sm text-muted">
            Siguen siendo tuyas hasta que diga que sí; tiene 24 horas, y nunca después de que empiecen. Tu
            recibo se queda contigo.
          </p>
          {offering.error === null ? null : (
            <p role="alert" className="font-medium text-chile">
              {offering.error.message}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
