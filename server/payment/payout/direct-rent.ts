/**
 * A fixed rent that is paid to the business itself. No money passes through Kalli, so nothing of a client's is posted: the professional
 * owes less (1120), the host keeps their own part instead of its payout (2030), and the rest of it, commission and withheld taxes, they
 * owe (1130) and the next payouts deduct.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { account, type Line } from '#server/payment/ledger/journals.ts'
import { balanceOf, post } from '#server/payment/ledger/ledger.ts'
import { lockOwed } from '#server/payment/payout/business-rent.ts'
import type { Work } from '#server/platform/work.ts'

type Paid = {
  /** The id of the record: it is posted once. */
  id: string
  reference: string
  professionalId: number
  hostId: number
  cents: number
}

const linesOf = ({ professionalId, hostId, cents }: Paid, retainedCents: number, sign: 1 | -1): Line[] =>
  [
    { account: account.owedByProfessional, partyId: professionalId, amountCents: -sign * cents },
    { account: account.owedByHost, partyId: hostId, amountCents: sign * (cents - retainedCents) },
    { account: account.owedToHost, partyId: hostId, amountCents: sign * retainedCents },
  ].filter(({ amountCents }) => amountCents !== 0)

/** In the transaction that has locked the rent and the professional's debt. `retainedCents`: what was deducted from the waiting payout. */
export const receiveRent = async (
  work: Work,
  { retainedCents, ...paid }: Paid & { retainedCents: number },
): Promise<void> => {
  await post(work, {
    kind: 'rent_direct',
    idemKey: `rent-direct:${paid.id}`,
    bookingId: paid.reference,
    at: work.now,
    lines: linesOf(paid, retainedCents, 1),
  })
}

/**
 * The opposite: the professional owes it again, and the host is due their part again, including what a payout had deducted of their
 * debt meanwhile. False, with nothing posted: the host's payout of this rent has left or may have left.
 */
export const undoReceivedRent = async (
  work: Work,
  { retainedCents, ...paid }: Paid & { retainedCents: number },
): Promise<boolean> => {
  await lockOwed(work, paid.professionalId)
  await sql`select from balances where account = ${account.owedByHost} and party_id = ${paid.hostId} for update`.execute(
    work.db,
  )
  const payout = await work.db
    .selectFrom('payouts')
    .select(['id', 'status', 'amount_cents', 'clawed_back_cents', 'external_id', 'frozen_for'])
    .where('booking_id', '=', paid.reference)
    .where('party', '=', 'host')
    .forUpdate()
    .executeTakeFirst()
  const isAllTaken =
    payout?.status === 'paid' &&
    payout.external_id === null &&
    payout.clawed_back_cents === payout.amount_cents
  const isWaiting = payout?.status === 'withheld' && payout.frozen_for === null
  if (payout !== undefined && !isAllTaken && !isWaiting) return false
  const owedCents = Math.max(0, await balanceOf(work, account.owedByHost, paid.hostId))
  const backCents = paid.cents - Math.min(owedCents, paid.cents - retainedCents)
  await post(work, {
    kind: 'rent_direct',
    idemKey: `rent-direct-undone:${paid.id}`,
    bookingId: paid.reference,
    at: work.now,
    lines: linesOf(paid, backCents, -1),
  })
  if (backCents === 0) return true
  if (payout === undefined)
    await sql`
      insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at)
      values (${randomUUIDv7()}, 'host', ${paid.hostId}, ${paid.reference}, ${backCents}, 'withheld', ${work.now})`.execute(
      work.db,
    )
  else
    await work.db
      .updateTable('payouts')
      .set({
        status: 'withheld',
        amount_cents: backCents + (isAllTaken ? 0 : payout.amount_cents),
        clawed_back_cents: 0,
        paid_at: null,
      })
      .where('id', '=', payout.id)
      .execute()
  return true
}
