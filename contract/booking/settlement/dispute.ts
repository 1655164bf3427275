/**
 * A visit that did not go as agreed (product.md §4, B20): one of its three says so about one line of its money and shows it, only
 * that line is frozen, the other answers within two days, and an administrator decides by a template. One appeal, then it is closed.
 */
import * as z from 'zod/mini'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { Visitor } from '#contract/booking/parts.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { formatCents, shareOf } from '#contract/platform/money.ts'
import { Instant, LongText, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { StaffReason } from '#contract/booking/staff-reason.ts'

/** Hours after the end of the visit in which it is said (product.md §3). */
export const disputeWindowHours = { service: 48, damage: 72 } as const
export const disputeAnswerHours = 48
/** From leaving on, the professional may contest the overtime (product.md §4, B17). */
export const overtimeContestHours = 48
/** An administrator has decided by then. */
export const mediationHours = 72
export const appealHours = 72
export const mostDisputePhotos = 6
/** Above this two administrators decide (product.md §8). */
export const twoPersonsAboveCents = 500_000

/** `waiting` for the other's answer, `mediation` by an administrator, `resolved` until the appeal's time is over. */
export const DisputeState = z.enum(['waiting', 'mediation', 'resolved', 'appealed', 'closed'])
export type DisputeState = z.output<typeof DisputeState>

export const DisputeSide = z.enum(['client', 'professional', 'host'])
export type DisputeSide = z.output<typeof DisputeSide>

/** Which line of the visit's money is meant: the service, the rent, what a damage costs at most, or what was stayed longer. */
export const DisputeLine = z.enum(['service', 'rent', 'damage', 'overtime'])
export type DisputeLine = z.output<typeof DisputeLine>

export const DisputeSubject = z.enum(['not_as_agreed', 'quality', 'place', 'damage', 'overtime'])
export type DisputeSubject = z.output<typeof DisputeSubject>

export const DisputeOutcome = z.enum(['nothing', 'quarter', 'half', 'whole'])
export type DisputeOutcome = z.output<typeof DisputeOutcome>

export const Bearer = z.enum(['professional', 'host', 'platform'])
export type Bearer = z.output<typeof Bearer>

type Subject = {
  label: string
  hint: string
  /** Who may say it, and of which line. */
  lines: Partial<Record<DisputeSide, DisputeLine>>
  photos: 0 | 1
  /** From somebody who is no party: a bill, a report, an estimate. */
  thirdParty: boolean
  /** Nobody answered in two days: decided for who opened it. */
  silent: DisputeOutcome
}

export const disputeSubjects = {
  not_as_agreed: {
    label: 'No se dio lo acordado',
    hint: 'Faltó una parte, duró mucho menos o fue otro servicio.',
    lines: { client: 'service' },
    photos: 0,
    thirdParty: false,
    silent: 'whole',
  },
  quality: {
    label: 'El resultado no es el acordado',
    hint: 'Muéstralo con una foto.',
    lines: { client: 'service' },
    photos: 1,
    thirdParty: false,
    silent: 'half',
  },
  place: {
    label: 'El lugar no estaba como se anunció',
    hint: 'Sucio, sin lo que decía tener o inseguro. Muéstralo con una foto.',
    lines: { client: 'rent', professional: 'rent' },
    photos: 1,
    thirdParty: false,
    silent: 'half',
  },
  damage: {
    label: 'Algo se dañó',
    hint: 'Con fotos del daño y una prueba de alguien más: nota, presupuesto o dictamen.',
    lines: { client: 'service', host: 'damage' },
    photos: 1,
    thirdParty: true,
    silent: 'whole',
  },
  overtime: {
    label: 'No me quedé ese tiempo',
    hint: 'Di a qué hora saliste; una foto ayuda.',
    lines: { professional: 'overtime' },
    photos: 0,
    thirdParty: false,
    silent: 'whole',
  },
} as const satisfies Record<DisputeSubject, Subject>

export const subjectOf = (subject: DisputeSubject): Subject => disputeSubjects[subject]

/** Who answers for a line, and who may be made to bear it. */
export const respondents = {
  service: 'professional',
  rent: 'host',
  damage: 'professional',
  overtime: 'host',
} as const
export const bearersOf = {
  service: ['professional', 'platform'],
  rent: ['host', 'platform'],
  damage: ['professional', 'platform'],
  overtime: ['host', 'platform'],
} as const satisfies Record<DisputeLine, readonly Bearer[]>

export const outcomeBp = { nothing: 0, quarter: 2_500, half: 5_000, whole: 10_000 } as const
export const outcomeCents = (lineCents: number, outcome: DisputeOutcome) =>
  shareOf(lineCents, outcomeBp[outcome])

export const outcomeLabels = {
  nothing: 'Nada: el cobro se queda como está',
  quarter: 'La cuarta parte',
  half: 'La mitad',
  whole: 'Todo',
} as const satisfies Record<DisputeOutcome, string>
export const bearerLabels = {
  professional: 'quien dio el servicio',
  host: 'el espacio',
  platform: 'Kalli',
} as const satisfies Record<Bearer, string>
export const lineLabels = {
  service: 'el precio del servicio',
  rent: 'la renta del espacio',
  damage: 'la reparación, hasta lo que costó la renta',
  overtime: 'el tiempo extra',
} as const satisfies Record<DisputeLine, string>

/** What was decided, as everybody reads it. */
export const outcomeText = (
  dispute: { line: DisputeLine; lineCents: number },
  outcome: DisputeOutcome,
  borneBy: Bearer | null,
) =>
  outcome === 'nothing' || borneBy === null
    ? 'No procede: el cobro se queda como está.'
    : `${formatCents(outcomeCents(dispute.lineCents, outcome))} de ${lineLabels[dispute.line]}, a cargo ${borneBy === 'host' ? 'del espacio' : `de ${bearerLabels[borneBy]}`}.`

export type DisputeParty = 'opener' | 'respondent' | 'platform'

/** The table of moves of a dispute; null: it stands as it stood. */
export const disputeMoves = {
  answer: { by: ['respondent'], from: ['waiting'], to: 'mediation' },
  withdraw: { by: ['opener'], from: ['waiting', 'mediation'], to: 'closed' },
  /** Of overtime: who answers lets go of it, and it goes back. */
  concede: { by: ['respondent'], from: ['waiting', 'mediation'], to: 'closed' },
  /** Nobody answered in two days: for who opened it. */
  stand: { by: ['platform'], from: ['waiting'], to: 'resolved' },
  /** Nobody answered, but it is too much for a rule alone. */
  mediate: { by: ['platform'], from: ['waiting'], to: 'mediation' },
  /** An administrator should have decided by now; both are told. */
  overdue: { by: ['platform'], from: ['mediation'], to: null },
  /** The first of two administrators. */
  propose: { by: ['platform'], from: ['mediation', 'appealed'], to: null },
  decide: { by: ['platform'], from: ['mediation'], to: 'resolved' },
  appeal: { by: ['opener', 'respondent'], from: ['resolved'], to: 'appealed' },
  decide_appeal: { by: ['platform'], from: ['appealed'], to: 'closed' },
  /** Nobody registered an arrival, and the visit was cancelled or missed after all: its lines are not divided. */
  fall_away: { by: ['platform'], from: ['waiting', 'mediation', 'resolved', 'appealed'], to: 'closed' },
  /** Nobody appealed in three days: the money moves. */
  close: { by: ['platform'], from: ['resolved'], to: 'closed' },
} as const satisfies Record<
  string,
  { by: readonly DisputeParty[]; from: readonly DisputeState[]; to: DisputeState | null }
>
export type DisputeMove = keyof typeof disputeMoves

/** May this party make this move now? The reason is what a disabled button says. */
export const mayMoveDispute = (
  move: DisputeMove,
  party: DisputeParty,
  dispute: {
    state: DisputeState
    answerBy: string
    appealBy: string | null
    appealable: boolean
    line?: DisputeLine
    /** Its money is divided: before, there is nothing to give back. */
    isDivided?: boolean
  },
  now: Date,
): { allowed: true } | { allowed: false; reason: string } => {
  const rule: { by: readonly DisputeParty[]; from: readonly DisputeState[] } = disputeMoves[move]
  const no = (reason: string) => ({ allowed: false, reason }) as const
  if (!rule.by.includes(party)) return no('Esta acción le toca a otra persona.')
  if (!rule.from.includes(dispute.state)) return no('El problema ya no permite esa acción.')
  if (move === 'concede') {
    if (dispute.line !== 'overtime') return no('Solo se retira un cobro de tiempo extra.')
    if (dispute.isDivided === false) return no('Se puede en cuanto se cierre y el cobro quede hecho.')
  }
  if (move === 'answer' && now.getTime() >= Date.parse(dispute.answerBy))
    return no('Ya pasaron las 48 horas para responder.')
  if (move === 'appeal') {
    if (!dispute.appealable) return no('Se puede apelar una sola vez.')
    if (dispute.appealBy === null || now.getTime() >= Date.parse(dispute.appealBy))
      return no('Ya pasaron las 72 horas para apelar.')
  }
  return { allowed: true }
}

type Disputed = {
  kind: 'visit' | 'rent'
  status: BookingStatus
  startsAt: string
  endsAt: string
  /** At a space, which has a host and a rent; not at homes, online and at their own place. */
  atSpace: boolean
  overtime?: { contestBy: string } | null
}

/** Until when something may be said of a visit. */
export const disputeUntil = (endsAt: string, subject: DisputeSubject) =>
  new Date(Date.parse(endsAt) + disputeWindowHours[subject === 'damage' ? 'damage' : 'service'] * 3_600_000)

const started: ReadonlySet<BookingStatus> = new Set(['confirmed', 'in_progress', 'to_settle', 'completed'])

/** Has it begun, so that something may have gone otherwise than agreed? Also where nobody registered an arrival. */
export const hasBegun = ({ status, startsAt }: Pick<Disputed, 'status' | 'startsAt'>, nowMs: number) =>
  started.has(status) && (status !== 'confirmed' || nowMs >= Date.parse(startsAt))

/** May this party report this now? Without a subject: any of those that are theirs. */
export const mayDispute = (
  side: DisputeSide,
  booking: Disputed,
  now: Date,
  subject?: DisputeSubject,
): { allowed: true } | { allowed: false; reason: string } => {
  const no = (reason: string) => ({ allowed: false, reason }) as const
  if (subject === 'overtime') return mayContestOvertime(side, booking, now)
  if (booking.kind === 'rent') return no('De horas rentadas se reclama con la garantía.')
  if (!started.has(booking.status)) return no('El estado de la reserva no lo permite.')
  if (!hasBegun(booking, now.getTime())) return no('Se puede reportar desde que empieza la cita.')
  const subjects = subjectsOf(side, booking).filter((one) => subject === undefined || one === subject)
  if (subjects.length === 0)
    return no(
      booking.atSpace ? 'Eso lo reporta otra persona.' : 'Esta cita no es en un espacio de alguien más.',
    )
  return subjects.some((one) => now < disputeUntil(booking.endsAt, one))
    ? { allowed: true }
    : no('Ya pasó el plazo para reportar un problema de esta cita.')
}

/** May the professional contest what they stayed longer? Of a visit or of rented hours. */
export const mayContestOvertime = (
  side: DisputeSide,
  { status, overtime }: Pick<Disputed, 'status' | 'overtime'>,
  now: Date,
): { allowed: true } | { allowed: false; reason: string } => {
  const no = (reason: string) => ({ allowed: false, reason }) as const
  if (side !== 'professional') return no('Eso lo objeta quien usó el espacio.')
  if (!overtime || (status !== 'to_settle' && status !== 'completed')) return no('No hay tiempo extra.')
  return now.getTime() < Date.parse(overtime.contestBy)
    ? { allowed: true }
    : no(`Ya pasaron las ${overtimeContestHours} horas para objetar.`)
}

/** What one of the three may say of a visit; what was stayed longer is contested where it is shown. */
export const subjectsOf = (side: DisputeSide, { atSpace }: { atSpace: boolean }): DisputeSubject[] =>
  DisputeSubject.options.filter((subject) => {
    const line = subjectOf(subject).lines[side]
    return subject !== 'overtime' && line !== undefined && (atSpace || line === 'service')
  })

const Said = z.object({ text: z.string(), at: Instant, photos: z.array(Uuid) })

const parts = {
  id: Uuid,
  bookingId: Uuid,
  version: z.int(),
  state: DisputeState,
  openedBy: DisputeSide,
  respondent: z.enum(['professional', 'host']),
  subject: DisputeSubject,
  line: DisputeLine,
  lineCents: z.int(),
  /** What of the respondent's money waits; zero: it had left before. */
  frozenCents: z.int(),
  opened: Said,
  /** What somebody else says of the damage. */
  proofs: z.array(Uuid),
  answerBy: Instant,
  answer: z.nullable(Said),
  /** Until when an administrator decides; null before the answer. */
  mediateBy: z.nullable(Instant),
  decision: z.nullable(
    z.object({
      outcome: DisputeOutcome,
      borneBy: z.nullable(Bearer),
      cents: z.int(),
      at: Instant,
      /** Nobody had answered. */
      bySilence: z.boolean(),
      /** Who answers let go of it. */
      conceded: z.boolean(),
    }),
  ),
  appealBy: z.nullable(Instant),
  appeal: z.nullable(z.object({ by: DisputeSide, text: z.string(), at: Instant })),
  closedAt: z.nullable(Instant),
  withdrawn: z.boolean(),
  /** The visit was cancelled or missed after it was said. */
  fellAway: z.boolean(),
  service: z.string(),
  startsAt: Instant,
  zone: Zone,
  place: z.string(),
  names: z.object({ client: z.string(), professional: z.string(), host: z.string() }),
}

export const Dispute = z.object({
  ...parts,
  side: DisputeSide,
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
})
export type Dispute = z.output<typeof Dispute>

const One = z.object({ id: Uuid })
const As = z.extend(Visitor, { as: z._default(DisputeSide, 'client') })
const Photos = z.array(Uuid).check(z.maxLength(mostDisputePhotos))
const Told = z.object({ disputes: z.array(Dispute) })

export const disputes = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/dispute',
  summary: 'What was reported of a visit, for who said it and who answers for it',
  access: 'anyone',
  params: One,
  query: As,
  reply: Told,
  refusals: ['not_found'],
})

export const disputePhoto = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/dispute/photos/:photo',
  summary:
    'A photo that shows it, before the report or the answer that it belongs to (JPEG, PNG, WebP or AVIF up to 8 MB); the same number again is the same photo',
  access: 'anyone',
  upload: { mostBytes: 8 * 1024 * 1024 },
  params: z.object({ id: Uuid, photo: Uuid }),
  query: As,
  reply: One,
  refusals: [
    'not_found',
    'dispute_not_movable',
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
    'too_many_photos',
  ],
  limit: 'uploads',
})

export const openDispute = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/dispute',
  summary:
    'Report a problem of a visit, about one line of its money: that line is frozen, the rest is paid out',
  access: 'anyone',
  params: One,
  query: Visitor,
  body: z.object({
    as: z._default(DisputeSide, 'client'),
    subject: DisputeSubject,
    statement: Text(1000),
    photos: z._default(Photos, []),
    proofs: z._default(Photos, []),
  }),
  reply: Told,
  idempotent: true,
  refusals: ['not_found', 'dispute_not_movable', 'invalid_input'],
})

export const moveDispute = endpoint({
  method: 'POST',
  path: '/api/disputes/:id/:move',
  summary:
    'Answer what was reported, take it back, let go of contested overtime, or appeal what was decided, once',
  access: 'anyone',
  params: z.object({ id: Uuid, move: z.enum(['answer', 'withdraw', 'concede', 'appeal']) }),
  query: Visitor,
  body: z.object({
    version: z.int(),
    as: z._default(DisputeSide, 'client'),
    text: z._default(LongText(1000), ''),
    photos: z._default(Photos, []),
  }),
  reply: Told,
  idempotent: true,
  refusals: ['not_found', 'dispute_not_movable', 'stale_version', 'invalid_input'],
})

export const DisputeToDecide = z.object({
  ...parts,
  isOverdue: z.boolean(),
  /** What another administrator proposed: above the limit two decide. */
  proposal: z.nullable(z.object({ outcome: DisputeOutcome, borneBy: z.nullable(Bearer), mine: z.boolean() })),
})
export type DisputeToDecide = z.output<typeof DisputeToDecide>

export const disputesToDecide = endpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  summary: 'Disputes that wait for a decision, the one that is due first first',
  access: 'admin',
  reply: z.object({ disputes: z.array(DisputeToDecide) }),
})

export const decideDispute = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/decide',
  summary: 'Decide by a template; above the limit the first proposes and a second one decides the same',
  access: 'admin',
  params: One,
  body: z.object({
    version: z.int(),
    outcome: DisputeOutcome,
    borneBy: z._default(z.nullable(Bearer), null),
    reason: StaffReason,
  }),
  reply: z.object({ state: DisputeState, proposed: z.boolean() }),
  idempotent: true,
  refusals: [
    'not_found',
    'dispute_not_movable',
    'stale_version',
    'second_person_needed',
    'payment_in_progress',
  ],
})
