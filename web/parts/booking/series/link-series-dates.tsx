import type { BookingLink } from '#contract/booking/series/link.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

/** The dates of a proposed series that may be left out; the first of a new one is paid on accepting. */
const leavable = ({ series, startsAt, quote }: BookingLink) =>
  series === null
    ? []
    : [
        ...(series.runs ? [{ id: series.firstId, startsAt, totalCents: quote?.totalCents ?? 0 }] : []),
        ...series.further,
      ]

/** Each date with a tick: unticked ones are left out and become free. */
export default function SeriesDates({
  one,
  without,
  onChange,
}: {
  one: BookingLink
  without: readonly string[]
  onChange: (without: readonly string[]) => void
}) {
  const dates = leavable(one)
  const runs = one.series?.runs === true
  const saved = dates.filter(({ id }) => !without.includes(id))
  const sum = saved.reduce((all, { totalCents }) => all + totalCents, runs ? 0 : (one.quote?.totalCents ?? 0))
  return (
    <section aria-labelledby="further-visits" className="flex flex-col gap-2 border-t border-line pt-5">
      <h2 id="further-visits" className="font-display text-lg font-semibold">
        {runs
          ? dates.length === 1
            ? 'La fecha'
            : `Las ${dates.length} fechas`
          : dates.length === 1
            ? 'Y una cita más'
            : `Y ${dates.length} citas más`}
      </h2>
      <p className="text-sm text-muted">
        Quita las que no te queden: esas horas vuelven a quedar libres.
        {runs ? '' : ' La primera es la que pagas al aceptar.'}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {dates.map(({ id, startsAt, totalCents }) => {
          const on = !without.includes(id)
          return (
            <li key={id} className="flex items-center justify-between gap-4 text-[0.9375rem]">
              <Checkbox
                className="min-w-0 flex-1"
                label={
                  <span className="inline-block first-letter:uppercase">{shortOf(startsAt, one.zone)}</span>
                }
                checked={on}
                onChange={() => onChange(on ? [...without, id] : without.filter((other) => other !== id))}
              />
              <span className={on ? 'figures' : 'figures text-muted line-through'}>
                {formatCents(totalCents)}
              </span>
            </li>
          )
        })}
      </ul>
      <p aria-live="polite" className="text-sm text-muted">
        {formatCents(sum)} por {saved.length === dates.length ? 'todas' : 'las que quedan'}.{' '}
        {one.upfront === null
          ? 'Cada una se cobra por separado un día antes'
          : 'De cada una se cobra el anticipo un día antes y el resto al terminar'}
        , con la misma tarjeta, y se puede cancelar por separado.
      </p>
    </section>
  )
}
