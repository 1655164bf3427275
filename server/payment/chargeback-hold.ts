/** What payees are due of a charge that a bank looks at stays with Kalli until it has decided: at most what the bank took. */
import { sql } from 'kysely'
import { freeze } from '#server/payment/frozen.ts'
import type { Work } from '#server/platform/work.ts'

type Due = { id: string; side: 'professional' | 'host'; partyId: number; cents: number }

/**
 * Holds back what is still there, the professional's first; what is on its way leaves. In the caller's transaction, whenever
 * something of it becomes due; once for each payee.
 */
export const withholdDisputed = async (work: Work, bookingId: string): Promise<void> => {
  for (const due of await dueOf(work, bookingId)) {
    const heldCents = await withheldFor(work, due.id)
    const { id: reference, side, partyId, cents } = due
    await freeze(work, {
      bookingId,
      reference,
      payee: { side, id: partyId },
      mostCents: cents - heldCents,
    })
  }
}

const dueOf = async (work: Work, bookingId: string): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select c.id, o.party as side, o.party_id as "partyId", c.amount_cents as cents
    from chargebacks c join payouts o on o.booking_id = c.booking_id
    where c.booking_id = ${bookingId} and c.state <> 'won' and c.posted_at is null and o.status in ('accrued', 'failed')
      and not exists (select from payouts held where held.frozen_for = c.id and held.party = o.party)
    order by c.opened_at, c.id, o.party desc`.execute(work.db)
  return rows
}

/** What waits under a chargeback's name. */
export const withheldFor = async (work: Work, id: string): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents - clawed_back_cents), 0)::bigint as cents from payouts where frozen_for = ${id}`.execute(
    work.db,
  )
  return rows[0]?.cents ?? 0
}
