/** States of a vacancy, and which party may move it. */
import { dayMs } from '#contract/platform/duration.ts'
import * as z from 'zod/mini'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'

export const VacancyStatus = z.enum(['draft', 'published', 'paused', 'filled', 'closed', 'expired'])
export type VacancyStatus = z.output<typeof VacancyStatus>

export const vacancyStatuses: Readonly<Record<VacancyStatus, string>> = {
  draft: 'Borrador',
  published: 'Publicada',
  paused: 'En pausa',
  filled: 'Cubierta',
  closed: 'Cerrada',
  expired: 'Vencida',
}

/** product.md §4 and §6. */
export const vacancyLimits = {
  lastsDays: 30,
  /** Days before its end from which the host is reminded, and may renew it. */
  renewDays: 5,
  hostLevel: 1,
  openings: 20,
  radiusKm: 50,
} as const

export type VacancyParty = 'host' | 'professional' | 'platform'

/** The table of moves (product.md §4). Server, buttons and tests read it. */
export const vacancyMoves = {
  edit: { by: ['host'], from: ['draft', 'published', 'paused'], to: 'same' },
  publish: { by: ['host'], from: ['draft'], to: 'published' },
  pause: { by: ['host'], from: ['published'], to: 'paused' },
  resume: { by: ['host'], from: ['paused'], to: 'published' },
  renew: { by: ['host'], from: ['published', 'paused', 'expired'], to: 'published' },
  /** By the host, when filled elsewhere; by the platform, when the last opening was taken. */
  fill: { by: ['host', 'platform'], from: ['published', 'paused', 'expired'], to: 'filled' },
  close: { by: ['host'], from: ['draft', 'published', 'paused', 'expired'], to: 'closed' },
  expire: { by: ['platform'], from: ['published', 'paused'], to: 'expired' },
  apply: { by: ['professional'], from: ['published'], to: 'same' },
  invite: { by: ['host'], from: ['published'], to: 'same' },
} as const satisfies Record<
  string,
  { by: readonly VacancyParty[]; from: readonly VacancyStatus[]; to: VacancyStatus | 'same' }
>
export type VacancyMove = keyof typeof vacancyMoves

/** Facts for the table beside the status. Instants as ISO text. */
export type VacancyFacts = { status: VacancyStatus; expiresAt: string | null }

/** Whether this party may make this move now. */
export const mayMoveVacancy = (
  move: VacancyMove,
  party: VacancyParty,
  vacancy: VacancyFacts,
  now: Date,
): Allowed =>
  checkMove<VacancyParty, VacancyStatus>(
    vacancyMoves[move],
    { party, status: vacancy.status },
    { wrongStatus: (status) => notFromHere[status], otherwise: () => reasonAgainst(move, vacancy, now) },
  )

const notFromHere: Readonly<Record<VacancyStatus, string>> = {
  draft: 'Todavía es un borrador.',
  published: 'Ya está publicada.',
  paused: 'Está en pausa.',
  filled: 'La vacante ya se cubrió.',
  closed: 'La vacante ya se cerró.',
  expired: 'La vacante venció.',
}

const reasonAgainst = (move: VacancyMove, { status, expiresAt }: VacancyFacts, now: Date): string | null => {
  const leftMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now.getTime()
  if (move === 'expire') return leftMs <= 0 ? null : 'Todavía tiene días.'
  // The deadline applies even if the job that ends it has not run yet.
  if (leftMs <= 0 && (move === 'apply' || move === 'invite' || move === 'resume')) return notFromHere.expired
  if (move === 'renew' && status !== 'expired' && leftMs > vacancyLimits.renewDays * dayMs)
    return `Podrás renovarla cuando le queden ${vacancyLimits.renewDays} días.`
  return null
}
