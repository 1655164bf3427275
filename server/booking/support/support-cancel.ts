/** Support cancels a booking for its parties. */
import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import { twoPersonsAboveCents } from '#contract/booking/settlement/dispute.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import {
  Fault,
  supportCauses,
  type SupportCause,
  type supportCancel,
  type SupportQuote,
} from '#contract/booking/support/support.ts'
import { classesWithin } from '#server/booking/columns/class-row.ts'
import { end, outcomeOf, type Outcome } from '#server/booking/cancellation/ending.ts'
import { remember } from '#server/booking/moves/host-cancellation.ts'
import { logAct, measured } from '#server/booking/moves/money-act.ts'
import { lockById, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { cancelQuoteMinutes } from '#server/booking/moves/rules.ts'
import { faultsOf } from '#server/booking/support/support.ts'
import { visitsWithin } from '#server/booking/checkout/within.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { rentBack } from '#server/pricing/rent-cancellation.ts'
import { type Acted, take, log, finish, type Logged } from '#server/booking/support/support-log.ts'

/** The amounts of cancelling for Kalli; the token is valid ten minutes. Refuses not_found, move_not_allowed, visits_within. */
export const cancelQuote = async (
  work: Work,
  id: string,
  fault: Fault,
): Promise<z.input<typeof SupportQuote>> => {
  const booking =
    (await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()) ??
    refuse('not_found')
  requireFault(work, booking, fault)
  const within = booking.kind === 'rent' ? await visitsWithin(work, booking) : []
  if (within.some(({ status }) => status !== 'held')) refuse('visits_within')
  if (booking.kind === 'rent' && (await classesWithin(work, id)).length > 0) refuse('visits_within')
  return quoteFor(work, booking, fault)
}

const requireFault = (work: Work, booking: BookingRow, fault: Fault) => {
  requireMove(booking, 'cancel_as_platform', 'platform', work.now)
  if (!faultsOf(booking).includes(fault))
    throw new Refusal('move_not_allowed', undefined, 'De esta reserva no puede ser culpa de esa parte.')
}

export const byOf = { nobody: 'platform', professional: 'professional', host: 'host' } as const

const Quoted = z.object({
  id: Uuid,
  version: z.int(),
  fault: Fault,
  /** The moment whose rules the quote applied, epoch milliseconds. */
  at: z.int(),
  refundCents: z.int(),
})

const quoteFor = (work: Work, booking: BookingRow, fault: Fault) => {
  const outcome = outcomeOf(booking, byOf[fault], work.now)
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const said: z.output<typeof Quoted> = {
    id: booking.id,
    version: booking.version,
    fault,
    at: work.now.getTime(),
    refundCents: outcome.refundCents,
  }
  return {
    refundCents: outcome.refundCents,
    client: booking.kind === 'rent' ? [] : outcome.lines('client'),
    professional: outcome.lines('professional'),
    host: booking.host_id === null ? [] : outcome.lines('host'),
    needsTwo: outcome.refundCents > twoPersonsAboveCents,
    expiresAt: expiresAt.toISOString(),
    token: work.tokens.sign('support-cancel-quote', said, expiresAt),
  }
}

/** Refuses quote_expired; quote_changed with a new quote when the booking moved since; second_person_needed; as `cancelQuote`. */
export const cancel = async (
  work: Work,
  id: string,
  { quoteToken, cause, reason }: Input<typeof supportCancel>['body'],
): Promise<Acted> => {
  const opened = z.safeParse(Quoted, work.tokens.open('support-cancel-quote', quoteToken, work.now))
  if (!opened.success || opened.data.id !== id) return refuse('quote_expired')
  const quoted = opened.data
  const { fault } = quoted
  const acted = await inTransaction(work, async (work) => {
    const booking = (await lockById(work, id)) ?? refuse('not_found')
    requireFault(work, booking, fault)
    const outcome = outcomeOf(booking, byOf[fault], new Date(quoted.at))
    if (booking.version !== quoted.version || outcome.refundCents !== quoted.refundCents)
      return refuse('quote_changed', { quote: quoteFor(work, booking, fault) })
    const order = {
      kind: 'cancel',
      what: fault,
      amountCents: outcome.refundCents,
      reason,
      needsTwo: outcome.refundCents > twoPersonsAboveCents,
    } as const
    const act = await take(work, id, order)
    if (act === null) return { done: false, paymentId: null }
    const { result: paymentId, amounts } = await measured(work, id, () =>
      endForKalli(work, booking, { fault, cause, outcome }),
    )
    await log(work, id, order, amounts)
    crashPoint('inside-support')
    return { done: true, paymentId }
  })
  crashPoint('committed-support')
  return finish(work, id, acted)
}

type Ended = { fault: Fault; cause: SupportCause; outcome: Outcome; log?: Logged; reason?: string }

/**
 * Cancels for Kalli by fault, in the caller's transaction, which has it locked; the three parties read the cause, not the author.
 * `log`: one of several cancelled by one decision, which is logged for each. Answers the payment to execute.
 */
export const endForKalli = async (
  work: Work,
  booking: BookingRow,
  { fault, cause, outcome, log, reason = `support: ${cause}, ${fault}` }: Ended,
): Promise<string | null> => {
  if (log !== undefined) await logWithOthers(work, booking.id, { fault, outcome, log })
  if (fault === 'host') await remember(work, booking, { isFree: false })
  const said = `Kalli canceló ${supportCauses[cause]}.`
  const reported: Outcome = {
    ...outcome,
    said,
    reason: `${said} ${booking.kind === 'rent' ? consequencesOfRent[fault](outcome) : consequences[fault]}`,
  }
  const mover = { party: 'platform', reason } as const
  const ending = () => end(work, booking, 'cancel_as_platform', 'platform', reported, mover)
  if (log === undefined) return ending()
  const { result, amounts } = await measured(work, booking.id, ending)
  const act = { act: 'suspend', step: 'done', bookingId: booking.id, what: fault } as const
  await logAct(work, { ...act, reason: log.reason, by: log.doneBy }, amounts)
  return result
}

/** A later booking that alone exceeds the limit is only in the log of the decision. */
const logWithOthers = async (
  work: Work,
  bookingId: string,
  { fault, outcome, log }: { fault: Fault; outcome: Outcome; log: Logged },
) => {
  if (outcome.refundCents > twoPersonsAboveCents && log.proposedBy === log.doneBy) return
  await work.db
    .insertInto('support_acts')
    .values({
      id: randomUUIDv7(),
      booking_id: bookingId,
      kind: 'cancel',
      what: fault,
      amount_cents: outcome.refundCents,
      reason: log.reason,
      proposed_by: log.proposedBy,
      proposed_at: work.now,
      done_by: log.doneBy,
      done_at: work.now,
    })
    .execute()
}

const consequences = {
  nobody: 'Nadie paga nada.',
  professional: 'El cliente no paga nada; la renta que toque la paga quien da el servicio.',
  host: 'El cliente no paga nada; el espacio compensa a quien da el servicio.',
} as const satisfies Record<Fault, string>

/** Unless the professional is at fault, all that is retained is for hours returned before. */
const consequencesOfRent: Record<Fault, (outcome: Outcome) => string> = {
  nobody: ({ feeCents }) => `Quien rentó recupera ${rentBack('todo', feeCents)}.`,
  professional: () => 'La renta se cobra según la política del espacio.',
  host: ({ feeCents }) =>
    `Quien rentó recupera ${rentBack('todo', feeCents)}; el espacio lo compensa según las reglas.`,
}
