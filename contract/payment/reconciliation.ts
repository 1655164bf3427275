/** Nightly comparison of Kalli's balances with the card processor's (money.md §8, I12), for staff. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LocalDate } from '#contract/platform/shapes.ts'

/** A newer difference may be an update in transit; an older one is unexplained. */
export const differenceDays = 2

export const BalanceCheck = z.object({
  day: LocalDate,
  checkedAt: Instant,
  /** Accounts 1010 and 1020. */
  oursCents: z.int(),
  /** The processor's balance, and what it paid to Kalli's own bank. */
  theirsCents: z.int(),
  differsSince: z.nullable(LocalDate),
  /** Has differed for longer than `differenceDays`. */
  isOld: z.boolean(),
})

export const balanceCheck = endpoint({
  method: 'GET',
  path: '/api/admin/balance-check',
  summary: 'Get the latest comparison of the ledger with the processor; null before the first night',
  access: 'admin',
  reply: z.object({ last: z.nullable(BalanceCheck) }),
})
