/** The terms of an agreement: rent, trial, notice, and the sentences about them. */
import * as z from 'zod/mini'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { Category } from '#contract/professional/categories.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { Id, LocalDate, Text } from '#contract/platform/shapes.ts'

/** Rent per appointment beside a fixed rent; a share has a minimum per appointment. */
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
 * By the hour, a share of the client's price with a minimum per appointment, or fixed by the week or the month, which
 * may be combined with one of the others (mixed).
 */
export const AgreementRent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('per_hour'),
    /** Zero: covered by a fixed rent (team members). */
    ratePerHourCents: z.int().check(z.minimum(0), z.maximum(50_000_00)),
  }),
  z.object({
    kind: z.literal('share'),
    shareBp: z.int().check(z.minimum(100), z.maximum(9000)),
    minimumCents: z._default(z.int().check(z.minimum(0), z.maximum(50_000_00)), 0),
  }),
  z.object({
    /** The payer belongs to the business, whose rent runs collect it (contract/team/team.ts). */
    kind: z.literal('fixed'),
    every: z.enum(['week', 'month']),
    amountCents: z.int().check(z.minimum(100), z.maximum(500_000_00)),
    /** Null: the fixed rent covers all hours. */
    perUse: z._default(z.nullable(PerUse), null),
    /** The unit, with its name; null: chosen after acceptance. Only the host may set one. */
    unit: z._default(z.nullable(z.object({ id: Id, name: Text(120) })), null),
  }),
])
export type AgreementRent = z.output<typeof AgreementRent>

/** A trial ends automatically, after this many days or appointments. */
export const Trial = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), days: z.int().check(z.minimum(7), z.maximum(90)) }),
  z.object({ kind: z.literal('uses'), uses: z.int().check(z.minimum(1), z.maximum(50)) }),
])
export type Trial = z.output<typeof Trial>
export const usualTrial: Trial = { kind: 'days', days: 30 }

export const usualNoticeDays = 7

/** Terms of an agreement; negotiated by applications, offered by invitations and vacancies. */
export const AgreementTerms = z.object({
  rent: AgreementRent,
  /** Weekly, in the zone of the place; null: whenever the space is open. */
  windows: z._default(z.nullable(z.array(WeeklyWindow).check(z.minLength(1), z.maxLength(42))), null),
  /** Empty: all of the professional's categories. */
  categories: z._default(z.array(Category).check(z.maxLength(13)), []),
  /** Weekly time at the space, Monday to Sunday; null: no limit. */
  quotaMinutesPerWeek: z._default(z.nullable(z.int().check(z.minimum(30), z.maximum(10_080))), null),
  /** Appointments within the terms are confirmed at once; false: the host must accept each of them (product.md §4, B6). */
  autoAccept: z._default(z.boolean(), true),
  trial: z._default(z.nullable(Trial), null),
  /** Local dates at the space; null: from the start of the agreement, without end. */
  validFrom: z._default(z.nullable(LocalDate), null),
  /** The last day, inclusive. */
  validTo: z._default(z.nullable(LocalDate), null),
  noticeDays: z._default(z.int().check(z.minimum(1), z.maximum(60)), usualNoticeDays),
})
export type AgreementTerms = z.output<typeof AgreementTerms>

/** Estimate for thirty days under some terms, from the professional's last ninety days. */
export const MonthEstimate = z.object({
  visits: z.int(),
  incomeCents: z.int(),
  commissionCents: z.int(),
  /** Fixed rent and rent per use. */
  rentCents: z.int(),
  /** The fixed part of it. */
  fixedRentCents: z.int(),
  netCents: z.int(),
})
export type MonthEstimate = z.output<typeof MonthEstimate>

/**
 * A rent in words: "$150 la hora", "30 % de cada servicio (mínimo $80)", "Renta fija: $1,200 a la semana", "Renta
 * mixta: $1,200 a la semana más 20 % de cada servicio".
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

/** Whether the host must accept each appointment. */
export const answerText = (autoAccept: boolean): string =>
  autoAccept ? 'Se confirman al momento' : 'El espacio responde cada una'

/** When the first charge happens, shown before acceptance. */
export const firstChargeText = (rent: AgreementRent): string => {
  if (rent.kind !== 'fixed') return 'Hoy nada. La renta se descuenta de cada cita.'
  return rent.perUse === null
    ? 'Hoy nada. El primer periodo se cobra el día que empieza, con recibo: de lo que se gana después o con tarjeta. Los días que no se usen porque termina antes se devuelven.'
    : 'Hoy nada. El primer periodo de la parte fija se cobra el día que empieza, con recibo: de lo que se gana después o con tarjeta. Lo demás se descuenta de cada cita. Los días que no se usen porque termina antes se devuelven.'
}
