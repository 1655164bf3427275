/**
 * Holds a time for ten minutes: the booking's first state, with the claims of every party whose time it is. This file decides;
 * hold-quote.ts prices it, hold-row.ts builds the row, hold-claims.ts takes the time, hold-view.ts shows it and hold-end.ts ends it.
 * Payment comes later (booking.ts).
 */
import { decide } from '#server/availability/slots/slots.ts'
import {
  openForNew,
  openToken,
  present as presentSlot,
  type Shown as Choice,
} from '#server/availability/slots/slot-token.ts'
import { requireOptions } from '#server/booking/moves/option.ts'
import { holderOf, holdersOf } from '#server/booking/moves/party.ts'
import { findPlaced } from '#server/booking/summary/present.ts'
import { holdExpiry } from '#server/booking/moves/rules.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'
import { type View, presentHold } from '#server/booking/checkout/hold-view.ts'
import { type Holding, bookingOf, chosenPlaceOf, type NewHold } from '#server/booking/checkout/hold-row.ts'
import { ownHoldOf } from '#server/booking/checkout/own-hold.ts'
import { alternativesTo, takenOrNot } from '#server/booking/checkout/alternatives.ts'
import { segmentsOf, type Segment } from '#server/booking/checkout/hold-quote.ts'
import { takeHold } from '#server/booking/checkout/hold-claims.ts'

/**
 * Holds the slot of a token, for a client with or without an account. The same time twice by the same person is one hold. Refuses
 * slot_taken with the three nearest free times, slot_not_available, option_needed, price_changed with today's price, client_busy,
 * place_too_small, too_many_holds, own_booking of the professional's own time.
 */
export const hold = async (work: Work, slotToken: string): Promise<View> => {
  const { professionalId } = openForNew(work, slotToken)
  if (isOwn(work.viewer.professionalId, professionalId)) return refuse('own_booking')
  const id = await holdAs(work, slotToken, {
    by: 'client',
    holder: holderOf(work.viewer),
    holders: holdersOf(work.viewer),
    clientId: work.viewer.clientId,
    expiresAt: holdExpiry(work.now),
    contact: null,
  })
  return presentHold(work, (await findPlaced(work, id)) ?? refuse('not_found'))
}

/** For a client who chose it by message, under the holder name given; returns the booking's id. Refuses as `hold` does. */
export const holdUnder = (work: Work, slotToken: string, holder: string): Promise<string> =>
  holdAs(work, slotToken, {
    by: 'client',
    holder,
    holders: [holder],
    clientId: work.viewer.clientId,
    expiresAt: holdExpiry(work.now),
    contact: null,
  })

/** Returns the booking's id; for a repeated request that of the first hold. Refuses as `hold` does. */
export const holdAs = async (work: Work, slotToken: string, holding: Holding): Promise<string> => {
  const choice = openToken(work, slotToken)
  const { offer, price, decision, claims } = await decide(work, choice)
  requireOptions(offer.open)
  if (!decision.ok) {
    const mine = await ownHoldOf(work, choice, holding)
    if (mine !== undefined) return mine.id
    if (decision.reason === 'client_busy' || decision.reason === 'place_too_small')
      return refuse(decision.reason)
    const alternatives = await alternativesTo(work, choice)
    return refuse(takenOrNot(decision.reason), { reason: decision.reason, alternatives })
  }
  if (price.totalCents !== choice.totalCents) {
    const slot = { startsAt: choice.startsAt, endsAt: claims.client.end, unitId: decision.unitId }
    const details = {
      oldTotalCents: choice.totalCents,
      newTotalCents: offer.priceAt(choice.startsAt).totalCents,
    }
    return refuse('price_changed', { ...details, slot: presentSlot(work, offer, slot, choice) })
  }
  return take(
    work,
    choice,
    holding,
    bookingOf(work, choice, holding, { offer, price, claims, ...chosenPlaceOf(decision) }),
    segmentsOf(offer, choice),
  )
}

/** For a waitlist entry or a repeated visit; refuses option_needed. Null: another client took the time, and the caller's transaction must roll back. */
export const holdFor = async (work: Work, choice: Choice, holding: Holding): Promise<string | null> => {
  const { offer, price, decision, claims } = await decide(work, choice)
  requireOptions(offer.open)
  if (!decision.ok || price.totalCents !== choice.totalCents) return null
  return takeHold(
    work,
    bookingOf(work, choice, holding, { offer, price, claims, ...chosenPlaceOf(decision) }),
    segmentsOf(offer, choice),
  )
}

/** Booking and claims, all or nothing; the client who comes second is offered the nearest times. */
const take = async (
  work: Work,
  choice: Choice,
  request: Holding,
  holding: NewHold,
  segments: readonly Segment[],
): Promise<string> => {
  try {
    return await takeHold(work, holding, segments)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'slot_taken') throw error
    const mine = await ownHoldOf(work, choice, request)
    if (mine !== undefined) return mine.id
    return refuse('slot_taken', { alternatives: await alternativesTo(work, choice) })
  }
}
