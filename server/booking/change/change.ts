/**
 * A confirmed visit goes to another hour (product.md §4, B9): by the client alone while that is free and instant, else by a
 * proposal that the others answer; or a request, for which its professional proposes one (request.ts). The new time is claimed first; the old one stays until the last yes, and then goes in the
 * same transaction. What the new hour costs more is held first too (change-charge.ts). docs/decisions/changes.md.
 */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { type ChangeQuote, Side as AnySide } from '#contract/booking/change/change.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { slots } from '#server/availability/slots/slots.ts'
import { openToken } from '#server/availability/slots/slot-token.ts'
import { apply, applyToRequest, keptIn } from '#server/booking/change/change-apply.ts'
import { beginPaying, followCharge, type Money } from '#server/booking/change/change-charge.ts'
import { asClient, keptOf, lookAt, madeOf, type Look } from '#server/booking/change/change-look.ts'
import { priceLines } from '#server/booking/change/change-price.ts'
import { isAsSeen, makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor, type Asking, type Side } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import {
  endProposal,
  holdProposal,
  noteMoved,
  openOf,
  orQuota,
  pendingIn,
  proposalEnds,
  setProposal,
  withProposal,
} from '#server/booking/moves/proposal.ts'
import { moveRent } from '#server/booking/rent/rent-change.ts'
import { cancelQuoteMinutes, minuteMs } from '#server/booking/moves/rules.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import { isOfSuspended } from '#server/booking/moves/suspended.ts'
import { restOf } from '#server/payment/charge/added.ts'
import { keptCardOf } from '#server/payment/charge/guarantee.ts'
import { carryOut, read as readPayment, refresh } from '#server/payment/charge/payment.ts'
import { isFruitless } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { policyOf } from '#server/pricing/cancellation-policy.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof Booking>
/** The hours to which it could go; to the client each at its price. Refuses move_not_allowed. */
export const changeSlots = async (
  work: Work,
  id: string,
  asked: Asking & { as: Side; from: string; to: string },
) => {
  const { booking } = await findFor(work, id, asked)
  requireMove(withProposal(booking, await openOf(work, id)), 'propose_change', asked.as, work.now)
  const { serviceId: service, ...made } = await madeOf(work, booking)
  const hours = {
    professional: booking.professional_id,
    service,
    from: asked.from,
    to: asked.to,
    moving: id,
    place: booking.visit_place,
    // Only who works there says at which place.
    ...(asked.as === 'professional' ? {} : { space: booking.space_id }),
  }
  const found = () => slots(asClient(work, booking), hours)
  // To the others it never costs more: the quote says what it costs less.
  if (asked.as !== 'client') return found()
  return slots(asClient(work, booking), { ...hours, ...made, movingAt: 'hour' }).catch((error: unknown) => {
    // What it is made of is not offered any more: every hour at what was agreed.
    if (error instanceof Refusal && error.code === 'not_found') return found()
    throw error
  })
}

/** Alone: the client, while cancelling is free, to an hour that needs nobody's yes. */
const mayAlone = (work: Work, booking: BookingRow, side: Side, asks: boolean): boolean => {
  if (side !== 'client' || asks) return false
  const { terms, total_cents: totalCents, starts_at: startsAt, zone } = booking
  const { freeUntil } = policyOf({ terms: openTerms(terms), totalCents, startsAt, zone })
  return work.now <= new Date(freeUntil)
}

/** What it costs more or less, and what a charge of its own must be held for. Refuses payment_in_progress. */
const moneyOf = async (work: Work, booking: BookingRow, look: Look): Promise<Money> => {
  const { changes, feeCents } = look
  const differenceCents = changes.total_cents - booking.total_cents
  if (differenceCents === 0 && feeCents === 0) return { differenceCents, feeCents, payCents: 0 }
  const payment = (await readPayment(work, booking.id)) ?? refuse('payment_in_progress')
  const payCents = restOf(payment, paidOf(changes) + changes.move_fee_cents)
  return { differenceCents, feeCents, payCents }
}

const Quoted = z.object({
  id: Uuid,
  version: z.int(),
  as: AnySide,
  spaceId: z.nullable(z.int()),
  startsAt: z.int(),
  shownAt: z.optional(z.int()),
  alone: z.boolean(),
  differenceCents: z.int(),
  feeCents: z.int(),
  payCents: z.int(),
})
type Quoted = z.output<typeof Quoted>

/** What it would mean; stands ten minutes. Refuses move_not_allowed, too_late_to_ask and what the hour is refused with. */
export const changeQuote = async (
  work: Work,
  id: string,
  asked: Asking & { as: Side; slotToken: string },
): Promise<z.input<typeof ChangeQuote>> => {
  const { booking } = await findFor(work, id, asked)
  requireMove(withProposal(booking, await openOf(work, id)), 'propose_change', asked.as, work.now)
  const choice = openToken(work, asked.slotToken)
  if (
    choice.professionalId !== booking.professional_id ||
    choice.serviceId !== booking.service_id ||
    // To another hour, not from a space to somebody's home.
    (choice.place ?? null) !== booking.visit_place
  )
    return refuse('slot_token_invalid')
  const look = await lookAt(work, booking, asked.as, choice)
  const { changes } = look
  const money = await moneyOf(work, booking, look)
  const alone = mayAlone(work, booking, asked.as, look.asks)
  const answerBy = proposalEnds(booking, changes.starts_at, work.now)
  if (!alone && answerBy <= work.now) return refuse('too_late_to_ask')
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const said: Quoted = {
    id,
    version: booking.version,
    as: asked.as,
    spaceId: choice.spaceId,
    startsAt: choice.startsAt,
    ...(choice.shownAt === undefined ? {} : { shownAt: choice.shownAt }),
    alone,
    ...money,
  }
  const card = asked.as === 'client' && money.payCents > 0 ? await keptCardOf(work, id) : null
  const dueCents = money.differenceCents + money.feeCents
  return {
    startsAt: changes.starts_at.toISOString(),
    endsAt: changes.ends_at.toISOString(),
    zone: changes.zone,
    place: look.placeName,
    alone,
    asks: alone ? [] : pendingIn(askedBy(asked.as)),
    answerBy: alone ? null : answerBy.toISOString(),
    dueCents: asked.as === 'host' ? 0 : dueCents,
    charged: dueCents <= 0 ? 'none' : money.payCents > 0 ? 'now' : 'later',
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
    lines: priceLines(asked.as, {
      agreedCents: booking.total_cents,
      totalCents: changes.total_cents,
      feeCents: money.feeCents,
      rentWasCents: booking.rent_cents,
      rentCents: changes.rent_cents,
    }),
    reason: [
      alone
        ? `Queda confirmada al momento${dueCents === 0 ? ' y sin costo' : ''}.`
        : booking.status === 'requested'
          ? 'La hora nueva y la que pidió quedan apartadas mientras responde. Si la acepta, la cita queda confirmada; si no, vuelves a tener la solicitud por responder.'
          : 'La hora nueva queda apartada mientras responden; la de ahora sigue en pie hasta entonces.',
      moneyText(asked.as, money),
    ].join(' '),
    expiresAt: expiresAt.toISOString(),
    token: work.tokens.sign('change-quote', said, expiresAt),
  }
}

/** How it is paid, or comes back, in words. */
const moneyText = (as: Side, { differenceCents, feeCents, payCents }: Money): string => {
  const dueCents = differenceCents + feeCents
  if (as === 'host') return 'Tu cambio nunca le sube el precio a la clienta.'
  if (as === 'professional')
    return differenceCents < 0
      ? `Esa hora cuesta menos: si acepta, tu clienta recupera ${formatCents(-differenceCents)}.`
      : 'Tu cambio nunca le sube el precio a tu clienta.'
  if (dueCents === 0) return 'El precio no cambia.'
  if (dueCents < 0) return `Te devolvemos ${formatCents(-dueCents)}, o te cobramos eso menos si aún no pagas.`
  return payCents > 0
    ? 'Tu banco aparta lo que falta antes de mover nada; se cobra cuando la cita ya cambió.'
    : 'Se suma a lo que tu tarjeta paga por la cita.'
}

const askedBy = (side: Side) =>
  ({
    client_acceptance: side === 'client' ? 'not_needed' : 'pending',
    professional_acceptance: side === 'professional' ? 'not_needed' : 'pending',
    host_acceptance: 'not_needed',
  }) as const

type Order = { t?: string | undefined; quoteToken: string; note: string; cardToken?: string | undefined }

/**
 * Moves it, or holds the new time and asks; what costs more is held first. Refuses quote_expired, quote_changed, invalid_input without
 * a card, card_declined (nothing has moved, another may be tried), and as the quote does.
 */
export const change = async (work: Work, id: string, order: Order): Promise<View> => {
  const opened = z.safeParse(Quoted, work.tokens.open('change-quote', order.quoteToken, work.now))
  if (!opened.success || opened.data.id !== id) {
    await findFor(work, id, { t: order.t })
    return refuse('quote_expired')
  }
  const said = opened.data
  const begun = await orQuota(() => inTransaction(work, (work) => changeInside(work, id, said, order)))
  crashPoint('committed-change')
  for (const paymentId of begun.paymentIds) await carryOut(work, paymentId)
  if (begun.charge !== null) {
    const payment = await refresh(work, begun.charge.paymentId)
    await followCharge(work, begun.charge.changeId)
    if (isFruitless(payment)) return refuse('change_card_declined', { failure: payment.failure })
  }
  return readAs(work, id, said.as)
}

type Begun = { paymentIds: string[]; charge: { changeId: string; paymentId: string } | null }

const changeInside = async (work: Work, id: string, said: Quoted, order: Order): Promise<Begun> => {
  const { booking } = await lockFor(work, id, { t: order.t, as: said.as })
  const move = said.alone ? 'move_time' : 'propose_change'
  requireMove(withProposal(booking, await openOf(work, id)), move, said.as, work.now)
  if (booking.version !== said.version) return refuse('quote_changed')
  const look = await lookAt(work, booking, said.as, said)
  const money = await moneyOf(work, booking, look)
  const stands =
    mayAlone(work, booking, said.as, look.asks) === said.alone &&
    money.differenceCents === said.differenceCents &&
    money.feeCents === said.feeCents &&
    money.payCents === said.payCents
  if (!stands) return refuse('quote_changed')
  const asked = askedBy(said.as)
  if (money.payCents > 0) {
    const card = await cardFor(work, id, order.cardToken)
    const charge = await beginPaying(work, booking, {
      look,
      money,
      alone: said.alone,
      note: order.note,
      asked,
      card,
    })
    return { paymentIds: [], charge }
  }
  if (said.alone) {
    if (money.differenceCents !== 0 || money.feeCents !== 0)
      await noteMoved(work, booking, keptOf(booking, look), money)
    return { paymentIds: await apply(work, booking, look, 'move_time', { party: said.as }), charge: null }
  }
  await holdProposal(work, booking, said.as, {
    changes: keptOf(booking, look),
    place: look.placeName,
    note: order.note,
    asked,
    insideId: look.changes.inside_id,
    money,
  })
  return { paymentIds: [], charge: null }
}

/** The one that paid the visit, unless another is given. Refuses invalid_input where there is none: it was paid without a card. */
const cardFor = async (work: Work, id: string, token: string | undefined) => {
  if (token !== undefined) return { token }
  return (
    (await keptCardOf(work, id)) ??
    refuse('invalid_input', { fields: [{ field: 'cardToken', message: 'Elige con qué tarjeta.' }] })
  )
}

type Answer = 'accept' | 'decline' | 'withdraw'

/** Yes, no, or taken back. Refuses stale_version, move_not_allowed, and what the hour is refused with. */
export const answerChange = async (
  work: Work,
  id: string,
  { answer, ...asked }: Asking & { as: Side; version: number; answer: Answer },
): Promise<View> => {
  const { paymentIds, changeId } = await orQuota(() =>
    inTransaction(work, async (work): Promise<{ paymentIds: string[]; changeId: string | null }> => {
      const { booking } = await lockFor(work, id, asked)
      const partly = answer === 'accept' ? 'accept_change_in_part' : undefined
      if (!(await isAsSeen(work, booking, asked.version, partly))) return refuse('stale_version')
      const proposal = await openOf(work, id)
      requireMove(withProposal(booking, proposal), `${answer}_change`, asked.as, work.now)
      if (proposal === undefined) return refuse('move_not_allowed')
      if (answer !== 'accept') {
        const state = answer === 'decline' ? 'declined' : 'withdrawn'
        await endProposal(work, booking, proposal, state, `${answer}_change`, { party: asked.as })
        return { paymentIds: [], changeId: null }
      }
      const kept = booking.kind === 'rent' ? undefined : keptIn(proposal, booking)
      const hostId = kept === undefined ? booking.host_id : kept.changes.host_id
      if (await isOfSuspended(work, { ...booking, host_id: hostId })) return refuse('slot_not_available')
      const said = { [`${asked.as}_acceptance`]: 'accepted' }
      if (pendingIn(proposal).some((side) => side !== asked.as)) {
        await setProposal(work, proposal, said)
        await makeMove(work, booking, 'accept_change_in_part', { party: asked.as })
        return { paymentIds: [], changeId: null }
      }
      await setProposal(work, proposal, { ...said, state: 'accepted', ended_at: work.now })
      if (kept === undefined) {
        const paymentId = await moveRent(work, booking, proposal, asked.as)
        return { paymentIds: paymentId === null ? [] : [paymentId], changeId: null }
      }
      if (booking.status === 'requested') {
        const paymentIds = await applyToRequest(work, booking, kept, { proposalId: proposal.id })
        return { paymentIds, changeId: null }
      }
      const paymentIds = await apply(work, booking, kept, 'accept_change', { party: asked.as }, proposal)
      return { paymentIds, changeId: proposal.id }
    }),
  )
  crashPoint('committed-answer-change')
  for (const paymentId of paymentIds) await carryOut(work, paymentId)
  if (changeId !== null) await followCharge(work, changeId)
  return readAs(work, id, asked.as)
}
