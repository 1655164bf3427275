import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minuteMs } from '#contract/platform/duration.ts'
import { unitDay, type UnitDay } from '#contract/availability/unit-day.ts'
import { reading } from '#web/api.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

const shownAtFirst = 8
type Stretch = UnitDay['open'][number]

/** When each unit is free on the chosen day, with the chosen hours marked across all of them. */
export default function UnitDayStrips({
  space,
  date,
  startMinute,
  minutes,
}: {
  space: { id: number; zone: string }
  date: string
  startMinute: number
  minutes: number
}) {
  const [all, setAll] = useState(false)
  const { data } = useQuery({
    ...reading(unitDay, { params: { id: space.id }, query: { date } }),
    // Another renter may take the hour meanwhile.
    staleTime: 20_000,
    placeholderData: keepPreviousData,
  })
  if (data === undefined) return <div aria-hidden className="h-24 animate-pulse rounded-md bg-sunk" />
  const [opens, closes] = [data.open[0]?.from, data.open.at(-1)?.to]
  if (opens === undefined || closes === undefined)
    return <p className="rounded-md bg-sunk px-3.5 py-2.5 text-[0.9375rem]">Ese día el espacio no abre.</p>
  const span = { from: Date.parse(opens), to: Date.parse(closes) }
  const from = Date.parse(data.begins) + startMinute * minuteMs
  const wanted = { from, to: from + minutes * minuteMs }
  const free = data.units.filter((unit) => unit.free.some((one) => holds(one, wanted)))
  const units = all ? data.units : data.units.slice(0, shownAtFirst)
  const clock = (at: string) => timeOf(at, space.zone)
  return (
    <section aria-label="Disponibilidad por unidad" className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1.5">
        {units.map((unit) => (
          <li key={unit.id} className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-2">
            <span className="truncate text-sm" title={unit.name}>
              {unit.name}
            </span>
            <span className="sr-only">
              {unit.free.length === 0
                ? 'sin horas libres'
                : `libre ${unit.free.map((one) => `de ${clock(one.from)} a ${clock(one.to)}`).join(' y ')}`}
            </span>
            <span aria-hidden className="timeline-stripes relative h-6 overflow-hidden rounded-sm bg-sunk">
              {unit.free.map((one) => (
                <span
                  key={one.from}
                  style={placeOf(one, span)}
                  className="absolute inset-y-0 rounded-sm bg-agave-soft"
                />
              ))}
              <span
                style={placeOf(wanted, span)}
                className={classNames(
                  'absolute inset-y-0 rounded-sm border-2',
                  free.includes(unit) ? 'border-agave' : 'border-chile',
                )}
              />
            </span>
          </li>
        ))}
      </ul>
      <p aria-hidden className="figures ml-22 flex justify-between text-xs text-muted">
        <span>{clock(opens)}</span>
        <span>{clock(closes)}</span>
      </p>
      {data.units.length > shownAtFirst ? (
        <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Ver menos' : `Ver las ${data.units.length} unidades`}
        </Button>
      ) : null}
      {data.units.length === 1 ? null : (
        <p className="text-sm text-muted">
          {free.length === 0
            ? 'Ninguna unidad está libre a esa hora.'
            : `Libres a esa hora: ${free.length === data.units.length ? 'todas' : free.map(({ name }) => name).join(', ')}.`}
        </p>
      )}
    </section>
  )
}

const holds = ({ from, to }: Stretch, wanted: { from: number; to: number }) =>
  Date.parse(from) <= wanted.from && wanted.to <= Date.parse(to)

/** Clipped to the day. */
const placeOf = (
  { from, to }: { from: string | number; to: string | number },
  span: { from: number; to: number },
) => {
  const at = (instant: string | number) => Math.min(span.to, Math.max(span.from, new Date(instant).getTime()))
  const percent = (ms: number) => `${(100 * ms) / (span.to - span.from)}%`
  return { left: percent(at(from) - span.from), width: percent(at(to) - at(from)) }
}
