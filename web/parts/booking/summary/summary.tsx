import { CalendarDays, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Hold } from '#contract/booking/hold.ts'
import { placeName } from '#contract/places/place-name.ts'
import { PlaceIcon } from '#web/parts/booking/summary/place-icon.tsx'
import { dayOf, durationText, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** Few clients bring companions. */
const People = lazy(() => import('#web/parts/booking/summary/people.tsx'))

type Summed = Pick<Hold, 'professional' | 'place' | 'startsAt' | 'endsAt' | 'zone'> & {
  /** With several people; omitted where the viewer may not see them. */
  people?: Hold['people']
  service: Pick<Hold['service'], 'name' | 'durationMinutes'>
  /** For a seat in a class. */
  class?: Hold['class']
}

/** The facts of a booking: who, what, when and where. */
export const BookingSummary = ({
  booking,
  isPriced = false,
  children,
}: {
  booking: Summed
  /** The price lines below name each person's services. */
  isPriced?: boolean
  children?: ReactNode
}) => {
  const { professional, service, place, startsAt, endsAt, zone, people, class: group } = booking
  const name = `${professional.firstName} ${professional.lastName}`
  const label = zoneLabel(zone)
  return (
    <div className="flex flex-col gap-2 sm:gap-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} src={professional.profileImageUrl} size={44} shape="arch" />
        <div className="min-w-0 leading-tight">
          <p className="font-display text-lg leading-tight font-semibold">{name}</p>
          <p className="flex flex-wrap gap-x-2 text-[0.9875rem]">
            <span className="font-semibold">{service.name}</span>
            <span className="text-muted">{durationText(service.durationMinutes)}</span>
            {group ? <span className="text-muted">{group.text}</span> : null}
          </p>
        </div>
      </div>
      <ul className="flex flex-col gap-1.5 text-[0.9875rem] leading-snug sm:gap-2">
        {people ? (
          <Fact icon={<Users aria-hidden />}>
            <Suspense>
              <People people={people} isClass={group !== undefined} isPriced={isPriced} />
            </Suspense>
          </Fact>
        ) : null}
        <Fact icon={<CalendarDays aria-hidden />}>
          <span className="font-semibold first-letter:uppercase">{dayOf(startsAt, zone)}</span>
          <span className="figures text-muted">
            {timeOf(startsAt, zone)} a {timeOf(endsAt, zone)}
            {label === null ? null : ` · ${label}`}
          </span>
        </Fact>
        <Fact icon={<PlaceIcon modality={place.modality} />}>
          <span className="font-semibold">
            {placeName(place)}
            {place.unitName === null ? null : ` · ${place.unitName}`}
          </span>
          <span className="text-muted">
            {place.modality === 'online'
              ? 'Por videollamada'
              : [...new Set([place.address, place.neighbourhood, place.city])].filter(Boolean).join(', ')}
          </span>
        </Fact>
      </ul>
      {children}
    </div>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-3">
    <span className="mt-0.5 flex size-6 shrink-0 items-center justify-center text-barro [&_svg]:size-5">
      {icon}
    </span>
    <span className="flex min-w-0 flex-wrap gap-x-2">{children}</span>
  </li>
)
