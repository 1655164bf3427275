/**
 * A confirmed visit goes to another hour (product.md §4, B9): by the client alone while that is free and instant, else by a
 * proposal that the others answer. The new time is claimed first; the old one stays until the last yes, and then goes in the
 * same transaction. docs/decisions/changes.md.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking, Move } from '#contract/booking.ts'
import { type ChangeQuote, freeMoves, Side as AnySide } from '#contract/change.ts'
import { Uuid } from '#contract/shapes.ts'
import { claim, release } from '#server/availability/availability.ts'
import { decide, openToken, slots } from '#server/availability/slots.ts'
import { placed, standOf } from '#server/booking/hold.ts'
import { makeMove, requireMove, type BookingRow, type Mover } from '#server/booking/move.ts'
import { findFor, lockFor, type Asking, type Side } from '#server/booking/party.ts'
import { readAs } from '#server/booking/present.ts'
import {
  changeBy,
  endProposal,
  holdProposal,
  openOf,
  orQuota,
  pendingIn,
  setProposal,
  withProposal,
  type Proposal,
} from '#server/booking/proposal.ts'
import { moveRent } from '#server/booking/rent-change.ts'
import { asClaim, cancelQuoteMinutes, claimedBy, hourMs, minuteMs } from '#server/booking/rules.ts'
import { carryOut, followStart } from '#server/payment/payment.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { policyOf } from '#server/pricing/cancellation.ts'
import { deltasOf, firstLabelOf, margin, quote } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

type View = z.input<typeof Booking>
/** The hours to which it could go. Refuses move_not_allowed. */
export const changeSlots = async (
  work: Work,
  id: string,
  asked: Asking & { as: Side; from: string; to: string },
) => {
  const { booking } = await findFor(work, id, asked)
  requireMove(withProposal(booking, await openOf(work, id)), 'propose_change', asked.as, work.now)
  return slots(asClient(work, booking), {
    professional: booking.professional_id,
    service: booking.service_id ?? refuse('move_not_allowed'),
    from: asked.from,
    to: asked.to,
    moving: id,
    // Only who works there says at which place.
    ...(asked.as === 'professional' ? {} : { space: booking.space_id }),
  })
}

/** Whoever asks: it is the client's time that must be free. */
const asClient = (work: Work, booking: BookingRow): Work => ({
  ...work,
  who: { ...work.who, clientId: booking.client_id },
})

type Wanted = { spaceId: number | null; startsAt: number }

/** What of the booking would change. Refuses slot_taken, slot_not_available, client_busy, margin_guard. */
const lookAt = async (work: Work, booking: BookingRow, side: Side, { spaceId, startsAt }: Wanted) => {
  if (side !== 'professional' && spaceId !== booking.space_id) return refuse('slot_not_available')
  const { offer, decision, claims } = await decide(
    asClient(work, booking),
    {
      professionalId: booking.professional_id,
      serviceId: booking.service_id ?? refuse('move_not_allowed'),
      spaceId,
      startsAt,
    },
    booking.id,
  )
  if (!decision.ok) {
    const { reason } = decision
    if (reason === 'client_busy') return refuse('client_busy')
    const taken = ['professional_busy', 'no_time_to_travel', 'unit_busy'].includes(reason)
    return refuse(taken ? 'slot_taken' : 'slot_not_available', { reason })
  }
  const stand = standOf(decision)
  // Hours that were rented beforehand are a matter of their own: what is inside, or over their edge, stays there.
  if (stand.insideId !== booking.inside_id) return refuse('slot_not_available')
  const place = placed({ startsAt }, { offer, claims, ...stand }, booking.total_cents)
  const kept = openTerms(booking.terms)
  // Agreed is agreed: at another place only what that place asks is new.
  const terms =
    spaceId === booking.space_id ? kept : { ...offer.terms, client: kept.client, regret: kept.regret }
  const price = { serviceCents: booking.total_cents, rentCents: place.rent_cents }
  if (!margin(terms, price).earns) return refuse('margin_guard')
  const quoted = quote(terms, {
    serviceName: firstLabelOf(booking.quote, booking.service_name),
    ...price,
    deltas: deltasOf(booking.quote),
    expiresAt: work.now,
  })
  const changes = {
    ...place,
    terms: JSON.stringify(terms),
    quote: JSON.stringify(quoted),
    quote_hash: quoted.hash,
  }
  return { changes, asks: offer.asks, placeName: offer.placeName }
}

/** Alone: the client, while cancelling is free, to an hour that needs nobody's yes, the first two times. */
const mayAlone = async (work: Work, booking: BookingRow, side: Side, asks: boolean): Promise<boolean> => {
  if (side !== 'client' || asks) return false
  const { terms, total_cents: totalCents, starts_at: startsAt, zone } = booking
  const { freeUntil } = policyOf({ terms: openTerms(terms), totalCents, startsAt, zone })
  if (work.now > new Date(freeUntil)) return false
  const { rows } = await sql<{ moved: number }>`
    select (select count(*) from booking_moves where booking_id = ${booking.id} and move = 'move_time')
      + (select count(*) from change_proposals where booking_id = ${booking.id} and proposed_by = 'client' and state = 'accepted')
      as moved`.execute(work.db)
  return (rows[0]?.moved ?? 0) < freeMoves
}

const Quoted = z.object({
  id: Uuid,
  version: z.int(),
  as: AnySide,
  spaceId: z.nullable(z.int()),
  startsAt: z.int(),
  alone: z.boolean(),
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
  if (choice.professionalId !== booking.professional_id || choice.serviceId !== booking.service_id)
    return refuse('slot_token_invalid')
  const { changes, asks, placeName } = await lookAt(work, booking, asked.as, choice)
  const alone = await mayAlone(work, booking, asked.as, asks)
  const answerBy = changeBy(booking.starts_at, changes.starts_at, work.now)
  if (!alone && answerBy <= work.now) return refuse('too_late_to_ask')
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const said: Quoted = {
    id,
    version: booking.version,
    as: asked.as,
    spaceId: choice.spaceId,
    startsAt: choice.startsAt,
    alone,
  }
  const asksWhom = alone ? [] : pendingIn(askedBy(asked.as))
  return {
    startsAt: changes.starts_at.toISOString(),
    endsAt: changes.ends_at.toISOString(),
    zone: changes.zone,
    place: placeName,
    alone,
    asks: asksWhom,
    answerBy: alone ? null : answerBy.toISOString(),
    lines: linesFor(booking, asked.as, changes.rent_cents),
    reason: alone
      ? 'Cambias sin costo y queda confirmada al momento. Tu precio no cambia.'
      : 'La hora nueva queda apartada mientras responden; la de ahora sigue en pie hasta entonces. El precio no cambia.',
    expiresAt: expiresAt.toISOString(),
    token: work.tokens.sign('change-quote', said, expiresAt),
  }
}

const linesFor = (booking: BookingRow, side: Side, rentCents: number) => {
  const price = { label: 'Precio acordado', amountCents: booking.total_cents }
  const rent = [
    { label: 'Renta de ahora', amountCents: booking.rent_cents },
    { label: 'Renta en la hora nueva', amountCents: rentCents },
  ]
  if (side === 'client') return [price, { label: 'Diferencia', amountCents: 0 }]
  return side === 'host' ? rent : [price, ...(booking.rent_cents + rentCents > 0 ? rent : [])]
}

const askedBy = (side: Side) =>
  ({
    client_acceptance: side === 'client' ? 'not_needed' : 'pending',
    professional_acceptance: side === 'professional' ? 'not_needed' : 'pending',
    host_acceptance: 'not_needed',
  }) as const

/** Moves it, or holds the new time and asks. Refuses quote_expired, quote_changed and as the quote does. */
export const change = async (
  work: Work,
  id: string,
  order: { t?: string | undefined; quoteToken: string; note: string },
): Promise<View> => {
  const opened = z.safeParse(Quoted, work.tokens.open('change-quote', order.quoteToken, work.now))
  if (!opened.success || opened.data.id !== id) {
    await findFor(work, id, { t: order.t })
    return refuse('quote_expired')
  }
  const said = opened.data
  const paymentId = await orQuota(() =>
    inTransaction(work, async (work) => {
      const { booking } = await lockFor(work, id, { t: order.t, as: said.as })
      const move = said.alone ? 'move_time' : 'propose_change'
      requireMove(withProposal(booking, await openOf(work, id)), move, said.as, work.now)
      if (booking.version !== said.version) return refuse('quote_changed')
      const { changes, asks, placeName } = await lookAt(work, booking, said.as, said)
      if ((await mayAlone(work, booking, said.as, asks)) !== said.alone) return refuse('quote_changed')
      if (said.alone) return apply(work, booking, changes, 'move_time', { party: said.as })
      await holdProposal(work, booking, said.as, {
        changes,
        place: placeName,
        note: order.note,
        asked: askedBy(said.as),
        insideId: changes.inside_id,
      })
      return null
    }),
  )
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, id, said.as)
}

type Changes = Awaited<ReturnType<typeof lookAt>>['changes']

/** Everybody has said yes: old and new time change places at once. Answers the payment to carry out. */
const apply = async (
  work: Work,
  booking: BookingRow,
  changes: Changes,
  move: Move,
  mover: Mover,
): Promise<string | null> => {
  await release(work, booking.id)
  const latest = new Date(changes.starts_at.getTime() - hourMs)
  // First where it will be, so that the way there is asked of the new place.
  await makeMove(work, booking, move, mover, {
    ...changes,
    // An answer that was given long ago was in time.
    respond_by: booking.respond_by !== null && booking.respond_by > latest ? latest : booking.respond_by,
  })
  await claim(work, {
    bookingId: booking.id,
    claims: claimedBy({ ...booking, ...changes }).map(asClaim),
    holdUntil: null,
    insideId: changes.inside_id,
  })
  await announce(work, 'booking.changed', { bookingId: booking.id })
  return followStart(work, { bookingId: booking.id, startsAt: changes.starts_at })
}

const KeptChanges = z.object({
  space_id: z.nullable(z.int()),
  unit_id: z.nullable(z.int()),
  host_id: z.nullable(z.int()),
  agreement_id: z.nullable(z.int()),
  inside_id: z.nullable(z.string()),
  starts_at: z.string(),
  ends_at: z.string(),
  buffer_before_minutes: z.int(),
  buffer_after_minutes: z.int(),
  unit_after_minutes: z.int(),
  zone: z.string(),
  local_start: z.string(),
  rent_cents: z.int(),
  rent_minutes: z.int(),
  rent_lines: z.nullable(z.string()),
  cleaning_cents: z.int(),
  terms: z.string(),
  quote: z.string(),
  quote_hash: z.string(),
})

const keptIn = (proposal: Proposal): Changes => {
  const { starts_at, ends_at, ...rest } = z.parse(KeptChanges, proposal.changes)
  return { ...rest, starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
}

type Answer = 'accept' | 'decline' | 'withdraw'

/** Yes, no, or taken back. Refuses stale_version, move_not_allowed, and what the hour is refused with. */
export const answerChange = async (
  work: Work,
  id: string,
  { answer, ...asked }: Asking & { as: Side; version: number; answer: Answer },
): Promise<View> => {
  const paymentId = await orQuota(() =>
    inTransaction(work, async (work) => {
      const { booking } = await lockFor(work, id, asked)
      if (booking.version !== asked.version) return refuse('stale_version')
      const proposal = await openOf(work, id)
      requireMove(withProposal(booking, proposal), `${answer}_change`, asked.as, work.now)
      if (proposal === undefined) return refuse('move_not_allowed')
      if (answer !== 'accept') {
        const state = answer === 'decline' ? 'declined' : 'withdrawn'
        await endProposal(work, booking, proposal, state, `${answer}_change`, { party: asked.as })
        return null
      }
      const said = { [`${asked.as}_acceptance`]: 'accepted' }
      if (pendingIn(proposal).some((side) => side !== asked.as)) {
        await setProposal(work, proposal, said)
        await makeMove(work, booking, 'accept_change_in_part', { party: asked.as })
        return null
      }
      await setProposal(work, proposal, { ...said, state: 'accepted', ended_at: work.now })
      if (booking.kind === 'rent') return moveRent(work, booking, proposal, asked.as)
      return apply(work, booking, keptIn(proposal), 'accept_change', { party: asked.as })
    }),
  )
  if (paymentId !== null) await carryOut(work, paymentId)
  return readAs(work, id, asked.as)
}
