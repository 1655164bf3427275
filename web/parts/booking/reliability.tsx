import { useQuery } from '@tanstack/react-query'
import { formatRate } from '#contract/money.ts'
import * as contract from '#contract/reliability.ts'
import type { Reliability } from '#contract/reliability.ts'
import { reading } from '#web/api.ts'
import { dayOf, shortOf } from '#web/parts/time/wall-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'

/** How many visits of the last year I kept, and which I did not. */
export default function ReliabilityCard() {
  const answer = useQuery(reading(contract.ownReliability))
  if (answer.isPending) return <Skeleton className="h-32 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { kept, letDown, shareBp, strikes } = answer.data
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-xl">Tu confiabilidad</h2>
        <p className="figures font-display text-2xl font-semibold">
          {shareBp === null ? '—' : formatRate(shareBp)}
        </p>
      </div>
      <p className="text-[0.9375rem] text-muted">
        {shareBp === null
          ? `Se calcula desde ${contract.reliability.leastVisits} citas en un año. Llevas ${kept} cumplidas.`
          : `${kept} de ${kept + letDown} citas cumplidas en un año.`}{' '}
        Los espacios la ven cuando te postulas.
      </p>
      {strikes.length === 0 ? null : (
        <details>
          <summary className="min-h-11 py-2.5 text-[0.9375rem] font-semibold text-jacaranda">
            {strikes.length === 1 ? '1 falta' : `${strikes.length} faltas`}
          </summary>
          <ul className="flex flex-col divide-y divide-line">
            {strikes.map((strike) => (
              <li key={strike.bookingId} className="py-3">
                <p className="font-medium">{words[strike.kind]}</p>
                <p className="text-[0.9375rem] text-muted">
                  {strike.service}, {shortOf(strike.startsAt, strike.zone)}. Cuenta hasta el{' '}
                  {dayOf(strike.until, strike.zone)}.
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

const words: Readonly<Record<Reliability['strikes'][number]['kind'], string>> = {
  cancelled: 'Cancelaste',
  cancelled_late: 'Cancelaste a menos de 24 horas',
  absent: 'No llegaste',
}
