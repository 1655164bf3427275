import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import * as contract from '#contract/availability/space-rules.ts'
import { slotReasons } from '#contract/availability/slot-reasons.ts'
import type { OwnSpaceRules, Simulation, SpaceRules } from '#contract/availability/space-rules.ts'
import { call } from '#web/api.ts'
import { partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { WeekSteps } from '#web/parts/time/week-steps.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** A service and a week: which times pass the unsaved rules, why others do not, and what would help. */
export const Simulator = ({
  own,
  rules,
  serviceId,
  today,
  onService,
  onTry,
}: {
  own: OwnSpaceRules
  rules: SpaceRules
  serviceId: number
  today: string
  onService: (id: number) => void
  onTry: (rules: SpaceRules) => void
}) => {
  const [from, setFrom] = useState(today)
  const search = useDeferredValue(rules)
  const answer = useQuery({
    queryKey: ['space-rules-simulation', serviceId, from, JSON.stringify(search)],
    queryFn: ({ signal }) =>
      call(contract.simulateSpaceRules, { body: { rules: search, serviceId, from } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Field label="Servicio">
        {(control) => (
          <Select {...control} value={serviceId} onChange={(event) => onService(Number(event.target.value))}>
            {own.services.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <WeekSteps from={from} today={today} days={contract.simulatedDays} onChange={setFrom} />
      {answer.isPending ? (
        <>
          <span className="sr-only">Probando tus reglas…</span>
          <Skeleton className="h-64 rounded-md" />
        </>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <div aria-busy={answer.isPlaceholderData || undefined} className="flex min-w-0 flex-col gap-6">
          <Week simulation={answer.data} />
          <Helpers simulation={answer.data} onTry={onTry} />
          <Places simulation={answer.data} />
        </div>
      )}
    </div>
  )
}

const Week = ({ simulation: { offered, withoutRules, days } }: { simulation: Simulation }) => {
  const most = Math.max(1, ...days.map((day) => day.withoutRules))
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        <span className="figures font-display text-3xl font-semibold">{offered}</span>{' '}
        <span className="text-muted">
          {offered === 1 ? 'horario' : 'horarios'} para tus clientes
          {withoutRules > offered ? `, de ${withoutRules} sin reglas` : ''}
        </span>
      </p>
      <table className="w-full text-[0.9375rem]">
        <caption className="sr-only">Horarios por día, con tus reglas y sin ellas</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Día</th>
            <th scope="col">Dibujo</th>
            <th scope="col">Con reglas, de cuántos</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => {
            const { weekday, day: number } = partsOfDate(day.date)
            return (
              <tr key={day.date}>
                <th scope="row" className="w-16 py-1 text-left font-semibold whitespace-nowrap capitalize">
                  {weekday} {number}
                </th>
                <td aria-hidden className="px-2 py-1">
                  <div className="relative h-3 rounded-full bg-sunk">
                    {day.withoutRules > day.offered ? (
                      <div
                        className="timeline-stripes absolute inset-y-0 left-0 rounded-full border border-edge/60"
                        style={{ width: `${(day.withoutRules / most) * 100}%` }}
                      />
                    ) : null}
                    <div
                      className="absolute inset-y-0 left-0 rounded-full bg-agave"
                      style={{ width: `${(day.offered / most) * 100}%` }}
                    />
                  </div>
                </td>
                <td className="figures w-20 py-1 text-right whitespace-nowrap">
                  {day.offered}
                  <span className="text-muted"> de {day.withoutRules}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const Helpers = ({
  simulation: { relaxations },
  onTry,
}: {
  simulation: Simulation
  onTry: (rules: SpaceRules) => void
}) =>
  relaxations.length === 0 ? null : (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-base">Qué te abriría más horarios</h3>
      <ul className="flex flex-col gap-2">
        {relaxations.map(({ text, more, rules }) => (
          <li
            key={text}
            className="flex items-center justify-between gap-3 rounded-md bg-agave-soft px-3.5 py-2"
          >
            <span className="min-w-0">
              <span className="figures font-semibold text-agave">
                +{more} {more === 1 ? 'horario' : 'horarios'}
              </span>{' '}
              {text}
            </span>
            <Button
              tone="secondary"
              size="small"
              className="shrink-0"
              aria-label={`Probar: ${text}`}
              onClick={() => onTry(rules)}
            >
              Probar
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )

const Places = ({ simulation: { places, zone } }: { simulation: Simulation }) => (
  <div className="flex flex-col gap-2.5">
    <h3 className="text-base">Lugar por lugar</h3>
    {places.length === 0 ? (
      <p className="text-muted">Este servicio todavía no tiene dónde darse.</p>
    ) : (
      <ul className="flex flex-col gap-3">
        {places.map((place) => (
          <li key={place.id} className="rounded-md border border-line px-4 py-3">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-semibold">{place.name}</span>
              <span className="figures shrink-0 text-muted">
                {place.offered === 1 ? '1 horario' : `${place.offered} horarios`}
              </span>
            </p>
            {place.reasons.length === 0 ? null : (
              <ul className="mt-1.5 flex flex-col gap-0.5 text-sm">
                {place.reasons.map(({ reason, text, starts }) => (
                  <li
                    key={reason}
                    className={classNames(
                      'flex justify-between gap-3',
                      reason.startsWith('rule_') ? 'font-medium' : 'text-muted',
                    )}
                  >
                    <span className="min-w-0">{text}</span>
                    <span className="figures shrink-0">{starts}</span>
                  </li>
                ))}
              </ul>
            )}
            {place.starts.length === 0 ? null : (
              <details className="mt-1 text-sm">
                <summary className="inline-flex min-h-11 items-center font-semibold text-jacaranda-deep underline underline-offset-4">
                  Ver hora por hora<span className="sr-only"> en {place.name}</span>
                </summary>
                <Starts starts={place.starts} zone={zone} />
              </details>
            )}
          </li>
        ))}
      </ul>
    )}
  </div>
)

type Starts = Simulation['places'][number]['starts']

const Starts = ({ starts, zone }: { starts: Starts; zone: string }) => (
  <table className="w-full">
    <caption className="sr-only">Cada hora y qué pasa con ella</caption>
    <tbody>
      {starts.map(({ date, startsAt, offered, reason }) => {
        const { weekday, day } = partsOfDate(date)
        return (
          <tr key={startsAt} className="border-t border-line align-top">
            <th scope="row" className="figures py-1 pr-3 text-left font-normal whitespace-nowrap">
              {weekday} {day}, {timeOf(startsAt, zone)}
            </th>
            <td className={classNames('py-1', offered ? 'font-semibold text-agave' : 'text-muted')}>
              {offered || reason === null ? 'Se ofrece' : slotReasons[reason]}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
