import { useState } from 'react'
import { hourMs } from '#contract/platform/duration.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import type { InvitationStatus } from '#contract/hiring/invitation-moves.ts'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const labels: Readonly<Record<InvitationStatus, readonly [string, BadgeTone]>> = {
  sent: ['Enviada', 'maiz'],
  seen: ['Vista', 'jacaranda'],
  accepted: ['Aceptada', 'agave'],
  declined: ['Rechazada', 'plain'],
  expired: ['Venció', 'plain'],
  revoked: ['Retirada', 'plain'],
}

/** The status of an invitation; for the invited professional an open one is simply new. */
export const InvitationBadge = ({ of: one }: { of: Pick<Invitation, 'status' | 'as' | 'vacancy'> }) => {
  const isFilled = one.status === 'revoked' && one.vacancy?.over === 'filled'
  return <Badge tone={isFilled ? 'plain' : labels[one.status][1]}>{invitationLabel(one)}</Badge>
}

export const invitationLabel = (one: Pick<Invitation, 'status' | 'as' | 'vacancy'>): string =>
  one.status === 'revoked' && one.vacancy?.over === 'filled'
    ? 'Vacante cubierta'
    : one.as === 'invited' && isOpen(one)
      ? 'Por responder'
      : labels[one.status][0]

export const isOpen = ({ status }: Pick<Invitation, 'status'>) => status === 'sent' || status === 'seen'

/** The time left to answer; a pending question pauses the clock. */
export const TimeLeft = ({ of: one }: { of: Invitation }) => {
  const [now] = useState(() => Date.now())
  if (!isOpen(one)) return null
  const pausedMs = one.pausedUntil === null ? 0 : Math.max(0, Date.parse(one.pausedUntil) - now)
  const left = Math.max(0, Date.parse(one.expiresAt) - now - pausedMs)
  const days = Math.floor(left / (24 * hourMs))
  const hours = Math.floor(left / hourMs)
  const soon = days < 2
  const text =
    days >= 2
      ? `Quedan ${days} días`
      : hours >= 1
        ? hours === 1
          ? 'Queda 1 hora'
          : `Quedan ${hours} horas`
        : 'Queda menos de una hora'
  return (
    <span
      suppressHydrationWarning
      className={soon ? 'font-semibold text-chile' : 'font-semibold text-maiz-ink'}
    >
      {text}
      <span className="font-normal text-muted">
        {pausedMs > 0
          ? one.as === 'host'
            ? ' · en pausa hasta que respondas'
            : ' · en pausa mientras te contestan'
          : ` · hasta el ${dayOf(one.expiresAt, one.space.zone)}, ${timeOf(one.expiresAt, one.space.zone)}`}
      </span>
    </span>
  )
}

export const moveOf = (one: Invitation, move: string) =>
  one.moves.find((possible) => possible.move === move) ?? { move, allowed: false, reason: '' }

/** Why a move's button is blocked. */
export const blockedBy = (one: Invitation, move: string) => {
  const { allowed, reason } = moveOf(one, move)
  return allowed ? undefined : (reason ?? undefined)
}
