/**
 * Moves a confirmed visit to another hour (product.md §4, B9): by the client alone while that is free and instant, else by a proposal that
 * the others answer; of a request, its professional may propose one (request.ts). The new time is claimed first; the old one stays until
 * the last acceptance and is freed in the same transaction. A price increase is held first too (change-charge.ts). docs/booking/changes.md.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { slots } from '#server/availability/slots/slots.ts'
import { apply, applyToRequest, savedIn } from '#server/booking/change/change-apply.ts'
import { beginPaying, followCharge } from '#server/booking/change/change-charge.ts'
import { asClient, isOwnOf, savedOf, lookAt, madeOf } from '#server/booking/change/change-look.ts'
import { type BookingRow, isAsSeen, makeMove, requireMove } from '#server/booking/moves/move.ts'
import { findFor, lockFor, type ViewerQuery, type Side } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { endProposal, holdProposal, noteMoved, orQuota } from '#server/booking/moves/proposal.ts'
import { openOf, pendingIn, setProposal, withProposal } from '#server/booking/moves/proposal-row.ts'
import { moveRent } from '#server/booking/rent/rent-change.ts'
import { isOfSuspended } from '#server/booking/moves/suspended.ts'
import { savedCardOf } from '#server/payment/charge/guarantee.ts'
import { execute, refresh } from '#server/payment/charge/payment.ts'
import { isFruitless } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { Quoted, moneyOf, mayAlone, requestedBy } from '#server/booking/change/change-quote.ts'

type View = z.input<typeof Booking>
/** The hours to which the visit could move; for the client each with its price. Refuses move_not_allowed. */
export const changeSlots = async (
  work: Work,
  id: string,
  request: ViewerQuery & { as: Side; from: string; to: string },
) => {
  const { booking } = await findFor(work, id, request)
  requireMove(withProposal(booking, await openOf(work, id)), 'propose_change', request.as, work.now)
  const { serviceId: service, ...made } = await madeOf(work, booking)
  const hours = {
    professional: booking.professional_id,
    service,
    from: request.from,
    to: request.to,
    moving: id,
    isOwn: isOwnOf(booking, request.as),
    place: booking.visit_place,
    // Only the professional may choose another place.
    ...(request.as === 'professional' ? {} : { space: booking.space_id }),
  }
  const found = () => slots(asClient(work, booking), hours)
  // At the request of another party the client never pays more: only the quote shows a lower price.
  if (request.as !== 'client') return withoutOtherHosts(work, booking, await found())
  return slots(asClient(work, booking), { ...hours, ...made, movingAt: 'hour' }).catch((error: unknown) => {
    // The service is no longer offered: every hour keeps the agreed price.
    if (error instanceof Refusal && error.code === 'not_found') return found()
    throw error
  })
}

/** A host who is no party to the visit cannot answer for it: hours that would need such an answer are not offered (change-look.ts). */
const withoutOtherHosts = async (work: Work, { professional_id, host_id }: BookingRow, found: Found) => {
  const { rows } = await sql<{ id: number }>`
    select space.id::int as id from agreements agreement join spaces space on space.id = agreement.space_id
    where agreement.professional_id = ${professional_id} and not agreement.auto_accept
      and agreement.status in ('active', 'expiring') and space.host_id is distinct from ${host_id}`.execute(
    work.db,
  )
  if (rows.length === 0) return found
  const others = new Set(rows.map(({ id }) => id))
  const days = found.days.map((day) => ({
    ...day,
    slots: day.slots.filter(({ spaceId }) => spaceId === null || !others.has(spaceId)),
  }))
  return { ...found, days }
}
type Found = Awaited<ReturnType<typeof slots>>

type Order = { t?: string | undefined; quoteToken: string; note: string; cardToken?: string | undefined }

/**
 * Moves the visit, or holds the new time and proposes it; a price increase is held first. Refuses quote_expired, quote_changed,
 * invalid_input without a card, card_declined (nothing has moved, another may be tried), and as the quote does.
 */
export const change = async (
  work: Work,
  id: string,
  order: Order,
  /** Runs in the same transaction, and may refuse. */
  also?: (work: Work, said: Quoted) => Promise<void>,
): Promise<View> => {
  const opened = z.safeParse(Quoted, work.tokens.open('change-quote', order.quoteToken, work.now))
  if (!opened.success || opened.data.id !== id) {
    await findFor(work, id, { t: order.t })
    return refuse('quote_expired')
  }
  const said = opened.data
  const started = await orQuota(() =>
    inTransaction(work, async (work) => {
      const started = await changeInside(work, id, said, order)
      await also?.(work, said)
      return started
    }),
  )
  crashPoint('committed-change')
  for (const paymentId of started.paymentIds) await execute(work, paymentId)
  if (started.charge !== null) {
    const payment = await refresh(work, started.charge.paymentId)
    await followCharge(work, started.charge.changeId)
    if (isFruitless(payment)) return refuse('change_card_declined', { failure: payment.failure })
  }
  return readAs(work, id, said.as)
}

type Started = { paymentIds: string[]; charge: { changeId: string; paymentId: string } | null }

const changeInside = async (work: Work, id: string, said: Quoted, order: Order): Promise<Started> => {
  const { booking } = await lockFor(work, id, { t: order.t, as: said.as })
  const move = said.alone ? 'move_time' : 'propose_change'
  requireMove(withProposal(booking, await openOf(work, id)), move, said.as, work.now)
  if (booking.version !== said.version) return refuse('quote_changed')
  const look = await lookAt(work, booking, said.as, said)
  const money = await moneyOf(work, booking, look)
  const isActive =
    mayAlone(work, booking, said.as, look) === said.alone &&
    money.differenceCents === said.differenceCents &&
    money.feeCents === said.feeCents &&
    money.payCents === said.payCents
  if (!isActive) return refuse('quote_changed')
  const acceptances = requestedBy(said.as, booking, look)
  if (money.payCents > 0) {
    const card = await cardFor(work, id, order.cardToken)
    const charge = await beginPaying(work, booking, {
      look,
      money,
      alone: said.alone,
      note: order.note,
      acceptances,
      card,
    })
    return { paymentIds: [], charge }
  }
  if (said.alone) {
    if (money.differenceCents !== 0 || money.feeCents !== 0)
      await noteMoved(work, booking, savedOf(booking, look), money)
    return { paymentIds: await apply(work, booking, look, 'move_time', { party: said.as }), charge: null }
  }
  await holdProposal(work, booking, said.as, {
    changes: savedOf(booking, look),
    place: look.placeName,
    note: order.note,
    acceptances,
    parentRentId: look.changes.parent_rent_id,
    money,
  })
  return { paymentIds: [], charge: null }
}

/** The card that paid for the visit, unless another is given. Refuses invalid_input where there is none: it was paid without a card. */
const cardFor = async (work: Work, id: string, token: string | undefined) => {
  if (token !== undefined) return { token }
  return (
    (await savedCardOf(work, id)) ??
    refuse('invalid_input', { fields: [{ field: 'cardToken', message: 'Elige con qué tarjeta.' }] })
  )
}

type Answer = 'accept' | 'decline' | 'withdraw'

/** Accepts, declines or withdraws a proposal. Refuses stale_version, move_not_allowed, and as the hour does. */
export const answerChange = async (
  work: Work,
  id: string,
  { answer, ...request }: ViewerQuery & { as: Side; version: number; answer: Answer },
): Promise<View> => {
  const { paymentIds, changeId } = await orQuota(() =>
    inTransaction(work, async (work): Promise<{ paymentIds: string[]; changeId: string | null }> => {
      const { booking } = await lockFor(work, id, request)
      const partly = answer === 'accept' ? 'accept_change_in_part' : undefined
      if (!(await isAsSeen(work, booking, request.version, partly))) return refuse('stale_version')
      const proposal = await openOf(work, id)
      requireMove(withProposal(booking, proposal), `${answer}_change`, request.as, work.now)
      if (proposal === undefined) return refuse('move_not_allowed')
      if (answer !== 'accept') {
        const state = answer === 'decline' ? 'declined' : 'withdrawn'
        await endProposal(work, booking, proposal, state, `${answer}_change`, { party: request.as })
        return { paymentIds: [], changeId: null }
      }
      const saved = booking.kind === 'rent' ? undefined : savedIn(proposal, booking)
      const hostId = saved === undefined ? booking.host_id : saved.changes.host_id
      if (await isOfSuspended(work, { ...booking, host_id: hostId })) return refuse('slot_not_available')
      const said = { [`${request.as}_acceptance`]: 'accepted' }
      if (pendingIn(proposal).some((side) => side !== request.as)) {
        await setProposal(work, proposal, said)
        await makeMove(work, booking, 'accept_change_in_part', { party: request.as })
        return { paymentIds: [], changeId: null }
      }
      await setProposal(work, proposal, { ...said, state: 'accepted', ended_at: work.now })
      if (saved === undefined) {
        const paymentId = await moveRent(work, booking, proposal, request.as)
        return { paymentIds: paymentId === null ? [] : [paymentId], changeId: null }
      }
      if (booking.status === 'requested') {
        const paymentIds = await applyToRequest(work, booking, saved, { proposalId: proposal.id })
        return { paymentIds, changeId: null }
      }
      const paymentIds = await apply(work, booking, saved, 'accept_change', { party: request.as }, proposal)
      return { paymentIds, changeId: proposal.id }
    }),
  )
  crashPoint('committed-answer-change')
  for (const paymentId of paymentIds) await execute(work, paymentId)
  if (changeId !== null) await followCharge(work, changeId)
  return readAs(work, id, request.as)
}
