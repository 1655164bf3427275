/** The ledger in tests: all of it, and that of one visit with the rest of its price. */
import assert from 'node:assert/strict'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { drain } from '#server/platform/jobs.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import { trialBalance } from '#server/testing/people.ts'
import { valueIn } from '#server/testing/value.ts'

/** Nothing is pending, every account is balanced, and the nightly check finds nothing. */
export const sound = async (kalli: TestServer) => {
  await drain(kalli)
  assert.equal(await trialBalance(kalli), 0)
  assert.deepEqual(await checkLedger(kalli.work()), [])
}

/** Its payment and those that were added to it. */
const ofVisit = '(booking_id = $1 or booking_id in (select id from booking_balances where booking_id = $1))'

/** The total of its postings on these accounts together; liabilities count up. */
export const recordsOf = async (kalli: Pick<TestServer, 'database'>, bookingId: string) => {
  const { rows } = await kalli.database.pool.query<{ account: number; cents: number }>(
    `select account, -sum(amount_cents)::int as cents from entries join journals on journals.id = journal_id
     where ${ofVisit} group by account`,
    [bookingId],
  )
  return (...accounts: number[]) =>
    rows.filter(({ account }) => accounts.includes(account)).reduce((sum, { cents }) => sum + cents, 0)
}

/** For each of its charges, the oldest first: the charged amount less refunds. */
export const chargedOf = (kalli: Pick<TestServer, 'database'>, bookingId: string) =>
  valueIn(() => kalli)(
    `select coalesce(array_agg(captured_cents - refunded_cents order by created_at, id), '{}')::int[] from payments
     where captured_cents > 0 and ${ofVisit}`,
    bookingId,
  )
