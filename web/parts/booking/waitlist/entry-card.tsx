import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  mayMoveWaitlistEntry,
  type WaitlistEntry,
  type WaitlistEntryMove,
} from '#contract/booking/waitlist/waitlist.ts'
import { formatCents } from '#contract/platform/money.ts'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import {
  requestedIn,
  datesOf,
  partsOf,
  togetherOf,
  whereOf,
  entryBadges,
} from '#web/parts/booking/waitlist/entry-words.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const hints: Partial<Record<WaitlistEntry['state'], string>> = {
  unconfirmed: 'Confirma para empezar a esperar.',
  paused: 'Dejaste pasar dos lugares, así que no te ofrecemos más hasta que la reanudes.',
  expired: 'Tus fechas ya pasaron.',
}

/** One waitlist entry: the service, its dates, the slot held for it, and the actions. */
export const WaitlistEntryCard = ({
  entry,
  busy,
  onMove,
  onEnd,
  problem,
}: {
  entry: WaitlistEntry
  /** The move under way. */
  busy: WaitlistEntryMove | undefined
  onMove: (move: WaitlistEntryMove) => void
  onEnd: () => void
  problem: ReactNode
}) => {
  const badge = entryBadges[entry.state]
  const isOver = !mayMoveWaitlistEntry('stop', entry).allowed
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {entry.offer === null ? null : (
          <p className="text-[0.9375rem] font-semibold text-agave">
            <TimeLeft until={entry.offer.expiresAt} onEnd={onEnd} />
          </p>
        )}
      </div>
      <div>
        <h2 className="font-display text-lg leading-tight font-semibold">{entry.service.name}</h2>
        <p className="text-[0.9375rem] text-muted">
          {[
            `con ${entry.professional.firstName} ${entry.professional.lastName}`,
            ...(entry.place === null ? [] : [`en ${entry.place}`]),
            ...whereOf(entry),
            ...togetherOf(entry.persons.length),
          ].join(', ')}
        </p>
        {entry.home === null ? null : <p className="text-[0.9375rem] break-words">{entry.home}</p>}
      </div>
      <p className="text-[0.9375rem]">
        <span className="block font-semibold first-letter:uppercase">{datesOf(entry)}</span>
        <span className="block text-muted">{partsOf(entry)}</span>
      </p>
      {entry.offer === null ? null : (
        <p className="rounded-md bg-agave-soft px-4 py-2.5 text-agave">
          <span className="block font-semibold first-letter:uppercase">
            {shortOf(entry.offer.startsAt, entry.offer.zone)}
          </span>
          <span className="block text-[0.9375rem]">
            {entry.offer.place} · {formatCents(entry.offer.totalCents)}
          </span>
        </p>
      )}
      {hints[entry.state] === undefined ? null : (
        <p className="text-[0.9375rem] text-muted">{hints[entry.state]}</p>
      )}
      {problem}
      <div className="mt-auto flex flex-wrap gap-3 border-t border-line pt-4">
        {entry.offer === null ? null : (
          <Link {...paths.bookingLink(entry.offer.token)} className={buttonClass({ size: 'small' })}>
            Ver el lugar
          </Link>
        )}
        {entry.state === 'unconfirmed' ? (
          <Button size="small" busy={busy === 'confirm'} onClick={() => onMove('confirm')}>
            Confirmar mi espera
          </Button>
        ) : null}
        {entry.state === 'paused' ? (
          <Button size="small" busy={busy === 'resume'} onClick={() => onMove('resume')}>
            Reanudar
          </Button>
        ) : null}
        {isOver ? (
          <Link
            {...paths.booking({
              professional: entry.professional.id,
              ...requestedIn(entry),
              how: entry.modality === 'place' ? undefined : entry.modality,
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
