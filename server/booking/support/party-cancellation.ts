/**
 * The bookings that a suspension ends (product.md §4, B13): found, valued for each party, and ended one by one. The suspension decides the
 * fault and the reason; the amounts are those of support's cancellations (support-act.ts).
 */
import { sql, type Selectable } from 'kysely'
import type { Fault } from '#contract/booking/support/support.ts'
import { endHold } from '#server/booking/checkout/booking.ts'
import { classesWithin, closeClass } from '#server/booking/columns/class-row.ts'
import { outcomeOf, type Outcome } from '#server/booking/cancellation/ending.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { byOf, endForKalli } from '#server/booking/support/support-cancel.ts'
import { visitsWithin } from '#server/booking/checkout/within.ts'
import { execute } from '#server/payment/charge/payment.ts'
import type { Bookings } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** The ids of one account in bookings. */
export type PartyIds = { professionalId: number | null; hostId: number | null; clientIds: readonly number[] }

const ofParty = ({ professionalId, hostId, clientIds }: PartyIds) =>
  sql<boolean>`(professional_id = ${professionalId}::bigint or host_id = ${hostId}::bigint or client_id = any (${[...clientIds]}::bigint[]))`

/** Held, requested or confirmed bookings that have not started, by their start. Seats of classes that end with it go with their class. */
export const toComeOf = (work: Work, ids: PartyIds): Promise<Selectable<Bookings>[]> =>
  work.db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ['held', 'awaiting_payment', 'requested', 'confirmed'])
    .where('starts_at', '>', work.now)
    .where(ofParty(ids))
    .orderBy('starts_at')
    .orderBy('id')
    .execute()

/** The fault is the account's own side's, or no one's: for unconfirmed bookings, a client's bookings, and seats of classes. */
export const faultIn = (
  booking: Pick<BookingRow, 'professional_id' | 'host_id' | 'confirmed_at' | 'class_id'>,
  ids: PartyIds,
  isOwn: boolean,
): Fault => {
  if (!isOwn || booking.confirmed_at === null || booking.class_id !== null) return 'nobody'
  if (booking.professional_id === ids.professionalId) return 'professional'
  return booking.host_id !== null && booking.host_id === ids.hostId ? 'host' : 'nobody'
}

/** The amounts of ending it for each party; null: it is only held, so nothing was agreed. */
export const worthOf = (
  work: Work,
  booking: Selectable<Bookings>,
  ids: PartyIds,
  isOwn: boolean,
): Outcome | null =>
  booking.status === 'requested' || booking.status === 'confirmed'
    ? outcomeOf(booking, byOf[faultIn(booking, ids, isOwn)], work.now)
    : null

/** Classes of the account, or at its spaces, end in the caller's transaction; their seats follow (class.ts). */
export const closeClassesOf = async (work: Work, ids: PartyIds, reason: string): Promise<void> => {
  const rows = await classesOf(work, ids).orderBy('id').forUpdate().execute()
  for (const row of rows) await closeClass(work, row, 'platform', reason)
}

export const countClassesOf = async (work: Work, ids: PartyIds): Promise<number> =>
  (await classesOf(work, ids).execute()).length

const classesOf = (work: Work, { professionalId, hostId }: PartyIds) =>
  work.db
    .selectFrom('class_sessions')
    .selectAll()
    .where('status', '=', 'open')
    .where('starts_at', '>', work.now)
    .where(sql<boolean>`(professional_id = ${professionalId}::bigint or host_id = ${hostId}::bigint)`)

/** The administrators, their reason, and whether the account's side is at fault. */
export type Suspended = {
  isOwn: boolean
  reason: string
  proposedBy: number
  doneBy: number
  /** Checked again under the booking's lock: after the suspension is lifted, remaining bookings stay. */
  isActive(work: Work): Promise<boolean>
}

/**
 * Ends one of them; repeating it has no effect. Visits within rented hours end before the hours. The bank is queried first about pending
 * payments: money that still arrives is found by the next sweep and refunded.
 */
export const endForSuspension = async (
  work: Work,
  id: string,
  ids: PartyIds,
  by: Suspended,
): Promise<void> => {
  const found = await work.db
    .selectFrom('bookings')
    .select(['status', 'kind', 'starts_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined || found.starts_at <= work.now || !(await by.isActive(work))) return
  if (found.status === 'held' || found.status === 'awaiting_payment')
    return releaseHold(work, id, found.status)
  if (found.kind === 'rent')
    for (const visit of await visitsWithin(work, { id })) await endForSuspension(work, visit.id, ids, by)
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'confirmed' && booking?.status !== 'requested') return null
    if (!(await by.isActive(work))) return null
    for (const row of await classesWithin(work, id)) await closeClass(work, row, 'platform', suspendedText)
    const fault = faultIn(booking, ids, by.isOwn)
    const outcome = outcomeOf(booking, byOf[fault], work.now)
    return endForKalli(work, booking, { fault, cause: 'account', outcome, log: by })
  })
  if (paymentId !== null) await execute(work, paymentId)
}

/** Shown to the clients of a class. */
export const suspendedText = 'Una de las cuentas quedó suspendida.'

/** Ends the hold at once; money on its way is checked first and refunded. */
const releaseHold = async (work: Work, id: string, status: string) => {
  await work.db
    .updateTable('bookings')
    .set({ hold_expires_at: work.now })
    .where('id', '=', id)
    .where('status', 'in', ['held', 'awaiting_payment'])
    .where('hold_expires_at', '>', work.now)
    .execute()
  await endHold(work, { id, status })
}
