/**
 * S2 (product.md §4): rented hours, or some of them, are transferred to another professional who may rent there too, and who accepts. The
 * price does not change: no one is charged again, and later refunds go to the card that paid. The host is notified.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { hourMs } from '#contract/platform/duration.ts'
import { packStays, type Reservation } from '#contract/booking/rent/reservation.ts'
import {
  handOverHours,
  handOverMoves,
  type HandOver,
  type HandOverMove,
} from '#contract/booking/rent/hand-over.ts'
import { claim, release } from '#server/availability/block/availability.ts'
import { offerById } from '#server/booking/columns/hand-over-row.ts'
import { lockById, makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor } from '#server/booking/moves/party.ts'
import { freeFromMiddle, splitRent, worthOfHours } from '#server/booking/rent/part.ts'
import { read } from '#server/booking/rent/reservation-view.ts'
import { asClaim, claimedBy, minutesBetween } from '#server/booking/moves/rules.ts'
import { permissionOf } from '#server/booking/checkout/stay.ts'
import { requireNoVisits } from '#server/booking/checkout/within.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Professionals with an agreement at the space, except the holder. Refuses not_found. */
export const heirs = async (work: Work, id: string): Promise<{ id: number; name: string }[]> => {
  const { booking } = await findFor(work, id, { as: 'professional' })
  if (booking.kind !== 'rent') return refuse('not_found')
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, concat_ws(' ', p.first_name, p.last_name) as name
    from agreements a join professionals p on p.id = a.professional_id
    where a.space_id = ${booking.space_id} and a.status in ('active', 'expiring') and p.status = 'published'
      and (a.valid_to is null or a.valid_to >= ${booking.ends_at}) and p.id <> ${booking.professional_id}
    order by name, p.id limit 100`.execute(work.db)
  return rows
}

/**
 * Offers the hours, or some of them; they stay the viewer's until they are taken. Refuses not_found, move_not_allowed, stale_version,
 * rent_not_allowed, visits_within, invalid_input for hours that are not at an edge.
 */
export const offerHours = async (
  work: Work,
  id: string,
  order: {
    professionalId: number
    message: string
    version: number
    hours: { startsAt: string; endsAt: string } | null
  },
): Promise<z.input<typeof Reservation>> => {
  await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    if (booking.kind !== 'rent') return refuse('not_found')
    if (booking.version !== order.version) return refuse('stale_version')
    requireMove(booking, 'hand_over', 'professional', work.now)
    await requireTransferable(work, booking)
    const part = partOf(booking, order.hours)
    const worthCents = part === null ? null : await worthOfHours(work, booking, part)
    const offered = part ?? { startsAt: booking.starts_at, endsAt: booking.ends_at }
    await requireNoVisits(work, booking, { from: offered.startsAt, to: offered.endsAt })
    await requireMayRent(work, booking, order.professionalId, offered)
    const handOverId = randomUUIDv7()
    try {
      await work.db
        .insertInto('hand_overs')
        .values({
          id: handOverId,
          booking_id: id,
          from_professional_id: booking.professional_id,
          to_professional_id: order.professionalId,
          status: 'offered',
          message: order.message,
          offered_at: work.now,
          expires_at: new Date(
            Math.min(work.now.getTime() + handOverHours * hourMs, booking.starts_at.getTime()),
          ),
          starts_at: part?.startsAt ?? null,
          ends_at: part?.endsAt ?? null,
          worth_cents: worthCents,
        })
        .execute()
    } catch (error) {
      if (constraintOf(error) === 'hand_overs_one_open') return refuse('stale_version')
      throw error
    }
    await publish(work, 'hand_over.offered', { handOverId })
  })
  return read(work, id)
}

const requireTransferable = async (work: Work, { pack_id }: BookingRow) => {
  if (pack_id === null) return
  const { transferable } = await work.db
    .selectFrom('hour_packs')
    .select('transferable')
    .where('id', '=', pack_id)
    .executeTakeFirstOrThrow()
  if (!transferable) throw new Refusal('move_not_allowed', undefined, packStays)
}

type Hours = { startsAt: Date; endsAt: Date }

/** Null: all of them. */
const partOf = (booking: BookingRow, hours: { startsAt: string; endsAt: string } | null): Hours | null => {
  if (hours === null) return null
  const part = { startsAt: new Date(hours.startsAt), endsAt: new Date(hours.endsAt) }
  const isAll =
    part.startsAt.getTime() === booking.starts_at.getTime() &&
    part.endsAt.getTime() === booking.ends_at.getTime()
  return isAll ? null : part
}

const requireMayRent = async (
  work: Work,
  booking: BookingRow,
  professionalId: number,
  { startsAt, endsAt }: Hours,
) => {
  if (professionalId === booking.professional_id) return refuse('rent_not_allowed')
  const current = await permissionOf(
    work,
    professionalId,
    { spaceId: booking.space_id ?? 0, zone: booking.zone },
    { startsAt, minutes: minutesBetween(startsAt, endsAt) },
  ).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  })
  if (current?.may !== 'yes')
    throw new Refusal('rent_not_allowed', undefined, 'Esa persona todavía no puede rentar aquí a esas horas.')
  return current
}

/** Takes, declines or withdraws. Refuses not_found, stale_version, hand_over_over, own_time_taken, rent_not_allowed, visits_within. */
export const answer = async (
  work: Work,
  id: string,
  { move, version }: { move: HandOverMove; version: number },
): Promise<z.input<typeof HandOver>> => {
  await inTransaction(work, (work) => answerInside(work, id, { move, version }))
  return (await offerById(work, id)) ?? refuse('not_found')
}

const answerInside = async (
  work: Work,
  id: string,
  { move, version }: { move: HandOverMove; version: number },
) => {
  const offer = await offerById(work, id)
  if (offer?.side !== handOverMoves[move].by) return refuse('not_found')
  // Locks the rent first, as every change of it does.
  const booking = (await lockById(work, offer.rent.id)) ?? refuse('not_found')
  const { rows } = await sql<OfferRow>`
    select status, version, expires_at <= ${work.now} as expired, starts_at as "startsAt", ends_at as "endsAt",
      worth_cents as "worthCents" from hand_overs where id = ${id} for update`.execute(work.db)
  const [row] = rows
  if (row === undefined || row.status !== 'offered' || row.expired) return refuse('hand_over_over')
  if (row.version !== version) return refuse('stale_version')
  const madeId = move === 'accept' ? await takeOver(work, booking, offer.to.id, row) : null
  await work.db
    .updateTable('hand_overs')
    .set({
      status: handOverMoves[move].to,
      version: version + 1,
      decided_at: work.now,
      made_id: madeId,
    })
    .where('id', '=', id)
    .execute()
  if (move === 'accept') crashPoint('inside-hand-over')
  await publish(work, `hand_over.${handOverMoves[move].to}`, { handOverId: id })
}

type Offered = { startsAt: Date | null; endsAt: Date | null; worthCents: number | null }
type OfferRow = Offered & { status: string; version: number; expired: boolean }

/** The same hours of the same unit, now on the other professional's time. For a part: the new rent of that part. */
const takeOver = async (
  work: Work,
  booking: BookingRow,
  professionalId: number,
  offered: Offered,
): Promise<string | null> => {
  requireMove(booking, 'hand_over', 'professional', work.now)
  const hours = {
    startsAt: offered.startsAt ?? booking.starts_at,
    endsAt: offered.endsAt ?? booking.ends_at,
  }
  await requireNoVisits(work, booking, { from: hours.startsAt, to: hours.endsAt })
  const current = await requireMayRent(work, booking, professionalId, hours)
  const taking = { professionalId, agreementId: current.agreementId }
  try {
    if (offered.worthCents !== null) {
      const { booking: atEdge } = await freeFromMiddle(work, booking, hours)
      return await splitRent(work, atEdge, { ...hours, ...taking, worthCents: offered.worthCents })
    }
    await takeAll(work, booking, taking)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slot_taken') return refuse('own_time_taken')
    throw error
  }
}

const takeAll = async (
  work: Work,
  booking: BookingRow,
  { professionalId, agreementId }: { professionalId: number; agreementId: number | null },
) => {
  await release(work, booking.id)
  await makeMove(
    work,
    booking,
    'hand_over',
    { party: 'professional', reason: `${booking.professional_id} → ${professionalId}` },
    { professional_id: professionalId, agreement_id: agreementId },
  )
  await claim(work, {
    bookingId: booking.id,
    claims: claimedBy({ ...booking, professional_id: professionalId }).map(asClaim),
    holdUntil: null,
  })
}

/** Every minute: unanswered offers end, and their senders are notified. */
export const expireOffers = async (work: Work): Promise<void> => {
  const { rows: due } = await sql<{ id: string }>`
    select id from hand_overs where status = 'offered' and expires_at <= ${work.now} order by expires_at limit 200`.execute(
    work.db,
  )
  await runIsolated(work, due, ({ id }) =>
    inTransaction(work, async (work) => {
      const { rows } = await sql<{ id: string }>`
        update hand_overs set status = 'expired', version = version + 1, decided_at = ${work.now}
        where id = (select id from hand_overs where id = ${id} and status = 'offered' for update skip locked) returning id`.execute(
        work.db,
      )
      for (const one of rows) await publish(work, 'hand_over.expired', { handOverId: one.id })
    }),
  )
}
