import * as z from 'zod/mini'
import { WeeklyWindow } from '#contract/availability/availability.ts'
import { Category } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { Id, Instant, LocalDate, LongText, Text, Uuid, Zone } from '#contract/platform/shapes.ts'

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

/** What each appointment pays by itself beside a fixed rent; a share with the least that an appointment pays. */
export const PerUse = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('per_hour'),
    ratePerHourCents: z.int().check(z.minimum(100), z.maximum(50_000_00)),
  }),
  z.object({
    kind: z.literal('share'),
    shareBp: z.int().check(z.minimum(100), z.maximum(9000)),
    minimumCents: z._default(z.int().check(z.minimum(0), z.maximum(50_000_00)), 0),
  }),
])
export type PerUse = z.output<typeof PerUse>

/**
 * By the hour, a share of what the client pays with a least amount per appointment, or fixed by the week or the month, which may
 * have one of the others beside it (mixed).
 */
export const AgreementRent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('per_hour'),
    /** Zero: a fixed rent covers it (people of the house). */
    ratePerHourCents: z.int().check(z.minimum(0), z.maximum(50_000_00)),
  }),
  z.object({
    kind: z.literal('share'),
    shareBp: z.int().check(z.minimum(100), z.maximum(9000)),
    minimumCents: z._default(z.int().check(z.minimum(0), z.maximum(50_000_00)), 0),
  }),
  z.object({
    /** Who pays it belongs to the house, whose rent runs collect it (contract/team/team.ts). */
    kind: z.literal('fixed'),
    every: z.enum(['week', 'month']),
    amountCents: z.int().check(z.minimum(100), z.maximum(500_000_00)),
    /** Null: the fixed rent covers all hours. */
    perUse: z._default(z.nullable(PerUse), null),
    /** The chair or cabin that it is for, as it is called; null: it is chosen after the yes. Only the host names one. */
    unit: z._default(z.nullable(z.object({ id: Id, name: Text(120) })), null),
  }),
])
export type AgreementRent = z.output<typeof AgreementRent>

/** A trial ends by itself, after so many days or so many appointments. */
export const Trial = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), days: z.int().check(z.minimum(7), z.maximum(90)) }),
  z.object({ kind: z.literal('uses'), uses: z.int().check(z.minimum(1), z.maximum(50)) }),
])
export type Trial = z.output<typeof Trial>
export const usualTrial: Trial = { kind: 'days', days: 30 }

export const usualNoticeDays = 7

/** What both sides agree on; applications negotiate it, invitations and vacancies offer it. */
export const AgreementTerms = z.object({
  rent: AgreementRent,
  /** Weekly, in the zone of the place; null: whenever the space is open. */
  windows: z._default(z.nullable(z.array(WeeklyWindow).check(z.minLength(1), z.maxLength(42))), null),
  /** Empty: everything that the professional does. */
  categories: z._default(z.array(Category).check(z.maxLength(13)), []),
  /** Time at the space in a week, Monday to Sunday; null: without limit. */
  quotaMinutesPerWeek: z._default(z.nullable(z.int().check(z.minimum(30), z.maximum(10_080))), null),
  /** Appointments within the terms are confirmed at once; this is what an agreement is for. */
  autoAccept: z._default(z.literal(true), true),
  trial: z._default(z.nullable(Trial), null),
  /** Local dates at the space; null: from the moment of the agreement, and without end. */
  validFrom: z._default(z.nullable(LocalDate), null),
  /** The last day. */
  validTo: z._default(z.nullable(LocalDate), null),
  noticeDays: z._default(z.int().check(z.minimum(1), z.maximum(60)), usualNoticeDays),
})
export type AgreementTerms = z.output<typeof AgreementTerms>

/** A month of thirty days under some terms, out of a professional's own last ninety days. */
export const MonthEstimate = z.object({
  visits: z.int(),
  incomeCents: z.int(),
  commissionCents: z.int(),
  /** Fixed and per use together. */
  rentCents: z.int(),
  /** Of it, what is paid whatever happens. */
  fixedRentCents: z.int(),
  netCents: z.int(),
})
export type MonthEstimate = z.output<typeof MonthEstimate>

export type AgreementParty = 'professional' | 'host' | 'platform'
const parties = ['professional', 'host'] as const

/** The table of moves (product.md §4): who may do what from where. Server, buttons and tests read it. */
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

/** May this party make this move now? The reason is what a disabled button says. */
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

/** So long before its end an agreement is about to expire. */
export const expiringDays = 15

/**
 * What a rent is in words: "$150 la hora", "30 % de cada servicio (mínimo $80)", "Renta fija: $1,200 a la semana",
 * "Renta mixta: $1,200 a la semana más 20 % de cada servicio".
 */
export const rentText = (rent: AgreementRent): string => {
  if (rent.kind !== 'fixed') return perUseText(rent)
  const fixed = fixedText(rent)
  return rent.perUse === null
    ? `Renta fija: ${fixed}`
    : `Renta mixta: ${fixed} más ${perUseText(rent.perUse)}`
}

/** "$1,200 a la semana" */
export const fixedText = ({ every, amountCents }: { every: 'week' | 'month'; amountCents: number }): string =>
  `${formatCents(amountCents)} ${every === 'week' ? 'a la semana' : 'al mes'}`

export const perUseText = (perUse: PerUse): string =>
  perUse.kind === 'per_hour'
    ? perUse.ratePerHourCents === 0
      ? 'Sin renta por hora'
      : `${formatCents(perUse.ratePerHourCents)} la hora`
    : `${formatRate(perUse.shareBp)} de cada servicio${perUse.minimumCents > 0 ? ` (mínimo ${formatCents(perUse.minimumCents)})` : ''}`

/** When the first money moves, said before anybody accepts. */
export const firstChargeText = (rent: AgreementRent): string => {
  if (rent.kind !== 'fixed') return 'Hoy nada. La renta se descuenta de cada cita.'
  return rent.perUse === null
    ? 'Hoy nada. El primer periodo se cobra el día que empieza, con recibo: de lo que se gana después o con tarjeta. Los días que no se usen porque termina antes se devuelven.'
    : 'Hoy nada. El primer periodo de la parte fija se cobra el día que empieza, con recibo: de lo que se gana después o con tarjeta. Lo demás se descuenta de cada cita. Los días que no se usen porque termina antes se devuelven.'
}

const PossibleMove = z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })

/** A standing agreement ("convenio") that lets a professional work at a space, for either party. */
export const Agreement = z.object({
  id: Id,
  version: z.int(),
  status: AgreementStatus,
  /** Which of the two asks. */
  role: z.enum(['professional', 'host']),
  spaceId: Id,
  spaceName: z.string(),
  businessName: z.string(),
  zone: Zone,
  professionalId: Id,
  professionalName: z.string(),
  ratePerHourCents: z.int(),
  categories: z.array(Category),
  validFrom: Instant,
  validTo: z.nullable(Instant),
  terms: AgreementTerms,
  origin: z.enum(['house', 'application', 'invitation', 'vacancy']),
  /** This week at the space, Monday to Sunday: minutes booked. */
  usedMinutesThisWeek: z.int(),
  /** Appointments so far, while on trial by uses. */
  usesSoFar: z.int(),
  upcomingBookings: z.int(),
  pausedBy: z.nullable(z.enum(['professional', 'host'])),
  ending: z.nullable(
    z.object({ by: z.enum(['professional', 'host']), reason: z.string(), givenAt: Instant, endsAt: Instant }),
  ),
  renewal: z.nullable(
    z.object({ by: z.enum(['professional', 'host']), validTo: z.nullable(LocalDate), askedAt: Instant }),
  ),
  missingDocuments: z.array(z.string()),
  /** A paper that the space asks for and whose last day is at most seven days away, and the firm bookings after it. */
  paperEnding: z.nullable(z.object({ kind: z.string(), lastDay: LocalDate, bookings: z.int() })),
  moves: z.array(PossibleMove),
})
export type Agreement = z.output<typeof Agreement>

const OneAgreement = z.object({ id: Id })

export const agreements = endpoint({
  method: 'GET',
  path: '/api/agreements',
  summary: 'Agreements of the person who asks, as professional or as host',
  access: 'account',
  reply: z.array(Agreement),
})

export const pauseAgreement = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/pause',
  summary: 'Stop new bookings under an agreement; firm ones stand',
  access: 'account',
  params: OneAgreement,
  reply: Agreement,
  idempotent: true,
  refusals: ['not_found', 'agreement_not_movable'],
})

export const resumeAgreement = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/resume',
  summary: 'Allow new bookings under a paused agreement again',
  access: 'account',
  params: OneAgreement,
  reply: Agreement,
  idempotent: true,
  refusals: ['not_found', 'agreement_not_movable'],
})

export const renewAgreement = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/renew',
  summary: 'Ask to go on until a date (null: without end), or agree to what the other side asked',
  access: 'account',
  params: OneAgreement,
  body: z.object({
    version: z.int(),
    /** `ask` proposes, `accept` agrees to what the other side proposed. */
    as: z._default(z.enum(['ask', 'accept']), 'ask'),
    validTo: z._default(z.nullable(LocalDate), null),
  }),
  reply: Agreement,
  idempotent: true,
  refusals: ['not_found', 'agreement_not_movable', 'stale_version', 'invalid_input'],
})

/** What ending would touch: the bookings after the last day, which stand unless cancelled one by one. */
export const TerminateQuote = z.object({
  noticeDays: z.int(),
  endsAt: Instant,
  zone: Zone,
  bookings: z.array(
    z.object({
      id: Uuid,
      startsAt: Instant,
      endsAt: Instant,
      serviceName: z.string(),
      unitName: z.nullable(z.string()),
      /** The host sees no more of the client than this. */
      clientFirstName: z.nullable(z.string()),
      rentCents: z.int(),
      /** Before the last day, or after it. */
      afterEnd: z.boolean(),
    }),
  ),
})
export type TerminateQuote = z.output<typeof TerminateQuote>

export const terminateQuote = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/terminate-quote',
  summary:
    'When it would end and which bookings are affected; each is honoured unless cancelled with its own quote',
  access: 'account',
  params: OneAgreement,
  reply: TerminateQuote,
  refusals: ['not_found', 'agreement_not_movable'],
})

export const terminateAgreement = endpoint({
  method: 'POST',
  path: '/api/agreements/:id/terminate',
  summary: 'Give notice: no booking begins after the last day, firm ones are honoured',
  access: 'account',
  params: OneAgreement,
  body: z.object({ version: z.int(), reason: z._default(LongText(300), '') }),
  reply: Agreement,
  idempotent: true,
  refusals: ['not_found', 'agreement_not_movable', 'stale_version'],
})
