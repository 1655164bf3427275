/**
 * Hours at a space without a client (product.md §4, renta directa): the same holds, claims, payment and ends as any booking, between a
 * professional and a host. Returning them is in return.ts, transferring them in hand-over.ts.
 */
import { createHash, randomUUIDv7 } from 'node:crypto'
import { minuteMs } from '#contract/platform/duration.ts'
import { explainRent } from '#contract/pricing/rent-explained.ts'
import { rentable } from '#server/availability/slots/space-time.ts'
import { carryThrough, payRent } from '#server/booking/checkout/pay.ts'
import { payWithPack } from '#server/booking/rent/pack.ts'
import { releaseHold } from '#server/booking/checkout/hold-end.ts'
import { takeHold } from '#server/booking/checkout/hold-claims.ts'
import type { NewHold } from '#server/booking/checkout/hold-row.ts'
import { holderOf } from '#server/booking/moves/party.ts'
import { findShown } from '#server/booking/summary/present.ts'
import { holdExpiry } from '#server/booking/moves/rules.ts'
import {
  choiceOf,
  findPriced,
  mayRent,
  nearby,
  openToken,
  stayAt,
  type PricedSpace,
  type Shown as RequestParams,
} from '#server/booking/checkout/stay.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'
import { rentTermsAt } from '#server/pricing/pricing.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'
import { type View, read } from '#server/booking/rent/reservation-view.ts'

/**
 * Holds the hours of a quote. Repeating it by the same person is one hold. Refuses slot_taken with the three nearest starts,
 * slot_not_available, price_changed with today's price, rent_not_allowed, own_time_taken, too_many_holds.
 */
export const hold = async (work: Work, token: string): Promise<View> => {
  const request = openToken(work, token)
  const professionalId = work.viewer.professionalId ?? refuse('rent_not_allowed')
  const mine = await ownHoldOf(work, professionalId, request)
  if (mine !== undefined) return read(work, mine)
  const space = await findPriced(work, request.spaceId)
  const stay = { startsAt: new Date(request.startsAt), minutes: request.minutes }
  const current = await mayRent(work, space, stay)
  if (current.may !== 'yes') throw new Refusal('rent_not_allowed', undefined, current.reason ?? undefined)
  const decision = await rentable(work, request.spaceId, { ...stay, professionalId })
  if (!decision.ok)
    return ownOr(work, professionalId, request, () => refuseFor(work, space, request, decision.reason))
  const explained = explainRent(readyPrices(space), stayAt(work, space, request))
  if (explained.totalCents !== request.totalCents)
    return refuse('price_changed', {
      oldTotalCents: request.totalCents,
      newTotalCents: explained.totalCents,
      choice: choiceOf(work, space, request),
    })
  const place = await placeOf(work, request.spaceId)
  const row = await rowOf(work, {
    ...place,
    professionalId,
    request,
    explained,
    zone: space.zone,
    unitId: decision.unitId ?? refuse('slot_not_available'),
    cleaningMinutes: decision.cleaningMinutes,
    agreementId: current.agreementId,
  })
  try {
    return await read(work, await takeHold(work, row))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'slot_taken') throw error
    return ownOr(work, professionalId, request, async () => {
      const now = await rentable(work, request.spaceId, { ...stay, professionalId })
      return refuseFor(work, space, request, now.ok ? 'unit_busy' : now.reason)
    })
  }
}

/** A repeated press is no race: the answer is the person's first hold of the same hours. */
const ownOr = async (
  work: Work,
  professionalId: number,
  request: RequestParams,
  otherwise: () => Promise<View>,
) => {
  const first = await ownHoldOf(work, professionalId, request)
  return first === undefined ? otherwise() : read(work, first)
}

const refuseFor = async (
  work: Work,
  space: PricedSpace,
  request: RequestParams,
  reason: string,
): Promise<never> => {
  if (reason === 'professional_busy') return refuse('own_time_taken')
  const alternatives = await nearby(work, space, request)
  return refuse(reason === 'unit_busy' ? 'slot_taken' : 'slot_not_available', { reason, alternatives })
}

const ownHoldOf = async (
  work: Work,
  professionalId: number,
  request: RequestParams,
): Promise<string | undefined> => {
  const row = await work.db
    .selectFrom('bookings')
    .select('id')
    .where('kind', '=', 'rent')
    .where('professional_id', '=', professionalId)
    .where('space_id', '=', request.spaceId)
    .where('starts_at', '=', new Date(request.startsAt))
    .where('status', '=', 'held')
    .where('hold_expires_at', '>', work.now)
    .executeTakeFirst()
  return row?.id
}

/** The space with its host. */
export const placeOf = async (work: Work, spaceId: number) =>
  work.db
    .selectFrom('spaces')
    .select(['host_id as hostId', 'name as spaceName'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()

type Taken = {
  professionalId: number
  hostId: number
  spaceName: string
  request: RequestParams
  explained: ReturnType<typeof explainRent>
  zone: string
  unitId: number
  cleaningMinutes: number
  agreementId: number | null
}

/** The row of a held rent: by the renter, or at the host's desk (desk-rent.ts). */
export const rowOf = async (work: Work, taken: Taken): Promise<NewHold> => {
  const { professionalId, request, explained } = taken
  const { spaceId, totalCents } = request
  const startsAt = new Date(request.startsAt)
  const terms = await rentTermsAt(work, { professionalId, spaceId, at: work.now })
  const lines = explained.lines.map(({ label, amountCents }) => ({ label, amountCents }))
  const cleaning = explained.lines.filter(({ kind }) => kind === 'cleaning')
  const stretches = explained.stretches.map(({ startsAt, endsAt, hourlyCents }) => ({
    startsAt,
    endsAt,
    hourlyCents,
  }))
  return {
    id: randomUUIDv7(),
    kind: 'rent',
    status: 'held',
    holder: holderOf(work.viewer),
    hold_expires_at: holdExpiry(work.now),
    professional_id: professionalId,
    paid_by: professionalId,
    service_id: null,
    client_id: null,
    booked_by: 'professional',
    source: 'marketplace',
    visit_place: null,
    space_id: spaceId,
    unit_id: taken.unitId,
    host_id: taken.hostId,
    agreement_id: taken.agreementId,
    parent_rent_id: null,
    class_id: null,
    starts_at: startsAt,
    ends_at: new Date(request.startsAt + request.minutes * minuteMs),
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    unit_after_minutes: taken.cleaningMinutes,
    zone: taken.zone,
    local_start: localStart(startsAt, taken.zone),
    service_name: taken.spaceName,
    total_cents: totalCents,
    rent_cents: totalCents,
    deposit_cents: explained.depositCents,
    rent_minutes: request.minutes,
    rent_lines: JSON.stringify(explained.lines),
    rent_stretches: JSON.stringify(stretches),
    cleaning_cents: cleaning.reduce((sum, { amountCents }) => sum + amountCents, 0),
    terms: JSON.stringify(terms),
    quote: JSON.stringify({ lines, totalCents }),
    quote_hash: createHash('sha256')
      .update(JSON.stringify({ lines, totalCents }))
      .digest('base64url')
      .slice(0, 32),
    created_at: work.now,
  }
}

/**
 * Pays held hours; the card is charged at once, a pack is charged nothing. Submitting twice is one charge. Refuses not_found, hold_expired,
 * and card_declined with the hours still held. For 3-D Secure the reply carries the address.
 */
export const pay = async (
  work: Work,
  id: string,
  by: { cardToken: string } | { packId: string },
): Promise<View> => {
  if ('packId' in by) {
    await payWithPack(work, id, by.packId)
    return read(work, id)
  }
  const { cardToken } = by
  const started = await payRent(work, id, cardToken)
  if (started !== null) await carryThrough(work, id, started, { token: cardToken })
  const rent = await read(work, id)
  if (rent.status === 'held') return refuse('card_declined', { failure: rent.payment?.failure ?? null })
  if (rent.status === 'expired') return refuse('hold_expired')
  return rent
}

/** Releases held hours; repeating it is harmless. Refuses not_found for another person's. */
export const releaseRent = async (work: Work, id: string): Promise<{ ok: true }> => {
  const shown = await findShown(work, id)
  if (shown?.kind !== 'rent' || !isOwn(work.viewer.professionalId, shown.professional_id))
    return refuse('not_found')
  return releaseHold(work, id)
}
