/** A payee's month as the ledger has it: what they were due before it, what came and went, and what they are due after it. */
import * as z from 'zod/mini'
import { BankDeposit, Month, type PayeeParty } from '#contract/figures/bank-deposit.ts'
import { endpoint } from '#contract/platform/endpoint.ts'

/** What a line of the month is; each is signed as it changes what the payee is due. */
export const statementLines = {
  services: 'Servicios',
  rent: 'Renta de espacios',
  commission: 'Comisión de Kalli, con IVA',
  withheld: 'Impuestos retenidos',
  compensation: 'Por cancelaciones e inasistencias',
  tips: 'Propinas',
  fixed_rent: 'Rentas fijas',
  by_card: 'Rentas que pagaste con tarjeta',
  direct: 'Rentas pagadas directo, sin Kalli',
  in_hand: 'Efectivo que ya tienes',
  other: 'Otros movimientos',
  sent: 'Enviado a tu banco',
  returned: 'Regresado por el banco',
} as const
export type StatementCode = keyof typeof statementLines

const StatementLine = z.object({
  code: z.enum([
    'services',
    'rent',
    'commission',
    'withheld',
    'compensation',
    'tips',
    'fixed_rent',
    'by_card',
    'direct',
    'in_hand',
    'other',
    'sent',
    'returned',
  ]),
  amountCents: z.int(),
})

export const Statement = z.object({
  party: z.enum(['professional', 'host']),
  month: z.string(),
  /** Opening + lines = closing. Below zero: the payee owes it. */
  openingCents: z.int(),
  lines: z.array(StatementLine),
  closingCents: z.int(),
  /** What this month says of taxes, in a sentence. */
  taxNote: z.string(),
  /** That arrived in this month. */
  deposits: z.array(BankDeposit),
  depositedCents: z.int(),
  /** Of a host's units, by the hours in which they were open; null: of a professional. */
  occupancy: z.nullable(z.object({ openMinutes: z.int(), bookedMinutes: z.int() })),
})
export type Statement = z.output<typeof Statement>

export const statement = endpoint({
  method: 'GET',
  path: '/api/statements/:party',
  summary: 'My month from the ledger: what I was due, what came and went, what arrived in my bank',
  access: 'account',
  params: z.object({ party: z.enum(['professional', 'host']) }),
  query: z.object({ month: z.optional(Month) }),
  reply: Statement,
  refusals: ['not_found', 'invalid_input'],
})

/** Where a month's statement is as a file, so no endpoint. */
export const statementAddress = (party: PayeeParty, month: string, type: 'pdf' | 'csv') =>
  `/api/statements/${party}/${month}.${type}`
