/** States of an invitation, and which party may move it. */
import { dayMs } from '#contract/platform/duration.ts'
import * as z from 'zod/mini'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'

export const InvitationStatus = z.enum(['sent', 'seen', 'accepted', 'declined', 'expired', 'revoked'])
export type InvitationStatus = z.output<typeof InvitationStatus>
export const openStatuses = ['sent', 'seen'] as const satisfies readonly InvitationStatus[]

/** Limits of product.md §4, I1–I6. */
export const invitationLimits = {
  aDay: 30,
  lastsDays: 14,
  peaceDays: 60,
  questions: 2,
  pauseHours: 72,
  hostLevel: 1,
} as const

export type InvitationParty = 'invited' | 'host' | 'platform'

/**
 * The table of moves (product.md §4): the server refuses by it and the screens draw buttons by it. `again` creates a
 * new invitation on the same terms; the old one is unchanged.
 */
export const invitationMoves = {
  see: { by: ['invited'], from: ['sent'], to: 'seen' },
  accept: { by: ['invited'], from: ['sent', 'seen'], to: 'accepted' },
  decline: { by: ['invited'], from: ['sent', 'seen'], to: 'declined' },
  ask: { by: ['invited'], from: ['sent', 'seen'], to: 'seen' },
  answer: { by: ['host'], from: ['sent', 'seen'], to: 'seen' },
  revoke: { by: ['host'], from: ['sent', 'seen'], to: 'revoked' },
  expire: { by: ['platform'], from: ['sent', 'seen'], to: 'expired' },
  /** The vacancy was filled or closed. */
  end_with_vacancy: { by: ['platform'], from: ['sent', 'seen'], to: 'revoked' },
  again: { by: ['host'], from: ['declined', 'expired', 'revoked'], to: 'sent' },
} as const satisfies Record<
  string,
  { by: readonly InvitationParty[]; from: readonly InvitationStatus[]; to: InvitationStatus }
>
export type InvitationMove = keyof typeof invitationMoves

/** Facts for the table beside the status. Instants as ISO text. */
export type InvitationFacts = {
  status: InvitationStatus
  expiresAt: string
  endedAt: string | null
  questionsRequested: number
  questionWaits: boolean
  /** Was already sent again. */
  repeated: boolean
  /** How its vacancy ended; null if it is open, or there is none. */
  vacancyOver: VacancyOver | null
}

export const VacancyOver = z.enum(['filled', 'closed', 'expired'])
export type VacancyOver = z.output<typeof VacancyOver>

const overReasons: Readonly<Record<VacancyOver, string>> = {
  filled: 'La vacante ya se cubrió.',
  closed: 'El espacio cerró la vacante.',
  expired: 'La vacante venció. El espacio puede renovarla.',
}

/** Whether this party may make this move now. */
export const mayMoveInvitation = (
  move: InvitationMove,
  party: InvitationParty,
  invitation: InvitationFacts,
  now: Date,
): Allowed =>
  checkMove<InvitationParty, InvitationStatus>(
    invitationMoves[move],
    { party, status: invitation.status },
    {
      // Revoked with its vacancy: the vacancy's outcome explains more.
      wrongStatus: (status) =>
        status === 'revoked' && invitation.vacancyOver !== null
          ? overReasons[invitation.vacancyOver]
          : ended[status],
      otherwise: () => reasonAgainst(move, invitation, now),
    },
  )

/** Why nothing more can be done, by status. */
const ended: Readonly<Record<InvitationStatus, string>> = {
  sent: 'La invitación todavía está abierta.',
  seen: 'La invitación todavía está abierta.',
  accepted: 'Esta invitación ya fue aceptada.',
  declined: 'Esta invitación ya fue rechazada.',
  expired: 'Esta invitación venció.',
  revoked: 'El espacio retiró esta invitación.',
}

const reasonAgainst = (move: InvitationMove, one: InvitationFacts, now: Date): string | null => {
  const over = Date.parse(one.expiresAt) <= now.getTime()
  if (move === 'expire') return over ? null : 'Todavía hay tiempo para responder.'
  if (move === 'end_with_vacancy')
    return one.vacancyOver === 'filled' || one.vacancyOver === 'closed' ? null : 'La vacante sigue en pie.'
  if (move === 'again') {
    if (one.vacancyOver !== null) return overReasons[one.vacancyOver]
    if (one.repeated) return 'Ya volviste a invitar.'
    const peaceUntil = Date.parse(one.endedAt ?? one.expiresAt) + invitationLimits.peaceDays * dayMs
    return one.status === 'declined' && now.getTime() < peaceUntil
      ? `Dijo que no: puedes volver a invitar ${invitationLimits.peaceDays} días después.`
      : null
  }
  // The deadline applies even if the job that ends it has not run yet.
  if (over) return ended.expired
  if (one.vacancyOver !== null && (move === 'accept' || move === 'ask')) return overReasons[one.vacancyOver]
  if (move === 'ask') {
    if (one.questionWaits) return 'Tu pregunta espera respuesta.'
    if (one.questionsRequested >= invitationLimits.questions) return 'Ya hiciste tus dos preguntas.'
  }
  if (move === 'answer' && !one.questionWaits) return 'No hay preguntas por responder.'
  return null
}
