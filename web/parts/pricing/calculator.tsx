import { useState } from 'react'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { regimes, type Rates, type Regime } from '#contract/payment/rates.ts'
import type { Split } from '#contract/payment/split.ts'
import { type Estimate, minPrice, splitOf } from '#web/parts/pricing/estimate.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'

const bounds = {
  service: { least: 0, most: 5000, step: 50 },
  minutes: { least: 15, most: 240, step: 15 },
  rent: { least: 0, most: 600, step: 10 },
} as const

/** The split of a service's price, as the visitor changes the figures. The first result is in the server's HTML. */
export const Calculator = ({ rates, start }: { rates: Rates; start: Estimate }) => {
  const [search, setRequested] = useState(start)
  const change = (part: Partial<Estimate>) => setRequested((now) => ({ ...now, ...part }))
  const parts = splitOf(rates, search)
  return (
    <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 shadow-card sm:p-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-12">
      <form method="get" action="/pricing" aria-label="Calculadora" className="flex flex-col gap-6">
        <Amount
          name="servicio"
          label="Precio del servicio"
          unit="pesos"
          value={search.serviceCents / 100}
          bounds={bounds.service}
          hardMax={100_000}
          onChange={(pesos) => change({ serviceCents: Math.round(pesos * 100) })}
        />
        <Amount
          name="minutos"
          label="Duración"
          unit="minutos"
          value={search.minutes}
          bounds={bounds.minutes}
          hardMax={720}
          onChange={(minutes) => change({ minutes: Math.round(minutes) })}
        />
        <Amount
          name="renta"
          label="Renta del espacio por hora"
          unit="pesos"
          hint="Cero si atiendes en tu propio lugar."
          value={search.rentPerHourCents / 100}
          bounds={bounds.rent}
          hardMax={50_000}
          onChange={(pesos) => change({ rentPerHourCents: Math.round(pesos * 100) })}
        />
        <Checkbox
          name="retencion"
          value="si"
          label="Con retención de impuestos"
          checked={search.withholding}
          onChange={(event) => change({ withholding: event.target.checked })}
        />
        {search.withholding ? (
          <Field label="Quien atiende cobra">
            {(control) => (
              <Select
                {...control}
                name="regimen"
                value={search.regime}
                onChange={(event) => change({ regime: regimeOf(event.target.value) })}
              >
                {rates.professional.map(({ regime }) => (
                  <option key={regime} value={regime}>
                    {regimes[regime]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        <noscript>
          <button type="submit" className="min-h-12 rounded-md bg-barro px-5 font-semibold text-on-barro">
            Calcular
          </button>
        </noscript>
      </form>
      <Answer rates={rates} search={search} parts={parts} />
    </div>
  )
}

export const regimeOf = (text: unknown): Regime =>
  text === 'no_rfc' || text === 'physician' ? text : 'individual'

const Amount = ({
  name,
  label,
  unit,
  hint,
  value,
  bounds: { least, most, step },
  hardMax,
  onChange,
}: {
  name: string
  label: string
  unit: string
  hint?: string
  value: number
  bounds: { least: number; most: number; step: number }
  hardMax: number
  onChange: (value: number) => void
}) => {
  // While a number is unreadable the figures keep their last state, and the field shows its error.
  const [isUnread, setUnread] = useState(false)
  const isMinutes = unit === 'minutos'
  const scale = isMinutes ? 1 : 100
  return (
    <div className="flex flex-col gap-2">
      <NumberField
        kind={isMinutes ? 'minutes' : 'pesos'}
        label={label}
        hint={hint ?? (isMinutes ? `En minutos: ${durationText(value)}.` : 'En pesos.')}
        name={name}
        to={hardMax * scale}
        value={isUnread ? Number.NaN : value * scale}
        onChange={(next) => {
          setUnread(Number.isNaN(next))
          if (!Number.isNaN(next)) onChange(next / scale)
        }}
        inputClassName="max-w-36 text-lg font-semibold"
      />
      <input
        type="range"
        aria-label={`${label}, en ${unit}`}
        min={least}
        max={most}
        step={step}
        value={Math.min(most, value)}
        onChange={(event) => {
          setUnread(false)
          onChange(Number(event.target.value))
        }}
        className="h-11 w-full cursor-pointer"
      />
    </div>
  )
}

const Answer = ({ rates, search, parts }: { rates: Rates; search: Estimate; parts: Split }) => {
  const { professional, host, platform, withheld } = parts
  const tax = withheld.isrCents + withheld.ivaCents
  if (professional.netCents < 0)
    return (
      <div role="status" className="flex flex-col justify-center gap-3">
        <h2 className="text-2xl">Con este precio no ganarías</h2>
        <p className="measure text-muted">
          La renta{search.withholding ? ', la comisión y las retenciones' : ' y la comisión'} se llevan más
          que el precio. Kalli no ofrece horarios así: para esta duración y esta renta el servicio tiene que
          costar al menos <strong className="text-ink">{formatCents(minPrice(rates, search))}</strong>.
        </p>
      </div>
    )
  const shares = [
    { name: 'Profesional', cents: professional.netCents, look: 'bg-agave' },
    { name: 'Espacio', cents: host.netCents, look: 'bg-jacaranda' },
    { name: 'Kalli', cents: platform.totalCents, look: 'bg-barro' },
    { name: 'SAT (retenido)', cents: tax, look: 'bg-maiz' },
  ].filter(({ cents }) => cents > 0)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div>
        <p className="text-muted">Quien atiende recibe</p>
        <p
          role="status"
          aria-live="polite"
          className="figures font-display text-5xl font-semibold sm:text-6xl"
        >
          {formatCents(professional.netCents)}
        </p>
        <p className="mt-1 text-muted">
          de {formatCents(search.serviceCents)} que paga el cliente, sin nada encima.
        </p>
      </div>
      <div>
        <div aria-hidden className="flex h-11 gap-0.5 overflow-hidden rounded-md">
          {shares.map(({ name, cents, look }) => (
            <span
              key={name}
              style={{ flexGrow: cents }}
              className={classNames('min-w-1 basis-0 transition-[flex-grow] duration-200', look)}
            />
          ))}
        </div>
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1.5">
          {shares.map(({ name, cents, look }) => (
            <li key={name} className="flex items-center gap-2 text-[0.9375rem]">
              <span aria-hidden className={classNames('size-3 rounded-xs', look)} />
              {name} <span className="figures font-semibold">{formatCents(cents)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Lines
          title="Profesional"
          lines={[
            ['Precio del servicio', search.serviceCents],
            [`Comisión, ${formatRate(rates.commissionBp)}`, -professional.commissionCents],
            [`Renta, ${durationText(search.minutes)}`, -professional.rentCents],
            ['ISR retenido', -professional.isrCents],
            ['IVA retenido', -professional.ivaWithheldCents],
          ]}
          total={professional.netCents}
        />
        {parts.rentCents === 0 ? null : (
          <Lines
            title="Espacio"
            lines={[
              ['Renta', parts.rentCents],
              [`Comisión, ${formatRate(rates.rentBp)}`, -host.commissionCents],
              ['ISR retenido', -host.isrCents],
              ['IVA retenido', -host.ivaWithheldCents],
            ]}
            total={host.netCents}
          />
        )}
      </div>
    </div>
  )
}

const Lines = ({
  title,
  lines,
  total,
}: {
  title: string
  lines: readonly (readonly [string, number])[]
  total: number
}) => (
  <section aria-label={`Recibo: ${title}`}>
    <h2 className="mb-2 font-sans text-base font-semibold tracking-normal">{title}</h2>
    <dl className="figures flex flex-col gap-1.5 text-[0.9375rem]">
      {lines
        .filter(([, cents], place) => place === 0 || cents !== 0)
        .map(([name, cents]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd>{formatCents(cents)}</dd>
          </div>
        ))}
      <div className="flex justify-between gap-4 border-t border-dashed border-edge pt-2 font-semibold">
        <dt>Recibe</dt>
        <dd>{formatCents(total)}</dd>
      </div>
    </dl>
  </section>
)
