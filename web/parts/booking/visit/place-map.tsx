import { MapPin } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { placeName } from '#contract/places/place-name.ts'
import { Ground, useSize } from '#web/parts/map/ground.tsx'
import { placeSettingsReading } from '#web/parts/places/place-field.tsx'
import { Button } from '#web/ui/button.tsx'

/** Near enough to recognise the neighbourhood, far enough for the names around it. */
const zoom = 14

/** The place of an active visit; the map is static: directions are left to the phone's map app. */
export default function PlaceMap({ place }: Pick<Booking, 'place'>) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const { data: settings } = useQuery(placeSettingsReading)
  const [streets, setStreets] = useState(false)
  const { latitude, longitude } = place
  if (latitude === null || longitude === null) return null
  return (
    <div className="relative">
      <div
        ref={frame}
        role="img"
        aria-label={`Mapa de ${[placeName(place), place.neighbourhood, place.city].filter(Boolean).join(', ')}`}
        className="relative h-48 overflow-hidden rounded-md border border-line bg-sunk sm:h-56"
      >
        {size.width === 0 ? null : (
          <Ground view={{ latitude, longitude, zoom }} size={size} streets={streets} />
        )}
        <MapPin
          aria-hidden
          strokeWidth={1.5}
          className="pointer-events-none absolute top-1/2 left-1/2 size-11 -translate-x-1/2 -translate-y-full fill-barro stroke-on-barro drop-shadow-md"
        />
      </div>
      {streets || !settings?.mapStyle ? null : (
        <Button
          tone="secondary"
          size="small"
          onClick={() => setStreets(true)}
          className="absolute! top-2 right-2 shadow-high"
        >
          Ver calles
        </Button>
      )}
    </div>
  )
}
