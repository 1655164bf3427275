import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, MapPin, Megaphone } from 'lucide-react'
import { spaceTypes } from '#contract/professional/categories.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { approximateDistance } from '#web/parts/hiring/distance.ts'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Rating } from '#web/ui/rating.tsx'

/** The inviting host and the place: the head of every view of an invitation. */
export const OfferHead = ({
  of: one,
  heading: Heading = 'h2',
}: {
  of: Invitation
  heading?: 'h1' | 'h2'
}) => (
  <header
    className={classNames('flex gap-4 sm:flex-row sm:flex-wrap sm:gap-5', Heading === 'h1' && 'flex-col')}
  >
    <SpacePhoto
      src={one.space.photo ?? undefined}
      alt=""
      className={classNames(
        'shrink-0 rounded-md sm:aspect-[4/3] sm:w-48',
        // In a list the photo only identifies the space.
        Heading === 'h1' ? 'aspect-[4/3] w-full' : 'size-20 sm:h-auto',
      )}
    />
    <div className="flex min-w-0 flex-1 flex-col gap-1.5 sm:basis-56">
      <p className="eyebrow text-barro">{one.host.businessName}</p>
      <Heading className={Heading === 'h1' ? 'text-3xl' : 'text-xl sm:text-2xl'}>{one.space.name}</Heading>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9375rem] text-muted">
        <Badge tone="barro">{spaceTypes[one.space.spaceType]}</Badge>
        <Rating value={one.space.rating} count={one.space.reviewCount} />
      </p>
      <p className="flex items-start gap-1 text-[0.9375rem] text-muted">
        <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
        <span>
          {[...new Set([one.space.neighbourhood, one.space.city])].filter(Boolean).join(', ')}
          {one.distanceKm === null ? null : ` · a ${approximateDistance(one.distanceKm)} de ti`}
        </span>
      </p>
      <VacancyLine of={one} />
      <Link
        {...paths.space(one.space.id)}
        className="inline-flex min-h-11 items-center self-start font-medium text-jacaranda underline underline-offset-4"
      >
        Ver el espacio
        <span className="sr-only"> {one.space.name}</span>
      </Link>
    </div>
  </header>
)

/** The vacancy of the invitation: each side's link leads to its own list of vacancies, once it has a profile. */
const VacancyLine = ({ of: one }: { of: Invitation }) => {
  const { data: user } = useQuery(sessionQuery)
  if (one.vacancy === null) return null
  const as = one.as === 'host' ? 'host' : 'professional'
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <Megaphone aria-hidden className="size-4 shrink-0 text-jacaranda" />
      Para la vacante
      {user?.availableRoles.includes(as) ? (
        <Link
          {...paths.vacancies({ as, open: one.vacancy.id })}
          className="inline-flex min-h-11 min-w-0 items-center font-semibold break-words text-jacaranda underline underline-offset-4"
        >
          {one.vacancy.title}
        </Link>
      ) : (
        <span className="font-semibold break-words">{one.vacancy.title}</span>
      )}
    </p>
  )
}

const recordOf = ({ answersPercent, answersHours, keepsPercent }: Invitation['host']) =>
  [
    answersPercent === null
      ? undefined
      : `responde el ${answersPercent} % de las preguntas${answersHours === null ? '' : `, en unas ${answersHours} h`}`,
    keepsPercent === null ? undefined : `respetó el ${keepsPercent} % de sus últimas reservas`,
  ].filter((part) => part !== undefined)

/** The host's contact person, their response rate, and their message. */
export const HostWord = ({ of: one }: { of: Invitation }) => (
  <div className="flex gap-4 rounded-lg bg-sunk p-4 sm:p-5">
    <Avatar name={one.host.firstName} src={one.host.photo} size={52} />
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{one.host.firstName}</span>
        {one.host.verified ? (
          <Badge tone="agave">
            <BadgeCheck aria-hidden />
            Verificada
          </Badge>
        ) : null}
      </p>
      <p className="text-sm text-muted first-letter:uppercase">{recordOf(one.host).join(' · ')}</p>
      <p className="mt-1 break-words whitespace-pre-line">
        {one.message === '' ? 'Te invita a trabajar en su espacio.' : `«${one.message}»`}
      </p>
    </div>
  </div>
)
