import { Link } from '@tanstack/react-router'
import { MapPin, Users } from 'lucide-react'
import { amenities, spaceTypes } from '#contract/professional/categories.ts'
import type { FoundSpace } from '#contract/search/search.ts'
import { FoundStays } from '#web/parts/cards/found-here.tsx'
import { centsOf } from '#web/parts/payment/cents.ts'
import { Price } from '#web/parts/payment/price.tsx'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Rating } from '#web/ui/rating.tsx'

/** A space in a list (spec §2). */
export const SpaceCard = ({
  space,
  note,
  wide = false,
  going,
}: {
  space: FoundSpace
  note?: string
  /** The photo at the side, where there is room. */
  wide?: boolean
  /** The searched criteria: its page opens with them. */
  going?: Parameters<typeof paths.space>[1]
}) => (
  <article
    className={classNames(
      'flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface transition-shadow hover:shadow-card',
      wide && 'sm:grid sm:grid-cols-[16rem_minmax(0,1fr)]',
    )}
  >
    <div className="relative">
      <SpacePhoto
        src={space.photos[0]}
        alt={`Foto de ${space.name}`}
        className={classNames(
          'aspect-[16/10] w-full',
          wide && 'sm:absolute sm:inset-0 sm:aspect-auto sm:h-full',
        )}
      />
      <span className="absolute inset-x-3 top-3 flex justify-between gap-2">
        <Badge tone="barro">{spaceTypes[space.spaceType]}</Badge>
        {space.host.verified ? <Badge tone="agave">Verificada</Badge> : null}
      </span>
    </div>
    <div className="flex flex-1 flex-col gap-2.5 p-4 sm:p-5">
      <div>
        <h3 className="text-[1.1875rem] leading-snug">{space.name}</h3>
        <p className="text-[0.9375rem] text-muted">{space.host.businessName}</p>
      </div>
      <p className="flex items-start gap-1 text-[0.9375rem] text-muted">
        <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
        <span>
          {[...new Set([space.city, space.state])].join(', ')}
          {space.distanceKm === null ? null : ` · a ${space.distanceKm.toFixed(1)} km`}
        </span>
      </p>
      {note ? <p className="text-sm font-medium text-jacaranda">{note}</p> : null}
      {space.description ? (
        <p className="line-clamp-2 text-[0.9375rem] text-muted">{space.description}</p>
      ) : null}
      <p className="flex items-center gap-1.5 text-[0.9375rem]">
        <Users aria-hidden className="size-4 text-muted" />
        Hasta {space.capacity} personas
      </p>
      {space.amenities.length > 0 ? (
        <p className="flex flex-wrap gap-1.5">
          {space.amenities.slice(0, 3).map((amenity) => (
            <Badge key={amenity}>{amenities[amenity]}</Badge>
          ))}
          {space.amenities.length > 3 ? <Badge>+{space.amenities.length - 3} más</Badge> : null}
        </p>
      ) : null}
      <FoundStays space={space} />
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
        <div>
          <Rating value={space.rating} />
          <p className="text-[0.9375rem] text-muted">
            <Price cents={centsOf(space.pricePerHour)} className="text-lg font-semibold text-ink" />
            /hora
          </p>
        </div>
        <Link {...paths.space(space.id, going)} className={buttonClass({ tone: 'secondary', size: 'small' })}>
          Ver Detalles
          <span className="sr-only"> de {space.name}</span>
        </Link>
      </div>
    </div>
  </article>
)
