import { type ListPrice, listPriceText } from '#contract/pricing/shown-price.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'

type Hour = { serviceId: number; startsAt: string; endsAt: string }

/** Hours by their service, in the order of each service's first hour. */
export const byService = <H extends Hour>(hours: readonly H[]): H[][] => [
  ...Map.groupBy(hours, ({ serviceId }) => serviceId).values(),
]

/** What a press on the hours below holds: "Masaje relajante · 1 h · $650". */
export const ServiceLine = ({
  name,
  hours,
  price,
}: {
  name: string
  /** Those of this service. */
  hours: readonly Hour[]
  /** None where each hour shows its own. */
  price?: ListPrice | undefined
}) => {
  const [minutes, ...others] = new Set(
    hours.map(({ startsAt, endsAt }) => (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs),
  )
  return (
    <p className="text-[0.9375rem] leading-snug">
      <span className="font-semibold">{name}</span>
      <span className="text-muted">
        {minutes === undefined || others.length > 0 ? null : ` · ${durationText(minutes)}`}
        {price === undefined ? null : ` · ${listPriceText(price)}`}
      </span>
    </p>
  )
}
