import { weekdayNames } from '#contract/platform/day-names.ts'
import { classNames } from '#web/ui/class-names.ts'

export type WeekCell = {
  /** Intensity: 0 to 1. */
  share: number
  /** The text in the cell. */
  text: string
  /** The full text, as a tooltip and for screen readers. */
  said: string
  /** Highlighted with a ring. */
  marked?: boolean
}

/**
 * A heat map of a week by hours. It is a table: every cell has its figure, colour only helps, and a highlight has a ring. A cell without
 * data stays empty.
 */
export const WeekGrid = ({
  caption,
  hours,
  tone,
  cellAt,
}: {
  caption: string
  hours: readonly number[]
  tone: 'barro' | 'jacaranda'
  cellAt(weekday: number, hour: number): WeekCell | null
}) => (
  <table className="figures w-full table-fixed border-separate border-spacing-0.5 text-center text-[0.75rem] sm:text-sm">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr>
        <th scope="col" className="w-8 font-normal text-muted sm:w-11">
          <span className="sr-only">Hora</span>
        </th>
        {weekdayNames.map((name) => (
          <th key={name} scope="col" className="pb-1 font-semibold capitalize">
            <span aria-hidden>{name.slice(0, 2)}</span>
            <span className="sr-only">{name}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {hours.map((hour) => (
        <tr key={hour}>
          <th scope="row" className="pr-1 text-right font-normal text-muted">
            {hour}
            <span className="sr-only"> horas</span>
          </th>
          {weekdayNames.map((name, place) => {
            const cell = cellAt(place + 1, hour)
            return (
              <td
                key={name}
                title={cell?.said}
                className={classNames(
                  'h-7 rounded-xs text-ink',
                  cell?.marked && 'outline-2 -outline-offset-2 outline-maiz',
                )}
                style={{ background: cell === null ? undefined : shade(cell.share, tone) }}
              >
                {cell === null ? <span className="sr-only">cerrado</span> : cell.text}
              </td>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)

const shade = (share: number, tone: 'barro' | 'jacaranda') =>
  `color-mix(in oklab, var(--color-${tone}) ${Math.round(Math.min(1, Math.max(0, share)) * 46) + 4}%, var(--color-surface))`

/** All hours from the first to the last that has data. */
export const hoursBetween = (known: readonly number[]): number[] => {
  if (known.length === 0) return []
  const [first, last] = [Math.min(...known), Math.max(...known)]
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}
