import { clockText } from '#contract/platform/clock-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import { packText } from '#contract/pricing/price-words.ts'
import * as contract from '#contract/pricing/space-pricing.ts'
import type { SpaceQuote } from '#contract/pricing/space-pricing.ts'
import { ApiError, call } from '#web/api.ts'
import { addDays, durationText, shortOf } from '#web/parts/time/wall-clock.ts'
import { hoursOfWhen, type When } from '#web/parts/time/when.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

const UnitDay = lazy(() => import('#web/parts/space/unit-day.tsx'))
const RentHours = lazy(() => import('#web/parts/booking/rent/rent-hours.tsx'))

const halfHours = Array.from({ length: 48 }, (_, place) => place * 30)
const lengths = [30, 60, 90, 120, 180, 240, 360, 480]

/** The searched hours as the fields take them; for a part of the day its start. */
const minutesOf = (when: When) => {
  const hours = hoursOfWhen(when)
  if (hours === undefined || hours.from === '00:00') return undefined
  const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const from = minute(hours.from) - (minute(hours.from) % 30)
  return { from, length: when.from === undefined ? 120 : Math.min(480, minute(hours.to) - from) }
}

/** Date, start and duration as input; price, availability, and the end of free cancellation as output. */
export default function PriceWidget({
  space,
  today,
  when = {},
}: {
  space: { id: number; zone: string; minimumMinutes: number }
  today: string
  /** The searched time. */
  when?: When
}) {
  const searched = minutesOf(when)
  const [date, setDate] = useState(when.day === undefined || when.day < today ? addDays(today, 1) : when.day)
  const [startMinute, setStartMinute] = useState(searched?.from ?? 600)
  const [minutes, setMinutes] = useState(Math.max(searched?.length ?? 120, space.minimumMinutes))
  // A date that is being typed is incomplete.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date)
  const { data, error, isFetching, isPlaceholderData } = useQuery<SpaceQuote>({
    queryKey: ['space-quote', space.id, date, startMinute, minutes],
    queryFn: ({ signal }) =>
      call(
        contract.quoteSpace,
        { params: { id: space.id }, body: { date, startMinute, minutes } },
        { signal },
      ),
    // Another renter may take the hour meanwhile.
    staleTime: 20_000,
    placeholderData: keepPreviousData,
    enabled: isDate,
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <Field label="Fecha" className="col-span-2">
          {(control) => (
            <Input
              {...control}
              type="date"
              min={today}
              max={addDays(today, 180)}
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </Field>
        <Field label="Desde">
          {(control) => (
            <Select
              {...control}
              value={startMinute}
              onChange={(event) => setStartMinute(Number(event.target.value))}
            >
              {halfHours.map((minute) => (
                <option key={minute} value={minute}>
                  {clockText(minute)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Durante">
          {(control) => (
            <Select {...control} value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
              {[...new Set([...lengths.filter((length) => length >= space.minimumMinutes), minutes])]
                .toSorted((a, b) => a - b)
                .map((length) => (
                  <option key={length} value={length}>
                    {durationText(length)}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      </div>
      {isDate ? (
        <Suspense>
          <UnitDay space={space} date={date} startMinute={startMinute} minutes={minutes} />
        </Suspense>
      ) : null}
      <div role="status" aria-busy={isFetching} className="min-h-36">
        {error instanceof ApiError ? (
          <p className="text-chile">{error.message}</p>
        ) : data === undefined ? (
          <p className="text-muted">Calculando…</p>
        ) : (
          <Evaluated price={data} zone={space.zone} />
        )}
      </div>
      {data === undefined ? null : (
        <Suspense>
          <RentHours space={space} price={data} isOld={isPlaceholderData} />
        </Suspense>
      )}
    </div>
  )
}

const Evaluated = ({ price, zone }: { price: SpaceQuote; zone: string }) => (
  <div className="flex flex-col gap-3">
    <dl className="figures flex flex-col gap-2 text-[0.9375rem]">
      {price.lines.map(({ label, detail, amountCents }) => (
        <div key={`${label} ${detail}`} className="flex items-baseline justify-between gap-4">
          <dt>
            {label}
            <span className="block text-sm text-muted">{detail}</span>
          </dt>
          <dd>{formatCents(amountCents)}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-dashed border-edge pt-2 text-lg font-semibold">
        <dt>Total con IVA</dt>
        <dd>{formatCents(price.totalCents)}</dd>
      </div>
    </dl>
    {price.depositCents === null ? null : (
      <p className="text-sm text-muted">
        Garantía de {formatCents(price.depositCents)}: se aparta en tu tarjeta al llegar y se libera sola tres
        días después si no hay daños. No es parte del precio.
      </p>
    )}
    {price.packs.length === 0 || price.rent.may === 'yes' || price.rent.may === 'no' ? null : (
      <p className="text-sm text-muted">Paquetes del espacio: {price.packs.map(packText).join(' · ')}.</p>
    )}
    {price.problem === null ? (
      <p className="font-medium text-agave">Libre a esa hora.</p>
    ) : (
      <p className="font-medium text-chile">{price.problem}</p>
    )}
    <ul className="flex flex-col gap-1 text-sm text-muted">
      {price.policy.map(({ until, feeCents }, place) => (
        <li key={until}>
          {place === price.policy.length - 1 && price.policy.length > 1
            ? `Después cuesta ${formatCents(feeCents)}.`
            : `Cancelar ${feeCents === 0 ? 'es gratis' : `cuesta ${formatCents(feeCents)}`} hasta el ${shortOf(until, zone)}.`}
        </li>
      ))}
    </ul>
  </div>
)
