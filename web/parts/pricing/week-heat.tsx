import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { dayOf, plainClock, weekdayOf } from '#contract/platform/clock.ts'
import { formatCents } from '#contract/platform/money.ts'
import { weekdayNames } from '#contract/platform/day-names.ts'
import { clockText } from '#contract/platform/clock-text.ts'
import { rentOf } from '#contract/pricing/rent.ts'
import { pricesOf } from '#contract/pricing/rent-prices.ts'
import { noRules, type PriceRules, type SpacePricing } from '#contract/pricing/space-pricing.ts'

/** The coming week coloured by the list price of each hour; the figure is in the cell, colour only helps. */
export const WeekHeat = ({
  pricing,
  baseCents,
  rules,
  today,
}: {
  pricing: SpacePricing
  baseCents: number
  rules: PriceRules
  today: string
}) => {
  const { ladder, cleaning, perUse } = noRules
  const prices = pricesOf({
    baseCents,
    minimumMinutes: 60,
    roundingMinutes: 1,
    rules: { ...rules, ladder, cleaning, perUse },
  })
  const first = dayOf(today)
  const days = Array.from({ length: 7 }, (_, place) => first + place)
  const hours = hoursOpen(pricing)
  const cells = hours.map((hour) =>
    days.map((day) =>
      isOpen(pricing, day, hour)
        ? rentOf(prices, {
            startsAt: day * dayMs + hour * 60 * minuteMs,
            minutes: 60,
            zone: plainClock,
            leadMinutes: null,
          })
        : null,
    ),
  )
  const known = cells.flat().filter((cents) => cents !== null)
  const [low, high] = [Math.min(...known, baseCents), Math.max(...known, baseCents)]
  return (
    <div className="flex flex-col gap-2">
      <table className="figures w-full table-fixed border-separate border-spacing-0.5 text-center text-[0.75rem] sm:text-sm">
        <caption className="sr-only">Precio de cada hora de los próximos siete días, en pesos</caption>
        <thead>
          <tr>
            <th scope="col" className="w-11 font-normal text-muted">
              <span className="sr-only">Hora</span>
            </th>
            {days.map((day) => {
              const name = weekdayNames[weekdayOf(day) - 1] ?? ''
              return (
                <th key={day} scope="col" className="pb-1 font-semibold capitalize">
                  <abbr title={name} className="no-underline">
                    {name.slice(0, 2)}
                  </abbr>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, place) => (
            <tr key={hours[place]}>
              <th scope="row" className="pr-1 text-right font-normal text-muted">
                {clockText((hours[place] ?? 0) * 60)}
              </th>
              {row.map((cents, index) => (
                <td
                  key={days[index]}
                  className="h-7 rounded-xs text-ink"
                  style={{ background: cents === null ? undefined : shade(cents, baseCents, low, high) }}
                >
                  {cents === null ? (
                    <span className="text-muted" aria-label="cerrado">
                      ·
                    </span>
                  ) : (
                    Math.round(cents / 100)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-muted">
        {low === high
          ? `Toda hora cuesta ${formatCents(low)}.`
          : `Pesos por hora: de ${formatCents(low)} (verde) a ${formatCents(high)} (barro). Sin horas muertas ni duración.`}
      </p>
    </div>
  )
}

const shade = (cents: number, base: number, low: number, high: number): string => {
  const part = (away: number, span: number) => (span === 0 ? 0 : Math.round((away / span) * 34) + 8)
  if (cents === base) return 'var(--color-sunk)'
  return cents < base
    ? `color-mix(in oklab, var(--color-agave) ${part(base - cents, base - low)}%, var(--color-surface))`
    : `color-mix(in oklab, var(--color-barro) ${part(cents - base, high - base)}%, var(--color-surface))`
}

const hoursOpen = ({ weekly }: SpacePricing): number[] => {
  if (weekly.length === 0) return Array.from({ length: 12 }, (_, place) => place + 8)
  const first = Math.floor(Math.min(...weekly.map(({ fromMinute }) => fromMinute)) / 60)
  const last = Math.ceil(Math.max(...weekly.map(({ toMinute }) => toMinute)) / 60)
  return Array.from({ length: last - first }, (_, place) => first + place)
}

const isOpen = ({ weekly }: SpacePricing, day: number, hour: number) =>
  weekly.length === 0 ||
  weekly.some(
    ({ weekday, fromMinute, toMinute }) =>
      weekday === weekdayOf(day) && fromMinute <= hour * 60 && hour * 60 < toMinute,
  )
