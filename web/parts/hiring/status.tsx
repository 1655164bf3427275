import type { Application } from '#contract/hiring/application.ts'
import { applicationStatuses } from '#contract/hiring/application-moves.ts'
import { agreementStatuses, type AgreementStatus } from '#contract/hiring/agreement-moves.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const tones: Readonly<Record<Application['status'], BadgeTone>> = {
  draft: 'plain',
  sent: 'jacaranda',
  in_review: 'jacaranda',
  info_requested: 'maiz',
  countered: 'maiz',
  approved: 'agave',
  declined: 'chile',
  withdrawn: 'plain',
  expired: 'plain',
}

/** The status of an application, worded for the viewer. */
export const ApplicationBadge = ({ application: one }: { application: Application }) => (
  <Badge tone={tones[one.status]}>{wordOf(one)}</Badge>
)

const wordOf = ({ status, role, waitingFor }: Application) => {
  if (status === 'info_requested') return role === 'host' ? 'Espera su respuesta' : 'Te preguntan algo'
  if (status === 'countered')
    return waitingFor === role ? 'Te proponen condiciones' : 'Tu contraoferta espera'
  if (status === 'sent' && role === 'host') return 'Nueva'
  return applicationStatuses[status]
}

const agreementTones: Readonly<Record<AgreementStatus, BadgeTone>> = {
  active: 'agave',
  paused: 'maiz',
  expiring: 'maiz',
  suspended: 'chile',
  expired: 'plain',
  ended: 'plain',
}

export const AgreementBadge = ({ status }: { status: AgreementStatus }) => (
  <Badge tone={agreementTones[status]}>{agreementStatuses[status]}</Badge>
)
