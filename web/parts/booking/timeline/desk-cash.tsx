import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/desk/desk-rent.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, reading } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** For a rent whose payment link is open: records that it was paid in cash instead. */
export const CashTaken = ({
  id,
  amountCents,
  onDone,
}: {
  id: string
  amountCents: number
  onDone: () => void
}) => {
  const queryClient = useQueryClient()
  const taking = useMutation({
    mutationFn: () => call(contract.deskCash, { params: { id }, body: { amountCents } }),
    onSuccess: async ({ commissionCents }) => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      toast(
        'Renta cobrada',
        `La comisión, ${formatCents(commissionCents)}, sale de tu próximo depósito.`,
        'good',
      )
      onDone()
    },
    onError: (problem) => toast('No se registró el pago', problem.message, 'bad'),
  })
  return (
    <Button busy={taking.isPending} onClick={() => taking.mutate()}>
      Cobré {formatCents(amountCents)} en efectivo
    </Button>
  )
}

/** Rents that were paid in cash and later reduced or cancelled: what the desk still has to hand back, until it confirms that. */
export const CashToHandBack = () => {
  const answer = useQuery(reading(contract.deskMoney))
  const queryClient = useQueryClient()
  const handing = useMutation({
    mutationFn: ({ bookingId, amountCents }: contract.CashToHandBack) =>
      call(contract.deskHandBack, { params: { id: bookingId }, body: { amountCents } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host'] })
      toast('Anotado', 'Le avisamos que ya se lo devolviste.', 'good')
    },
    onError: (problem) => toast('No se anotó', problem.message, 'bad'),
  })
  const all = answer.data ?? []
  if (all.length === 0) return null
  return (
    <section
      aria-label="Efectivo por devolver"
      className="flex flex-col gap-3 rounded-md bg-maiz-soft p-4 text-maiz-ink"
    >
      <h2 className="font-sans text-base font-semibold tracking-normal">Efectivo por devolver</h2>
      <ul className="flex flex-col gap-3">
        {all.map((one) => (
          <li key={one.bookingId} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {formatCents(one.amountCents)} a {one.professional}: {one.spaceName},{' '}
              {shortOf(one.startsAt, one.zone)}
            </span>
            <Button
              tone="secondary"
              size="small"
              busy={handing.isPending && handing.variables.bookingId === one.bookingId}
              onClick={() => handing.mutate(one)}
            >
              Ya lo devolví
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
