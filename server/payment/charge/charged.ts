/** The total charged for something: by its own charge and by those that joined it. Holds and saved cards do not count. */
import { type RawBuilder, sql } from 'kysely'
import type { Payment } from '#server/payment/ledger/row.ts'
import type { Work } from '#server/platform/work.ts'

/** As a column, of the payment with this id. */
export const addedChargesOf = (paymentId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(added.captured_cents), 0)::bigint from payments added where added.adds_to = ${paymentId})`

export const chargedFor = async (work: Work, { id, captured_cents }: Payment): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`select ${addedChargesOf(sql`${id}::uuid`)} as cents`.execute(
    work.db,
  )
  return captured_cents + (rows[0]?.cents ?? 0)
}
