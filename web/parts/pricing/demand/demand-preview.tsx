import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import * as contract from '#contract/pricing/demand.ts'
import type {
  Channel,
  DemandPreview as Preview,
  DemandRules,
  OwnDemandRules,
} from '#contract/pricing/demand.ts'
import { formatCents } from '#contract/platform/money.ts'
import { slotPriceNames } from '#contract/pricing/price-names.ts'
import { call } from '#web/api.ts'
import { partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { WeekSteps } from '#web/parts/time/week-steps.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** A service and a week: what each hour costs now and would cost, and what the past weeks would have earned. Saves nothing. */
export const DemandPreview = ({
  services,
  rules,
  serviceId,
  today,
  onService,
}: {
  services: OwnDemandRules['services']
  rules: DemandRules
  serviceId: number
  today: string
  onService: (id: number) => void
}) => {
  const [from, setFrom] = useState(today)
  const [channel, setChannel] = useState<Channel>('marketplace')
  const search = useDeferredValue(rules)
  const answer = useQuery({
    queryKey: ['demand-preview', serviceId, from, channel, JSON.stringify(search)],
    queryFn: ({ signal }) =>
      call(contract.previewDemand, { body: { rules: search, serviceId, from, channel } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Field label="Servicio">
        {(control) => (
          <Select {...control} value={serviceId} onChange={(event) => onService(Number(event.target.value))}>
            {services.map(({ id, name, priceCents }) => (
              <option key={id} value={id}>
                {name}, {formatCents(priceCents)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Quien reserva llega">
        {(control) => (
          <Select
            {...control}
            value={channel}
            onChange={({ target: { value } }) =>
              setChannel(value === 'own_link' ? 'own_link' : 'marketplace')
            }
          >
            <option value="marketplace">Por Kalli</option>
            <option value="own_link">Con mi enlace</option>
          </Select>
        )}
      </Field>
      <WeekSteps from={from} today={today} days={contract.previewDays} onChange={setFrom} />
      {answer.isPending ? (
        <>
          <span className="sr-only">Probando tus precios…</span>
          <Skeleton className="h-64 rounded-md" />
        </>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <div aria-busy={answer.isPlaceholderData || undefined} className="flex min-w-0 flex-col gap-6">
          <Past past={answer.data.past} />
          <Days preview={answer.data} />
        </div>
      )}
    </div>
  )
}

const Past = ({ past: { visits, wereCents, wouldBeCents } }: { past: Preview['past'] }) => {
  const more = wouldBeCents - wereCents
  return (
    <div className="rounded-md bg-sunk px-4 py-3" role="status">
      {visits === 0 ? (
        <p className="text-muted">Sin citas en las últimas 4 semanas: aún no hay con qué comparar.</p>
      ) : (
        <>
          <p className="text-sm text-muted">
            Tus {visits === 1 ? 'última cita' : `${visits} citas`} de 4 semanas, a estas mismas horas
          </p>
          <p className="figures">
            <span className="font-display text-2xl font-semibold">{formatCents(wouldBeCents)}</span>{' '}
            <span className="text-muted">
              en vez de {formatCents(wereCents)}
              {more === 0 ? '' : ` (${signed(more)})`}
            </span>
          </p>
          <p className="text-sm text-muted">
            Si vinieran las mismas personas, por donde vinieron; sin ofertas de primera visita.
          </p>
        </>
      )}
    </div>
  )
}

const signed = (cents: number) => `${cents > 0 ? '+' : ''}${formatCents(cents)}`

const Days = ({ preview: { days, zone, baseCents } }: { preview: Preview }) => {
  if (days.every(({ slots }) => slots.length === 0))
    return <p className="text-muted">Nada libre en esta semana: prueba con la siguiente.</p>
  return (
    <ul className="flex flex-col gap-2">
      {days.map(({ date, slots }) => {
        const { weekday, day, month } = partsOfDate(date)
        const changed = slots.filter(({ beforeCents, afterCents }) => beforeCents !== afterCents).length
        const prices = slots.flatMap(({ afterCents }) => afterCents ?? [])
        return (
          <li key={date} className="rounded-md border border-line px-4 py-2">
            <details>
              <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center justify-between gap-x-3 [&::-webkit-details-marker]:hidden">
                <span className="inline-block font-semibold first-letter:uppercase">
                  {weekday} {day} {month}
                </span>
                <span className="figures text-sm text-muted">{rangeText(prices, baseCents)}</span>
                <span
                  className={classNames(
                    'w-full text-sm',
                    changed > 0 ? 'font-semibold text-agave' : 'text-muted',
                  )}
                >
                  {slots.length === 0
                    ? 'Nada libre'
                    : changed === 0
                      ? `${slots.length === 1 ? '1 horario' : `${slots.length} horarios`}, igual que ahora`
                      : `${changed === 1 ? 'Cambia' : 'Cambian'} ${changed} de ${slots.length === 1 ? '1 horario' : `${slots.length} horarios`}`}
                </span>
              </summary>
              {slots.length === 0 ? null : (
                <Slots slots={slots} zone={zone} date={`${weekday} ${day} ${month}`} />
              )}
            </details>
          </li>
        )
      })}
    </ul>
  )
}

const rangeText = (prices: readonly number[], baseCents: number): string => {
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  if (prices.length === 0) return ''
  if (low === high) return low === baseCents ? 'precio de siempre' : formatCents(low)
  return `${formatCents(low)} a ${formatCents(high)}`
}

const Slots = ({
  slots,
  zone,
  date,
}: {
  slots: Preview['days'][number]['slots']
  zone: string
  date: string
}) => (
  <table className="figures w-full text-[0.9375rem]">
    <caption className="sr-only">Cada horario del {date}, ahora y con estas reglas</caption>
    <thead>
      <tr className="text-left text-sm text-muted">
        <th scope="col" className="py-1 font-normal">
          Hora
        </th>
        <th scope="col" className="py-1 text-right font-normal">
          Ahora
        </th>
        <th scope="col" className="py-1 text-right font-normal">
          Así
        </th>
      </tr>
    </thead>
    <tbody>
      {slots.map(({ startsAt, beforeCents, afterCents, price, rule, beaten }) => (
        <tr key={startsAt} className="border-t border-line align-top">
          <th scope="row" className="py-1.5 text-left font-semibold">
            {timeOf(startsAt, zone)}
            {price === null ? null : (
              <span className="block font-sans text-xs font-normal text-muted">
                {rule === null ? slotPriceNames[price.kind] : rule}
                {beaten.length > 0 ? ` (antes que ${beaten.join(', ')})` : ''}
              </span>
            )}
          </th>
          <td className="py-1.5 text-right text-muted">
            {beforeCents === null ? 'sin lugar' : formatCents(beforeCents)}
          </td>
          <td
            className={classNames(
              'py-1.5 text-right',
              beforeCents !== afterCents && 'font-semibold text-agave',
            )}
          >
            {afterCents === null ? 'no ganarías nada' : formatCents(afterCents)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
