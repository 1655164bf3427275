/** Which party may do what with rented hours, from which status and when. */
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import {
  checkInOpensMinutes,
  endedText,
  type Movable,
  type Move,
  type Party,
} from '#contract/booking/moves.ts'
import { changeReason, notBeforeStart, notYetText } from '#contract/booking/may-move.ts'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'
import { minuteMs } from '#contract/platform/duration.ts'

/** The table of moves of a rent. `to` null: the status is unchanged. Time windows are decided in `timeReason`. */
export const rentMoves = {
  pay: { by: ['professional'], from: ['held'], to: 'awaiting_payment' },
  /** By hand at the host's desk (contract/booking/desk/desk-rent.ts). */
  take_cash: { by: ['host'], from: ['held'], to: 'awaiting_payment' },
  /** The bank declined: the hours stay held, so that another card can be tried. */
  decline_card: { by: ['platform'], from: ['awaiting_payment'], to: 'held' },
  confirm: { by: ['platform'], from: ['held', 'awaiting_payment'], to: 'confirmed' },
  expire: { by: ['platform'], from: ['held', 'awaiting_payment'], to: 'expired' },
  revive: { by: ['platform'], from: ['expired'], to: 'confirmed' },
  /** Also by the host's desk, for hours held for a walk-in professional (contract/booking/desk/desk-rent.ts). */
  release: { by: ['professional', 'host'], from: ['held'], to: 'expired' },
  check_in: { by: ['professional'], from: ['confirmed'], to: 'in_progress' },
  check_out: { by: ['professional', 'platform'], from: ['in_progress'], to: 'to_settle' },
  complete: { by: ['professional', 'platform'], from: ['to_settle'], to: 'completed' },
  complete_unseen: { by: ['platform'], from: ['confirmed'], to: 'completed' },
  close: { by: ['platform'], from: ['completed'], to: 'closed' },
  /** S1: some of the hours are returned to the host. */
  hand_back: { by: ['professional'], from: ['confirmed', 'in_progress'], to: null },
  /** S2: offered to another professional, who may accept. */
  hand_over: { by: ['professional'], from: ['confirmed'], to: null },
  /** To another unit of the same space, at the same hours and price. */
  move_unit: { by: ['host'], from: ['confirmed'], to: null },
  /** To another hour (B9, contract/booking/rent/rent-change.ts): one of the two proposes it, the other answers. */
  propose_change: { by: ['professional', 'host'], from: ['confirmed'], to: null },
  accept_change: { by: ['professional', 'host'], from: ['confirmed'], to: null },
  decline_change: { by: ['professional', 'host'], from: ['confirmed'], to: null },
  withdraw_change: { by: ['professional', 'host'], from: ['confirmed'], to: null },
  lapse_change: { by: ['platform'], from: ['confirmed'], to: null },
  cancel_as_professional: { by: ['professional'], from: ['confirmed'], to: 'cancelled_by_professional' },
  cancel_as_host: { by: ['host'], from: ['confirmed'], to: 'cancelled_by_host' },
  cancel_as_platform: { by: ['platform'], from: ['confirmed'], to: 'cancelled_by_platform' },
} as const satisfies Record<
  string,
  { by: readonly Party[]; from: readonly BookingStatus[]; to: BookingStatus | null }
>
export type RentMove = keyof typeof rentMoves

/** Whether this party may make this move now. `visits`: clients expected within. */
export const mayMoveRent = (
  move: RentMove,
  party: Party,
  rent: Pick<Movable, 'status' | 'startsAt' | 'change'> & { endsAt: string; visits?: number },
  now: Date,
): Allowed =>
  checkMove<Party, BookingStatus>(
    rentMoves[move],
    { party, status: rent.status },
    {
      wrongStatus: (status) => endedText(status, 'renta') ?? 'El estado de la renta no lo permite.',
      otherwise: () =>
        (ofChange(move) ? changeReason(move, party, rent, now) : timeReason(move, rent, now)) ??
        visitsReason(move, rent.visits ?? 0),
    },
  )

const changes: ReadonlySet<string> = new Set([
  'propose_change',
  'accept_change',
  'decline_change',
  'withdraw_change',
  'lapse_change',
] satisfies (RentMove & Move)[])
const ofChange = (move: RentMove): move is RentMove & Move => changes.has(move)

const beforeItsEnd: ReadonlySet<RentMove> = new Set([
  'hand_back',
  'hand_over',
  'move_unit',
  'cancel_as_professional',
  'cancel_as_host',
])

const timeReason = (move: RentMove, rent: { startsAt: string; endsAt: string }, now: Date) => {
  const [startsAt, endsAt] = [Date.parse(rent.startsAt), Date.parse(rent.endsAt)]
  if (move === 'check_in' && now.getTime() < startsAt - checkInOpensMinutes * minuteMs)
    return `La llegada se registra desde ${checkInOpensMinutes} minutos antes.`
  if (notBeforeStart.has(move) && now.getTime() < startsAt) return notYetText
  if (move === 'complete_unseen' && now.getTime() < endsAt) return 'Estas horas no han terminado.'
  if ((move === 'check_in' || beforeItsEnd.has(move)) && now.getTime() >= endsAt)
    return 'Estas horas ya pasaron.'
  if (move === 'hand_over' && now.getTime() >= startsAt) return 'Estas horas ya empezaron.'
  return null
}

/** Moves that need hours without visits. Partial transfers and returns check the affected hours themselves. */
const emptyFirst: ReadonlySet<RentMove> = new Set([
  'check_out',
  'move_unit',
  'propose_change',
  'accept_change',
  'cancel_as_professional',
  'cancel_as_host',
])

const visitsReason = (move: RentMove, visits: number) =>
  visits > 0 && emptyFirst.has(move)
    ? `${visits === 1 ? 'Hay una cita' : `Hay ${visits} citas`} dentro de estas horas: muévela o cancélala antes.`
    : null
