/**
 * Charges another hour that costs more (product.md §4, B9): a separate charge is held first, under the change's id, while the old hour
 * remains valid. Once it is held the visit moves, or awaits acceptance by the others; once it has moved it is charged and joins the visit's
 * payment. A failed change releases it. Each step is resumed by the next to run: the caller, the job on `payment.changed`, the clock.
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { holdProposal, endProposal } from '#server/booking/moves/proposal.ts'
import { setProposal, type Proposal } from '#server/booking/moves/proposal-row.ts'
import { apply, savedIn } from '#server/booking/change/change-apply.ts'
import { savedOf, type Look } from '#server/booking/change/change-look.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { join } from '#server/payment/charge/added.ts'
import { prepareHold } from '#server/payment/charge/guarantee.ts'
import { isCharged } from '#server/payment/ledger/part.ts'
import { execute, read as readPayment, refresh } from '#server/payment/charge/payment.ts'
import { refundAmount, isFruitless } from '#server/payment/charge/refund.ts'
import type { SavedCard } from '#server/payment/charge/card.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** How long the client has to approve the charge at their bank. */
export const payMinutes = 15

/** Card holds last a week; well after that there is nothing left to follow. */
const followedDays = 30

export type Money = { differenceCents: number; feeCents: number; payCents: number }

/**
 * Holds the new hour and starts the card charge, in the caller's transaction, which has locked the booking. Returns the change's id and its
 * payment.
 */
export const beginPaying = async (
  work: Work,
  booking: BookingRow,
  order: {
    look: Look
    money: Money
    alone: boolean
    note: string
    acceptances: Parameters<typeof holdProposal>[3]['acceptances']
    card: { token: string } | SavedCard
  },
): Promise<{ changeId: string; paymentId: string }> => {
  const { look, money, alone, note, acceptances, card } = order
  const changeId = await holdProposal(work, booking, 'client', {
    changes: savedOf(booking, look),
    place: look.placeName,
    note,
    acceptances: alone ? {} : acceptances,
    parentRentId: look.changes.parent_rent_id,
    money,
    alone,
  })
  const paymentId = await prepareHold(work, {
    reference: changeId,
    amountCents: money.payCents,
    authorizeAt: work.now,
    card,
    returnPath: `/booking-success?id=${booking.id}`,
  })
  crashPoint('inside-change-paying')
  return { changeId, paymentId }
}

const proposalById = (work: Work, id: string): Promise<Proposal | undefined> =>
  work.db.selectFrom('change_proposals').selectAll().where('id', '=', id).executeTakeFirst()

/** Brings a change to the state of its charge and executes what follows; ignores any other reference. */
export const followCharge = async (work: Work, id: string): Promise<void> => {
  const found = await proposalById(work, id)
  if (found === undefined || found.pay_cents === 0) return
  try {
    const paymentIds = await inTransaction(work, (work) => follow(work, found))
    for (const paymentId of paymentIds) await execute(work, paymentId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A processor call for the earlier payment is in progress: the next run tries again.
    if (error.code === 'payment_in_progress') return
    work.log.warn({ changeId: id, code: error.code }, 'paid change could not be made')
    await inTransaction(work, (work) => giveUp(work, id, error.code))
  }
  const joined = await inTransaction(work, (work) => joinIn(work, id))
  for (const paymentId of joined) await execute(work, paymentId)
}

/** In the common lock order: the booking, then its money. Returns the payments to execute. */
const follow = async (work: Work, found: Proposal): Promise<string[]> => {
  const booking = await lockById(work, found.booking_id)
  const proposal = await proposalById(work, found.id)
  const payment = await readPayment(work, found.id)
  if (booking === undefined || proposal === undefined || payment === null) return []
  if (proposal.state === 'open' || proposal.state === 'accepted') return []
  if (proposal.state !== 'paying') {
    const paymentId = payment.settlement === null ? await refundAmount(work, found.id) : null
    return paymentId === null ? [] : [paymentId]
  }
  if (isFruitless(payment)) {
    await end(work, booking, proposal, 'the card said no')
    return []
  }
  if (payment.status !== 'authorized' && !isCharged(payment)) return []
  if (!proposal.alone) {
    await setProposal(work, proposal, { state: 'open' })
    await publish(work, 'booking.change_proposed', { proposalId: proposal.id })
    return []
  }
  await setProposal(work, proposal, { state: 'accepted', ended_at: work.now })
  return apply(work, booking, savedIn(proposal, booking), 'move_time', { party: 'client' }, proposal)
}

/** From now on the amount charged belongs to the booking's payment. */
const joinIn = async (work: Work, id: string): Promise<string[]> => {
  const proposal = await proposalById(work, id)
  if (proposal?.state !== 'accepted') return []
  const booking = await lockById(work, proposal.booking_id)
  if (booking === undefined) return []
  const isDone = await join(work, { bookingId: booking.id, reference: id })
  crashPoint('inside-change-join')
  if (!isDone) return []
  const main = await readPayment(work, booking.id)
  return main === null ? [] : [main.id]
}

const end = (work: Work, booking: BookingRow, proposal: Proposal, reason: string) =>
  endProposal(work, booking, proposal, 'lapsed', 'lapse_change', { party: 'platform', reason })

const giveUp = async (work: Work, id: string, reason: string): Promise<void> => {
  const found = await proposalById(work, id)
  if (found === undefined) return
  const booking = await lockById(work, found.booking_id)
  const proposal = await proposalById(work, id)
  if (booking !== undefined && proposal?.state === 'paying') await end(work, booking, proposal, reason)
}

/**
 * Every minute: ends changes whose payment was never approved at the bank, releases those that another move overtook, and joins what was
 * charged but not joined yet. Several processes may run it.
 */
export const followCharges = async (work: Work): Promise<void> => {
  const open = await work.db
    .selectFrom('change_proposals as change')
    .innerJoin('payments as payment', 'payment.booking_id', 'change.id')
    .select(['change.id', 'change.state', 'change.created_at', 'payment.id as payment_id'])
    .where('payment.settlement', 'is', null)
    .where('change.state', '<>', 'open')
    .where('change.pay_cents', '>', 0)
    // No bank holds an older authorization any more.
    .where('change.created_at', '>', new Date(work.now.getTime() - followedDays * dayMs))
    .orderBy('change.created_at')
    .limit(200)
    .execute()
  await runIsolated(work, open, async ({ id, state, created_at: createdAt, payment_id: paymentId }) => {
    const isLate = work.now.getTime() >= createdAt.getTime() + payMinutes * minuteMs
    if (state === 'paying' && isLate) await refresh(work, paymentId)
    await followCharge(work, id)
    if (!isLate) return
    await inTransaction(work, (work) => giveUp(work, id, 'nobody paid'))
    await execute(work, paymentId)
  })
}
