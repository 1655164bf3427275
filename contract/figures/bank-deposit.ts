/** What arrives in the payee's bank: each sum with what is in it, and what comes next and when. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LocalDate, Uuid } from '#contract/platform/shapes.ts'

const PayeeParty = z.enum(['professional', 'host'])
export type PayeeParty = z.output<typeof PayeeParty>

/** A month of the calendar, 2026-11. */
export const Month = z.string().check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/))

export const depositStatuses = {
  on_the_way: 'En camino',
  arrived: 'Depositado',
  failed: 'El banco lo regresó',
} as const
const DepositStatus = z.enum(['on_the_way', 'arrived', 'failed'])
export type DepositStatus = z.output<typeof DepositStatus>

/** What a part of a deposit was earned with. */
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
  /** Its receipt: of this booking; null: there is none. */
  bookingId: z.nullable(Uuid),
  /** Its receipt: of this fixed rent; null: it is none. */
  rentChargeId: z.nullable(Uuid),
  /** By the wall clock of the place; null: of no day. */
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
  /** By which the bank finds it (clave de rastreo); null: not given yet. */
  reference: z.nullable(z.string()),
  amountCents: z.int(),
  /** How many visits and rents are in it. */
  count: z.int(),
})
export type BankDeposit = z.output<typeof BankDeposit>

const Upcoming = z.object({
  /** From when it may leave, a date of the payee's; it arrives with the deposit after it. */
  on: LocalDate,
  amountCents: z.int(),
  items: z.array(DepositItem),
})

export const BankDeposits = z.object({
  party: PayeeParty,
  month: z.string(),
  /** Months with a deposit, the newest first. */
  months: z.array(z.string()),
  /** Of the month, without those that the bank returned. */
  totalCents: z.int(),
  deposits: z.array(BankDeposit),
  /** Transferred, and in no deposit of the bank yet. */
  sent: z.object({ amountCents: z.int(), items: z.array(DepositItem) }),
  next: z.array(Upcoming),
  /** May leave, and waits for an account that may receive it. */
  forAccountCents: z.int(),
  /** Waits for a decision or, of a fixed rent, for the tenant's payment. */
  withheldCents: z.int(),
  /** Taken out of what comes next. */
  owedCents: z.int(),
})
export type BankDeposits = z.output<typeof BankDeposits>

const party = z.object({ party: PayeeParty })

export const bankDeposits = endpoint({
  method: 'GET',
  path: '/api/bank-deposits/:party',
  summary: 'What arrived in my bank in a month, by date, and what comes next and when',
  access: 'account',
  params: party,
  query: z.object({ month: z.optional(Month) }),
  reply: BankDeposits,
  refusals: ['not_found'],
})

export const DepositContent = z.object({
  deposit: BankDeposit,
  items: z.array(DepositItem),
  /** What the processor put in or took out beside transfers of Kalli's; with the items it makes the amount. */
  otherCents: z.int(),
})
export type DepositContent = z.output<typeof DepositContent>

export const bankDeposit = endpoint({
  method: 'GET',
  path: '/api/bank-deposits/:party/:id',
  summary: 'One deposit with the visits and rents in it, for its payee',
  access: 'account',
  params: z.object({ party: PayeeParty, id: Uuid }),
  reply: DepositContent,
  refusals: ['not_found'],
})
