import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

const Tax = z.object({ ivaBp: z.int(), isrBp: z.int(), ivaWithheldBp: z.int() })
const Regime = z.enum(['individual', 'no_rfc', 'physician'])
export type Regime = z.output<typeof Regime>

/** A payee's tax regime, in plain words. */
export const regimes: Readonly<Record<Regime, string>> = {
  individual: 'Con RFC, persona física',
  no_rfc: 'Sin RFC',
  physician: 'Médica o médico (sin IVA)',
}

/** The rates in force today, in basis points; the same that settle a booking. */
export const Rates = z.object({
  commissionBp: z.int(),
  rentBp: z.int(),
  commissionIvaBp: z.int(),
  /** Whether tax is withheld: set by the operator. */
  withholding: z.boolean(),
  withholdingHostIsr: z.boolean(),
  professional: z.array(z.object({ regime: Regime, tax: Tax })),
  host: z.array(z.object({ regime: Regime, tax: Tax })),
})
export type Rates = z.output<typeof Rates>

export const rates = endpoint({
  method: 'GET',
  path: '/api/public/rates',
  summary: "Get today's commissions and withholdings, for the calculator",
  access: 'anyone',
  reply: Rates,
})
