/** What a dispute can be about, how it can be decided and who bears the cost. */
import * as z from 'zod/mini'
import { formatCents, shareOf } from '#contract/platform/money.ts'

/** `waiting` for the respondent, `mediation` by an administrator, `resolved` until the appeal period ends. */
export const DisputeState = z.enum(['waiting', 'mediation', 'resolved', 'appealed', 'closed'])
export type DisputeState = z.output<typeof DisputeState>

export const DisputeSide = z.enum(['client', 'professional', 'host'])
export type DisputeSide = z.output<typeof DisputeSide>

/** The contested line: the service, the rent, the host's damage (with its maximum), or overtime. */
export const DisputeLine = z.enum(['service', 'rent', 'damage', 'overtime'])
export type DisputeLine = z.output<typeof DisputeLine>

export const DisputeSubject = z.enum([
  'not_as_agreed',
  'quality',
  'place',
  'damage',
  'missing',
  'dirty',
  'left_late',
  'extra_people',
  'noise',
  'overtime',
  'other',
])
export type DisputeSubject = z.output<typeof DisputeSubject>

export const DisputeOutcome = z.enum(['nothing', 'quarter', 'half', 'whole'])
export type DisputeOutcome = z.output<typeof DisputeOutcome>

export const Bearer = z.enum(['professional', 'host', 'platform'])
export type Bearer = z.output<typeof Bearer>

type Subject = {
  label: string
  hint: string
  /** Sides that may open it, and the line each contests. */
  lines: Partial<Record<DisputeSide, DisputeLine>>
  photos: 0 | 1
  /** Needs third-party evidence: a bill, a report, an estimate. */
  thirdParty: boolean
  /** Outcome without an answer in two days, for the party who opened it; null: nothing was shown, so an administrator decides. */
  silent: DisputeOutcome | null
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
  missing: {
    label: 'Falta algo',
    hint: 'Di qué falta y muestra su nota de compra u otra prueba de alguien más.',
    lines: { host: 'damage' },
    photos: 0,
    thirdParty: true,
    silent: 'whole',
  },
  dirty: {
    label: 'Dejó sucio el lugar',
    hint: 'Muéstralo con una foto.',
    lines: { host: 'damage' },
    photos: 1,
    thirdParty: false,
    silent: 'half',
  },
  left_late: {
    label: 'Salió tarde',
    hint: 'Di a qué hora quedó libre y a quién afectó. El tiempo extra que se registró ya se cobra solo.',
    lines: { host: 'damage' },
    photos: 0,
    thirdParty: false,
    silent: null,
  },
  extra_people: {
    label: 'Vino más gente de la acordada',
    hint: 'Di cuántas personas y qué hubo que hacer por eso.',
    lines: { host: 'damage' },
    photos: 0,
    thirdParty: false,
    silent: null,
  },
  noise: {
    label: 'Hubo ruido o quejas de vecinos',
    hint: 'Di qué pasó, a qué hora y quién se quejó.',
    lines: { host: 'damage' },
    photos: 0,
    thirdParty: false,
    silent: null,
  },
  overtime: {
    label: 'No me quedé ese tiempo',
    hint: 'Di a qué hora saliste; una foto ayuda.',
    lines: { professional: 'overtime' },
    photos: 0,
    thirdParty: false,
    silent: 'whole',
  },
  other: {
    label: 'Otra cosa',
    hint: 'Di qué no fue como acordaron y qué te costó.',
    lines: { host: 'damage' },
    photos: 0,
    thirdParty: false,
    silent: null,
  },
} as const satisfies Record<DisputeSubject, Subject>

export const subjectOf = (subject: DisputeSubject): Subject => disputeSubjects[subject]

/** Only a host reports it: it is found when the unit is used again, like a damage. */
export const isOfHost = (subject: DisputeSubject): boolean =>
  Object.keys(subjectOf(subject).lines).every((side) => side === 'host')

/** The respondent for a line, and who may have to bear it. */
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
  damage: 'lo que reclama el espacio, hasta lo que costó la renta',
  overtime: 'el tiempo extra',
} as const satisfies Record<DisputeLine, string>

/** The outcome, as every party reads it. */
export const outcomeText = (
  dispute: { line: DisputeLine; lineCents: number },
  outcome: DisputeOutcome,
  chargedTo: Bearer | null,
) =>
  outcome === 'nothing' || chargedTo === null
    ? 'No procede: el cobro se queda como está.'
    : `${formatCents(outcomeCents(dispute.lineCents, outcome))} de ${lineLabels[dispute.line]}, a cargo ${chargedTo === 'host' ? 'del espacio' : `de ${bearerLabels[chargedTo]}`}.`

/** The consequence of no answer in two days, after "si no". */
export const silentText = (subject: DisputeSubject, favour: 'a tu favor' | 'a su favor') =>
  subjectOf(subject).silent === null ? 'decide Kalli' : `se resuelve ${favour}`
