/** States of an agreement, and which party may move it. */
import * as z from 'zod/mini'

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

/** Whether this party may make this move now. The reason is the text of the disabled button. */
export const mayMoveAgreement = (
  move: AgreementMove,
  party: AgreementParty,
  agreement: MovableAgreement,
  now: Date,
): { allowed: true } | { allowed: false; reason: string } => {
  const rule: { by: readonly AgreementParty[]; from: readonly AgreementStatus[] } = agreementMoves[move]
  if (!rule.by.includes(party)) return no('Esta acción le toca a otra persona.')
  if (!rule.from.includes(agreement.status)) return no(statusReasons[agreement.status])
  return reasonOf(move, party, agreement, now)
}

const no = (reason: string) => ({ allowed: false, reason }) as const
const yes = { allowed: true } as const

const statusReasons: Readonly<Record<AgreementStatus, string>> = {
  active: 'El convenio está activo.',
  paused: 'El convenio está en pausa.',
  expiring: 'El convenio está por vencer.',
  expired: 'El convenio ya venció.',
  ended: 'El convenio ya terminó.',
  suspended: 'El convenio está suspendido por un documento.',
}

const reasonOf = (move: AgreementMove, party: AgreementParty, agreement: MovableAgreement, now: Date) => {
  if (party === 'platform') return yes
  if (agreement.validTo !== null && Date.parse(agreement.validTo) <= now.getTime())
    return no('La vigencia de este convenio ya terminó.')
  if (move === 'resume')
    return agreement.pausedBy === null || agreement.pausedBy === party
      ? yes
      : no('Lo puso en pausa la otra parte: solo ella puede reanudarlo.')
  if (move === 'pause') return yes
  if (agreement.ending !== null) return no('Ya se dio aviso de terminación.')
  if (move === 'ask_renewal') {
    if (agreement.validTo === null) return no('Este convenio no tiene fecha de término.')
    return agreement.renewal === null ? yes : no('Ya hay una renovación por responder.')
  }
  if (move === 'renew') {
    if (agreement.renewal === null) return no('Nadie ha pedido renovarlo.')
    return agreement.renewal.by === party ? no('Esperamos la respuesta de la otra parte.') : yes
  }
  return yes
}
