import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/rent/reservation.ts'
import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { call, keyOf } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { choicesOf, HoursChoice } from '#web/parts/booking/rent/hours-choice.tsx'
import { durationText, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/form/use-form.ts'

/** Returns rented hours: which ones, the refund, and then the one button. */
export default function ReturnDialog({ rent, onClose }: { rent: Reservation; onClose: () => void }) {
  const giving = useReturn(rent, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Devolver horas"
      description="Elige qué horas devuelves; vuelven a ofrecerse."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Conservar todas
          </Button>
          <Button
            blocked={
              giving.quoted !== undefined
                ? undefined
                : !giving.makesSense
                  ? 'Elige primero qué horas.'
                  : giving.quoting.isError
                    ? 'Sin saber qué recibes no se devuelven.'
                    : 'Calculando…'
            }
            busy={giving.returning.isPending}
            onClick={() => giving.quoted !== undefined && giving.returning.mutate(giving.quoted.token)}
          >
            {giving.quoted === undefined
              ? 'Devolver'
              : giving.quoted.refundCents > 0
                ? `Devolver y recibir ${formatCents(giving.quoted.refundCents)}`
                : 'Devolver sin reembolso'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <HoursChoice
          zone={rent.zone}
          from={{
            label: 'Devuelvo desde',
            value: giving.startsAt,
            options: giving.from,
            onChange: giving.setStart,
          }}
          to={{ label: 'Hasta', value: giving.endsAt, options: giving.choices.to, onChange: giving.setEnd }}
        />
        <div role="status" aria-busy={giving.quoting.isFetching} className="min-h-24">
          {giving.reason !== null ? (
            <p className="font-medium text-chile">{giving.reason}</p>
          ) : giving.problem !== null ? (
            <p className="font-medium text-chile">{giving.problem.message}</p>
          ) : giving.quoted === undefined ? (
            <div className="flex flex-col gap-3">
              <span className="sr-only">Calculando…</span>
              <Skeleton className="h-6" />
              <Skeleton className="h-6 w-2/3" />
            </div>
          ) : (
            <ReturnTerms quoted={giving.quoted} rent={rent} giving={giving} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The hours to return, their refund, and the return itself. */
const useReturn = (rent: Reservation, onClose: () => void) => {
  const choices = choicesOf(rent)
  // Once the rent has started, from the next step on.
  const from = choices.from.length > 1 ? choices.from : choices.to.slice(0, -1)
  const form = useForm({ initial: () => ({ startsAt: from.at(-1) ?? rent.startsAt, endsAt: rent.endsAt }) })
  const { startsAt, endsAt } = form.values
  const problemText = problemOf(rent, startsAt, endsAt)
  const makesSense = problemText === null
  const remains = remainsOf(rent, startsAt, endsAt)
  const queryClient = useQueryClient()
  const quoting = useQuery({
    queryKey: ['return-quote', rent.id, rent.version, startsAt, endsAt],
    queryFn: ({ signal }) =>
      call(contract.returnQuote, { params: { id: rent.id }, body: remains }, { signal }),
    enabled: makesSense,
    staleTime: minuteMs,
    retry: false,
  })
  const returning = useMutation({
    mutationFn: (quoteToken: string) =>
      call(contract.returnHours, { params: { id: rent.id }, body: { quoteToken } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.reservations) })
      await queryClient.invalidateQueries({ queryKey: ['/api', 'professional'] })
      toast('Horas devueltas', savedText(rent, startsAt, endsAt), 'good')
      onClose()
    },
    onError: () => quoting.refetch(),
  })
  const quoted = makesSense ? quoting.data : undefined
  const problem = returning.error ?? (makesSense ? quoting.error : null)
  return {
    quoted,
    makesSense,
    quoting,
    returning,
    startsAt,
    from,
    setStart: form.pick('startsAt').onChange,
    endsAt,
    choices,
    setEnd: form.pick('endsAt').onChange,
    reason: problemText,
    problem,
  }
}

type Returning = ReturnType<typeof useReturn>

const ReturnTerms = ({
  quoted,
  rent,
  giving,
}: {
  quoted: NonNullable<Returning['quoted']>
  rent: Reservation
  giving: Returning
}) => (
  <div className="flex flex-col gap-3">
    <MoneyLines
      lines={quoted.lines}
      total={{
        label:
          quoted.paidBy === 'cash'
            ? 'Te lo da el espacio en efectivo'
            : rent.pack === null
              ? 'Vuelve a la tarjeta'
              : 'Vuelve a tu paquete',
        amountCents: quoted.refundCents,
      }}
    />
    <p className="text-sm text-muted">
      {savedText(rent, giving.startsAt, giving.endsAt)} {quoted.reason}
    </p>
  </div>
)

/** What remains after the return; out of the middle, two parts. */
const remainsOf = (rent: Reservation, startsAt: string, endsAt: string) => {
  if (startsAt === rent.startsAt) return { startsAt: endsAt, endsAt: rent.endsAt }
  return {
    startsAt: rent.startsAt,
    endsAt: startsAt,
    also: endsAt === rent.endsAt ? null : { startsAt: endsAt, endsAt: rent.endsAt },
  }
}

/** Both sides must keep the minimum duration, and something has to be returned. */
const problemOf = (rent: Reservation, startsAt: string, endsAt: string): string | null => {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  const [begin, end] = [Date.parse(rent.startsAt), Date.parse(rent.endsAt)]
  if (to <= from) return 'El final tiene que ir después del inicio.'
  const least = rent.minimumMinutes * minuteMs
  const left = [from - begin, end - to].filter((one) => one > 0)
  if (left.length === 0) return 'Para devolver todas, cancela la renta.'
  return left.some((one) => one < least)
    ? `Conserva al menos ${durationText(rent.minimumMinutes)}, o cancela todo.`
    : null
}

const savedText = (rent: Reservation, startsAt: string, endsAt: string) => {
  const { also, ...first } = { also: null, ...remainsOf(rent, startsAt, endsAt) }
  const spanOf = (span: { startsAt: string; endsAt: string }) =>
    `de ${timeOf(span.startsAt, rent.zone)} a ${timeOf(span.endsAt, rent.zone)}`
  return also === null
    ? `Conservas ${spanOf(first)}.`
    : `Conservas ${spanOf(first)} y ${spanOf(also)}, como dos rentas.`
}
