import { Link } from '@tanstack/react-router'
import type { NextHour } from '#contract/booking/client/home.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { dateIn, partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

type Person = { firstName: string; lastName: string; profileImageUrl: string | null }

/** A professional with their next hours: each opens the booking with that hour chosen; `visitOf` says what is booked then. */
export const NextHours = <Hour extends NextHour>({
  professional,
  text,
  hours,
  zone,
  visitOf,
  others,
}: {
  professional: Person
  text: string | null
  hours: readonly Hour[]
  zone: string
  visitOf: (hour: Hour) => BookingSearch
  others: BookingSearch
}) => {
  const name = `${professional.firstName} ${professional.lastName}`
  return (
    <div className="flex flex-col gap-3 px-4 py-4">
      <div className="flex items-center gap-3">
        <Avatar name={name} src={professional.profileImageUrl} size={44} shape="arch" />
        <p className="min-w-0 leading-snug">
          <span className="font-semibold">{name}</span>
          {text === null ? null : <span className="block text-[0.9375rem] text-muted">{text}</span>}
        </p>
      </div>
      <div role="group" aria-label={`Horarios de ${name}`} className="flex flex-wrap gap-2">
        {hours.map((hour) => (
          <Link
            key={hour.startsAt}
            {...paths.bookingAt(visitOf(hour), { at: hour.startsAt, space: hour.spaceId })}
            className={classNames(buttonClass({ tone: 'secondary', size: 'small' }), 'figures')}
          >
            {dayAndTime(hour.startsAt, zone)}
          </Link>
        ))}
        <Link {...paths.booking(others)} className={buttonClass({ tone: 'quiet', size: 'small' })}>
          {hours.length === 0 ? 'Ver su agenda' : 'Más horarios'}
          <span className="sr-only"> de {name}</span>
        </Link>
      </div>
    </div>
  )
}

/** "sáb 28, 11:00": these are hours of the next days. */
const dayAndTime = (instant: string, zone: string) => {
  const { weekday, day } = partsOfDate(dateIn(instant, zone))
  return `${weekday} ${day}, ${timeOf(instant, zone)}`
}
