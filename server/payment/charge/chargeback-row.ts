/** The row of a chargeback: locked, moved, and logged. */
import type { Selectable, Updateable } from 'kysely'
import { lock, type Payment } from '#server/payment/ledger/row.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Chargebacks } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type ChargebackRow = Selectable<Chargebacks>
type Move = 'open' | 'submit' | 'submitted' | 'refused' | 'win' | 'lose' | 'post'

export const move = async (
  work: Work,
  row: ChargebackRow,
  values: Updateable<Chargebacks>,
): Promise<ChargebackRow> =>
  (await work.db
    .updateTable('chargebacks')
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst()) ?? refuse('stale_version')

/** Writes the audit log, and publishes the event. */
export const note = async (
  work: Work,
  row: ChargebackRow,
  what: Move,
  { by, reason = '' }: { by: 'bank' | 'platform'; reason?: string },
) => {
  await work.db
    .insertInto('chargeback_moves')
    .values({
      chargeback_id: row.id,
      version: row.version,
      move: what,
      actor: by,
      actor_account_id: by === 'platform' ? work.viewer.accountId : null,
      reason,
      at: work.now,
    })
    .execute()
  await publish(work, 'chargeback.changed', { chargebackId: row.id, bookingId: row.booking_id, move: what })
}

export const lockOne = async (work: Work, id: string): Promise<{ payment: Payment; row: ChargebackRow }> => {
  const found = await work.db
    .selectFrom('chargebacks')
    .select('payment_id')
    .where('id', '=', id)
    .executeTakeFirst()
  // Locks the payment first, in the same order as the code that reads the processor's books.
  const payment = await lock(work, found?.payment_id ?? refuse('not_found'))
  const row = await work.db
    .selectFrom('chargebacks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { payment, row }
}
