import type { ApplicationDetail } from '#contract/hiring/application.ts'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { weekdayNames } from '#contract/platform/day-names.ts'
import { classNames } from '#web/ui/class-names.ts'

const days = ['L', 'M', 'M', 'J', 'V', 'S', 'D'] as const

type Windows = NonNullable<AgreementTerms['windows']>

/** A heat map of a week by hours: the opening hours, the agreed ones, and for the host the occupancy. With a text for screen readers. */
export const WeekMap = ({
  spaceHours,
  windows,
  occupancy,
}: {
  spaceHours: Windows
  windows: AgreementTerms['windows']
  occupancy: ApplicationDetail['occupancy'] | null
}) => {
  if (spaceHours.length === 0)
    return <p className="text-muted">Este espacio todavía no publica su horario.</p>
  const first = Math.floor(Math.min(...spaceHours.map(({ fromMinute }) => fromMinute)) / 60)
  const last = Math.ceil(Math.max(...spaceHours.map(({ toMinute }) => toMinute)) / 60)
  const rows = Array.from({ length: last - first }, (_, index) => first + index)
  const isIn = (list: Windows, weekday: number, hour: number) =>
    list.some(
      (one) => one.weekday === weekday && one.fromMinute < (hour + 1) * 60 && one.toMinute > hour * 60,
    )
  const percentOf = (weekday: number, hour: number) =>
    occupancy?.find((one) => one.weekday === weekday && one.hour === hour)?.percent ?? 0
  return (
    <figure className="flex flex-col gap-2">
      <table className="w-full table-fixed border-separate border-spacing-0.5 text-center">
        <caption className="sr-only">
          {occupancy === null ? 'Horas incluidas por día' : 'Horas que pide y qué tanto se ocupan hoy'}
        </caption>
        <thead>
          <tr>
            <th className="w-9">
              <span className="sr-only">Hora</span>
            </th>
            {weekdayNames.map((name, index) => (
              <th key={name} scope="col" className="text-xs font-semibold text-muted">
                <abbr title={name} className="no-underline">
                  {days[index]}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((hour) => (
            <tr key={hour}>
              <th scope="row" className="figures pr-1 text-right text-xs font-normal text-muted">
                {hour}
              </th>
              {weekdayNames.map((name, index) => {
                const isOpen = isIn(spaceHours, index + 1, hour)
                const isRequested = isOpen && (windows === null || isIn(windows, index + 1, hour))
                const percent = percentOf(index + 1, hour)
                return (
                  <td
                    key={name}
                    className={classNames(
                      'h-4 rounded-xs',
                      !isOpen && 'bg-transparent',
                      isOpen && 'forced-colors:border',
                      isOpen && !isRequested && percent < 34 && 'bg-sunk',
                      isOpen && !isRequested && percent >= 34 && 'drawn-dots bg-barro/35',
                      isRequested && percent < 34 && 'drawn bg-agave/75',
                      isRequested && percent >= 34 && percent < 67 && 'drawn-stripes bg-maiz',
                      isRequested && percent >= 67 && 'drawn-other bg-chile/85',
                    )}
                  >
                    <span className="sr-only">
                      {isOpen
                        ? `${isRequested ? 'incluida' : 'abierto'}${occupancy === null ? '' : `, ${percent} % ocupada`}`
                        : 'cerrado'}
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
        <Key look="drawn bg-agave/75">{occupancy === null ? 'Incluida' : 'Pide y está libre'}</Key>
        {occupancy === null ? null : (
          <>
            <Key look="drawn-stripes bg-maiz">Pide, a medias</Key>
            <Key look="drawn-other bg-chile/85">Pide, casi llena</Key>
            <Key look="drawn-dots bg-barro/35">Ocupada, no la pide</Key>
          </>
        )}
        <Key look="bg-sunk">Abierto</Key>
      </figcaption>
    </figure>
  )
}

const Key = ({ look, children }: { look: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={classNames('size-3 rounded-xs border border-line', look)} />
    {children}
  </span>
)
