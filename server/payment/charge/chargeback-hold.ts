/** While a bank reviews a charge, its payees' money stays with Kalli until the bank has decided: at most what the bank took. */
import { type Selectable, sql } from 'kysely'
import { setApart } from '#server/payment/charge/frozen.ts'
import type { Payouts } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

/**
 * Withholds what has not been paid out, the professional's first, including parts that waited for another reason; payouts under way
 * leave. In the caller's transaction, whenever something of it becomes due. Its locks come in the order of ids, and the caller holds
 * none of these payouts yet: two that pay the two sides of one charge would deadlock.
 */
export const withholdDisputed = async (work: Work, paidFor: string): Promise<void> => {
  const bookingId = await bookingFed(work, paidFor)
  const disputed = await openOnes(work, bookingId)
  if (disputed.length === 0) return
  for (const { id: reference, cents } of disputed) {
    let leftCents = cents - (await withheldFor(work, reference))
    for (const payout of await lockDue(work, bookingId)) {
      if (leftCents <= 0) break
      leftCents -= await setApart(work, payout, { reference, maxCents: leftCents })
    }
  }
}

/** A separate charge that joined a visit's (payment/charge/added.ts) pays the visit's payees. */
const bookingFed = async (work: Work, paidFor: string): Promise<string> => {
  const main = await work.db
    .selectFrom('payments as added')
    .innerJoin('payments as main', 'main.id', 'added.adds_to')
    .select('main.booking_id')
    .where('added.booking_id', '=', paidFor)
    .executeTakeFirst()
  return main?.booking_id ?? paidFor
}

const openOnes = async (work: Work, bookingId: string): Promise<{ id: string; cents: number }[]> => {
  const { rows } = await sql<{ id: string; cents: number }>`
    select id, amount_cents as cents from chargebacks
    where state <> 'won' and posted_at is null and booking_id in (
      select ${bookingId}::uuid union all
      select added.booking_id from payments main join payments added on added.adds_to = main.id
      where main.booking_id = ${bookingId}::uuid)
    order by opened_at, id`.execute(work.db)
  return rows
}

/** Locked by id, then sorted with the professional's first and the oldest first. */
const lockDue = async (work: Work, bookingId: string): Promise<Selectable<Payouts>[]> => {
  const due = await work.db
    .selectFrom('payouts')
    .selectAll()
    .where((where) =>
      where.or([where('booking_id', '=', bookingId), where('origin_booking_id', '=', bookingId)]),
    )
    .where('status', 'in', ['accrued', 'failed'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return due.toSorted((one, other) => other.party.localeCompare(one.party) || one.id.localeCompare(other.id))
}

/** The amount withheld for a chargeback. */
export const withheldFor = async (work: Work, id: string): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents - clawed_back_cents), 0)::bigint as cents from payouts where frozen_for = ${id}`.execute(
    work.db,
  )
  return rows[0]?.cents ?? 0
}
