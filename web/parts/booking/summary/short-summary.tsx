import type { Booking } from '#contract/booking/booking.ts'
import { placeName } from '#contract/places/place-name.ts'
import { PlaceIcon } from '#web/parts/booking/summary/place-icon.tsx'
import { dayOf, durationText, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** When, what, with whom and where, in the least space; the visit's sheet has the rest. */
export const ShortSummary = ({ booking }: { booking: Booking }) => {
  const { professional, service, place, startsAt, endsAt, zone, class: group } = booking
  const name = `${professional.firstName} ${professional.lastName}`
  const label = zoneLabel(zone)
  return (
    <div className="flex flex-col gap-3">
      <p className="font-display text-lg leading-tight font-semibold first-letter:uppercase">
        {dayOf(startsAt, zone)},{' '}
        <span className="figures whitespace-nowrap">
          {timeOf(startsAt, zone)} a {timeOf(endsAt, zone)}
        </span>
        {label === null ? null : <span className="block font-sans text-sm font-normal">{label}</span>}
      </p>
      <div className="flex items-center gap-3">
        <Avatar name={name} src={professional.profileImageUrl} size={44} shape="arch" />
        <p className="min-w-0 leading-snug">
          <span className="font-semibold">{service.name}</span>{' '}
          <span className="text-muted">{durationText(service.durationMinutes)}</span>
          <span className="block">con {name}</span>
          {group ? <span className="block text-muted">{group.text}</span> : null}
        </p>
      </div>
      <p className="flex gap-3 leading-snug">
        <span className="flex w-11 shrink-0 justify-center text-barro [&_svg]:size-5">
          <PlaceIcon modality={place.modality} />
        </span>
        <span className="min-w-0">
          {placeName(place)}
          {place.unitName === null ? null : ` · ${place.unitName}`}
          <span className="block text-[0.9375rem] text-muted">
            {place.modality === 'online'
              ? 'Por videollamada'
              : [...new Set([place.address, place.neighbourhood, place.city])].filter(Boolean).join(', ')}
          </span>
        </span>
      </p>
    </div>
  )
}
