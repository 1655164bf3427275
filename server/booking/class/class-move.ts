/**
 * Moves a class to another hour or place with all of its clients at once (docs/booking/classes.md). The preview shows who is notified, who
 * is busy then, and what that costs. A client owes nothing for the seat until they accept the new time.
 */
import { sql } from 'kysely'
import type { ClassMove, ClassView, moveClass, previewClassMove } from '#contract/booking/class/class.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { claim, release, releaseClass } from '#server/availability/block/availability.ts'
import { endHold } from '#server/booking/checkout/booking.ts'
import { lockClass, type ClassRow, type MovedFrom, movedFrom } from '#server/booking/columns/class-row.ts'
import { costOfEnding, isStill, personsIn, readOwn } from '#server/booking/class/class.ts'
import { end, outcomeOf } from '#server/booking/cancellation/ending.ts'
import { expire } from '#server/booking/checkout/hold-end.ts'
import { makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { lockFor, type ViewerQuery } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { asClaim, claimedBy } from '#server/booking/moves/rules.ts'
import { clockTime, localStart, longDate } from '#server/booking/moves/wording.ts'
import { execute, followStart } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { despiteDeadlocks, inTransaction, type Work } from '#server/platform/work.ts'
import {
  ownRow,
  livingSeats,
  requireMovable,
  look,
  busyThen,
  isWhereItIs,
  tooNear,
  type Taking,
  placeOf,
} from '#server/booking/class/class-move-look.ts'

/** What the move would mean; changes nothing. Refuses no_profile, not_found, class_begun. */
export const preview = async (
  work: Work,
  { params: { id }, body }: Pick<Input<typeof previewClassMove>, 'params' | 'body'>,
): Promise<ClassMove> => {
  const row = await ownRow(work, id)
  const seats = await livingSeats(work, id)
  requireMovable(work, row, seats)
  const { shown: reported, taking } = await look(work, row, body)
  const lost = taking === null ? [] : await busyThen(work, seats, taking)
  const ending = costOfEnding(work, lost)
  const certain = seats.filter(isStill)
  return {
    version: row.version,
    ...reported,
    isSame: taking !== null && isWhereItIs(row, taking, body.place),
    problem: reported.problem ?? tooNear(work, row, certain, taking),
    seats: personsIn(certain),
    lost: ending.seats,
    paying: personsIn(seats.filter((one) => !isStill(one))),
    refundCents: ending.refundCents,
    creditCents: ending.creditCents,
  }
}

/**
 * All or nothing: the class gets its new time, each seat moves along, and clients who are busy then get a full refund. Refuses not_found,
 * no_profile, class_begun, stale_version, class_not_there with why, and impact_changed when it would mean more than was shown.
 */
export const move = async (
  work: Work,
  { params: { id }, body }: Pick<Input<typeof moveClass>, 'params' | 'body'>,
): Promise<ClassView> => {
  await ownRow(work, id)
  const payments = await despiteDeadlocks(work, () =>
    inTransaction(work, async (work) => {
      // A client who pays locks their booking first and then the class: the same lock order here.
      await livingSeats(work, id)
      const row = (await lockClass(work, id)) ?? refuse('not_found')
      const seats = await livingSeats(work, id)
      if (row.version !== body.version) return refuse('stale_version')
      requireMovable(work, row, seats)
      const { shown: reported, taking } = await look(work, row, body)
      const certain = seats.filter(isStill)
      const problem = reported.problem ?? tooNear(work, row, certain, taking)
      if (taking === null || problem !== null) return refuseThere(problem)
      if (isWhereItIs(row, taking, body.place)) return []
      const lost = await busyThen(work, certain, taking)
      if (personsIn(certain) > body.seats || personsIn(lost) > body.lost) return refuse('impact_changed')
      return carry(work, row, { taking, place: body.place, zone: reported.zone, seats, lost })
    }),
  )
  crashPoint('committed-class-move')
  for (const paymentId of payments) await execute(work, paymentId)
  return readOwn(work, id)
}

const refuseThere = (problem: string | null): never => {
  throw new Refusal('class_not_there', { problem }, problem ?? undefined)
}

type Going = {
  taking: Taking
  place: number
  zone: string
  seats: readonly BookingRow[]
  lost: readonly BookingRow[]
}

/** In the caller's transaction, which has locked all of them. Returns the payments to execute. */
const carry = async (work: Work, row: ClassRow, { taking, place, zone, seats, lost }: Going) => {
  const before = { startsAt: row.starts_at.toISOString(), place: await placeOf(work, row) }
  const where = {
    space_id: place > 0 ? place : null,
    unit_id: taking.unitId,
    host_id: taking.hostId,
    parent_rent_id: taking.parentRentId,
    visit_place: place < 0 ? place : null,
    starts_at: taking.startsAt,
    ends_at: taking.endsAt,
    zone,
  }
  await releaseClass(work, row.id)
  const shiftMs = taking.startsAt.getTime() - row.starts_at.getTime()
  await work.db
    .updateTable('class_sessions')
    .set({
      ...where,
      agreement_id: taking.agreementId,
      decide_at: row.decide_at === null ? null : new Date(row.decide_at.getTime() + shiftMs),
      moved_at: work.now,
      moves: row.moves + 1,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute()
  await orNotThere(() =>
    claim(work, {
      bookingId: null,
      classId: row.id,
      claims: taking.claims,
      holdUntil: null,
      parentRentId: taking.parentRentId,
      place,
    }),
  )
  const payments: (string | null)[] = []
  const isLost = new Set(lost.map(({ id }) => id))
  const going = seats.filter((one) => isStill(one) && !isLost.has(one.id))
  for (const booking of lost) payments.push(await endSeat(work, booking, taking, zone))
  // All are released first: two that swap places would block each other.
  for (const { id } of going) await release(work, id)
  for (const booking of going) payments.push(await follow(work, booking, where, before))
  for (const booking of seats) if (!isStill(booking)) await releaseHold(work, booking)
  crashPoint('inside-class-move')
  await publish(work, 'class.moved', { classId: row.id })
  await publish(work, 'class.set', { professionalId: row.professional_id })
  return payments.flatMap((id) => id ?? [])
}

/** Translates an hour taken since the preview. */
const orNotThere = async (act: () => Promise<void>) => {
  try {
    await act()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slot_taken') return refuse('class_not_there')
    throw error
  }
}

/** The client is busy then: the seat ends as when the professional cancels. */
const endSeat = (work: Work, booking: BookingRow, { startsAt }: Taking, zone: string) =>
  end(work, booking, 'cancel_as_professional', 'professional', outcomeOf(booking, 'professional', work.now), {
    party: 'professional',
    reason: `La clase se movió al ${longDate(startsAt, zone)}, ${clockTime(startsAt, zone)} h, y a esa hora ya tienes otra cita.`,
  })

type Where = Pick<
  BookingRow,
  'space_id' | 'unit_id' | 'host_id' | 'parent_rent_id' | 'visit_place' | 'starts_at' | 'ends_at' | 'zone'
>

const follow = async (
  work: Work,
  booking: BookingRow,
  where: Where,
  before: MovedFrom,
): Promise<string | null> => {
  const agreed = movedFrom(booking) ?? before
  const place = await placeOf(work, where)
  const isBack = agreed.startsAt === where.starts_at.toISOString() && agreed.place === place
  await makeMove(
    work,
    booking,
    'follow_class',
    { party: 'professional' },
    {
      ...where,
      local_start: localStart(where.starts_at, where.zone),
      moved_from: isBack ? null : JSON.stringify(agreed),
    },
  )
  try {
    await claim(work, {
      bookingId: booking.id,
      claims: claimedBy({ ...booking, ...where }).map(asClaim),
      holdUntil: null,
      isClientAlone: true,
    })
  } catch (error) {
    // The client booked something else since the check.
    if (error instanceof Refusal && error.code === 'client_busy') return refuse('impact_changed')
    throw error
  }
  await publish(work, 'class.seat_moved', { bookingId: booking.id })
  return followStart(work, { bookingId: booking.id, startsAt: where.starts_at })
}

/**
 * A client who is still paying for the old hour is not charged; if the bank was already called, its answer is checked first (releaseLeft).
 */
const releaseHold = async (work: Work, { id, status }: BookingRow) => {
  await work.db.updateTable('bookings').set({ hold_expires_at: work.now }).where('id', '=', id).execute()
  if (status === 'held') await expire(work, id)
}

/** Job: releases seats still being paid for at an hour that the class has left. */
export const releaseLeft = async (work: Work, classId: string): Promise<void> => {
  const { rows } = await sql<{ id: string; status: string }>`
    select seat.id, seat.status from bookings seat join class_sessions own on own.id = seat.class_id
    where own.id = ${classId}::uuid and seat.status in ('held', 'awaiting_payment') and seat.hold_expires_at <= ${work.now}
      and seat.starts_at <> own.starts_at`.execute(work.db)
  await runIsolated(work, rows, (seat) => endHold(work, seat))
}

/** The client accepts the new hour: from now on the cancellation policy applies to it. */
export const accept = async (
  work: Work,
  id: string,
  { version, ...viewer }: ViewerQuery & { version: number },
) => {
  await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { ...viewer, as: 'client' })
    if (booking.version !== version) return refuse('stale_version')
    requireMove(booking, 'accept_class_move', 'client', work.now)
    await makeMove(work, booking, 'accept_class_move', { party: 'client' }, { moved_from: null })
  })
  return readAs(work, id, 'client')
}
