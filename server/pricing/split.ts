/** The split of a price (contract/payment/split.ts) under a booking's own terms, and the part shown before paying. Pure. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { Quote } from '#contract/booking/parts.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { split, type Split } from '#contract/payment/split.ts'
import type { Terms } from '#server/pricing/terms.ts'

/** The split of a price under a booking's own terms. */
export const splitUnder = (
  terms: Terms,
  amounts: { serviceCents: number; rentCents: number; inPlaceCents?: number },
): Split => split({ ...amounts, ...terms.rates })

/** The same without any withholding: people compare amounts before tax. */
const splitBeforeTax = (terms: Terms, amounts: { serviceCents: number; rentCents: number }): Split =>
  split({
    ...amounts,
    ...terms.rates,
    professionalTax: { ...terms.rates.professionalTax, isrBp: 0, ivaWithheldBp: 0 },
    hostTax: { ...terms.rates.hostTax, isrBp: 0, ivaWithheldBp: 0 },
  })

/** A time is offered only if the professional still earns after commission, rent and withholdings (I10). */
export const margin = (
  terms: Terms,
  amounts: { serviceCents: number; rentCents: number },
): { earns: boolean; netCents: number } => {
  const { netCents } = splitUnder(terms, amounts).professional
  return { earns: netCents > 0, netCents }
}

type QuoteLine = Quote['lines'][number]

/** The hour's own lines of a stored quote. */
export const deltasOf = (saved: unknown): QuoteLine[] => {
  const found = z.safeParse(z.object({ lines: Quote.shape.lines }), saved)
  return found.success ? found.data.lines.slice(1) : []
}

/** The first line of a stored quote: for a visit of several services the first of them, with its person. */
export const firstLineOf = (saved: unknown, otherwise: string) => {
  const found = z.safeParse(z.object({ lines: Quote.shape.lines }), saved)
  const line = found.success ? found.data.lines[0] : undefined
  return { serviceName: line?.label ?? otherwise, person: line?.person }
}

/** The amounts shown before paying, and their recipients before withholding; its hash is saved on the booking. */
export const quote = (
  terms: Terms,
  what: {
    serviceName: string
    /** The person of the first line, when several come. */
    person?: number | undefined
    serviceCents: number
    /** The difference between the hour's price and the service's own, line by line; it is included in `serviceCents`. */
    deltas?: readonly QuoteLine[]
    rentCents: number
    expiresAt: Date
  },
): Quote => {
  const parts = splitBeforeTax(terms, what)
  const { deltas = [] } = what
  const more = deltas.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const first = { label: what.serviceName, amountCents: what.serviceCents - more }
  const lines = [what.person === undefined ? first : { ...first, person: what.person }, ...deltas]
  const goesTo: Quote['goesTo'] = [
    { to: 'professional', label: 'Profesional', amountCents: parts.professional.netCents },
    ...(what.rentCents > 0
      ? [{ to: 'host' as const, label: 'Espacio', amountCents: parts.host.netCents }]
      : []),
    { to: 'platform', label: 'Kalli (comisión con IVA)', amountCents: parts.platform.totalCents },
  ]
  const content = { lines, totalCents: what.serviceCents, goesTo }
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 32)
  return { ...content, expiresAt: what.expiresAt.toISOString(), hash }
}

/** "10 % de $1,000" */
export const shareText = (basisPoints: number, amountCents: number) =>
  `${formatRate(basisPoints)} de ${formatCents(amountCents)}`
