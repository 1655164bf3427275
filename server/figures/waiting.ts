/** What a waiting payout belongs to: part of a frozen payout references what it waits for instead of the booking. */
import { sql } from 'kysely'
import { waitsForAccount } from '#server/payment/provider/payout-account.ts'

/** Joins to `payouts o`: the dispute or chargeback (`bank`) that it waits or waited for. */
export const waitingFor = sql`
  left join chargebacks bank on bank.id = coalesce(o.frozen_for, o.booking_id)
  left join disputes problem on problem.id = o.booking_id`

/** For `payouts o`: refused until the payee has an account that may receive. */
export const isForAccount = sql<boolean>`(o.status = 'failed' and coalesce(o.failure = any (${[...waitsForAccount]}), false))`
