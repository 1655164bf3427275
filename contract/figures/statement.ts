/** A payee's monthly statement from the ledger: opening balance, movements, closing balance. */
import * as z from 'zod/mini'
import { BankDeposit, Month, type PayeeParty } from '#contract/figures/bank-deposit.ts'
import { endpoint } from '#contract/platform/endpoint.ts'

/** Lines of a statement; each is signed by its effect on what the payee is due. */
export const statementLines = {
  services: 'Servicios',
  rent: 'Renta de espacios',
  commission: 'Comisión de Kalli, con IVA',
  withheld: 'Impuestos retenidos',
  months: 'Costo de meses sin intereses',
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
    'months',
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
  /** Opening + lines = closing. Negative: owed by the payee. */
  openingCents: z.int(),
  lines: z.array(StatementLine),
  closingCents: z.int(),
  /** Tax information of the month, in a sentence. */
  taxNote: z.string(),
  /** Deposits that arrived in this month. */
  deposits: z.array(BankDeposit),
  depositedCents: z.int(),
  /** Utilization of a host's units within opening hours; null for a professional. */
  occupancy: z.nullable(z.object({ openMinutes: z.int(), bookedMinutes: z.int() })),
})
export type Statement = z.output<typeof Statement>

export const statement = endpoint({
  method: 'GET',
  path: '/api/statements/:party',
  summary: 'Get the monthly statement from the ledger: income, movements and bank deposits',
  access: 'account',
  params: z.object({ party: z.enum(['professional', 'host']) }),
  query: z.object({ month: z.optional(Month) }),
  reply: Statement,
  refusals: ['not_found', 'invalid_input'],
})

/** Address of a month's statement; a file, so no endpoint. */
export const statementAddress = (party: PayeeParty, month: string, type: 'pdf' | 'csv') =>
  `/api/statements/${party}/${month}.${type}`
