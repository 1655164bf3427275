/**
 * Rented hours move to another hour (product.md §4, B9), at a unit of the same space: as long as before and never dearer. The host or the
 * renter proposes it; the new time is held at once, the old one remains valid until the other accepts. docs/booking/changes.md.
 */
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import type { Booking } from '#contract/booking/booking.ts'
import type { RentChangeQuote } from '#contract/booking/rent/rent-change.ts'
import { explainRent } from '#contract/pricing/rent-explained.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { claim, release } from '#server/availability/block/availability.ts'
import { rentable } from '#server/availability/slots/space-time.ts'
import { withdrawOffer } from '#server/booking/columns/hand-over-row.ts'
import { makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor, type Side } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { proposalWords, type RentRefund } from '#server/booking/columns/refund-words.ts'
import { holdProposal } from '#server/booking/moves/proposal.ts'
import { changeBy, openOf, withProposal, type Proposal } from '#server/booking/moves/proposal-row.ts'
import { Stretches } from '#server/booking/columns/reservation-row.ts'
import { asClaim, cancelQuoteMinutes, claimedBy, minutesBetween } from '#server/booking/moves/rules.ts'
import { findPriced, permissionOf, stayAt } from '#server/booking/checkout/stay.ts'
import { requireNoVisits } from '#server/booking/checkout/within.ts'
import { clockTime, localStart, longDate } from '#server/booking/moves/wording.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { returnPart } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { actingAs, inTransaction, type Work } from '#server/platform/work.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'

/** The two parties of a rent. */
type Of = 'professional' | 'host'
/** No unit: the same one, or another that is free. */
type Wanted = { startsAt: Date; unitId: number | undefined }

/** The quote of a change; valid ten minutes. Refuses move_not_allowed, too_late_to_ask and as renting the hours does. */
export const rentChangeQuote = async (
  work: Work,
  id: string,
  request: { as: Of; startsAt: string; unitId?: number | undefined },
): Promise<z.input<typeof RentChangeQuote>> => {
  const { as: by } = request
  const { booking } = await findFor(work, id, { as: by })
  const wanted = { startsAt: new Date(request.startsAt), unitId: request.unitId }
  await requireProposable(work, booking, by)
  const { changes, refundCents, place } = await lookAt(work, booking, by, wanted)
  const answerBy = changeBy(booking.starts_at, wanted.startsAt, work.now)
  if (answerBy <= work.now) return refuse('too_late_to_ask')
  const money = await moneyOf(work, booking, refundCents)
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const said: Quoted = {
    id,
    version: booking.version,
    unitId: changes.unit_id,
    startsAt: wanted.startsAt.getTime(),
    refundCents,
  }
  return {
    startsAt: changes.starts_at.toISOString(),
    endsAt: changes.ends_at.toISOString(),
    zone: booking.zone,
    place,
    refundCents,
    lines: [
      { label: 'Renta de ahora', amountCents: booking.rent_cents },
      { label: 'Renta en la hora nueva', amountCents: changes.rent_cents },
    ],
    answerBy: answerBy.toISOString(),
    reason: `La hora nueva queda apartada mientras responde; la de ahora sigue en pie hasta entonces. ${proposalWords(by, money)}`,
    expiresAt: expiresAt.toISOString(),
    token: work.tokens.sign(tokenKind, said, expiresAt),
  }
}

/** The amounts that a viewer is shown. */
const moneyOf = async (work: Work, booking: BookingRow, refundCents: number): Promise<RentRefund> => ({
  refundCents,
  byHand: (await readPayment(work, booking.id))?.method === 'cash',
  isPayers: booking.paid_by === booking.professional_id,
  ofPack: booking.pack_id !== null,
})

const tokenKind = 'rent-change-quote'
const Quoted = z.object({
  id: Uuid,
  version: z.int(),
  unitId: z.int(),
  startsAt: z.int(),
  refundCents: z.int(),
})
type Quoted = z.output<typeof Quoted>

const requireProposable = async (work: Work, booking: BookingRow, by: Of) => {
  if (booking.kind !== 'rent') return refuse('not_found')
  requireMove(withProposal(booking, await openOf(work, booking.id)), 'propose_change', by, work.now)
  // The professional agreed this hour with clients within the rent.
  await requireNoVisits(work, booking)
}

/** The changes of the rent. Refuses invalid_input for a unit elsewhere, slot_taken, slot_not_available, rent_not_allowed. */
const lookAt = async (work: Work, booking: BookingRow, by: Of, wanted: Wanted) => {
  const { startsAt } = wanted
  if (startsAt.getTime() === booking.starts_at.getTime()) return refuse('invalid_input', sameHour)
  const spaceId = booking.space_id ?? refuse('not_found')
  const minutes = minutesBetween(booking.starts_at, booking.ends_at)
  const stay = { startsAt, minutes }
  const { professional_id: professionalId } = booking
  if (wanted.unitId !== undefined) await unitOf(work, spaceId, wanted.unitId)
  const at = (unitId: number | undefined) =>
    rentable(work, spaceId, { ...stay, professionalId, business: { moving: { id: booking.id, unitId } } })
  const first = await at(wanted.unitId ?? booking.unit_id ?? undefined)
  const decision = first.ok || wanted.unitId !== undefined ? first : await at(undefined)
  if (!decision.ok) return refuseFor(decision.reason, by)
  const unit = await unitOf(work, spaceId, decision.unitId ?? 0)
  const space = await findPriced(asRenter(work, professionalId), spaceId)
  const current = await permissionOf(work, professionalId, space, stay)
  if (current.may !== 'yes' && !current.isIncluded)
    throw new Refusal(
      'rent_not_allowed',
      undefined,
      by === 'host'
        ? 'Lo acordado con quien renta no cubre esas horas.'
        : 'Tu convenio con el espacio no cubre esas horas.',
    )
  // Hours paid before the agreement came to include them keep a price: the list price.
  const asPaid = current.isIncluded ? { ...space, agreement: null } : space
  const explained = explainRent(
    readyPrices(asPaid),
    stayAt(work, asPaid, { startsAt: startsAt.getTime(), minutes }),
  )
  // Hours of a pack count as hours at any time; a renter does not pay more because the host proposes a change, and for a renter's proposal
  // the host sees what the hours are worth and accepts that price.
  const nowCents = booking.rent_cents - booking.retained_cents
  const refundCents = booking.pack_id === null ? Math.max(0, nowCents - explained.totalCents) : 0
  const cleaning = explained.lines.filter(({ kind }) => kind === 'cleaning')
  const changes = {
    unit_id: unit.id,
    agreement_id: current.isIncluded ? booking.agreement_id : current.agreementId,
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + minutes * minuteMs),
    local_start: localStart(startsAt, booking.zone),
    rent_cents: booking.rent_cents - refundCents,
    cleaning_cents:
      refundCents === 0
        ? booking.cleaning_cents
        : cleaning.reduce((sum, { amountCents }) => sum + amountCents, 0),
    rent_stretches: explained.stretches.map(({ startsAt, endsAt, hourlyCents }) => ({
      startsAt,
      endsAt,
      hourlyCents,
    })),
  }
  const worthCents = booking.pack_id === null ? explained.totalCents : undefined
  return { changes, refundCents, worthCents, place: `${unit.name}, ${unit.space}` }
}

const sameHour = {
  fields: [{ field: 'startsAt', message: 'Elige otra hora; a la misma, pásala de unidad.' }],
}

const otherUnit = { fields: [{ field: 'unitId', message: 'Elige una unidad de este espacio.' }] }

const unitOf = async (work: Work, spaceId: number, unitId: number) => {
  const unit = await work.db
    .selectFrom('units')
    .innerJoin('spaces', 'spaces.id', 'units.space_id')
    .select(['units.id', 'units.name', 'spaces.name as space'])
    .where('units.id', '=', unitId)
    .where('spaces.id', '=', spaceId)
    .where('units.active', '=', true)
    .executeTakeFirst()
  return unit ?? refuse('invalid_input', otherUnit)
}

const refuseFor = (reason: string, by: Of): never => {
  if (reason === 'professional_busy')
    throw new Refusal(
      'slot_taken',
      undefined,
      by === 'host' ? 'Quien renta ya tiene algo a esa hora.' : 'Ya tienes algo a esa hora.',
    )
  return refuse(reason === 'unit_busy' ? 'slot_taken' : 'slot_not_available', { reason })
}

/** Regardless of the actor, the price is that of the renter's agreement. */
const asRenter = (work: Work, professionalId: number): Work => actingAs(work, { professionalId })

/** Holds the new time and asks. Refuses quote_expired, quote_changed and as the quote does. */
export const proposeRentChange = async (
  work: Work,
  id: string,
  order: { as: Of; quoteToken: string; note: string },
): Promise<z.input<typeof Booking>> => {
  const { as: by } = order
  const opened = z.safeParse(Quoted, work.tokens.open(tokenKind, order.quoteToken, work.now))
  if (!opened.success || opened.data.id !== id) {
    await findFor(work, id, { as: by })
    return refuse('quote_expired')
  }
  const said = opened.data
  await inTransaction(work, async (work) => {
    const { booking } = await lockFor(work, id, { as: by })
    await requireProposable(work, booking, by)
    if (booking.version !== said.version) return refuse('quote_changed')
    const wanted = { startsAt: new Date(said.startsAt), unitId: said.unitId }
    const { changes, refundCents, worthCents, place } = await lookAt(work, booking, by, wanted)
    if (refundCents !== said.refundCents) return refuse('quote_changed')
    await holdProposal(work, booking, by, {
      changes: { ...changes, refundCents, worthCents },
      place,
      note: order.note,
      acceptances: by === 'host' ? { professional_acceptance: 'pending' } : { host_acceptance: 'pending' },
      parentRentId: null,
    })
  })
  return readAs(work, id, by)
}

const Saved = z.object({
  unit_id: z.int(),
  agreement_id: z.nullable(z.int()),
  starts_at: z.string(),
  ends_at: z.string(),
  local_start: z.string(),
  rent_cents: z.int(),
  cleaning_cents: z.int(),
  rent_stretches: Stretches,
  refundCents: z.int(),
})

/**
 * The other party accepted: old and new hours change places, and the difference is refunded. In the caller's transaction, which has locked
 * the rent. Answers the payment to execute. Refuses visits_within for clients who were booked meanwhile.
 */
export const moveRent = async (
  work: Work,
  booking: BookingRow,
  proposal: Proposal,
  by: Side,
): Promise<string | null> => {
  await requireNoVisits(work, booking)
  const { refundCents, starts_at, ends_at, rent_stretches, ...rest } = z.parse(Saved, proposal.changes)
  const changes = { ...rest, starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  await withdrawOffer(work, booking.id)
  await release(work, booking.id)
  const claims = claimedBy({ ...booking, ...changes })
  await claim(work, {
    bookingId: booking.id,
    claims: claims.map(asClaim),
    holdUntil: null,
  })
  const lines = z.array(RentLine).parse(booking.rent_lines ?? [])
  await makeMove(
    work,
    booking,
    'accept_change',
    { party: by },
    {
      ...changes,
      rent_stretches: JSON.stringify(rent_stretches),
      rent_lines: JSON.stringify(
        refundCents === 0 ? lines : [...lines, lineOf(booking, changes.starts_at, refundCents)],
      ),
    },
  )
  await publish(work, 'booking.changed', { bookingId: booking.id })
  crashPoint('inside-rent-change')
  if (refundCents === 0) return null
  return returnPart(work, {
    bookingId: booking.id,
    amountCents: refundCents,
    idemKey: `move:${booking.id}:${booking.version}`,
  })
}

const lineOf = ({ zone }: BookingRow, startsAt: Date, refundCents: number): z.input<typeof RentLine> => ({
  kind: 'adjustment',
  label: 'Pasó a una hora más barata',
  detail: `${longDate(startsAt, zone)}, ${clockTime(startsAt, zone)} h`,
  amountCents: -refundCents,
})
