/**
 * A payee's money of a booking that may not be theirs: it waits, under the reference of its reason, until a decision is made. What the
 * payee loses is deducted from it first; an amount already paid out is owed and deducted from their next payout (money.md J22).
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { account, type Line, type Payee } from '#server/payment/ledger/journals.ts'
import type { Payouts } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

const owedTo = { professional: account.owedToProfessional, host: account.owedToHost } as const
const owedBy = { professional: account.owedByProfessional, host: account.owedByHost } as const

/**
 * Holds back at most this much of what the payee is due of a booking; the rest leaves as usual. Returns the amount, which excludes
 * payouts under way. Once per reference, in the caller's transaction; this and a transfer that begins meanwhile wait for each other.
 */
export const freeze = async (
  work: Work,
  order: { bookingId: string; reference: string; payee: Payee; maxCents: number },
): Promise<number> => {
  const payout = await work.db
    .selectFrom('payouts')
    .selectAll()
    .where('booking_id', '=', order.bookingId)
    .where('party', '=', order.payee.side)
    .where('party_id', '=', order.payee.id)
    .forUpdate()
    .executeTakeFirst()
  return payout === undefined ? 0 : setApart(work, payout, order)
}

/** Holds back at most this much of a payout, which the caller has locked. Returns the amount: zero for a payout under way. */
export const setApart = async (
  work: Work,
  payout: Selectable<Payouts>,
  { reference, maxCents }: { reference: string; maxCents: number },
): Promise<number> => {
  if (payout.status !== 'accrued' && payout.status !== 'failed') return 0
  const cents = Math.min(payout.amount_cents - payout.clawed_back_cents, maxCents)
  if (cents <= 0) return 0
  if (cents === payout.amount_cents - payout.clawed_back_cents) {
    await work.db
      .updateTable('payouts')
      .set({ status: 'withheld', frozen_for: reference })
      .where('id', '=', payout.id)
      .execute()
    return cents
  }
  await work.db
    .updateTable('payouts')
    .set({ amount_cents: payout.amount_cents - cents })
    .where('id', '=', payout.id)
    .execute()
  await work.db
    .insertInto('payouts')
    .values({
      id: randomUUIDv7(),
      party: payout.party,
      party_id: payout.party_id,
      booking_id: reference,
      origin_booking_id: payout.origin_booking_id ?? payout.booking_id,
      amount_cents: cents,
      status: 'withheld',
      frozen_for: reference,
      release_at: payout.release_at,
    })
    .execute()
  return cents
}

/** Charges a payee's loss to the frozen money; the rest is owed. Returns the lines; in the caller's transaction. */
export const bear = async (
  work: Work,
  order: { reference: string; payee: Payee; cents: number },
): Promise<Line[]> => {
  const { reference, payee, cents } = order
  const frozen = await work.db
    .selectFrom('payouts')
    .select(['id', 'amount_cents', 'clawed_back_cents'])
    .where('frozen_for', '=', reference)
    .where('party', '=', payee.side)
    .where('party_id', '=', payee.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  let takenCents = 0
  for (const part of frozen) {
    const fromCents = Math.min(cents - takenCents, part.amount_cents - part.clawed_back_cents)
    if (fromCents <= 0) continue
    takenCents += fromCents
    await work.db
      .updateTable('payouts')
      .set({ clawed_back_cents: part.clawed_back_cents + fromCents })
      .where('id', '=', part.id)
      .execute()
  }
  return linesOfLoss(payee, { takenCents, cents })
}

const linesOfLoss = (payee: Payee, { takenCents, cents }: { takenCents: number; cents: number }): Line[] => {
  const whose = { partyId: payee.id, side: payee.side }
  return [
    { account: owedTo[payee.side], amountCents: takenCents, ...whose },
    { account: owedBy[payee.side], amountCents: cents - takenCents, ...whose },
  ].filter(({ amountCents }) => amountCents !== 0)
}

/**
 * Deducts an amount from what a payee is due of a booking: that much is not paid out, and the rest is owed. Returns the lines; in the
 * caller's transaction.
 */
export const takeOut = async (
  work: Work,
  order: { bookingId: string; payee: Payee; cents: number },
): Promise<Line[]> => {
  const { bookingId, payee, cents } = order
  const payout = await work.db
    .selectFrom('payouts')
    .select(['id', 'amount_cents', 'clawed_back_cents'])
    .where('booking_id', '=', bookingId)
    .where('party', '=', payee.side)
    .where('party_id', '=', payee.id)
    .where('status', 'in', ['accrued', 'failed'])
    .forUpdate()
    .executeTakeFirst()
  // A payout cannot be zero: its last centavo is owed.
  const takenCents =
    payout === undefined ? 0 : Math.min(cents, payout.amount_cents - Math.max(1, payout.clawed_back_cents))
  if (payout !== undefined && takenCents > 0)
    await work.db
      .updateTable('payouts')
      .set({ amount_cents: payout.amount_cents - takenCents })
      .where('id', '=', payout.id)
      .execute()
  return linesOfLoss(payee, { takenCents, cents })
}

/** The rest of it is paid out at its original time, or now. */
export const thaw = (work: Work, reference: string) =>
  sql`
  update payouts set frozen_for = null, release_at = greatest(release_at, ${work.now}::timestamptz),
    status = case when clawed_back_cents = amount_cents then 'paid' else 'accrued' end,
    paid_at = case when clawed_back_cents = amount_cents then ${work.now}::timestamptz end
  where frozen_for = ${reference}`.execute(work.db)

/**
 * Accrues money for a payee beside their share of the booking; returns its line. `originId`: the booking whose charge pays it, so that
 * it waits for a bank as the rest does.
 */
export const accrueBeside = async (
  work: Work,
  order: { reference: string; payee: Payee; cents: number; releaseAt?: Date; originId?: string | null },
): Promise<Line> => {
  const { reference, payee, cents, releaseAt = work.now, originId = null } = order
  await work.db
    .insertInto('payouts')
    .values({
      id: randomUUIDv7(),
      party: payee.side,
      party_id: payee.id,
      booking_id: reference,
      origin_booking_id: originId,
      amount_cents: cents,
      status: 'accrued',
      release_at: releaseAt,
    })
    .execute()
  return { account: owedTo[payee.side], partyId: payee.id, side: payee.side, amountCents: -cents }
}
