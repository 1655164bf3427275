import type { ContestedDeposit } from '#contract/booking/settlement/deposit.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Evidence } from '#web/parts/booking/settlement/photos.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'

/** The host's statement and photos, and the professional's answer. */
export const ClaimStory = ({ of: one }: { of: Omit<ContestedDeposit, 'proposal'> }) =>
  one.claim === null ? null : (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <p className="text-[0.9375rem] text-muted">
          {one.host} reclama {formatCents(one.claim.amountCents)},{' '}
          {shortOf(one.claim.claimedAt, one.rent.zone)}
        </p>
        <blockquote className="border-l-4 border-line px-4 py-1 wrap-anywhere whitespace-pre-wrap">
          {one.claim.reason}
        </blockquote>
        <Evidence base={`/api/deposits/${one.id}/photos`} photos={one.claim.photos} of={one.host} />
      </div>
      {one.contest === null ? null : (
        <div className="flex flex-col gap-2">
          <p className="text-[0.9375rem] text-muted">
            {one.professional} responde, {shortOf(one.contest.at, one.rent.zone)}
          </p>
          <blockquote className="border-l-4 border-line px-4 py-1 wrap-anywhere whitespace-pre-wrap">
            {one.contest.text}
          </blockquote>
          <Evidence
            base={`/api/deposits/${one.id}/photos`}
            photos={one.contest.photos}
            of={one.professional}
          />
        </div>
      )}
    </div>
  )
