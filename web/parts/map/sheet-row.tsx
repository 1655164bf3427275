import { Link } from '@tanstack/react-router'
import { FoundHours, placeFoundText } from '#web/parts/cards/found-here.tsx'
import { priceText } from '#web/parts/map/pin-card.tsx'
import type { Pin } from '#web/parts/map/pins.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Rating } from '#web/ui/rating.tsx'

/** A result in the sheet over the map: name, place, rating, lowest price, and the searched hours. */
export const SheetRow = ({ pin }: { pin: Pin }) => (
  <li data-result={pin.id} className="py-2.5">
    <Link
      {...(pin.type === 'spaces' ? paths.space(pin.id, pin.going) : paths.professional(pin.id, pin.going))}
      className="flex items-center gap-3"
    >
      {pin.type === 'spaces' && pin.photo !== null ? (
        <img
          src={pin.photo}
          alt=""
          width={64}
          height={64}
          loading="lazy"
          className="size-16 shrink-0 rounded-md bg-sunk object-cover"
        />
      ) : (
        <Avatar name={pin.name} src={pin.photo} size={56} shape="arch" />
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-semibold">{pin.name}</span>
        <span className="truncate text-sm text-muted">
          {pin.found?.place ? placeFoundText(pin.found.place) : pin.where}
        </span>
        <Rating value={pin.rating} />
      </span>
      {/* The hours have the price of their service. */}
      {pin.priceCents > 0 && !pin.found?.slots?.length ? (
        <span className="figures shrink-0 text-sm font-semibold">{priceText(pin)}</span>
      ) : null}
    </Link>
    {pin.found?.slots === undefined ? null : (
      <div className="mt-2">
        <FoundHours professional={pin.found} slots={pin.found.slots} />
      </div>
    )}
  </li>
)
