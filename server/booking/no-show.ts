/**
 * A client does not come (product.md §4, B15). The professional, who is there, says so from fifteen minutes after the start on;
 * what the policy gives back goes back at once, the fee waits for a day. Contested it waits for the professional or an
 * administrator. docs/decisions/no-shows.md.
 */
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking, Move } from '#contract/booking.ts'
import {
  type contestedNoShows,
  NoShowState,
  verdicts,
  type noShow as noShowEndpoint,
  type Verdict,
} from '#contract/no-show.ts'
import { release } from '#server/availability/availability.ts'
import { visitCancellation } from '#server/booking/cancellation.ts'
import {
  lockById,
  makeMove,
  mayMake,
  requireMove,
  type BookingRow,
  type Mover,
} from '#server/booking/move.ts'
import { findFor, lockFor, type Asking } from '#server/booking/party.ts'
import { contactOf, endingOf, readAs, type Ending } from '#server/booking/present.ts'
import { dayMs } from '#server/booking/rules.ts'
import { requireCharged, stationCodeOf } from '#server/booking/visit.ts'
import { carryOut, returnPart, settle } from '#server/payment/payment.ts'
import type { Settlement } from '#server/payment/settlement.ts'
import { crashPoint } from '#server/platform/crash-points.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { NoShows } from '#server/platform/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { settlementOfCancellation } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof Booking>
type Told = z.input<(typeof noShowEndpoint)['reply']>
type Row = Selectable<NoShows>

/** "I am here": by the code that hangs at the unit; without a unit by their word. Refuses too_early, wrong_code. */
export const arrive = (work: Work, id: string, code: string | undefined): Promise<View> =>
  inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    requireMove(booking, 'arrive', 'professional', work.now)
    const station = await stationCodeOf(work, booking)
    if (station !== undefined && code?.trim().toUpperCase() !== station.toUpperCase()) refuse('wrong_code')
    const method = station === undefined ? 'word' : 'station_code'
    await makeMove(
      work,
      booking,
      'arrive',
      { party: 'professional', reason: method },
      { professional_arrived_at: work.now, professional_arrival_method: method },
    )
    return readAs(work, id, 'professional')
  })

/** What a client who stays away costs. */
const outcomeOf = (booking: BookingRow) => visitCancellation(booking, 'client_no_show', booking.starts_at)

/** How the fee is divided if it stands: as B10 divides any fee. */
export const settlementOfNoShow = (booking: BookingRow): Settlement =>
  settlementOfCancellation(outcomeOf(booking), {
    clientId: booking.client_id ?? refuse('move_not_allowed'),
    professionalId: booking.professional_id,
    hostId: booking.host_id,
  })

/** The client did not come. Refuses move_not_allowed, stale_version, payment_in_progress. */
export const mark = async (work: Work, id: string, { version }: { version: number }): Promise<View> => {
  const { booking } = await findFor(work, id, { as: 'professional' })
  requireMove(booking, 'client_no_show', 'professional', work.now)
  await requireCharged(work, id)
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    if (booking.version !== version) return refuse('stale_version')
    requireMove(booking, 'client_no_show', 'professional', work.now)
    return markInside(work, booking)
  })
  crashPoint('committed-no-show')
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, id, 'professional')
}

/** Time, move, the money that is not in doubt and the fact, in the caller's transaction. */
const markInside = async (work: Work, booking: BookingRow): Promise<string | null> => {
  const outcome = outcomeOf(booking)
  const { refundCents, feeCents, reason, feeSplit } = outcome
  const ending: Ending = {
    by: 'client',
    at: work.now.toISOString(),
    reason,
    refundCents,
    feeCents,
    professionalNetCents: feeSplit.professional.netCents,
    hostNetCents: feeSplit.host.netCents,
  }
  await release(work, booking.id)
  await makeMove(
    work,
    booking,
    'client_no_show',
    { party: 'professional' },
    { ended_at: work.now, cancellation: JSON.stringify(ending) },
  )
  const isFree = feeCents === 0
  await work.db
    .insertInto('no_shows')
    .values({
      booking_id: booking.id,
      state: isFree ? 'stands' : 'open',
      fee_cents: feeCents,
      marked_at: work.now,
      contest_by: new Date(work.now.getTime() + dayMs),
      decided_at: isFree ? work.now : null,
    })
    .execute()
  // Where the policy keeps nothing there is nothing to wait for.
  const paymentId = isFree
    ? await settleAs(work, booking, settlementOfNoShow(booking))
    : await returnPart(work, {
        bookingId: booking.id,
        amountCents: refundCents,
        idemKey: `no_show:${booking.id}`,
      })
  crashPoint('inside-no-show')
  await announce(work, 'booking.no_show', { bookingId: booking.id })
  return paymentId
}

const settleAs = (work: Work, booking: BookingRow, settlement: Settlement) =>
  settle(work, {
    bookingId: booking.id,
    settlement,
    releaseAt: releaseAt(openTerms(booking.terms), booking.ends_at),
  })

/** How it stands, for the two whom it concerns. */
export const read = async (work: Work, id: string, asking: Asking): Promise<Told> => {
  const { booking, side } = await findFor(work, id, asking)
  return side === 'host' ? refuse('not_found') : tellAs(work, booking, side)
}

const tellAs = async (work: Work, booking: BookingRow, side: 'client' | 'professional'): Promise<Told> => {
  const row = await rowOf(work, booking.id)
  if (row === undefined) return { noShow: null }
  const move = side === 'client' ? 'contest_no_show' : 'withdraw_no_show'
  const answer = mayMake(withRow(booking, row), move, side, work.now)
  const button = { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
  return { noShow: { ...partsOf(booking, row), moves: [button] } }
}

const partsOf = (booking: { version: number; cancellation: unknown }, row: Row) => ({
  version: booking.version,
  state: z.parse(NoShowState, row.state),
  markedAt: row.marked_at.toISOString(),
  contestBy: row.contest_by.toISOString(),
  feeCents: row.fee_cents,
  refundCents: endingOf(booking)?.refundCents ?? 0,
  evidence: row.evidence,
  decidedAt: row.decided_at?.toISOString() ?? null,
})

const rowOf = (work: Work, id: string): Promise<Row | undefined> =>
  work.db.selectFrom('no_shows').selectAll().where('booking_id', '=', id).executeTakeFirst()

const withRow = (booking: BookingRow, row: Row | undefined) => ({
  ...booking,
  no_show_state: row?.state ?? null,
  contest_by: row?.contest_by ?? null,
})

/** The booking is locked, so nobody else settles it meanwhile. */
const requireOpen = async (
  work: Work,
  booking: BookingRow,
  move: Move,
  party: Mover['party'],
  version: number,
) => {
  if (booking.version !== version) return refuse('stale_version')
  requireMove(withRow(booking, await rowOf(work, booking.id)), move, party, work.now)
}

/** The client says otherwise. The fee stays frozen. Refuses stale_version, move_not_allowed after a day. */
export const contest = (
  work: Work,
  id: string,
  { t, version, evidence }: { t?: string | undefined; version: number; evidence: string },
): Promise<Told> =>
  inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { t, as: 'client' })
    await requireOpen(work, booking, 'contest_no_show', 'client', version)
    await makeMove(work, booking, 'contest_no_show', { party: 'client' })
    await work.db
      .updateTable('no_shows')
      .set({ state: 'contested', evidence, contested_at: work.now })
      .where('booking_id', '=', id)
      .execute()
    await announce(work, 'booking.no_show_contested', { bookingId: id })
    return tellAs(work, { ...booking, version: booking.version + 1 }, 'client')
  })

/** The professional takes it back. Refuses stale_version, move_not_allowed once it is settled. */
export const withdraw = async (work: Work, id: string, { version }: { version: number }): Promise<Told> => {
  const paymentId = await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: 'professional' })
    await requireOpen(work, booking, 'withdraw_no_show', 'professional', version)
    return end(work, booking, 'withdraw_no_show', { party: 'professional' })
  })
  crashPoint('committed-no-show-end')
  if (paymentId !== null) await carryOut(work, paymentId)
  const { booking } = await findFor(work, id, { as: 'professional' })
  return tellAs(work, booking, 'professional')
}

/** An administrator has read both. Refuses stale_version, move_not_allowed. */
export const decide = async (
  work: Work,
  id: string,
  { version, verdict }: { version: number; verdict: Verdict },
): Promise<View> => {
  const move = verdict === 'stands' ? 'uphold_no_show' : 'drop_no_show'
  const paymentId = await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    const row = await rowOf(work, id)
    if (booking === undefined || row === undefined) return refuse('not_found')
    // Before somebody contests it there is nothing to decide, and after a day it stands by itself.
    if (row.state === 'open') return refuse('move_not_allowed')
    await requireOpen(work, booking, move, 'platform', version)
    return end(work, booking, move, { party: 'platform', reason: verdicts[verdict] })
  })
  crashPoint('committed-no-show-end')
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, id, 'professional')
}

/** Every minute: those whose day is over without a word. Several processes may; each takes what the others have not. */
export const standDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('no_shows')
    .select('booking_id as id')
    .where('state', '=', 'open')
    .where('contest_by', '<=', work.now)
    .orderBy('contest_by')
    .limit(500)
    .execute()
  await eachApart(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const booking = await lockById(work, id)
      const row = await rowOf(work, id)
      if (booking === undefined || row?.state !== 'open' || row.contest_by > work.now) return null
      return end(work, booking, 'uphold_no_show', { party: 'platform', reason: 'nobody contested it' })
    })
    if (paymentId !== null) await carryOut(work, paymentId)
  })
}

const states = { withdraw_no_show: 'withdrawn', uphold_no_show: 'stands', drop_no_show: 'falls' } as const

/** Money, state, move and fact in the caller's transaction. */
const end = async (
  work: Work,
  booking: BookingRow,
  move: keyof typeof states,
  mover: Mover,
): Promise<string | null> => {
  const stands = move === 'uphold_no_show'
  const nothingKept: Settlement = { kind: 'cancellation', keepCents: 0, shares: [], extras: [] }
  const paymentId = await settleAs(work, booking, stands ? settlementOfNoShow(booking) : nothingKept)
  await work.db
    .updateTable('no_shows')
    .set({ state: states[move], decided_at: work.now })
    .where('booking_id', '=', booking.id)
    .execute()
  await makeMove(work, booking, move, mover, stands ? {} : { cancellation: allBack(work, booking, move) })
  crashPoint('inside-no-show-end')
  await announce(work, 'booking.no_show_ended', { bookingId: booking.id })
  return paymentId
}

const allBack = (work: Work, booking: BookingRow, move: 'withdraw_no_show' | 'drop_no_show') =>
  JSON.stringify({
    by: 'client',
    at: work.now.toISOString(),
    reason: move === 'drop_no_show' ? verdicts.falls : 'La inasistencia se retiró: se devuelve todo.',
    refundCents: booking.total_cents,
    feeCents: 0,
    professionalNetCents: 0,
    hostNetCents: 0,
  } satisfies Ending)

/** What waits for an administrator, the oldest first. */
export const contested = async (work: Work): Promise<z.input<(typeof contestedNoShows)['reply']>> => {
  const rows = await work.db
    .selectFrom('no_shows')
    .innerJoin('bookings as booking', 'booking.id', 'no_shows.booking_id')
    .innerJoin('professionals as professional', 'professional.id', 'booking.professional_id')
    .leftJoin('spaces as space', 'space.id', 'booking.space_id')
    .leftJoin('units as unit', 'unit.id', 'booking.unit_id')
    .selectAll('no_shows')
    .select([
      'booking.version',
      'booking.cancellation',
      'booking.contact',
      'booking.service_name',
      'booking.starts_at',
      'booking.zone',
      'booking.professional_arrived_at',
      'booking.professional_arrival_method',
      sql<string>`concat_ws(' ', professional.first_name, professional.last_name)`.as('professional'),
      sql<string>`concat_ws(' · ', space.name, unit.name)`.as('place'),
    ])
    .where('no_shows.state', '=', 'contested')
    .orderBy('no_shows.contested_at')
    .limit(100)
    .execute()
  return {
    noShows: rows.map((row) => ({
      id: row.booking_id,
      ...partsOf(row, row),
      service: row.service_name,
      professional: row.professional,
      client: contactOf(row)?.firstName ?? '',
      place: row.place,
      startsAt: row.starts_at.toISOString(),
      zone: row.zone,
      arrivedAt: row.professional_arrived_at?.toISOString() ?? null,
      arrivalMethod: row.professional_arrival_method === 'word' ? 'word' : 'station_code',
    })),
  }
}
