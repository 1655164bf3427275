import { Link } from '@tanstack/react-router'
import type { NextHour } from '#contract/booking/client/home.ts'
import { HourFace, hourClass, hoursClass } from '#web/parts/booking/hours/hour-face.tsx'
import { HourLink } from '#web/parts/booking/hours/hour-link.tsx'
import { byService, ServiceLine } from '#web/parts/booking/hours/hours-of-service.tsx'
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
  service,
  hours,
  nameOf,
  visitOf,
  others,
}: {
  professional: Person
  /** What is repeated, shown where there is no hour that says it. */
  service?: string
  hours: readonly Hour[]
  /** The service of an hour. */
  nameOf: (hour: Hour) => string
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
          {service === undefined || hours.length > 0 ? null : (
            <span className="block text-[0.9375rem] text-muted">{service}</span>
          )}
        </p>
        <Link {...paths.booking(others)} className={buttonClass({ tone: 'quiet', size: 'small' })}>
          {hours.length === 0 ? 'Ver su agenda' : 'Más horarios'}
          <span className="sr-only"> de {name}</span>
        </Link>
      </div>
      {byService(hours).map((alike) => (
        <HoursOfService
          key={alike[0]?.serviceId}
          name={name}
          hours={alike}
          nameOf={nameOf}
          visitOf={visitOf}
        />
      ))}
    </div>
  )
}

const HoursOfService = <Hour extends NextHour>({
  name,
  hours,
  nameOf,
  visitOf,
}: {
  /** The professional's. */
  name: string
  hours: readonly Hour[]
  nameOf: (hour: Hour) => string
  visitOf: (hour: Hour) => BookingSearch
}) => {
  const [first] = hours
  if (first === undefined) return null
  const service = nameOf(first)
  return (
    <div className="flex flex-col gap-2">
      <ServiceLine name={service} hours={hours} />
      <ul aria-label={`Horarios de ${name}, ${service}`} className={hoursClass}>
        {hours.map((hour) => (
          <li key={hour.startsAt}>
            <HourLink visit={visitOf(hour)} slot={hour} className={hourClass}>
              <HourFace slot={hour} service={service} />
            </HourLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
