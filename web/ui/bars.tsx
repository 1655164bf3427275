import { classNames } from '#web/ui/class-names.ts'

/** A small bar chart, with the same figures as a table for screen readers. */
export const Bars = ({
  label,
  bars,
  height = 140,
}: {
  label: string
  /** `more` is stacked on `value`, hatched: still to come. `sum`: the short label above a bar, where `text` is longer. */
  bars: readonly {
    key: string
    name: string
    value: number
    more?: number
    text: string
    sum?: string
    now?: boolean
  }[]
  height?: number
}) => {
  const most = Math.max(1, ...bars.map(({ value, more = 0 }) => value + more))
  const many = bars.length > 7
  return (
    <figure className="@container">
      <div
        aria-hidden
        className={many ? 'flex items-end gap-1 sm:gap-2' : 'flex items-end gap-2'}
        style={{ height }}
      >
        {bars.map((bar, place) => (
          <div
            key={bar.key}
            className="flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-1.5"
            title={bar.text}
          >
            <span
              className={
                many
                  ? 'figures hidden text-xs text-muted @min-[60rem]:block'
                  : 'figures hidden text-xs text-muted @min-[20rem]:block'
              }
            >
              {bar.value + (bar.more ?? 0) > 0 ? (bar.sum ?? bar.text) : ''}
            </span>
            {bar.more === undefined || bar.more <= 0 ? null : (
              <span
                className="timeline-stripes w-full max-w-10 shrink-0 rounded-t-sm border border-b-0 border-jacaranda/70"
                style={{ height: `${(bar.more / most) * 70}%` }}
              />
            )}
            <span
              className={
                bar.now
                  ? 'drawn-other w-full max-w-10 rounded-t-sm bg-barro'
                  : 'drawn w-full max-w-10 rounded-t-sm bg-jacaranda/45'
              }
              style={{ height: `${Math.max(2, (bar.value / most) * 70)}%` }}
            />
            <span
              className={classNames(
                'text-xs whitespace-nowrap',
                bar.now ? 'font-semibold' : 'text-muted',
                many && place % 2 === 1 && '@max-[36rem]:invisible',
                many && place % 4 !== 0 && '@max-[18rem]:invisible',
              )}
            >
              {bar.name}
            </span>
          </div>
        ))}
      </div>
      {/* Where the text is too large to fit over a bar (200 % zoom), everyone gets the table. */}
      <div className={many ? 'sr-only' : 'sr-only @max-[20rem]:not-sr-only'}>
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{label}</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
                <th scope="row">{bar.name}</th>
                <td>{bar.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** A share of a whole, such as occupancy. */
export const Meter = ({ label, share, text }: { label: string; share: number; text: string }) => (
  <div className="flex flex-col gap-1.5">
    <div className="flex items-baseline justify-between gap-3 text-[0.9375rem]">
      <span>{label}</span>
      <span className="figures font-semibold">{text}</span>
    </div>
    <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunk forced-colors:border">
      <div
        className="drawn h-full rounded-full bg-agave"
        style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
      />
    </div>
  </div>
)
