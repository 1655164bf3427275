/**
 * A fixed rent between two of the house (money.md J12 without a booking): the professional owes it at once, the host is due it,
 * and the host's part leaves once the professional's debt has been taken out of what they earned (J22).
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { account, type Line } from '#server/payment/journals.ts'
import { balanceOf, post, sharesOf } from '#server/payment/ledger.ts'
import type { Work } from '#server/platform/work.ts'

/** Posts it once, in the caller's transaction; `reference` is what the ledger keeps it under. */
export const chargeRent = async (
  work: Work,
  what: { reference: string; hostId: number; lines: readonly Line[] },
): Promise<void> => {
  await post(work, {
    kind: 'rent_charge',
    idemKey: `house-rent:${what.reference}`,
    bookingId: what.reference,
    at: work.now,
    lines: what.lines,
  })
  const due = -what.lines
    .filter((line) => line.account === account.owedToHost)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (due <= 0) return
  await sql`
    insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at)
    values (${randomUUIDv7()}, 'host', ${what.hostId}, ${what.reference}, ${due}, 'withheld', ${work.now})
    on conflict (booking_id, party) do nothing`.execute(work.db)
}

/** The debt is paid: the host's part may leave. */
export const releaseRent = (work: Work, reference: string) =>
  work.db
    .updateTable('payouts')
    .set({ status: 'accrued', release_at: work.now })
    .where('booking_id', '=', reference)
    .where('status', '=', 'withheld')
    .execute()

/** What a professional owes now, whatever for. */
export const owedByProfessional = (work: Work, professionalId: number) =>
  balanceOf(work, account.owedByProfessional, professionalId)

/** The lines of one charge, as they stand in the ledger. */
export const rentLinesOf = (work: Work, reference: string) => sharesOf(work, reference)
