/** States of an agreement, and which party may move it. */
import * as z from 'zod/mini'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'

export const AgreementStatus = z.enum(['active', 'paused', 'expiring', 'expired', 'ended', 'suspended'])
export type AgreementStatus = z.output<typeof AgreementStatus>

export const agreementStatuses: Readonly<Record<AgreementStatus, string>> = {
  active: 'Activo',
  paused: 'En pausa',
  expiring: 'Por vencer',
  expired: 'Vencido',
  ended: 'Terminado',
  suspended: 'Suspendido',
}

export type AgreementParty = 'professional' | 'host' | 'platform'
const parties = ['professional', 'host'] as const

/** The table of moves (product.md §4). Server, buttons and tests read it. */
export const agreementMoves = {
  pause: { by: parties, from: ['active', 'expiring'], to: 'paused' },
  resume: { by: parties, from: ['paused'], to: 'active' },
  ask_renewal: { by: parties, from: ['active', 'expiring', 'paused', 'suspended'], to: 'same' },
  renew: { by: parties, from: ['active', 'expiring', 'paused', 'suspended'], to: 'active' },
  give_notice: { by: parties, from: ['active', 'expiring', 'paused', 'suspended'], to: 'same' },
  suspend: { by: ['platform'], from: ['active', 'expiring'], to: 'suspended' },
  reinstate: { by: ['platform'], from: ['suspended'], to: 'active' },
  near_end: { by: ['platform'], from: ['active'], to: 'expiring' },
  expire: { by: ['platform'], from: ['active', 'expiring', 'paused', 'suspended'], to: 'expired' },
  end: { by: ['platform'], from: ['active', 'expiring', 'paused', 'suspended'], to: 'ended' },
} as const satisfies Record<
  string,
  { by: readonly AgreementParty[]; from: readonly AgreementStatus[]; to: AgreementStatus | 'same' }
>
export type AgreementMove = keyof typeof agreementMoves

type MovableAgreement = {
  status: AgreementStatus
  validTo: string | null
  pausedBy: 'professional' | 'host' | null
  ending: { endsAt: string } | null
  renewal: { by: 'professional' | 'host' } | null
}

/** Whether this party may make this move now. */
export const mayMoveAgreement = (
  move: AgreementMove,
  party: AgreementParty,
  agreement: MovableAgreement,
  now: Date,
): Allowed =>
  checkMove<AgreementParty, AgreementStatus>(
    agreementMoves[move],
    { party, status: agreement.status },
    {
      wrongStatus: (status) => statusReasons[status],
      otherwise: () => (party === 'platform' ? null : reasonAgainst(move, party, agreement, now)),
    },
  )

const statusReasons: Readonly<Record<AgreementStatus, string>> = {
  active: 'El convenio está activo.',
  paused: 'El convenio está en pausa.',
  expiring: 'El convenio está por vencer.',
  expired: 'El convenio ya venció.',
  ended: 'El convenio ya terminó.',
  suspended: 'El convenio está suspendido por un documento.',
}

const reasonAgainst = (
  move: AgreementMove,
  party: AgreementParty,
  agreement: MovableAgreement,
  now: Date,
): string | null => {
  if (agreement.validTo !== null && Date.parse(agreement.validTo) <= now.getTime())
    return 'La vigencia de este convenio ya terminó.'
  if (move === 'resume')
    return agreement.pausedBy === null || agreement.pausedBy === party
      ? null
      : 'Lo puso en pausa la otra parte: solo ella puede reanudarlo.'
  if (move === 'pause') return null
  if (agreement.ending !== null) return 'Ya se dio aviso de terminación.'
  if (move === 'ask_renewal') {
    if (agreement.validTo === null) return 'Este convenio no tiene fecha de término.'
    return agreement.renewal === null ? null : 'Ya hay una renovación por responder.'
  }
  if (move === 'renew') {
    if (agreement.renewal === null) return 'Nadie ha pedido renovarlo.'
    return agreement.renewal.by === party ? 'Esperamos la respuesta de la otra parte.' : null
  }
  return null
}
