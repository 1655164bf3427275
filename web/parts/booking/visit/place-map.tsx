import { MapPin } from 'lucide-react'
import { useRef } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { placeName } from '#contract/places/place-name.ts'
import { Ground, useSize } from '#web/parts/map/ground.tsx'

/** Near enough to know the neighbourhood, far enough for names around it. */
const zoom = 14

/** The place of an active visit; the map is static: the way there is the phone's own map's. */
export default function PlaceMap({ place }: Pick<Booking, 'place'>) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const { latitude, longitude } = place
  if (latitude === null || longitude === null) return null
  return (
    <div
      ref={frame}
      role="img"
      aria-label={`Mapa de ${[placeName(place), place.neighbourhood, place.city].filter(Boolean).join(', ')}`}
      className="relative h-48 overflow-hidden rounded-md border border-line bg-sunk sm:h-56"
    >
      {size.width === 0 ? null : <Ground view={{ latitude, longitude, zoom }} size={size} />}
      <MapPin
        aria-hidden
        strokeWidth={1.5}
        className="pointer-events-none absolute top-1/2 left-1/2 size-11 -translate-x-1/2 -translate-y-full fill-barro stroke-on-barro drop-shadow-md"
      />
    </div>
  )
}
