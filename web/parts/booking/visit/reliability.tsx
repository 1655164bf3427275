import { useQuery } from '@tanstack/react-query'
import { formatRate } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/client/reliability.ts'
import type { Reliability } from '#contract/booking/client/reliability.ts'
import { dateText } from '#contract/platform/short-date.ts'
import { reading } from '#web/api.ts'
import { dateIn, shortOf } from '#web/parts/time/wall-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The client's honoured and missed visits of the last year. */
export default function ReliabilityCard() {
  const answer = useQuery(reading(contract.ownReliability))
  if (answer.isPending) return <Skeleton className="h-32 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { attended, letDown, shareBp, strikes } = answer.data
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
          ? `Se calcula desde ${contract.reliability.minVisits} citas en un año. Llevas ${attended} cumplidas.`
          : `${attended} de ${attended + letDown} citas cumplidas en un año.`}{' '}
        Los espacios la ven cuando te postulas.
      </p>
      <Raise of={answer.data} />
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
                  {untilText(strike)}.
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

/** What raises it again, in visits and dates. */
const Raise = ({ of }: { of: Reliability }) => {
  if (of.letDown === 0) return null
  const mark = of.shareBp === null ? null : contract.nextMark(of)
  const forgotten = contract.nextForgotten(of)
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-sans text-base font-semibold tracking-normal">Cómo subirla</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-[0.9375rem]">
        {mark === null ? null : (
          <li>
            {mark.visits === 1
              ? 'Con una cita cumplida más'
              : `Con ${mark.visits} citas cumplidas más, sin faltar a ninguna,`}{' '}
            llegas a {formatRate(mark.shareBp)}.
          </li>
        )}
        {forgotten === null ? null : <li>El {untilText(forgotten)} deja de contar tu falta más antigua.</li>}
        <li>Si no puedes llegar, propón otra hora en vez de cancelar: un cambio aceptado no cuenta.</li>
      </ul>
    </section>
  )
}

/** With the year: the day alone would be read as this year's. */
const untilText = ({ until, zone }: Reliability['strikes'][number]) => dateText(dateIn(until, zone))

const words: Readonly<Record<Reliability['strikes'][number]['kind'], string>> = {
  cancelled: 'Cancelaste',
  cancelled_late: 'Cancelaste a menos de 24 horas',
  absent: 'No llegaste',
}
