/** One step of a booking: allowed by the contract's table, and recorded in the same transaction with its actor and reason. */
import { randomInt } from 'node:crypto'
import { type Selectable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { checkInOpensMinutes, moves, type Move, type Party } from '#contract/booking/moves.ts'
import { mayMove } from '#contract/booking/may-move.ts'
import { mayMoveRent, rentMoves, type RentMove } from '#contract/booking/rent/rent-moves.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Attendance } from '#server/booking/moves/attendance.ts'
import { endQuestions, type Moved as Moving } from '#server/booking/moves/open-question.ts'
import { questionOfOne } from '#server/platform/files/statement.ts'
import type { Bookings } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type BookingRow = Selectable<Bookings>

export const statusOf = (booking: { status: string }): BookingStatus => z.parse(BookingStatus, booking.status)

type Acceptances = Pick<BookingRow, 'client_acceptance' | 'professional_acceptance' | 'host_acceptance'>

/** The parties that have not answered yet. */
export const waitsFor = (booking: Partial<Acceptances>): Side[] =>
  sides.filter((side) => booking[`${side}_acceptance`] === 'pending')
/** Payment is not the last step: another party must answer afterwards. */
export const asksOncePaid = (booking: { status: string } & Partial<Acceptances>): boolean =>
  booking.status === 'awaiting_payment' && waitsFor(booking).some((side) => side !== 'client')
const sides = ['client', 'professional', 'host'] as const
type Side = (typeof sides)[number]

type Arrivals = Pick<
  Attendance,
  'professional_arrived_at' | 'professional_arrival_method' | 'check_in_method'
>

/** The moves that depend on the registered arrivals. */
export type AttendedMove = 'arrive' | 'confirm_attendance' | 'client_no_show' | 'professional_no_show'
type MovedBy<M> = Moved & ([Extract<M, AttendedMove>] extends [never] ? unknown : Arrivals)

/** The fields of a booking needed for a move; acceptances may be missing. */
type Moved = Pick<BookingRow, 'kind' | 'status' | 'starts_at' | 'ends_at'> &
  Partial<
    Acceptances &
      Pick<
        BookingRow,
        | 'requested_at'
        | 'respond_by'
        | 'tolerance_minutes'
        | 'rescue_by'
        | 'rescue_waits'
        | 'class_id'
        | 'moved_from'
      >
  > &
  Partial<Arrivals> & {
    no_show_state?: string | null
    contest_by?: Date | null
    change?: Parameters<typeof mayMove>[2]['change']
    isDisputed?: boolean
  }

/** What `mayMove` looks at. */
export const forMoves = (booking: Omit<Moved, 'kind'>) => ({
  status: statusOf(booking),
  startsAt: booking.starts_at.toISOString(),
  endsAt: booking.ends_at.toISOString(),
  toleranceMinutes: booking.tolerance_minutes,
  requestedAt: booking.requested_at?.toISOString() ?? null,
  respondBy: booking.respond_by?.toISOString() ?? null,
  waitsFor: waitsFor(booking),
  arrivedAt: booking.professional_arrived_at?.toISOString() ?? null,
  arrivalProved: booking.professional_arrival_method === 'station_code',
  isMet: booking.check_in_method === 'client_code' || booking.check_in_method === 'station_code',
  noShow:
    booking.no_show_state && booking.contest_by
      ? { state: booking.no_show_state, contestBy: booking.contest_by.toISOString() }
      : null,
  change: booking.change ?? null,
  rescue: booking.rescue_by
    ? {
        waitsFor: sides.filter((side) => booking.rescue_waits?.includes(side)),
        expiresAt: booking.rescue_by.toISOString(),
      }
    : null,
  isDisputed: booking.isDisputed ?? false,
  isSeat: typeof booking.class_id === 'string',
  isMoved: booking.moved_from !== undefined && booking.moved_from !== null,
})

/** Refuses move_not_allowed (or too_early for a check-in) with the reason that the disabled button shows. */
export const requireMove = <M extends Move | RentMove>(
  booking: MovedBy<M>,
  move: M,
  party: Party,
  now: Date,
) => {
  const answer = mayMake(booking, move, party, now)
  if (answer.allowed) return
  const opensAt = booking.starts_at.getTime() - checkInOpensMinutes * minuteMs
  const early =
    (move === 'check_in' || move === 'arrive') && booking.status === 'confirmed' && now.getTime() < opensAt
  throw new Refusal(early ? 'too_early' : 'move_not_allowed', undefined, answer.reason)
}

/** By the table of its kind; a move of the other kind only is not allowed. */
export const mayMake = <M extends Move | RentMove>(
  booking: MovedBy<M>,
  move: M,
  party: Party,
  now: Date,
  visits = 0,
) => {
  if (booking.kind === 'rent')
    return isRentMove(move) ? mayMoveRent(move, party, { ...forMoves(booking), visits }, now) : unknown
  return isVisitMove(move) ? mayMove(move, party, forMoves(booking), now) : unknown
}

const unknown = { allowed: false, reason: 'El estado de la reserva no lo permite.' } as const
const isRentMove = (move: string): move is RentMove => Object.hasOwn(rentMoves, move)
const isVisitMove = (move: string): move is Move => Object.hasOwn(moves, move)

/** The status a move leads to; a rent whose hours change, or a mere proposal, keeps its status. */
const target = (booking: { status: string }, move: Move | RentMove): string =>
  (isVisitMove(move) ? moves[move].to : rentMoves[move].to) ?? booking.status

/** The actor of a move and the reason. The platform's moves record a reason; for a person the move itself says it. */
export type Mover =
  | { party: 'platform'; reason: string }
  | { party: Exclude<Party, 'platform'>; reason?: string }

/**
 * Is the booking as the actor saw it at this version? It is when since then only another party gave the same acceptance, as two parties may
 * accept at once. The booking is locked.
 */
export const isAsSeen = async (
  work: Work,
  booking: { id: string; version: number },
  seen: number,
  partly?: 'accept_change_in_part' | 'accept_rescue_in_part',
): Promise<boolean> => {
  if (booking.version === seen || partly === undefined) return booking.version === seen
  const since = await work.db
    .selectFrom('booking_moves')
    .select('move')
    .where('booking_id', '=', booking.id)
    .where('version', '>', seen)
    .execute()
  return since.length === 1 && since[0]?.move === partly
}

/**
 * Moves the booking and records it, in one statement; then ends the open questions that the move makes pointless. A concurrent move:
 * stale_version. The caller has called `requireMove`.
 */
export const makeMove = async (
  work: Work,
  booking: { id: string; version: number; status: string },
  move: Move | RentMove,
  mover: Mover,
  changes: Updateable<Bookings> = {},
) => {
  const to = target(booking, move)
  // A rescue asks about a confirmed visit, at its present place and hour.
  const staysThere = to === 'confirmed' && changes.unit_id === undefined && changes.starts_at === undefined
  const made = await work.db
    .with('moved', (db) =>
      db
        .updateTable('bookings')
        .set({
          ...changes,
          ...(staysThere ? {} : { rescue_by: null, rescue_waits: null }),
          status: to,
          version: booking.version + 1,
        })
        .where('id', '=', booking.id)
        .where('version', '=', booking.version)
        .returning(['id', 'version', whatMoved]),
    )
    .insertInto('booking_moves')
    .columns([
      'booking_id',
      'version',
      'move',
      'from_status',
      'to_status',
      'actor',
      'actor_account_id',
      'reason',
      'at',
    ])
    .expression((db) =>
      db
        .selectFrom('moved')
        .select([
          'moved.id',
          'moved.version',
          sql<string>`${move}::text`.as('move'),
          sql<string>`${booking.status}::text`.as('from_status'),
          sql<string>`${to}::text`.as('to_status'),
          sql<string>`${mover.party}::text`.as('actor'),
          sql<number | null>`${work.viewer.accountId}::bigint`.as('actor_account_id'),
          sql<string>`${mover.reason ?? ''}::text`.as('reason'),
          sql<Date>`${work.now}::timestamptz`.as('at'),
        ]),
    )
    .returning(sql<Moving>`(select moved.what from moved)`.as('moved'))
    .executeTakeFirst()
  if (made === undefined) return refuse('stale_version')
  await endQuestions(work, booking.id, made.moved)
}

const whatMoved = sql<Moving>`json_build_object('from', old.status, 'to', new.status,
  'isElsewhere', old.unit_id is distinct from new.unit_id or old.starts_at <> new.starts_at,
  'isOtherRent', new.kind = 'rent' and (old.ends_at <> new.ends_at or old.professional_id <> new.professional_id),
  'leftRescue', old.rescue_by is not null and new.rescue_by is null)`.as('what')

/** Read aloud at the entrance: six digits. */
export const arrivalCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** The booking, locked until the transaction ends, or undefined. */
export const lockById = (work: Work, id: string): Promise<BookingRow | undefined> => locked(work.db, id)
const locked = questionOfOne<BookingRow>((db, id) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate(),
)
