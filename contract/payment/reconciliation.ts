/** Do the books say of Kalli's money at the card processor what the processor says (money.md §8, I12)? Requested every night, read by staff. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LocalDate } from '#contract/platform/shapes.ts'

/** A difference may be an update in transit; older than this it is unexplained. */
export const differenceDays = 2

export const BalanceCheck = z.object({
  day: LocalDate,
  checkedAt: Instant,
  /** Accounts 1010 and 1020. */
  oursCents: z.int(),
  /** What the processor holds, and what it sent to Kalli's own bank. */
  theirsCents: z.int(),
  differsSince: z.nullable(LocalDate),
  /** It differs for longer than `differenceDays`. */
  isOld: z.boolean(),
})

export const balanceCheck = endpoint({
  method: 'GET',
  path: '/api/admin/balance-check',
  summary: 'The last time that the books and the card processor were compared; null before the first night',
  access: 'admin',
  reply: z.object({ last: z.nullable(BalanceCheck) }),
})
