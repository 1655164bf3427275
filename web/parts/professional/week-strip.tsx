import { Link } from '@tanstack/react-router'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { longDate, partsOfDate, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'
import type { Going } from '#web/parts/booking/summary/address.ts'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The next seven days, each with its first free hour, or as full or closed. */
export const WeekStrip = ({
  of: one,
  going = {},
}: {
  of: Pick<PublicProfessional, 'id' | 'week' | 'zone'>
  going?: Going
}) => {
  const label = zoneLabel(one.zone)
  const searched = { ...going, until: undefined, professional: one.id }
  return (
    <>
      <ul className="no-scrollbar relative -mx-1 grid auto-cols-[minmax(5.25rem,1fr)] grid-flow-col gap-2 overflow-x-auto p-1">
        {one.week.map(({ date, firstAt, first }) => {
          const { weekday, day, month } = partsOfDate(date)
          // The first hour of a day may be of another service; booking finds that of the searched one.
          const isOther = going.service !== undefined && going.service !== first?.service
          const inside = (
            <>
              <span className="text-sm capitalize">{weekday}</span>
              <span className="figures font-display text-2xl leading-none font-semibold">{day}</span>
              <span className="text-sm">{month}</span>
              <span
                className={classNames(
                  'figures mt-1.5 text-sm font-semibold',
                  firstAt !== null && 'text-agave',
                )}
              >
                {firstAt === null ? 'Sin lugar' : isOther ? 'Ver horas' : timeOf(firstAt, one.zone)}
              </span>
            </>
          )
          const look = 'flex h-full flex-col items-center rounded-md border px-2 py-3 text-center'
          return (
            <li key={date}>
              {firstAt === null || first === null ? (
                <span className={classNames(look, 'border-line bg-sunk/60 text-muted')}>
                  <span className="sr-only">{longDate(date)}: </span>
                  {inside}
                </span>
              ) : (
                <Link
                  {...(isOther
                    ? paths.booking({ ...searched, day: date })
                    : paths.bookingAt(
                        {
                          ...searched,
                          service: first.service,
                          how: first.how === 'place' ? undefined : first.how,
                        },
                        { at: firstAt, space: first.space },
                      ))}
                  className={classNames(
                    look,
                    date === going.day
                      ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda'
                      : 'border-edge/60 bg-surface hover:border-agave',
                  )}
                >
                  <span className="sr-only">
                    {longDate(date)}
                    {isOther ? ': ' : ', primer horario: '}
                  </span>
                  {inside}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-muted">
        El primer horario libre de cada día{label === null ? '' : `, en ${label}`}. Al reservar ves todos.
      </p>
    </>
  )
}
