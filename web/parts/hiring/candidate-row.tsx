import type { ProfessionalCard } from '#contract/professional/professional.ts'
import type { HostFit } from '#contract/search/public-page.ts'
import { weekdays } from '#contract/hiring/terms-words.ts'
import { fromPrice } from '#web/parts/cards/from-price.ts'
import { approximateDistance } from '#web/parts/hiring/distance.ts'
import { standings } from '#web/parts/hiring/candidate-card.tsx'
import { ListPrice } from '#web/parts/payment/list-price.tsx'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Rating } from '#web/ui/rating.tsx'

/** A professional in the host's list: distance, the empty hours they would fill, and the invitation; the rest is in the sheet. */
export const CandidateRow = ({
  of: one,
  fit,
  blocked,
  onInvite,
  onOpen,
}: {
  of: ProfessionalCard
  /** Undefined while it is loading. */
  fit: HostFit | undefined
  /** Why no invitation can be sent now. */
  blocked: string | undefined
  onInvite: () => void
  onOpen: () => void
}) => {
  const name = `${one.user.firstName} ${one.user.lastName}`
  const reason = fit === undefined ? undefined : standings[fit.standing]
  return (
    <div className="relative flex items-center gap-3 py-3 transition-colors hover:bg-sunk">
      <Avatar name={name} src={one.user.profileImageUrl} size={48} shape="arch" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <h3 className="min-w-0 font-sans text-base">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={onOpen}
              className="text-left font-semibold after:absolute after:inset-0"
            >
              {name}
            </button>
          </h3>
          <span className="relative z-1">
            <VerificationBadge
              level={one.user.perfilseguroVerificationLevel}
              biometric={one.user.perfilSeguroBiometricVerified}
            />
          </span>
        </div>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <Rating value={one.rating} />
          {one.distanceKm === null ? null : <span>a {approximateDistance(one.distanceKm)}</span>}
          <ListPrice of={fromPrice(one)} className="text-ink" />
        </p>
        <p className="min-h-5 text-sm">
          {fit === undefined ? null : reason === undefined ? <FreeText fit={fit} /> : reason}
        </p>
      </div>
      {reason === undefined ? (
        <span className="relative z-1">
          <Button size="small" tone="secondary" blocked={blocked} onClick={onInvite}>
            Invitar
            <span className="sr-only"> a {name}</span>
          </Button>
        </span>
      ) : null}
    </div>
  )
}

const FreeText = ({ fit: { hoursAWeek, freeDays } }: { fit: HostFit }) => (
  <>
    <span className="figures font-semibold text-agave">{Math.floor(hoursAWeek)} h libres</span>
    {freeDays.length === 0 ? null : (
      <span className="text-muted"> · {freeDays.map((day) => weekdays[day - 1]).join(', ')}</span>
    )}
  </>
)
