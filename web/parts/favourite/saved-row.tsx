import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Favourites } from '#contract/favourite/favourite.ts'
import { fromPrice } from '#web/parts/cards/from-price.ts'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { centsOf } from '#web/parts/payment/cents.ts'
import { ListPrice } from '#web/parts/payment/list-price.tsx'
import { Price } from '#web/parts/payment/price.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Rating } from '#web/ui/rating.tsx'

/** A professional that a client saved: name, place, lowest price, and a booking link. */
export const SavedProfessional = ({
  professional: one,
  unsave,
}: {
  professional: Favourites['professionals'][number]
  unsave: ReactNode
}) => {
  const name = `${one.user.firstName} ${one.user.lastName}`
  return (
    <Row
      picture={<Avatar name={name} src={one.user.profileImageUrl} size={56} shape="arch" />}
      name={name}
      to={paths.professional(one.id)}
      rating={<Rating value={one.rating} count={one.reviewCount} />}
      where={[one.neighbourhood, one.city].filter(Boolean).join(', ')}
      price={<ListPrice of={fromPrice(one)} />}
    >
      {one.acceptsBookings ? (
        <Link {...paths.booking({ professional: one.id })} className={buttonClass({ size: 'small' })}>
          Reservar<span className="sr-only"> con {name}</span>
        </Link>
      ) : (
        <p className="text-sm font-medium text-jacaranda">No recibe reservas por ahora</p>
      )}
      {unsave}
    </Row>
  )
}

/** The same for a space. */
export const SavedSpace = ({ space, unsave }: { space: Favourites['spaces'][number]; unsave: ReactNode }) => (
  <Row
    picture={
      <SpacePhoto src={space.photos[0]} alt={`Foto de ${space.name}`} className="size-14 rounded-md" />
    }
    name={space.name}
    to={paths.space(space.id)}
    rating={<Rating value={space.rating} />}
    where={[space.host.businessName, space.city].filter(Boolean).join(', ')}
    price={
      <>
        <Price cents={centsOf(space.pricePerHour)} />
        /hora
      </>
    }
  >
    <Link {...paths.space(space.id)} className={buttonClass({ tone: 'secondary', size: 'small' })}>
      Ver Detalles<span className="sr-only"> de {space.name}</span>
    </Link>
    {unsave}
  </Row>
)

const Row = ({
  picture,
  name,
  to,
  rating,
  where,
  price,
  children,
}: {
  picture: ReactNode
  name: string
  to: LinkProps
  rating: ReactNode
  where: string
  price: ReactNode
  children: ReactNode
}) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
    <span className="shrink-0">{picture}</span>
    <div className="min-w-0 flex-1 basis-48 leading-snug">
      <h3 className="font-sans text-base font-semibold tracking-normal">
        <Link {...to} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
          {name}
        </Link>
      </h3>
      <p className="-mt-1.5 flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-muted">
        {rating}
        <span>{where}</span>
        <span>{price}</span>
      </p>
    </div>
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:pl-18">{children}</div>
  </li>
)
