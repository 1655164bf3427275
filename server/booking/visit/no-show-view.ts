/** The state of a no-show, for each party concerned and for the administrator who decides. */
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import {
  Absent,
  type contestedNoShows,
  NoShow,
  NoShowState,
  type noShow as noShowEndpoint,
} from '#contract/booking/visit/no-show.ts'
import { coveredByHostCents } from '#server/booking/moves/covered-by-host.ts'
import { delayRows, delaysFrom, delaysOf } from '#server/booking/columns/delay-row.ts'
import { type Attendance, attendanceColumns, withAttendance } from '#server/booking/moves/attendance.ts'
import { mayMake, type BookingRow } from '#server/booking/moves/move.ts'
import { hadStarted, movesOf, outcomeOf } from '#server/booking/cancellation/no-show-rules.ts'
import { findFor, type ViewerQuery, type Side } from '#server/booking/moves/party.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { methodOf } from '#server/booking/columns/arrival.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { NoShows } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

type NoShowReply = z.input<(typeof noShowEndpoint)['reply']>
export type NoShowRow = Selectable<NoShows>

export const rowOf = (work: Work, id: string): Promise<NoShowRow | undefined> =>
  work.db.selectFrom('no_shows').selectAll().where('booking_id', '=', id).executeTakeFirst()

/** A booking with the fields that its moves look at. */
export const withRow = (booking: BookingRow, row: NoShowRow | undefined) => ({
  ...booking,
  no_show_state: row?.state ?? null,
  contest_by: row?.contest_by ?? null,
})

/** For the client and the professional; for the host where the professional did not come. Refuses not_found. */
export const read = async (work: Work, id: string, viewer: ViewerQuery): Promise<NoShowReply> => {
  const { booking, side } = await findFor(work, id, viewer)
  return presentAs(work, booking, side)
}

export const presentAs = async (work: Work, booking: BookingRow, side: Side): Promise<NoShowReply> => {
  const row = await rowOf(work, booking.id)
  if (side === 'host' && row?.absent !== 'professional') return refuse('not_found')
  if (row === undefined) return { noShow: null }
  const parts = {
    ...partsOf(await withAttendance(work, booking), row),
    delays: await delaysOf(work, booking.id),
  }
  const moves = buttonsOf(parts.absent, side).map((move) => {
    const answer = mayMake(withRow(booking, row), move, side, work.now)
    return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
  })
  // What the professional reports is between them and the client, and so are the price and its parts.
  return {
    noShow: {
      ...parts,
      // Nor whether another host covers part of their rent.
      ...(side === 'host'
        ? {
            feeCents: null,
            refundCents: null,
            evidence: null,
            delays: delaysFrom([]),
            rentCents: outcomeOf(booking, parts.absent).rentChargedCents,
          }
        : {}),
      moves,
    },
  }
}

const buttonsOf = (absent: Absent, side: Side) => {
  if (side === absent) return [movesOf[absent].contest]
  return absent === 'client' && side === 'professional' ? [movesOf.client.withdraw] : []
}

const partsOf = (booking: BookingRow & Attendance, row: NoShowRow) => {
  const absent = z.parse(Absent, row.absent)
  const { paidCents, creditCents, rentChargedCents } = outcomeOf(booking, absent)
  const isAllBack =
    absent === 'client' ? row.state === 'falls' || row.state === 'withdrawn' : row.state === 'stands'
  return {
    version: booking.version,
    absent,
    saidBy: z.parse(NoShow.shape.saidBy, row.reported_by),
    state: z.parse(NoShowState, row.state),
    markedAt: row.marked_at.toISOString(),
    contestBy: row.contest_by.toISOString(),
    feeCents: row.fee_cents,
    refundCents: isAllBack ? paidCents : Math.max(0, paidCents - row.fee_cents),
    creditCents,
    // The host does not see what the first host covers of a dearer rent.
    rentCents: Math.max(0, rentChargedCents - coveredByHostCents(booking, rentChargedCents)),
    evidence: row.evidence,
    decidedAt: row.decided_at?.toISOString() ?? null,
    started: hadStarted(booking),
  }
}

/** When and how they registered their arrival: alone, or else with the client as reported. */
const arrivalOf = (row: Attendance) => {
  const [at, receivedAt, method, meters, accuracy] =
    row.professional_arrived_at === null
      ? [
          row.checked_in_at,
          row.check_in_received_at,
          row.check_in_method,
          row.check_in_distance_m,
          row.check_in_accuracy_m,
        ]
      : [
          row.professional_arrived_at,
          row.professional_arrival_received_at,
          row.professional_arrival_method,
          row.professional_arrival_distance_m,
          row.professional_arrival_accuracy_m,
        ]
  return {
    arrivedAt: at?.toISOString() ?? null,
    arrivalReceivedAt: receivedAt?.toISOString() ?? null,
    arrivalMethod: methodOf(method),
    arrivalDistance: meters === null || accuracy === null ? null : { meters, accuracy },
  }
}

/** No-shows that wait for an administrator, the oldest first. */
export const contested = async (work: Work): Promise<z.input<(typeof contestedNoShows)['reply']>> => {
  const rows = await work.db
    .selectFrom('no_shows')
    .innerJoin('bookings as booking', 'booking.id', 'no_shows.booking_id')
    .leftJoin('attendances as attendance', 'attendance.booking_id', 'booking.id')
    .innerJoin('professionals as professional', 'professional.id', 'booking.professional_id')
    .leftJoin('spaces as space', 'space.id', 'booking.space_id')
    .leftJoin('units as unit', 'unit.id', 'booking.unit_id')
    .selectAll('booking')
    .select(attendanceColumns)
    .select([
      delayRows.as('delay_rows'),
      'no_shows.booking_id',
      'no_shows.state',
      'no_shows.absent',
      'no_shows.reported_by',
      'no_shows.fee_cents',
      'no_shows.marked_at',
      'no_shows.contest_by',
      'no_shows.evidence',
      'no_shows.contested_at',
      'no_shows.decided_at',
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
      delays: delaysFrom(row.delay_rows),
      service: row.service_name,
      professional: row.professional,
      client: contactOf(row)?.firstName ?? '',
      place: row.place,
      startsAt: row.starts_at.toISOString(),
      zone: row.zone,
      ...arrivalOf(row),
    })),
  }
}
