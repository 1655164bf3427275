/** Which party may open, answer and decide a dispute, and until when. */
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import {
  type DisputeState,
  type DisputeLine,
  DisputeSubject,
  type DisputeSide,
  isOfHost,
  subjectOf,
} from '#contract/booking/settlement/dispute-subject.ts'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'
import { hourMs } from '#contract/platform/duration.ts'

/** Hours after the end of the visit within which it can be opened (product.md §3). */
export const disputeWindowHours = { service: 48, damage: 72 } as const
export const disputeAnswerHours = 48
/** Hours after check-out within which the professional may contest overtime (product.md §4, B17). */
export const overtimeContestHours = 48
/** Deadline for an administrator's decision. */
export const mediationHours = 72
export const appealHours = 72

export type DisputeParty = 'opener' | 'respondent' | 'platform'

/** The table of moves of a dispute; null: the status is unchanged. */
export const disputeMoves = {
  answer: { by: ['respondent'], from: ['waiting'], to: 'mediation' },
  withdraw: { by: ['opener'], from: ['waiting', 'mediation'], to: 'closed' },
  /** For overtime: the respondent concedes, and it is refunded. */
  concede: { by: ['respondent'], from: ['waiting', 'mediation'], to: 'closed' },
  /** No answer in two days: decided for the party who opened it. */
  stand: { by: ['platform'], from: ['waiting'], to: 'resolved' },
  /** No answer, but the amount is too high for the automatic rule, or nothing was shown. */
  mediate: { by: ['platform'], from: ['waiting'], to: 'mediation' },
  /** An administrator should have decided by now; both parties are notified. */
  overdue: { by: ['platform'], from: ['mediation'], to: null },
  /** Proposed by the first of two administrators. */
  propose: { by: ['platform'], from: ['mediation', 'appealed'], to: null },
  decide: { by: ['platform'], from: ['mediation'], to: 'resolved' },
  appeal: { by: ['opener', 'respondent'], from: ['resolved'], to: 'appealed' },
  decide_appeal: { by: ['platform'], from: ['appealed'], to: 'closed' },
  /** No arrival was registered, and the visit was cancelled or missed after all: its lines are not settled. */
  fall_away: { by: ['platform'], from: ['waiting', 'mediation', 'resolved', 'appealed'], to: 'closed' },
  /** No appeal in three days: the decision is paid out. */
  close: { by: ['platform'], from: ['resolved'], to: 'closed' },
} as const satisfies Record<
  string,
  { by: readonly DisputeParty[]; from: readonly DisputeState[]; to: DisputeState | null }
>
export type DisputeMove = keyof typeof disputeMoves

type CurrentDispute = {
  state: DisputeState
  answerBy: string
  appealBy: string | null
  appealable: boolean
  line?: DisputeLine
  /** Its money is divided; before that nothing can be refunded. */
  isDivided?: boolean
}

/** Whether this party may make this move now. */
export const mayMoveDispute = (
  move: DisputeMove,
  party: DisputeParty,
  dispute: CurrentDispute,
  now: Date,
): Allowed =>
  checkMove<DisputeParty, DisputeState>(
    disputeMoves[move],
    { party, status: dispute.state },
    {
      wrongStatus: () => 'El problema ya no permite esa acción.',
      otherwise: () => reasonAgainst(move, dispute, now),
    },
  )

const reasonAgainst = (move: DisputeMove, dispute: CurrentDispute, now: Date): string | null => {
  if (move === 'concede') {
    if (dispute.line !== 'overtime') return 'Solo se retira un cobro de tiempo extra.'
    if (dispute.isDivided === false) return 'Se puede en cuanto se cierre y el cobro quede hecho.'
  }
  if (move === 'answer' && now.getTime() >= Date.parse(dispute.answerBy))
    return 'Ya pasaron las 48 horas para responder.'
  if (move === 'appeal') {
    if (!dispute.appealable) return 'Se puede apelar una sola vez.'
    if (dispute.appealBy === null || now.getTime() >= Date.parse(dispute.appealBy))
      return 'Ya pasaron las 72 horas para apelar.'
  }
  return null
}

type Disputed = {
  kind: 'visit' | 'rent'
  status: BookingStatus
  startsAt: string
  endsAt: string
  /** At a space, with a host and a rent; not at homes, online or at the professional's own place. */
  atSpace: boolean
  overtime?: { contestBy: string } | null
}

/** Deadline for opening a dispute about a visit. */
export const disputeUntil = (endsAt: string, subject: DisputeSubject) =>
  new Date(
    Date.parse(endsAt) +
      disputeWindowHours[subject === 'damage' || isOfHost(subject) ? 'damage' : 'service'] * hourMs,
  )

const started: ReadonlySet<BookingStatus> = new Set(['confirmed', 'in_progress', 'to_settle', 'completed'])

/** Whether it has started, so that a dispute is possible; also if no arrival was registered. */
export const hasStarted = ({ status, startsAt }: Pick<Disputed, 'status' | 'startsAt'>, nowMs: number) =>
  started.has(status) && (status !== 'confirmed' || nowMs >= Date.parse(startsAt))

/** Whether this party may open a dispute now. Without a subject: about any subject open to them. */
export const mayDispute = (
  side: DisputeSide,
  booking: Disputed,
  now: Date,
  subject?: DisputeSubject,
): Allowed => {
  const no = (reason: string) => ({ allowed: false, reason }) as const
  if (subject === 'overtime') return mayContestOvertime(side, booking, now)
  if (booking.kind === 'rent') return no('De horas rentadas se reclama con la garantía.')
  if (!started.has(booking.status)) return no('El estado de la reserva no lo permite.')
  if (!hasStarted(booking, now.getTime())) return no('Se puede reportar desde que empieza la cita.')
  const subjects = subjectsOf(side, booking).filter((one) => subject === undefined || one === subject)
  if (subjects.length === 0)
    return no(
      booking.atSpace ? 'Eso lo reporta otra persona.' : 'Esta cita no es en un espacio de alguien más.',
    )
  return subjects.some((one) => now < disputeUntil(booking.endsAt, one))
    ? { allowed: true }
    : no('Ya pasó el plazo para reportar un problema de esta cita.')
}

/** Whether the professional may contest overtime of a visit or of rented hours. */
export const mayContestOvertime = (
  side: DisputeSide,
  { status, overtime }: Pick<Disputed, 'status' | 'overtime'>,
  now: Date,
): Allowed => {
  const no = (reason: string) => ({ allowed: false, reason }) as const
  if (side !== 'professional') return no('Eso lo responde quien usó el espacio.')
  if (!overtime || (status !== 'to_settle' && status !== 'completed')) return no('No hay tiempo extra.')
  return now.getTime() < Date.parse(overtime.contestBy)
    ? { allowed: true }
    : no(`Ya pasaron las ${overtimeContestHours} horas para decir que no fue así.`)
}

/** Subjects open to each party; overtime is contested where it is shown. */
export const subjectsOf = (side: DisputeSide, { atSpace }: { atSpace: boolean }): DisputeSubject[] =>
  DisputeSubject.options.filter((subject) => {
    const line = subjectOf(subject).lines[side]
    return subject !== 'overtime' && line !== undefined && (atSpace || line === 'service')
  })
