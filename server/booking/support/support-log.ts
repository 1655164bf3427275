/** The log of staff actions, with their reasons. */
import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { PartyAmounts } from '#contract/booking/support/money-act.ts'
import { logAct } from '#server/booking/moves/money-act.ts'
import { read } from '#server/booking/support/support.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { SupportActs } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

export type Acted = { done: boolean; booking: Awaited<ReturnType<typeof read>> }
export type Logged = { reason: string; proposedBy: number; doneBy: number }

export const log = (work: Work, bookingId: string, { kind, what, reason }: Order, amounts: PartyAmounts) =>
  logAct(work, { act: kind, step: 'done', bookingId, what, reason }, amounts)

export const finish = async (
  work: Work,
  id: string,
  { done, paymentId }: { done: boolean; paymentId: string | null },
): Promise<Acted> => {
  if (paymentId !== null) await execute(work, paymentId)
  return { done, booking: await read(work, id) }
}

type Order = {
  kind: 'cancel' | 'goodwill' | 'reverse'
  what: string
  amountCents: number
  reason: string
  needsTwo: boolean
  /** Where a repeated call is not refused otherwise: the id of what it proposes or does alone, the mark of what it does second. */
  callId?: string
}

/**
 * Writes it into the log; the caller has locked the booking and does it in the same transaction. Null: it is only proposed, and waits for a
 * second person. Refuses second_person_needed to the proposer.
 */
export const take = async (
  work: Work,
  bookingId: string,
  order: Order,
): Promise<Selectable<SupportActs> | null> => {
  const { kind, what, amountCents, reason, needsTwo, callId = randomUUIDv7() } = order
  const who = work.viewer.accountId ?? refuse('not_found')
  const proposed = await work.db
    .selectFrom('support_acts')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('kind', '=', kind)
    .where('what', '=', what)
    // If the amount has changed since, it is proposed anew.
    .where('amount_cents', '=', amountCents)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (proposed !== undefined) {
    if (proposed.proposed_by === who)
      throw new Refusal(
        'second_person_needed',
        undefined,
        'Ya lo propusiste: lo hace otra persona del equipo.',
      )
    return work.db
      .updateTable('support_acts')
      .set({ done_by: who, done_at: work.now, second_reason: reason, done_call: order.callId ?? null })
      .where('id', '=', proposed.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const act = await work.db
    .insertInto('support_acts')
    .values({
      id: callId,
      booking_id: bookingId,
      kind,
      what,
      amount_cents: amountCents,
      reason,
      proposed_by: who,
      proposed_at: work.now,
      ...(needsTwo ? {} : { done_by: who, done_at: work.now }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (needsTwo) await logAct(work, { act: kind, step: 'proposed', bookingId, what, reason })
  return needsTwo ? null : act
}
