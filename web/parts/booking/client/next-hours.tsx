import { Link } from '@tanstack/react-router'
import type { NextHour } from '#contract/booking/client/home.ts'
import { HourFace, hourClass, hoursClass } from '#web/parts/booking/hours/hour-face.tsx'
import { HourLink } from '#web/parts/booking/hours/hour-link.tsx'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'

type Person = { firstName: string; lastName: string; profileImageUrl: string | null }

/**
 * A professional with their next hours: a press holds one and opens checkout, or, where something has to be chosen first, opens the
 * booking with that hour chosen. `visitOf` says what is booked then.
 */
export const NextHours = <Hour extends NextHour>({
  professional,
  text,
  hours,
  visitOf,
  others,
}: {
  professional: Person
  text: string | null
  hours: readonly Hour[]
  visitOf: (hour: Hour) => BookingSearch
  others: BookingSearch
}) => {
  const name = `${professional.firstName} ${professional.lastName}`
  return (
    <div className="flex flex-col gap-3 px-4 py-4">
      <div className="flex items-center gap-3">
        <Avatar name={name} src={professional.profileImageUrl} size={44} shape="arch" />
        <p className="min-w-0 flex-1 leading-snug">
          <span className="font-semibold">{name}</span>
          {text === null ? null : <span className="block text-[0.9375rem] text-muted">{text}</span>}
        </p>
        <Link {...paths.booking(others)} className={buttonClass({ tone: 'quiet', size: 'small' })}>
          {hours.length === 0 ? 'Ver su agenda' : 'Más horarios'}
          <span className="sr-only"> de {name}</span>
        </Link>
      </div>
      {hours.length === 0 ? null : (
        <ul aria-label={`Horarios de ${name}`} className={hoursClass}>
          {hours.map((hour) => (
            <li key={hour.startsAt}>
              <OneHour hour={hour} visit={visitOf(hour)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const OneHour = ({ hour, visit }: { hour: NextHour; visit: BookingSearch }) => {
  const { token } = hour
  return token === null ? (
    <Link {...paths.bookingAt(visit, { at: hour.startsAt, space: hour.spaceId })} className={hourClass}>
      <HourFace slot={hour} />
    </Link>
  ) : (
    <HourLink visit={visit} slot={{ ...hour, token }} className={hourClass}>
      <HourFace slot={hour} />
    </HourLink>
  )
}
