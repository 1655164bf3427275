/**
 * The payment state of a visit of which only a part was paid when it was booked, for its client and its professional
 * (contract/service/upfront.ts). Pure except for its part of the one query.
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { mayAskBalance, mayTakeBalance } from '#contract/payment/balance-due.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { bookingColumns } from '#server/booking/columns/joins.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { isByLink, type Owing, paidOf } from '#server/booking/moves/upfront.ts'

export type BalanceTry = {
  state: string
  by: string
  at: string
  cents: number
  method: string | null
  actionUrl: string | null
  backCents: number | null
}

/** Of `bookings booking`, newest first. */
export const balanceTries = sql`coalesce((select json_agg(json_build_object('state', try.state, 'by', try.requested_by,
    'at', try.requested_at, 'cents', try.amount_cents, 'method', pay.method, 'actionUrl', pay.action_url, 'backCents', pay.refunded_cents) order by try.requested_at desc, try.id desc)
  from booking_balances try left join payments pay on pay.booking_id = try.id where try.booking_id = booking.id), '[]')`

export const balanceColumns = bookingColumns([
  // Few bookings are paid in two parts.
  sql<BalanceTry[]>`case when booking.upfront_cents is not null then ${balanceTries} else '[]'::json end`.as(
    'balance_tries',
  ),
])

type Shown = Owing & {
  link_cents: number
  status: string
  ended_at: Date | null
  completed_at: Date | null
  balance_tries: readonly BalanceTry[]
  disputes: readonly { sides: readonly string[]; isOpen: boolean; line: string }[]
}

type View = Pick<z.input<typeof Booking>, 'upfront'>

export const balancePart = (shown: Shown, side: Side, now: Date): View => ({
  upfront: upfrontFor(shown, side, now),
})

export const upfrontFor = (shown: Shown, side: Side, now: Date): View['upfront'] => {
  const { upfront_cents: upfrontCents, balance_cents: balanceCents, balance_tries: tries } = shown
  const byLink = isByLink(shown)
  if (side === 'host' || upfrontCents === null || (shown.in_place_cents > 0 && !byLink)) return null
  const paidCents = paidOf(shown)
  const no = { allowed: false, reason: null }
  const inHand = tries.find(({ state, method }) => state === 'paid' && method === 'cash')
  const returnedCents = tries.reduce((sum, { backCents }) => sum + (backCents ?? 0), 0)
  const none = {
    byLink,
    byHandCents: inHand?.cents ?? 0,
    returnedCents,
    may: no,
    mayTake: no,
    actionUrl: null,
  }
  if (shown.ended_at !== null && shown.completed_at === null)
    return { ...none, paidCents, balanceCents: 0, state: 'over' }
  if (balanceCents === 0) return { ...none, paidCents, balanceCents, state: 'paid' }
  const [last] = tries
  const isRequested = last?.state === 'asked'
  const tried = tries.find(({ by }) => by === 'professional')
  const current = {
    balanceCents,
    status: shown.status,
    isRequested,
    isDisputed: shown.disputes.some(
      ({ sides, isOpen, line }) => isOpen && line !== 'overtime' && sides.includes('client'),
    ),
    triedAt: tried === undefined ? null : new Date(tried.at),
    isByLink: byLink,
  }
  return {
    ...none,
    paidCents,
    balanceCents,
    state: isRequested ? 'asked' : shown.completed_at === null && !byLink ? 'later' : 'due',
    may: said(mayAskBalance(side, current, now)),
    mayTake: side === 'professional' ? said(mayTakeBalance(current)) : no,
    actionUrl: isRequested && side === 'client' ? (last?.actionUrl ?? null) : null,
  }
}

const said = (answer: ReturnType<typeof mayTakeBalance>) => ({
  allowed: answer.allowed,
  reason: answer.allowed ? null : answer.reason,
})
