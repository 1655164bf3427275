/**
 * A booking's money due to a payee that may not be theirs: it waits, under the name of what it waits for, until a decision is made. What
 * the payee loses is taken out of it first; what had been paid out before is owed and taken out of their next payout (money.md J22).
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { account, type Line, type Payee } from '#server/payment/ledger/journals.ts'
import type { Payouts } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

const owedTo = { professional: account.owedToProfessional, host: account.owedToHost } as const
const owedBy = { professional: account.owedByProfessional, host: account.owedByHost } as const

/**
 * Holds back at most so much of what this payee is due of a booking; the rest leaves as usual. Answers how much: none of what is
 * on its way already. Once per reference, in the caller's transaction; a transfer that begins meanwhile waits for it, or it for that.
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

/** Holds back at most so much of this payout, which the caller has locked. Answers how much: none of what is on its way. */
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

/** What a payee loses: out of what is frozen, the rest is owed. The lines of it; in the caller's transaction. */
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
 * What a payee pays of what they are due of a booking: that much of it does not leave, and the rest is owed. The lines of it; in the
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
  // A payout of nothing is none: its last centavo is owed.
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

/** What is left of it goes out when it would have, or now. */
export const thaw = (work: Work, reference: string) =>
  sql`
  update payouts set frozen_for = null, release_at = greatest(release_at, ${work.now}::timestamptz),
    status = case when clawed_back_cents = amount_cents then 'paid' else 'accrued' end,
    paid_at = case when clawed_back_cents = amount_cents then ${work.now}::timestamptz end
  where frozen_for = ${reference}`.execute(work.db)

/**
 * What a payee is due beside what the booking itself brought them; the line of it. `originId`: the booking whose charge it comes out of,
 * so that it waits for a bank as the rest does.
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
