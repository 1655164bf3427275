/** What moving to another hour would cost, and whether a party may do so alone. */
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import { type ChangeQuote, Side as AnySide } from '#contract/booking/change/change.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { openToken } from '#server/availability/slots/slot-token.ts'
import type { Money } from '#server/booking/change/change-charge.ts'
import { lookAt, type Look } from '#server/booking/change/change-look.ts'
import { priceLines } from '#server/booking/change/change-price.ts'
import { requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, type ViewerQuery, type Side } from '#server/booking/moves/party.ts'
import { openOf, pendingIn, proposalEnds, withProposal } from '#server/booking/moves/proposal-row.ts'
import { cancelQuoteMinutes } from '#server/booking/moves/rules.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import { restOf } from '#server/payment/charge/added.ts'
import { savedCardOf } from '#server/payment/charge/guarantee.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { policyOf } from '#server/pricing/cancellation-policy.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** Without acceptance: the client, while cancelling is free, to an hour that needs none. */
export const mayAlone = (
  work: Work,
  booking: BookingRow,
  side: Side,
  { asks, hostAnswers }: Pick<Look, 'asks' | 'hostAnswers'>,
): boolean => {
  if (side !== 'client' || asks || hostAnswers) return false
  const { terms, total_cents: totalCents, starts_at: startsAt, zone } = booking
  const { freeUntil } = policyOf({ terms: openTerms(terms), totalCents, startsAt, zone })
  return work.now <= new Date(freeUntil)
}

/** The price difference, and the amount of a separate charge. Refuses payment_in_progress. */
export const moneyOf = async (work: Work, booking: BookingRow, look: Look): Promise<Money> => {
  const { changes, feeCents } = look
  const differenceCents = changes.total_cents - booking.total_cents
  if (differenceCents === 0 && feeCents === 0) return { differenceCents, feeCents, payCents: 0 }
  const payment = (await readPayment(work, booking.id)) ?? refuse('payment_in_progress')
  const payCents = restOf(payment, paidOf(changes) + changes.move_fee_cents)
  return { differenceCents, feeCents, payCents }
}

export const Quoted = z.object({
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
export type Quoted = z.output<typeof Quoted>

/** What the change would mean; valid for ten minutes. Refuses move_not_allowed, too_late_to_ask and the refusals of the hour. */
export const changeQuote = async (
  work: Work,
  id: string,
  request: ViewerQuery & { as: Side; slotToken: string },
): Promise<z.input<typeof ChangeQuote>> => {
  const { booking } = await findFor(work, id, request)
  requireMove(withProposal(booking, await openOf(work, id)), 'propose_change', request.as, work.now)
  const choice = openToken(work, request.slotToken)
  if (
    choice.professionalId !== booking.professional_id ||
    choice.serviceId !== booking.service_id ||
    // A change keeps the kind of place: a visit at a space does not move to a home.
    (choice.place ?? null) !== booking.visit_place
  )
    return refuse('slot_token_invalid')
  const look = await lookAt(work, booking, request.as, choice)
  const { changes } = look
  const money = await moneyOf(work, booking, look)
  const alone = mayAlone(work, booking, request.as, look)
  const answerBy = proposalEnds(booking, changes.starts_at, work.now)
  if (!alone && answerBy <= work.now) return refuse('too_late_to_ask')
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const said: Quoted = {
    id,
    version: booking.version,
    as: request.as,
    spaceId: choice.spaceId,
    startsAt: choice.startsAt,
    ...(choice.shownAt === undefined ? {} : { shownAt: choice.shownAt }),
    alone,
    ...money,
  }
  const card = request.as === 'client' && money.payCents > 0 ? await savedCardOf(work, id) : null
  const dueCents = money.differenceCents + money.feeCents
  return {
    startsAt: changes.starts_at.toISOString(),
    endsAt: changes.ends_at.toISOString(),
    zone: changes.zone,
    place: look.placeName,
    alone,
    asks: alone ? [] : pendingIn(requestedBy(request.as, booking, look)),
    answerBy: alone ? null : answerBy.toISOString(),
    dueCents: request.as === 'host' ? 0 : dueCents,
    charged: dueCents <= 0 ? 'none' : money.payCents > 0 ? 'now' : 'later',
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
    lines: priceLines(request.as, {
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
      moneyText(request.as, money),
    ].join(' '),
    expiresAt: expiresAt.toISOString(),
    token: work.tokens.sign('change-quote', said, expiresAt),
  }
}

/** How the difference is paid or refunded, in words. */
const moneyText = (as: Side, { differenceCents, feeCents, payCents }: Money): string => {
  const dueCents = differenceCents + feeCents
  if (as === 'host') return 'Tu cambio nunca le sube el precio al cliente.'
  if (as === 'professional')
    return differenceCents < 0
      ? `Esa hora cuesta menos: si acepta, tu cliente recupera ${formatCents(-differenceCents)}.`
      : 'Tu cambio nunca le sube el precio a tu cliente.'
  if (dueCents === 0) return 'El precio no cambia.'
  if (dueCents < 0) return `Te devolvemos ${formatCents(-dueCents)}, o te cobramos eso menos si aún no pagas.`
  return payCents > 0
    ? 'Tu banco aparta lo que falta antes de mover nada; se cobra cuando la cita ya cambió.'
    : 'Se suma a lo que tu tarjeta paga por la cita.'
}

/** The host answers a request afterwards, once professional and client agree on the hour (change-apply.ts). */
export const requestedBy = (
  side: Side,
  { status }: Pick<BookingRow, 'status'>,
  { hostAnswers }: Pick<Look, 'hostAnswers'>,
) =>
  ({
    client_acceptance: side === 'client' ? 'not_needed' : 'pending',
    professional_acceptance: side === 'professional' ? 'not_needed' : 'pending',
    host_acceptance: side !== 'host' && hostAnswers && status !== 'requested' ? 'pending' : 'not_needed',
  }) as const
