/**
 * Visits after their professional's cédula ends (product.md §4, B13 "licence expired"; docs/verification/licences.md). None is offered or
 * booked (`professionals.licensed_until`); existing bookings are cancelled in time, unless a new cédula is accepted by then.
 */
import { sql } from 'kysely'
import { hourMs } from '#contract/platform/duration.ts'
import { licensedCategories, licenceEndsVisitsHours } from '#contract/service/service.ts'
import { outcomeOf } from '#server/booking/cancellation/ending.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { byOf, endForKalli } from '#server/booking/support/support-cancel.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** For `bookings b` and `professionals p`: one of its services needs a cédula that has ended by then. */
const isUnlicensed = sql<boolean>`p.licensed_until < (b.starts_at at time zone b.zone)::date and b.kind = 'visit'
  and exists (select from services s where s.category = any (${[...licensedCategories]}::text[]) and (s.id = b.service_id
    or s.id in (select segment.service_id from booking_segments segment where segment.booking_id = b.id)))`

/** Every hour; each in a transaction of its own, skipping those that ended concurrently. */
export const endUnlicensed = async (work: Work): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select b.id from professionals p join bookings b on b.professional_id = p.id
    where p.licensed_until is not null and b.status in ('requested', 'confirmed') and b.starts_at > ${work.now}
      and b.starts_at <= ${new Date(work.now.getTime() + licenceEndsVisitsHours * hourMs)} and ${isUnlicensed}
    order by b.starts_at`.execute(work.db)
  await runIsolated(work, rows, ({ id }) => endOne(work, id))
}

const endOne = async (work: Work, id: string): Promise<void> => {
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'confirmed' && booking?.status !== 'requested') return null
    // A new cédula may have been accepted since.
    const { rows } = await sql`
      select from bookings b join professionals p on p.id = b.professional_id where b.id = ${id} and ${isUnlicensed} for share of p`.execute(
      work.db,
    )
    if (rows.length === 0) return null
    const fault = booking.confirmed_at === null || booking.class_id !== null ? 'nobody' : 'professional'
    const outcome = outcomeOf(booking, byOf[fault], work.now)
    return endForKalli(work, booking, { fault, cause: 'papers', outcome, reason: 'licence expired' })
  })
  if (paymentId !== null) await execute(work, paymentId)
}
