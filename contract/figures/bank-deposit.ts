/** A payee's bank deposits: each with its items, and the next one with its date. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LocalDate, Uuid } from '#contract/platform/shapes.ts'

const PayeeParty = z.enum(['professional', 'host'])
export type PayeeParty = z.output<typeof PayeeParty>

/** A calendar month, 2026-11. */
export const Month = z.string().check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/))

export const depositStatuses = {
  on_the_way: 'En camino',
  arrived: 'Depositado',
  failed: 'El banco lo regresó',
} as const
const DepositStatus = z.enum(['on_the_way', 'arrived', 'failed'])
export type DepositStatus = z.output<typeof DepositStatus>

/** What an item of a deposit was earned with. */
export const depositItemKinds = {
  visit: 'Cita',
  rent: 'Horas rentadas',
  fixed_rent: 'Renta fija',
  tip: 'Propina',
  overtime: 'Tiempo extra',
  balance: 'Saldo de la cita',
  other: 'Otro movimiento',
} as const

export const DepositItem = z.object({
  payoutId: z.nullable(Uuid),
  kind: z.enum(['visit', 'rent', 'fixed_rent', 'tip', 'overtime', 'balance', 'other']),
  /** The booking of its receipt; null if there is none. */
  bookingId: z.nullable(Uuid),
  /** The fixed rent of its receipt; null if it is none. */
  rentChargeId: z.nullable(Uuid),
  /** Local date of the place; null if it has none. */
  date: z.nullable(LocalDate),
  title: z.string(),
  detail: z.string(),
  amountCents: z.int(),
})
export type DepositItem = z.output<typeof DepositItem>

export const BankDeposit = z.object({
  id: Uuid,
  status: DepositStatus,
  arrivesOn: LocalDate,
  sentAt: Instant,
  bank: z.nullable(z.string()),
  /** The last four digits of the account. */
  accountEnd: z.nullable(z.string()),
  /** The bank's tracking key (clave de rastreo); null if not known yet. */
  reference: z.nullable(z.string()),
  amountCents: z.int(),
  /** Number of visits and rents in it. */
  count: z.int(),
})
export type BankDeposit = z.output<typeof BankDeposit>

const Upcoming = z.object({
  /** Earliest date of the payout, in the payee's timezone; it arrives with the next deposit. */
  on: LocalDate,
  amountCents: z.int(),
  items: z.array(DepositItem),
})

export const BankDeposits = z.object({
  party: PayeeParty,
  month: z.string(),
  /** Months with a deposit, newest first. */
  months: z.array(z.string()),
  /** Total of the month, without deposits returned by the bank. */
  totalCents: z.int(),
  deposits: z.array(BankDeposit),
  /** Transferred, but not in a bank deposit yet. */
  sent: z.object({ amountCents: z.int(), items: z.array(DepositItem) }),
  next: z.array(Upcoming),
  /** Due, but waiting for an account that can receive it. */
  forAccountCents: z.int(),
  /** Waiting for a decision or, for a fixed rent, for the tenant's payment. */
  withheldCents: z.int(),
  /** Deducted from the next payouts. */
  owedCents: z.int(),
})
export type BankDeposits = z.output<typeof BankDeposits>

const party = z.object({ party: PayeeParty })

export const bankDeposits = endpoint({
  method: 'GET',
  path: '/api/bank-deposits/:party',
  summary: 'List the bank deposits of a month by date, and the next ones',
  access: 'account',
  params: party,
  query: z.object({ month: z.optional(Month) }),
  reply: BankDeposits,
  refusals: ['not_found'],
})

export const DepositContent = z.object({
  deposit: BankDeposit,
  items: z.array(DepositItem),
  /** Added or deducted by the processor beside Kalli's transfers; with the items it adds up to the amount. */
  otherCents: z.int(),
})
export type DepositContent = z.output<typeof DepositContent>

export const bankDeposit = endpoint({
  method: 'GET',
  path: '/api/bank-deposits/:party/:id',
  summary: 'Get a bank deposit with its visits and rentals, as its payee',
  access: 'account',
  params: z.object({ party: PayeeParty, id: Uuid }),
  reply: DepositContent,
  refusals: ['not_found'],
})
