import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  mayMoveWish,
  type WaitlistEntry,
  type WaitlistEntryMove,
} from '#contract/booking/waitlist/waitlist.ts'
import { formatCents } from '#contract/platform/money.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import {
  askedIn,
  datesOf,
  partsOf,
  togetherOf,
  whereOf,
  wishBadges,
} from '#web/parts/booking/waitlist/wish-words.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const hints: Partial<Record<WaitlistEntry['state'], string>> = {
  unconfirmed: 'Confirma para empezar a esperar.',
  paused: 'Dejaste pasar dos lugares, así que no te ofrecemos más hasta que la reanudes.',
  expired: 'Tus fechas ya pasaron.',
}

/** One waitlist entry: what for, between which dates, what is held for it, and what may be done. */
export const WishCard = ({
  wish,
  busy,
  onMove,
  onEnd,
  problem,
}: {
  wish: WaitlistEntry
  /** Which move is under way. */
  busy: WaitlistEntryMove | undefined
  onMove: (move: WaitlistEntryMove) => void
  onEnd: () => void
  problem: ReactNode
}) => {
  const badge = wishBadges[wish.state]
  const isOver = !mayMoveWish('stop', wish).allowed
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {wish.offer === null ? null : (
          <p className="text-[0.9375rem] font-semibold text-agave">
            <TimeLeft until={wish.offer.expiresAt} onEnd={onEnd} />
          </p>
        )}
      </div>
      <div>
        <h2 className="font-display text-lg leading-tight font-semibold">{wish.service.name}</h2>
        <p className="text-[0.9375rem] text-muted">
          {[
            `con ${wish.professional.firstName} ${wish.professional.lastName}`,
            ...(wish.place === null ? [] : [`en ${wish.place}`]),
            ...whereOf(wish),
            ...togetherOf(wish.persons.length),
          ].join(', ')}
        </p>
        {wish.home === null ? null : <p className="text-[0.9375rem] break-words">{wish.home}</p>}
      </div>
      <p className="text-[0.9375rem]">
        <span className="block font-semibold first-letter:uppercase">{datesOf(wish)}</span>
        <span className="block text-muted">{partsOf(wish)}</span>
      </p>
      {wish.offer === null ? null : (
        <p className="rounded-md bg-agave-soft px-4 py-2.5 text-agave">
          <span className="block font-semibold first-letter:uppercase">
            {shortOf(wish.offer.startsAt, wish.offer.zone)}
          </span>
          <span className="block text-[0.9375rem]">
            {wish.offer.place} · {formatCents(wish.offer.totalCents)}
          </span>
        </p>
      )}
      {hints[wish.state] === undefined ? null : (
        <p className="text-[0.9375rem] text-muted">{hints[wish.state]}</p>
      )}
      {problem}
      <div className="mt-auto flex flex-wrap gap-3 border-t border-line pt-4">
        {wish.offer === null ? null : (
          <Link {...paths.bookingLink(wish.offer.token)} className={buttonClass({ size: 'small' })}>
            Ver el lugar
          </Link>
        )}
        {wish.state === 'unconfirmed' ? (
          <Button size="small" busy={busy === 'confirm'} onClick={() => onMove('confirm')}>
            Confirmar mi espera
          </Button>
        ) : null}
        {wish.state === 'paused' ? (
          <Button size="small" busy={busy === 'resume'} onClick={() => onMove('resume')}>
            Reanudar
          </Button>
        ) : null}
        {isOver ? (
          <Link
            {...paths.booking({
              professional: wish.professional.id,
              ...askedIn(wish),
              how: wish.modality === 'place' ? undefined : wish.modality,
            })}
            className={buttonClass({ tone: 'quiet', size: 'small' })}
          >
            Ver horarios
          </Link>
        ) : (
          <Button tone="quiet" size="small" busy={busy === 'stop'} onClick={() => onMove('stop')}>
            Dejar de esperar
          </Button>
        )}
      </div>
    </Card>
  )
}
