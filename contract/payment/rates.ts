import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

const Tax = z.object({ ivaBp: z.int(), isrBp: z.int(), ivaWithheldBp: z.int() })
const Regime = z.enum(['individual', 'no_rfc', 'physician'])
export type Regime = z.output<typeof Regime>

/** How a payee stands before the tax office, as people say it. */
export const regimes: Readonly<Record<Regime, string>> = {
  individual: 'Con RFC, persona física',
  no_rfc: 'Sin RFC',
  physician: 'Médica o médico (sin IVA)',
}

/** The dated rules as they stand today, in basis points; the very ones that a booking is settled by. */
export const Rates = z.object({
  commissionBp: z.int(),
  rentBp: z.int(),
  commissionIvaBp: z.int(),
  /** Whether tax is withheld at present: the operator's switch. */
  withholding: z.boolean(),
  withholdingHostIsr: z.boolean(),
  professional: z.array(z.object({ regime: Regime, tax: Tax })),
  host: z.array(z.object({ regime: Regime, tax: Tax })),
})
export type Rates = z.output<typeof Rates>

export const rates = endpoint({
  method: 'GET',
  path: '/api/public/rates',
  summary: 'Commissions and withholdings of today, for the calculator',
  access: 'anyone',
  reply: Rates,
})
