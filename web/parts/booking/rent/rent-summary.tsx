import { Armchair, CalendarDays, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { placeName } from '#contract/places/place-name.ts'
import type { Reservation } from '#contract/booking/rent/reservation.ts'
import { dayOf, durationText, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'

/** Which hours, of which chair, where. */
export const RentSummary = ({ rent }: { rent: Reservation }) => {
  const { place, startsAt, endsAt, zone } = rent
  const label = zoneLabel(zone)
  return (
    <ul className="flex flex-col gap-3.5 text-[0.9875rem]">
      <Fact icon={<Armchair aria-hidden />}>
        <span className="font-semibold">{place.name}</span>
        <span className="text-muted">
          {place.unitName} · {durationText(rent.minutes)}
        </span>
      </Fact>
      <Fact icon={<CalendarDays aria-hidden />}>
        <span className="font-semibold first-letter:uppercase">{dayOf(startsAt, zone)}</span>
        <span className="figures text-muted">
          {timeOf(startsAt, zone)} a {timeOf(endsAt, zone)}
          {label === null ? null : ` · ${label}`}
        </span>
      </Fact>
      <Fact icon={<MapPin aria-hidden />}>
        <span className="font-semibold">{placeName(place)}</span>
        <span className="text-muted">
          {[place.address, place.neighbourhood, place.city].filter(Boolean).join(', ')}
        </span>
      </Fact>
    </ul>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-3">
    <span className="mt-0.5 flex size-6 shrink-0 items-center justify-center text-barro [&_svg]:size-5">
      {icon}
    </span>
    <span className="flex min-w-0 flex-col">{children}</span>
  </li>
)
