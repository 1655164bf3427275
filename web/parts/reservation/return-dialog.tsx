import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import * as contract from '#contract/reservation.ts'
import type { Reservation } from '#contract/reservation.ts'
import { call, keyOf, newIdempotencyKey } from '#web/api.ts'
import { MoneyLines } from '#web/parts/money/money-lines.tsx'
import { choicesOf, HoursChoice } from '#web/parts/reservation/hours-choice.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Which hours stay, what comes back of the others, and then the one button. */
export default function ReturnDialog({ rent, onClose }: { rent: Reservation; onClose: () => void }) {
  const { from, to } = choicesOf(rent)
  const [startsAt, setStart] = useState(rent.startsAt)
  const [endsAt, setEnd] = useState(to.at(-2) ?? rent.endsAt)
  const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000
  const changes = startsAt !== rent.startsAt || endsAt !== rent.endsAt
  const makesSense = changes && minutes >= rent.minimumMinutes
  const queryClient = useQueryClient()
  const key = useRef(newIdempotencyKey())
  const quoting = useQuery({
    queryKey: ['return-quote', rent.id, rent.version, startsAt, endsAt],
    queryFn: ({ signal }) =>
      call(contract.returnQuote, { params: { id: rent.id }, body: { startsAt, endsAt } }, { signal }),
    enabled: makesSense,
    staleTime: 60_000,
    retry: false,
  })
  const returning = useMutation({
    mutationFn: (quoteToken: string) =>
      call(
        contract.returnHours,
        { params: { id: rent.id }, body: { quoteToken } },
        { idempotencyKey: key.current },
      ),
    onSuccess: async (left) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.reservations) })
      await queryClient.invalidateQueries({ queryKey: ['/api', 'professional'] })
      toast('Horas devueltas', `Conservas ${durationText(left.minutes)}.`, 'good')
      onClose()
    },
    onError: async () => {
      key.current = newIdempotencyKey()
      await quoting.refetch()
    },
  })
  const quoted = makesSense ? quoting.data : undefined
  const problem = returning.error ?? (makesSense ? quoting.error : null)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Devolver horas"
      description="Elige qué horas conservas; las demás vuelven a ofrecerse."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Conservar todas
          </Button>
          <Button
            disabled={quoted === undefined}
            busy={returning.isPending}
            onClick={() => quoted !== undefined && returning.mutate(quoted.token)}
          >
            {quoted === undefined
              ? 'Devolver'
              : quoted.refundCents > 0
                ? `Devolver y recibir ${formatCents(quoted.refundCents)}`
                : 'Devolver sin reembolso'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <HoursChoice
          zone={rent.zone}
          from={{ label: 'Conservo desde', value: startsAt, options: from, onChange: setStart }}
          to={{ label: 'Hasta', value: endsAt, options: to, onChange: setEnd }}
        />
        <div role="status" aria-busy={quoting.isFetching} className="min-h-24">
          {!changes ? (
            <p className="text-muted">Cambia el inicio o el final para ver cuánto recuperas.</p>
          ) : minutes < rent.minimumMinutes ? (
            <p className="font-medium text-chile">
              Conserva al menos {durationText(rent.minimumMinutes)}, o cancela todo.
            </p>
          ) : problem !== null ? (
            <p className="font-medium text-chile">{problem.message}</p>
          ) : quoted === undefined ? (
            <div className="flex flex-col gap-3">
              <span className="sr-only">Calculando…</span>
              <Skeleton className="h-6" />
              <Skeleton className="h-6 w-2/3" />
            </div>
          ) : (
            <div className="flex flex-col gap-3">
              <MoneyLines
                lines={quoted.lines}
                total={{
                  label: rent.pack === null ? 'Vuelve a la tarjeta' : 'Vuelve a tu paquete',
                  amountCents: quoted.refundCents,
                }}
              />
              <p className="text-sm text-muted">{quoted.reason}</p>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}
