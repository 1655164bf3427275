/**
 * What a payee is due after a booking, from its division until it is transferred. Their debts are deducted first (money.md J22); the
 * transfer is an outside call like any other: intent, key, result.
 */
import { hourMs } from '#contract/platform/duration.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { withholdDisputed } from '#server/payment/charge/chargeback-hold.ts'
import {
  account,
  clawbackLines,
  type Payee,
  returnedTransferLines,
  transferLines,
} from '#server/payment/ledger/journals.ts'
import { balanceOf, post } from '#server/payment/ledger/ledger.ts'
import { isReadyByNow, waitsForAccount } from '#server/payment/provider/payout-account.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { ProviderRefusal, ProviderUnreachable, type Transfer } from '#server/payment/provider/provider.ts'
import { lacksTaxpayer } from '#server/payment/payout/taxpayer.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import type { DB } from '#server/platform/database/tables.ts'
import { inTransaction, requireNoTransaction, type Work } from '#server/platform/work.ts'

type Payout = Selectable<DB['payouts']>
type Call = Selectable<DB['payment_calls']>

const retryMs = 12 * hourMs
const maxAtOnce = 200

/** Every due payout of a payee who may be paid, oldest first. Several processes may do it at once. */
export const payDue = async (work: Work): Promise<number> => {
  requireNoTransaction(work)
  const due = await work.db
    .selectFrom('payouts')
    .select('id')
    .where('status', 'in', ['accrued', 'failed'])
    .where('release_at', '<=', work.now)
    .where((has) => has.or([has('party', '<>', 'host'), has.not(lacksTaxpayer(sql.ref('party_id')))]))
    .where((has) => has.not(isOfSuspended))
    .orderBy('release_at')
    .limit(maxAtOnce)
    .execute()
  return runIsolated(work, due, ({ id }) => pay(work, id))
}

/** Payouts of a suspended account wait until the suspension is lifted. */
const isOfSuspended = sql<boolean>`exists (select from accounts a where a.suspended_at is not null and a.id = case payouts.party
  when 'professional' then (select account_id from professionals where id = payouts.party_id)
  else (select account_id from hosts where id = payouts.party_id) end)`

/** One payout: debts are deducted, the rest is transferred. */
const pay = async (work: Work, id: string): Promise<void> => {
  if (await begin(work, id)) await executeTransfers(work, id)
}

const begin = (work: Work, id: string): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const found = await work.db
      .selectFrom('payouts')
      .select(['booking_id', 'origin_booking_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // What became due while a bank reviews the charge waits too. Before any lock of ours: it takes the locks of a charge in order.
    await withholdDisputed(work, found.origin_booking_id ?? found.booking_id)
    const payout = await lock(work, id)
    if (!isDue(payout, work.now) || (await isWithheld(work, id))) return false
    const clawedBackCents = payout.clawed_back_cents + (await clawBack(work, payout))
    const restCents = payout.amount_cents - clawedBackCents
    const isAllTaken = restCents === 0
    await work.db
      .updateTable('payouts')
      .set({
        status: isAllTaken ? 'paid' : 'in_process',
        clawed_back_cents: clawedBackCents,
        attempts: payout.attempts + 1,
        paid_at: isAllTaken ? work.now : null,
      })
      .where('id', '=', id)
      .execute()
    if (isAllTaken) return false
    await work.db
      .insertInto('payment_calls')
      .values({
        id: randomUUIDv7(),
        payout_id: id,
        kind: 'transfer',
        amount_cents: restCents,
        idem_key: `payout:${id}:${payout.attempts + 1}`,
        created_at: work.now,
      })
      .execute()
    return true
  })

const lock = (work: Work, id: string): Promise<Payout> =>
  work.db.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

const isDue = ({ status, release_at }: Payout, now: Date) =>
  (status === 'accrued' || status === 'failed') && release_at <= now

/** Suspended after it was found to be due. */
const isWithheld = async (work: Work, id: string) =>
  (await work.db
    .selectFrom('payouts')
    .select('id')
    .where('id', '=', id)
    .where(isOfSuspended)
    .executeTakeFirst()) !== undefined

/** The amount due to these payees that has not left. */
export const waitingOf = async (
  work: Work,
  { professionalId, hostId }: { professionalId: number | null; hostId: number | null },
): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents - clawed_back_cents), 0)::bigint as cents from payouts
    where status in ('accrued', 'failed') and (party = 'professional' and party_id = ${professionalId}::bigint
      or party = 'host' and party_id = ${hostId}::bigint)`.execute(work.db)
  return rows[0]?.cents ?? 0
}

const payeeOf = (payout: Payout): Payee => ({ side: z.parse(Party, payout.party), id: payout.party_id })
const Party = z.enum(['professional', 'host'])
const owedBy = { professional: account.owedByProfessional, host: account.owedByHost } as const

/** Deducts the payee's debts from what they are due; locks the debts, so that they are deducted once. */
const clawBack = async (work: Work, payout: Payout): Promise<number> => {
  const payee = payeeOf(payout)
  await work.db
    .selectFrom('balances')
    .select('account')
    .where('account', '=', owedBy[payee.side])
    .where('party_id', '=', payee.id)
    .forUpdate()
    .execute()
  const owedCents = await balanceOf(work, owedBy[payee.side], payee.id)
  const cents = Math.min(owedCents, payout.amount_cents - payout.clawed_back_cents)
  if (cents <= 0) return 0
  await post(work, {
    kind: 'clawback',
    idemKey: `clawback:${payout.id}:${payout.attempts + 1}`,
    bookingId: payout.booking_id,
    at: work.now,
    lines: clawbackLines(payee, cents),
  })
  return cents
}

/** Executes the pending transfers of a payout; safe to repeat. */
export const executeTransfers = async (work: Work, payoutId: string): Promise<void> => {
  requireNoTransaction(work)
  const call = await work.db
    .selectFrom('payment_calls')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (call === undefined) return
  const payout = await work.db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow()
  crashPoint('before-transfer')
  const outcome = await send(work, call, payout)
  if (outcome === null) return
  crashPoint('after-transfer')
  await inTransaction(work, (work) => record(work, call, outcome))
  crashPoint('recorded-transfer')
}

const destinationOf = ({ party, party_id }: Payout) => `${party}:${party_id}`

type Outcome = { transfer: Transfer } | { refusal: string }

const send = async (work: Work, call: Call, payout: Payout): Promise<Outcome | null> => {
  try {
    const transfer = await processorOf(work.config).transfer(work, {
      key: call.idem_key,
      requestedAt: call.created_at,
      destination: destinationOf(payout),
      amountCents: call.amount_cents,
      reference: payout.id,
    })
    return { transfer }
  } catch (error) {
    if (error instanceof ProviderRefusal) return { refusal: error.message }
    if (!(error instanceof ProviderUnreachable)) throw error
    work.log.warn({ callId: call.id }, 'transfer unanswered: will be retried with the same key')
    return null
  }
}

const record = async (work: Work, call: Call, outcome: Outcome): Promise<void> => {
  if (call.payout_id === null) return
  const payout = await lock(work, call.payout_id)
  const isSent = 'transfer' in outcome
  const { numUpdatedRows } = await work.db
    .updateTable('payment_calls')
    .set({
      status: isSent ? 'done' : 'failed',
      external_id: isSent ? outcome.transfer.id : null,
      failure: isSent ? null : outcome.refusal,
      done_at: work.now,
    })
    .where('id', '=', call.id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  if (!isSent) return fail(work, payout, outcome.refusal)
  await post(work, {
    kind: 'transfer',
    idemKey: `transfer:${call.id}`,
    bookingId: payout.booking_id,
    externalId: outcome.transfer.id,
    at: work.now,
    lines: transferLines(payeeOf(payout), call.amount_cents),
  })
  await work.db
    .updateTable('payouts')
    .set({ status: 'paid', external_id: outcome.transfer.id, paid_at: work.now, failure: null })
    .where('id', '=', payout.id)
    .execute()
  await publish(work, 'payout.paid', { payoutId: payout.id })
}

const fail = async (work: Work, payout: Payout, failure: string): Promise<void> => {
  const isForAccount = waitsForAccount.some((one) => one === failure)
  const isReady =
    isForAccount && (await isReadyByNow(work, processorOf(work.config).name, destinationOf(payout)))
  const again = isReady ? work.now : new Date(work.now.getTime() + retryMs)
  await work.db
    .updateTable('payouts')
    .set({ status: 'failed', failure, release_at: again, external_id: null, paid_at: null })
    .where('id', '=', payout.id)
    .execute()
  if (isForAccount && !isReady)
    await publish(work, 'payout.waits', { party: z.parse(Party, payout.party), partyId: payout.party_id })
}

/**
 * J6r: the bank returned a transfer days later. Reads the processor's books; retried in 12 h. Returns whether that is all: for a
 * transfer whose sending is not recorded yet there is more to do.
 */
export const lookAgain = async (work: Work, transferId: string): Promise<boolean> => {
  const transfer = await processorOf(work.config).findTransfer(work, transferId)
  if (transfer?.status !== 'returned') return true
  return inTransaction(work, async (work) => {
    const found = await work.db
      .selectFrom('payment_calls')
      .select(['payout_id', 'amount_cents'])
      .where('kind', '=', 'transfer')
      .where('external_id', '=', transferId)
      .executeTakeFirst()
    if (found === undefined || found.payout_id === null) return false
    const payout = await lock(work, found.payout_id)
    if (payout.external_id !== transferId) return true
    await post(work, {
      kind: 'returned_transfer',
      idemKey: `returned:${transferId}`,
      bookingId: payout.booking_id,
      externalId: transferId,
      at: work.now,
      lines: returnedTransferLines(payeeOf(payout), found.amount_cents),
    })
    await fail(work, payout, 'returned')
    // The processor's record of its deposit is read again.
    await sql`
      update bank_deposits set status = 'on_the_way' where id = (
        select deposit_id from bank_deposit_transfers where transfer_ref = ${transferId} and provider = ${processorOf(work.config).name})`.execute(
      work.db,
    )
    await publish(work, 'payout.returned', {
      party: z.parse(Party, payout.party),
      partyId: payout.party_id,
      transferId,
      amountCents: found.amount_cents,
    })
    return true
  })
}
