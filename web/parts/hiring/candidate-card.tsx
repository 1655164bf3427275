import { Link } from '@tanstack/react-router'
import { MapPin, Send } from 'lucide-react'
import { categories } from '#contract/professional/categories.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import { languages } from '#contract/places/languages.ts'
import type { ProfessionalCard } from '#contract/professional/professional.ts'
import type { HostFit } from '#contract/search/public-page.ts'
import { weekdays } from '#contract/hiring/terms-words.ts'
import { approximateDistance } from '#web/parts/hiring/distance.ts'
import { ListPrice } from '#web/parts/payment/list-price.tsx'
import { fromPrice } from '#web/parts/cards/from-price.ts'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Rating } from '#web/ui/rating.tsx'

export const standings: Readonly<Record<HostFit['standing'], string | undefined>> = {
  none: undefined,
  invited: 'Ya tiene una invitación tuya.',
  agreed: 'Ya trabaja en este espacio.',
  declined: 'Dijo que no hace menos de 60 días.',
}

/** A professional as the host sees them: profile, distance, the empty hours they would fill, and the invitation. */
export const CandidateCard = ({
  of: one,
  fit,
  blocked,
  onInvite,
  isInSheet = false,
}: {
  of: ProfessionalCard
  /** Undefined while it is loading. */
  fit: HostFit | undefined
  /** Why no invitation can be sent now. */
  blocked: string | undefined
  onInvite: () => void
  /** The sheet has its own frame. */
  isInSheet?: boolean
}) => {
  const name = `${one.user.firstName} ${one.user.lastName}`
  return (
    <article
      className={classNames(
        'flex h-full flex-col gap-4',
        !isInSheet && 'rounded-lg border border-line bg-surface p-4 sm:p-5',
      )}
    >
      <div className="flex gap-4">
        <Avatar name={name} src={one.user.profileImageUrl} size={76} shape="arch" />
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
              {[one.neighbourhood, one.city].filter(Boolean).join(', ')}
              {one.distanceKm === null ? null : ` · a ${approximateDistance(one.distanceKm)} de tu espacio`}
            </span>
          </p>
        </div>
      </div>
      <Badges of={one} fit={fit} />
      <FreeHours name={name} fit={fit} />
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
        <p className="text-[0.9375rem] text-muted">
          cobra <ListPrice of={fromPrice(one)} className="text-lg font-semibold text-ink" />
        </p>
        <div className="flex flex-wrap items-start gap-2">
          <Link {...paths.professional(one.id)} className={buttonClass({ tone: 'secondary', size: 'small' })}>
            Ver Perfil
            <span className="sr-only"> de {name}</span>
          </Link>
          <Button
            size="small"
            blocked={blocked ?? (fit === undefined ? undefined : standings[fit.standing])}
            onClick={onInvite}
          >
            <Send aria-hidden className="size-4" />
            Invitar
            <span className="sr-only"> a {name}</span>
          </Button>
        </div>
      </div>
    </article>
  )
}

type Shown = Pick<Parameters<typeof CandidateCard>[0], 'of' | 'fit'>

const Badges = ({ of: one, fit }: Shown) => (
  <p className="flex flex-wrap gap-1.5">
    {one.categories.map((category) => (
      <Badge key={category} tone="barro">
        {categories[category]}
      </Badge>
    ))}
    {fit?.hostsSay ? (
      <Badge tone="maiz">
        {fit.hostsSay.rating} entre{' '}
        {fit.hostsSay.count === 1 ? '1 anfitrión' : `${fit.hostsSay.count} reseñas de anfitriones`}
      </Badge>
    ) : null}
    {fit?.worksNear ? <Badge tone="jacaranda">Ya trabaja en la zona</Badge> : null}
    {fit?.languages
      .filter((code) => code !== 'es')
      .map((code) => (
        <Badge key={code}>{languages[code]}</Badge>
      ))}
    {fit?.papers.map((kind) => (
      <Badge key={kind} tone="agave">
        {documentLabel(kind)} vigente
      </Badge>
    ))}
    {one.experience > 0 ? <Badge>{one.experience} años de experiencia</Badge> : null}
  </p>
)

const FreeHours = ({ name, fit }: { name: string } & Pick<Shown, 'fit'>) => (
  <div className="min-h-24 rounded-md bg-sunk p-4">
    {fit === undefined ? (
      <p className="text-muted">Calculando horas…</p>
    ) : (
      <>
        <p>
          <span className="figures font-display text-2xl font-semibold text-agave">{fit.hoursAWeek} h</span>{' '}
          por semana libres que hoy no rentas
        </p>
        <ul aria-label={`Días libres de ${name}`} className="mt-2 flex flex-wrap gap-1">
          {weekdays.map((day, place) => {
            const free = fit.freeDays.includes(place + 1)
            return (
              <li
                key={day}
                className={
                  free
                    ? 'rounded-sm bg-agave-soft px-2 py-0.5 text-sm font-semibold text-agave'
                    : 'px-2 py-0.5 text-sm text-muted line-through'
                }
              >
                {day}
                <span className="sr-only">{free ? ' libre' : ' sin horas'}</span>
              </li>
            )
          })}
        </ul>
      </>
    )}
  </div>
)
