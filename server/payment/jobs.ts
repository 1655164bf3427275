/** Timed jobs of payments, and subscribers to their events. Each may run in many processes at once. */
import { hourMs } from '#contract/platform/duration.ts'
import { sql } from 'kysely'
import { compareBalance } from '#server/payment/balance-check.ts'
import { checkLedger } from '#server/payment/reconciliation-check.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { availableLines } from '#server/payment/ledger/journals.ts'
import { post } from '#server/payment/ledger/ledger.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { refundAmount } from '#server/payment/charge/refund.ts'
import { readBankDeposits } from '#server/payment/payout/bank-deposits.ts'
import { executeTransfers, payDue } from '#server/payment/payout/payout.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { standin } from '#server/payment/standin/standin.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { advance } from '#server/payment/charge/step.ts'
import { followOpenEvents, lookForDisputes, lookForUnsettled } from '#server/payment/webhook.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const minutely = '* * * * *'
const maxAtOnce = 200
/** The request that recorded an intent has this long to execute it itself. */
const leaveAloneMs = 20_000

export const jobs: readonly Job[] = [
  subscribe('payment.due', 'payment.carry-out', (work, { paymentId }) => execute(work, paymentId)),
  subscribe('payment.put_back', 'payment.refund-added', (work, { paymentId }) => follow(work, paymentId)),
  { every: minutely, name: 'payment.finish-half-done', run: (work) => finishHalfDone(work) },
  { every: minutely, name: 'payment.due-now', run: (work) => followClock(work) },
  { every: '*/15 * * * *', name: 'payment.end-vouchers', run: (work) => endVouchers(work) },
  { every: minutely, name: 'payment.payouts', run: (work) => payDue(work) },
  { every: '12 * * * *', name: 'payment.read-bank-deposits', run: (work) => readBankDeposits(work) },
  // When an account became ready, its waiting payouts leave.
  subscribe('payout_account.changed', 'payment.pay-waiting', (work) => payDue(work)),
  { every: '20 10 * * *', name: 'payment.check-books', run: checkLedger },
  // After the disputes whose events never came.
  { every: '50 10 * * *', name: 'payment.compare-balance', run: compareBalance },
  { every: '40 10 * * *', name: 'payment.look-for-disputes', run: (work) => lookForDisputes(work) },
  // Also before the balances are compared.
  { every: '45 10 * * *', name: 'payment.look-for-unsettled', run: (work) => lookForUnsettled(work) },
  { every: minutely, name: 'payment.events', run: (work) => followOpenEvents(work) },
  { every: '*/5 * * * *', name: 'payment.make-available', run: (work) => makeAvailable(work) },
  {
    every: minutely,
    name: 'payment.standin-webhooks',
    run: async (work) => (processorOf(work.config) === standin ? deliverWebhooks(work) : 0),
  },
]

/** Calls that were recorded and have no result: the process died, or the processor gave no answer. Repeats with the same key. */
export const finishHalfDone = async (work: Work): Promise<number> => {
  const calls = await work.db
    .selectFrom('payment_calls')
    .select(['payment_id', 'payout_id'])
    .where('status', '=', 'pending')
    .where('created_at', '<=', new Date(work.now.getTime() - leaveAloneMs))
    .orderBy('created_at')
    .limit(maxAtOnce)
    .execute()
  return runIsolated(work, calls, async ({ payment_id, payout_id }) => {
    if (payment_id !== null) await execute(work, payment_id)
    if (payout_id !== null) await executeTransfers(work, payout_id)
  })
}

/** Holds cards six days ahead, charges holds a day ahead, and settles payments that wait for their money. */
export const followClock = async (work: Work): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select id from payments where status = 'card_saved' and authorize_at <= ${work.now}
    union select id from payments where status = 'authorized' and capture_at <= ${work.now}
    union select id from payments where settlement is not null and settled_at is null
    limit ${maxAtOnce}`.execute(work.db)
  return runIsolated(work, rows, ({ id }) => follow(work, id))
}

const follow = async (work: Work, id: string): Promise<void> => {
  await inTransaction(work, (work) => advance(work, id))
  await execute(work, id)
}

/** The event of a payment at a counter may be a business day and a weekend late: after this, waiting ends. */
const voucherPatienceMs = 5 * 24 * hourMs

/** Unpaid references are cancelled; money that arrives nevertheless is returned. */
export const endVouchers = async (work: Work): Promise<number> => {
  const over = await work.db
    .selectFrom('payments')
    .select(['id', 'booking_id'])
    .where('status', '=', 'voucher_pending')
    .where('settlement', 'is', null)
    .where('created_at', '<=', new Date(work.now.getTime() - voucherPatienceMs))
    .orderBy('created_at')
    .limit(maxAtOnce)
    .execute()
  return runIsolated(work, over, async ({ id, booking_id }) => {
    await inTransaction(work, (work) => refundAmount(work, booking_id))
    await execute(work, id)
  })
}

/** J4: the processor makes the captured money, less its fee, available. */
export const makeAvailable = async (work: Work): Promise<number> => {
  const due = await work.db
    .selectFrom('payments')
    .select('id')
    .where('available_at', '<=', work.now)
    .where('made_available_at', 'is', null)
    .orderBy('available_at')
    .limit(maxAtOnce)
    .execute()
  return runIsolated(work, due, ({ id }) => makeOneAvailable(work, id))
}

const makeOneAvailable = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const row = await work.db
      .selectFrom('payments')
      .select(['booking_id', 'charge_ref', 'captured_cents', 'fee_cents', 'fee_iva_cents'])
      .where('id', '=', id)
      .where('made_available_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (row === undefined) return
    await post(work, {
      kind: 'available',
      idemKey: `available:${id}`,
      bookingId: row.booking_id,
      externalId: row.charge_ref,
      at: work.now,
      lines: availableLines(row.captured_cents - row.fee_cents - row.fee_iva_cents),
    })
    crashPoint('inside-available')
    await work.db.updateTable('payments').set({ made_available_at: work.now }).where('id', '=', id).execute()
  })
