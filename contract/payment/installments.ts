/**
 * Monthly installments without interest: the client's bank divides one charge into equal parts; the professional
 * receives the whole price at once and bears the processor's fee. The client never pays more than the price.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { formatCents, shareOf } from '#contract/platform/money.ts'

/** The terms offered by Mexican banks. */
export const Months = z.literal([3, 6, 9, 12])
export type Months = z.output<typeof Months>
export const monthCounts: readonly Months[] = [3, 6, 9, 12]

/** Minimum charge for installments, whatever a professional allows. */
export const minInMonthsCents = 30_000
/** Maximum card charge. */
export const maxInMonthsCents = 99_999_999

/** Amount of each month, in order; if it does not divide evenly, the first ones are a centavo more. */
export const monthlyCents = (amountCents: number, months: number): number[] => {
  const over = amountCents % months
  const each = (amountCents - over) / months
  return Array.from({ length: months }, (_, place) => (place < over ? each + 1 : each))
}

/** "3 meses sin intereses de $400", with the extra centavos of the first ones. */
export const monthsText = (amountCents: number, months: number): string => {
  const parts = monthlyCents(amountCents, months)
  const [first = 0, last = 0] = [parts[0], parts.at(-1)]
  const dear = parts.filter((cents) => cents === first && first !== last).length
  return dear === 0
    ? `${months} meses sin intereses de ${formatCents(last)}`
    : `${months} meses sin intereses: ${dear} de ${formatCents(first)} y ${months - dear} de ${formatCents(last)}`
}

/** The processor's additional fee for installments, and the IVA on it. Each rounded once. */
export const monthsFee = (cents: number, { feeBp, ivaBp }: { feeBp: number; ivaBp: number }) => {
  const feeCents = shareOf(cents, feeBp)
  return { feeCents, ivaCents: shareOf(feeCents, ivaBp) }
}

/** A number of months with its minimum charge. */
export const MonthsOffered = z.object({ months: Months, fromCents: z.int() })
export type MonthsOffered = z.output<typeof MonthsOffered>

/** Of a payment: "3 meses de $400". */
export const PaidInMonths = z.object({ months: Months, monthlyCents: z.array(z.int()) })

/** `null`: not allowed. */
const Allowed = z.nullable(
  z.object({
    maxMonths: Months,
    /** The minimum price. */
    fromCents: z.int().check(z.minimum(minInMonthsCents), z.maximum(maxInMonthsCents)),
  }),
)

export const OwnInstallments = z.object({
  allowed: Allowed,
  /** The cost of each option, for one of the viewer's services if expensive enough, else for an example: with and without it. */
  examples: z.array(
    z.object({
      months: Months,
      feeBp: z.int(),
      ivaBp: z.int(),
      fromCents: z.int(),
      priceCents: z.int(),
      costCents: z.int(),
      withoutCents: z.int(),
      withCents: z.int(),
    }),
  ),
})
export type OwnInstallments = z.output<typeof OwnInstallments>

export const ownInstallments = endpoint({
  method: 'GET',
  path: '/api/professional/installments',
  summary: 'Get whether clients can pay in months without interest, and the cost of each number of months',
  access: 'professional',
  reply: OwnInstallments,
  refusals: ['no_profile'],
})

export const saveInstallments = endpoint({
  method: 'PUT',
  path: '/api/professional/installments',
  summary: 'Save the offer of months without interest: up to how many and from which price; null: none',
  access: 'professional',
  body: z.object({ allowed: Allowed }),
  reply: OwnInstallments,
  refusals: ['no_profile'],
})
