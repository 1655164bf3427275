/** States of an application, and which party may move it. */
import * as z from 'zod/mini'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'

export const ApplicationStatus = z.enum([
  'draft',
  'sent',
  'in_review',
  'info_requested',
  'countered',
  'approved',
  'declined',
  'withdrawn',
  'expired',
])
export type ApplicationStatus = z.output<typeof ApplicationStatus>

export const applicationStatuses: Readonly<Record<ApplicationStatus, string>> = {
  draft: 'Borrador',
  sent: 'Enviada',
  in_review: 'En revisión',
  info_requested: 'Te piden información',
  countered: 'En negociación',
  approved: 'Aprobada',
  declined: 'Rechazada',
  withdrawn: 'Retirada',
  expired: 'Vencida',
}

/** Limits of product.md §4, A1–A7. */
export const applicationLimits = {
  open: 10,
  profilePercent: 80,
  infoRounds: 2,
  counterRounds: 4,
  answerHours: 72,
  reminderHours: [24, 48],
  expiresDays: 7,
  restDays: 30,
} as const

export type ApplicationParty = 'professional' | 'host' | 'platform'

/** The table of moves (product.md §4). Server, buttons and tests read it. */
export const applicationMoves = {
  edit: { by: ['professional'], from: ['draft'], to: 'draft' },
  submit: { by: ['professional'], from: ['draft'], to: 'sent' },
  review: { by: ['host'], from: ['sent'], to: 'in_review' },
  request_info: { by: ['host'], from: ['sent', 'in_review'], to: 'info_requested' },
  answer_info: { by: ['professional'], from: ['info_requested'], to: 'in_review' },
  /** No answer in 72 hours: the deadline resumes. */
  resume: { by: ['platform'], from: ['info_requested'], to: 'in_review' },
  counter: { by: ['host', 'professional'], from: ['sent', 'in_review', 'countered'], to: 'countered' },
  accept: { by: ['professional'], from: ['countered'], to: 'approved' },
  approve: { by: ['host', 'platform'], from: ['sent', 'in_review', 'countered'], to: 'approved' },
  trial: { by: ['host', 'platform'], from: ['sent', 'in_review', 'countered'], to: 'approved' },
  decline: { by: ['host'], from: ['sent', 'in_review', 'info_requested', 'countered'], to: 'declined' },
  /** The vacancy was filled or closed. */
  end_with_vacancy: {
    by: ['platform'],
    from: ['sent', 'in_review', 'info_requested', 'countered'],
    to: 'declined',
  },
  withdraw: {
    by: ['professional'],
    from: ['draft', 'sent', 'in_review', 'info_requested', 'countered'],
    to: 'withdrawn',
  },
  expire: { by: ['platform'], from: ['sent', 'in_review', 'countered'], to: 'expired' },
} as const satisfies Record<
  string,
  { by: readonly ApplicationParty[]; from: readonly ApplicationStatus[]; to: ApplicationStatus }
>
export type ApplicationMove = keyof typeof applicationMoves

/** Facts for the table beside the status. */
export type ApplicationFacts = {
  status: ApplicationStatus
  /** The side that proposed the current terms. */
  termsBy: 'professional' | 'host'
  counterRounds: number
  infoRounds: number
  expiresAt: string | null
}

/** Whether this party may make this move now. */
export const mayMoveApplication = (
  move: ApplicationMove,
  party: ApplicationParty,
  application: ApplicationFacts,
  now: Date,
): Allowed =>
  checkMove<ApplicationParty, ApplicationStatus>(
    applicationMoves[move],
    { party, status: application.status },
    {
      wrongStatus: (status) => notFromHere[status],
      otherwise: () => (party === 'platform' ? null : reasonAgainst(move, party, application, now)),
    },
  )

const notFromHere: Readonly<Record<ApplicationStatus, string>> = {
  draft: 'Todavía es un borrador.',
  sent: 'Ya está enviada.',
  in_review: 'Ya está en revisión.',
  info_requested: 'Falta que la persona responda la pregunta.',
  countered: 'Hay una contraoferta sobre la mesa.',
  approved: 'Ya está aprobada.',
  declined: 'Ya está rechazada.',
  withdrawn: 'Fue retirada.',
  expired: 'Ya venció.',
}

const reasonAgainst = (
  move: ApplicationMove,
  party: ApplicationParty,
  application: ApplicationFacts,
  now: Date,
): string | null => {
  const { status, termsBy, expiresAt } = application
  // The deadline applies even if the job that ends it has not run yet.
  const isLate = status !== 'info_requested' && expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
  if (isLate && move !== 'withdraw' && move !== 'decline') return 'El plazo para responder ya terminó.'
  const answersTerms = move === 'counter' || move === 'accept' || move === 'approve' || move === 'trial'
  if (answersTerms && termsBy === party) return 'Esperamos la respuesta de la otra parte.'
  if (move === 'counter' && application.counterRounds >= applicationLimits.counterRounds)
    return 'Ya hubo cuatro contraofertas: aprueba o termina la conversación.'
  if (move === 'counter' && party === 'professional' && status !== 'countered')
    return 'Primero responde el anfitrión.'
  if (move === 'request_info' && application.infoRounds >= applicationLimits.infoRounds)
    return 'Ya pediste información dos veces.'
  return null
}

/** The party who must answer. */
export const waitingFor = ({ status, termsBy }: Pick<ApplicationFacts, 'status' | 'termsBy'>) => {
  if (status === 'sent' || status === 'in_review') return 'host'
  if (status === 'info_requested' || status === 'draft') return 'professional'
  if (status === 'countered') return termsBy === 'host' ? 'professional' : 'host'
  return null
}
