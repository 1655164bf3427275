/** The row of a payment, as the database has it, with its status known to the contract. */
import type { Selectable, Updateable } from 'kysely'
import * as z from 'zod/mini'
import { PaymentStatus } from '#contract/payment.ts'
import type { DB } from '#server/platform/tables.ts'
import type { Work } from '#server/platform/work.ts'

type Row = Selectable<DB['payments']>
export type Payment = Omit<Row, 'status'> & { status: PaymentStatus }

/** Waits for whoever is changing it, so that each change sees the one before. */
export const lock = async (work: Work, id: string): Promise<Payment> =>
  known(
    await work.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  )

/** Changes a payment that the caller has locked; answers how it stands now. */
export const change = async (
  work: Work,
  payment: Payment,
  values: Omit<Updateable<DB['payments']>, 'status' | 'version'> & { status?: PaymentStatus },
): Promise<Payment> =>
  known(
    await work.db
      .updateTable('payments')
      .set({ ...values, version: payment.version + 1 })
      .where('id', '=', payment.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const byId = async (work: Work, id: string): Promise<Payment | null> => {
  const row = await work.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : known(row)
}

export const ofBooking = async (work: Work, bookingId: string): Promise<Payment | null> => {
  const row = await work.db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return row === undefined ? null : known(row)
}

const known = (row: Row): Payment => ({ ...row, status: z.parse(PaymentStatus, row.status) })
