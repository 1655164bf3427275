/** The row of a tip: read, locked and moved. */
import { randomUUIDv7 } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import * as z from 'zod/mini'
import { TipState } from '#contract/booking/settlement/tip.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Tips } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type TipRow = Selectable<Tips>

export const tipOf = (work: Work, bookingId: string): Promise<TipRow | undefined> =>
  work.db.selectFrom('tips').selectAll().where('booking_id', '=', bookingId).executeTakeFirst()

export const stateOf = (row: TipRow | undefined) =>
  row === undefined ? null : { state: z.parse(TipState, row.state) }

export const insert = (
  work: Work,
  booking: BookingRow,
  { amountCents, promised }: { amountCents: number; promised: boolean },
): Promise<TipRow> =>
  work.db
    .insertInto('tips')
    .values({
      id: randomUUIDv7(),
      booking_id: booking.id,
      client_id: booking.client_id ?? refuse('move_not_allowed'),
      professional_id: booking.professional_id,
      amount_cents: amountCents,
      state: 'asked',
      requested_at: work.now,
      promised,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** After a refused card, or one that the bank still authenticates: another attempt. Refuses payment_in_progress during a charge. */
export const again = (work: Work, row: TipRow, { amountCents }: { amountCents: number }): Promise<TipRow> =>
  move(work, row, 'asked', { amount_cents: amountCents, requested_at: work.now, promised: false })

export const move = (
  work: Work,
  row: TipRow,
  state: TipState,
  changes: Updateable<Tips> = {},
): Promise<TipRow> =>
  work.db
    .updateTable('tips')
    .set({ ...changes, state, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirstOrThrow(() => new Refusal('payment_in_progress'))

export const lockTip = (work: Work, id: string): Promise<TipRow | undefined> =>
  work.db.selectFrom('tips').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const bookingOf = (work: Work, row: TipRow): Promise<BookingRow> =>
  work.db.selectFrom('bookings').selectAll().where('id', '=', row.booking_id).executeTakeFirstOrThrow()
