/** The rows of attempts to charge a balance. */
import type { Selectable } from 'kysely'
import type { BookingBalances } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type BalanceRow = Selectable<BookingBalances>

/** Newest first. */
export const triesOf = (work: Work, bookingId: string): Promise<BalanceRow[]> =>
  work.db
    .selectFrom('booking_balances')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Is a dispute that its client is a party of undecided? Then no card is charged. */
export const isDisputed = async (work: Work, bookingId: string): Promise<boolean> =>
  (await work.db
    .selectFrom('disputes')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('line', '<>', 'overtime')
    .where((where) => where.or([where('opened_by', '=', 'client'), where('respondent', '=', 'client')]))
    .where('state', '<>', 'closed')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const byId = (work: Work, id: string): Promise<BalanceRow | undefined> =>
  work.db.selectFrom('booking_balances').selectAll().where('id', '=', id).executeTakeFirst()
