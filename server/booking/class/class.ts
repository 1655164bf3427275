/**
 * Classes and their seats (docs/booking/classes.md). A seat is a booking; this file has what happens to all of them at once: the minimum is
 * reached or not, and the class is cancelled. The end of a class and that of its seats are two events: the first takes the hour off sale,
 * the second refunds each client separately, and is retried until it is done.
 */
import { sql } from 'kysely'
import type { cancelClass, ClassView } from '#contract/booking/class/class.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { placeNameOf } from '#contract/service/modality.ts'
import { hasSeat } from '#server/availability/offer/seat.ts'
import { endHold } from '#server/booking/checkout/booking.ts'
import { cancelAsPlatform } from '#server/booking/cancellation/cancellation.ts'
import { closeClass, lockClass, type ClassRow } from '#server/booking/columns/class-row.ts'
import { namesOfBooking } from '#server/booking/contact/companion.ts'
import { end, outcomeOf } from '#server/booking/cancellation/ending.ts'
import { tooFew } from '#server/booking/columns/ending-words.ts'
import { formsState } from '#server/booking/contact/intake.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { certainStatuses } from '#server/booking/moves/rules.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Seat = ClassView['seats'][number]

/** The booked seats, and how many are being paid for at this moment. */
const seatsOf = async (work: Work, classId: string): Promise<{ seats: Seat[]; holding: number }> => {
  const { rows } = await sql<Seat>`
    select booking.id as "bookingId", booking.status, booking.contact ->> 'firstName' as client, booking.class_seats as numbers,
      ${namesOfBooking} as people, booking.moved_from is not null as "isUnanswered", booking.total_cents as "totalCents", ${formsState} as forms
    from bookings booking where booking.class_id = ${classId}
      and exists (select from bookings seat where seat.id = booking.id and ${hasSeat}) order by booking.class_seats[1]`.execute(
    work.db,
  )
  const seats = rows.filter(({ status }) => status !== 'held' && status !== 'awaiting_payment')
  return { seats, holding: countOf(rows) - countOf(seats) }
}

/** A booking has one seat per person. */
const countOf = (seats: readonly Seat[]) => seats.reduce((sum, { numbers }) => sum + numbers.length, 0)

/** Found through the professional. Refuses no_profile, not_found. */
export const readOwn = async (work: Work, id: string): Promise<ClassView> => {
  const { rows } = await sql<
    Omit<
      ClassView,
      'startsAt' | 'endsAt' | 'decideAt' | 'decided' | 'taken' | 'holding' | 'seats' | 'cancelling'
    > & {
      startsAt: Date
      endsAt: Date
      decideAt: Date | null
      decidedAt: Date | null
      visitPlace: number | null
    }
  >`
    select own.id, own.service_id as "serviceId", service.name as service, own.capacity, own.minimum, own.decide_at as "decideAt",
      own.decided_at as "decidedAt", own.status, own.cancel_reason as "cancelReason", own.starts_at as "startsAt", own.ends_at as "endsAt",
      own.zone, own.visit_place as "visitPlace", concat_ws(', ', unit.name, ${spaceNamed('space')}) as place
    from class_sessions own join services service on service.id = own.service_id
    left join spaces space on space.id = own.space_id left join units unit on unit.id = own.unit_id
    where own.id = ${id} and own.professional_id = ${work.viewer.professionalId ?? refuse('no_profile')}`.execute(
    work.db,
  )
  const row = rows[0] ?? refuse('not_found')
  const { seats, holding } = await seatsOf(work, id)
  const { decidedAt, visitPlace, place, ...shown } = row
  const canEnd = row.status === 'open' && row.startsAt > work.now && seats.every(isStill)
  return {
    ...shown,
    place: place === '' ? placeNameOf(visitPlace) : place,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    decideAt: row.decideAt?.toISOString() ?? null,
    decided: decidedAt !== null,
    taken: countOf(seats),
    holding,
    seats,
    cancelling: canEnd ? await costOf(work, id) : null,
  }
}

/** Confirmed, and not checked in yet. */
export const isStill = ({ status }: { status: string }) => status === 'confirmed'

const costOf = async (work: Work, classId: string) => {
  const bookings = await work.db
    .selectFrom('bookings')
    .selectAll()
    .where('class_id', '=', classId)
    .where('status', '=', 'confirmed')
    .execute()
  return costOfEnding(work, bookings)
}

/** For each seat, by the rules of cancelling a single visit. */
export const costOfEnding = (work: Work, bookings: readonly BookingRow[]) => {
  const outcomes = bookings.map((booking) => outcomeOf(booking, 'professional', work.now))
  return {
    seats: personsIn(bookings),
    refundCents: outcomes.reduce((sum, { refundCents }) => sum + refundCents, 0),
    // Beyond the refund only the client receives anything, as credit.
    creditCents: outcomes.reduce((sum, { professionalNetCents }) => sum - professionalNetCents, 0),
  }
}

export const personsIn = (bookings: readonly { persons: number }[]) =>
  bookings.reduce((sum, { persons }) => sum + persons, 0)

/** Idempotent. Refuses not_found, no_profile, class_begun, impact_changed when more have booked than were shown. */
export const cancel = async (
  work: Work,
  { params: { id }, body }: Pick<Input<typeof cancelClass>, 'params' | 'body'>,
): Promise<ClassView> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  await inTransaction(work, async (work) => {
    const row = await lockClass(work, id)
    if (row?.professional_id !== professionalId) return refuse('not_found')
    if (row.status === 'cancelled') return
    const { seats } = await seatsOf(work, id)
    if (row.starts_at <= work.now || !seats.every(isStill)) return refuse('class_begun')
    if (countOf(seats) > body.seats) return refuse('impact_changed')
    await closeClass(work, row, 'professional', body.reason)
  })
  return readOwn(work, id)
}

/** Every minute: decides whether a class is given, once clients had time to book. */
export const decideDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('class_sessions')
    .select('id')
    .where('status', '=', 'open')
    .where('decided_at', 'is', null)
    .where('decide_at', '<=', work.now)
    .orderBy('decide_at')
    .limit(500)
    .execute()
  await runIsolated(work, due, ({ id }) => decide(work, id))
}

/** Once: a concurrent second call finds it decided. A seat still being paid for does not count, and is not charged if the class ends. */
const decide = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const row = await lockClass(work, id)
    if (
      row?.status !== 'open' ||
      row.decided_at !== null ||
      row.decide_at === null ||
      row.decide_at > work.now
    )
      return
    const { n } = await work.db
      .selectFrom('bookings')
      .select(sql<number>`coalesce(sum(persons), 0)`.as('n'))
      .where('class_id', '=', id)
      .where('status', 'in', certainStatuses)
      .executeTakeFirstOrThrow()
    // After its start it is no longer cancelled: the clients are there.
    if (n < (row.minimum ?? 0) && row.starts_at > work.now) return closeClass(work, row, 'few', tooFew.client)
    await work.db
      .updateTable('class_sessions')
      .set({ decided_at: work.now, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    await publish(work, 'class.decided', { classId: id })
  })

/** Ends each seat of a cancelled class separately; the job retries those that fail. */
export const endSeats = async (work: Work, classId: string): Promise<void> => {
  const row = await work.db
    .selectFrom('class_sessions')
    .selectAll()
    .where('id', '=', classId)
    .where('status', '=', 'cancelled')
    .executeTakeFirst()
  if (row === undefined) return
  const seats = await work.db
    .selectFrom('bookings')
    .select(['id', 'status'])
    .where('class_id', '=', classId)
    .where('status', 'in', ['held', 'awaiting_payment', 'confirmed'])
    .orderBy('id')
    .execute()
  await runIsolated(work, seats, ({ id, status }) =>
    status === 'confirmed' ? endSeat(work, row, id) : releaseHold(work, { id, status }),
  )
}

const endSeat = async (work: Work, row: ClassRow, id: string) => {
  const reason = row.cancel_reason ?? ''
  if (row.cancelled_by === 'few') return cancelAsPlatform(work, id, 'too few had booked', tooFew.client)
  if (row.cancelled_by === 'platform') return cancelAsPlatform(work, id, reason)
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    if (booking?.status !== 'confirmed') return null
    // On the terms at the moment of cancellation, however late this runs.
    const outcome = outcomeOf(booking, 'professional', row.cancelled_at ?? work.now)
    return end(work, booking, 'cancel_as_professional', 'professional', outcome, {
      party: 'professional',
      reason,
    })
  })
  if (paymentId !== null) await execute(work, paymentId)
}

/** Expires at once; a payment in progress is checked first and refunded. */
const releaseHold = async (work: Work, seat: { id: string; status: string }) => {
  await work.db
    .updateTable('bookings')
    .set({ hold_expires_at: work.now })
    .where('id', '=', seat.id)
    .where('status', 'in', ['held', 'awaiting_payment'])
    .where('hold_expires_at', '>', work.now)
    .execute()
  await endHold(work, seat)
}
