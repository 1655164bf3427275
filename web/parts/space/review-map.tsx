import { MapPin } from 'lucide-react'
import { useRef } from 'react'
import type { ReviewedListing } from '#contract/review/review.ts'
import { Ground, useSize } from '#web/parts/map/ground.tsx'

/** The nearest at which our own drawing still names what is around. */
const zoom = 13

/** The saved position of a listing, for its reviewer; the map is static. */
export const ReviewMap = ({ listing }: { listing: ReviewedListing }) => {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const { latitude, longitude } = listing
  const place = [listing.neighbourhood, listing.city].filter(Boolean).join(', ')
  return (
    <figure className="flex flex-col gap-1.5">
      <div
        ref={frame}
        role="img"
        aria-label={`Mapa de ${listing.name}, ${place}`}
        className="relative h-40 overflow-hidden rounded-md border border-line bg-sunk"
      >
        {size.width === 0 ? null : (
          <Ground view={{ latitude, longitude, zoom }} size={size} streets={false} />
        )}
        <MapPin
          aria-hidden
          strokeWidth={1.5}
          className="pointer-events-none absolute top-1/2 left-1/2 size-9 -translate-x-1/2 -translate-y-full fill-barro stroke-on-barro drop-shadow-md"
        />
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>{place}</span>
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
          target="_blank"
          rel="noreferrer"
          className="lone-link font-semibold text-jacaranda"
        >
          Ver calles en otra pestaña
        </a>
      </figcaption>
    </figure>
  )
}
