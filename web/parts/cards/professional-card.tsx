import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import type { ProfessionalCard as Professional } from '#contract/professional/professional.ts'
import type { FoundProfessional } from '#contract/search/search.ts'
import { FoundHours, placeFoundText } from '#web/parts/cards/found-here.tsx'
import { ListPrice } from '#web/parts/payment/list-price.tsx'
import { fromPrice, priceOfService } from '#web/parts/cards/from-price.ts'
import { bookingOf, goingTo, type Wanted } from '#web/parts/cards/going-along.ts'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Rating } from '#web/ui/rating.tsx'

type Shown = Professional & Partial<Pick<FoundProfessional, 'place' | 'matched' | 'slots'>>

/** A professional in a list (spec §2): name, rating, services, lowest price, and links to the page and to booking. */
export const ProfessionalCard = ({
  professional: one,
  note,
  wanted,
}: {
  /** In search results: also the place that matched, and the first hours there. */
  professional: Shown
  note?: string
  /** The searched criteria: the professional's page and booking open with them. */
  wanted?: Wanted | undefined
}) => {
  const name = `${one.user.firstName} ${one.user.lastName}`
  const going = goingTo(one, wanted)
  const specialties = one.specialties.slice(0, 3)
  return (
    <article className="flex h-full flex-col gap-4 rounded-lg border border-line bg-surface p-4 transition-shadow hover:shadow-card sm:p-5">
      <div className="flex gap-4">
        <Avatar name={name} src={one.user.profileImageUrl} size={84} shape="arch" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <div className="flex items-center gap-1.5">
            <h3 className="min-w-0 text-[1.1875rem] leading-snug">{name}</h3>
            <VerificationBadge
              level={one.user.perfilseguroVerificationLevel}
              biometric={one.user.perfilSeguroBiometricVerified}
            />
          </div>
          <Rating value={one.rating} count={one.reviewCount} />
          <p className="flex items-start gap-1 text-[0.9375rem] text-muted">
            <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
            <span>
              <PlaceLine of={one} />
            </span>
          </p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <Badge tone={one.verified ? 'agave' : 'plain'}>
              {one.verified ? 'Verificado' : 'Sin verificar'}
            </Badge>
            {one.experience > 0 ? `${one.experience} años de experiencia` : null}
          </p>
        </div>
      </div>
      {note ? <p className="text-sm font-medium text-jacaranda">{note}</p> : null}
      {/* In a search with a time, the matching hours come first. */}
      {one.slots === undefined ? null : (
        <FoundHours professional={{ ...one, place: one.place ?? null }} slots={one.slots} />
      )}
      {specialties.length > 0 ? (
        <p className="flex flex-wrap gap-1.5">
          {specialties.map((specialty) => (
            <Badge key={specialty} tone="barro">
              {specialty}
            </Badge>
          ))}
          {one.specialties.length > 3 ? <Badge>+{one.specialties.length - 3} más</Badge> : null}
        </p>
      ) : null}
      {one.bio ? <p className="line-clamp-2 text-[0.9375rem] text-muted">{one.bio}</p> : null}
      <Services of={one} />
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
        <p className="text-[0.9375rem] text-muted">
          <ListPrice of={fromPrice(one)} className="text-lg font-semibold text-ink" />
        </p>
        <div className="flex flex-wrap gap-2">
          <Link
            {...paths.professional(one.id, going)}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            Ver Perfil
            <span className="sr-only"> de {name}</span>
          </Link>
          <Link {...paths.booking(bookingOf(one, wanted))} className={buttonClass({ size: 'small' })}>
            Reservar
            <span className="sr-only"> con {name}</span>
          </Link>
        </div>
      </div>
    </article>
  )
}

/** Two services in all with those above the hours; the ones that match the search come first. */
const Services = ({ of: { services, matched, slots = [] } }: { of: Shown }) => {
  const sought = matched ? [matched.serviceId, ...matched.also.map(({ serviceId }) => serviceId)] : []
  const named = new Set(
    slots.flatMap(({ serviceId }) => (serviceId === matched?.serviceId ? sought : [serviceId])),
  )
  const others = services
    .filter(({ id }) => !named.has(id))
    .toSorted((one, other) => Number(sought.includes(other.id)) - Number(sought.includes(one.id)))
  const shown = others.slice(0, Math.max(0, 2 - named.size))
  const left = others.length - shown.length
  return shown.length === 0 ? null : (
    <div className="text-[0.9375rem]">
      <p className="font-semibold">Servicios populares:</p>
      <ul>
        {shown.map((service) => (
          <li key={service.id} className="flex justify-between gap-3 text-muted">
            <span className="truncate">{service.name}</span>
            <span className="shrink-0">
              <ListPrice of={priceOfService(service)} />
            </span>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <p className="text-sm text-muted">
          +{left} {left === 1 ? 'servicio' : 'servicios'} más
        </p>
      ) : null}
    </div>
  )
}

const PlaceLine = ({ of: one }: { of: Shown }) =>
  one.place ? (
    placeFoundText(one.place)
  ) : (
    <>
      {[one.neighbourhood, one.city].filter(Boolean).join(', ')}
      {one.distanceKm === null ? null : ` · a ${one.distanceKm.toFixed(1)} km`}
    </>
  )
