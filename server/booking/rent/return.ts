/** S1 (product.md §4): some of the rented hours are returned to the host before use; quoted first, then done exactly as quoted. */
import * as z from 'zod/mini'
import { minuteMs } from '#contract/platform/duration.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import type { Reservation, returnQuote as quoteEndpoint } from '#contract/booking/rent/reservation.ts'
import { RentLine } from '#contract/pricing/space-pricing.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { shrink } from '#server/availability/block/availability.ts'
import { keepFees } from '#server/booking/columns/fee.ts'
import { withdrawOffer } from '#server/booking/columns/hand-over-row.ts'
import { makeMove, requireMove, type BookingRow } from '#server/booking/moves/move.ts'
import { findFor, lockFor } from '#server/booking/moves/party.ts'
import { rentedOf } from '#server/booking/columns/reservation-row.ts'
import { read } from '#server/booking/rent/reservation-view.ts'
import { freeFromMiddle, minMinutes } from '#server/booking/rent/part.ts'
import { asClaim, cancelQuoteMinutes, claimedBy, minutesBetween } from '#server/booking/moves/rules.ts'
import { requireNoVisits } from '#server/booking/checkout/within.ts'
import { localStart } from '#server/booking/moves/wording.ts'
import { execute, read as readPayment } from '#server/payment/charge/payment.ts'
import { returnPart } from '#server/payment/charge/refund.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { returned, returnLines, worthOf, type Returned } from '#server/pricing/rent-cancellation.ts'

type Hours = { startsAt: Date; endsAt: Date }
/** `also`: what remains after hours returned from the middle. */
type Remains = Hours & { also: Hours | null }

/** The input is what remains. Refuses not_found, move_not_allowed, invalid_input, visits_within, return_too_late. */
export const returnQuote = async (
  work: Work,
  id: string,
  request: { startsAt: string; endsAt: string; also: { startsAt: string; endsAt: string } | null },
): Promise<z.input<(typeof quoteEndpoint)['reply']>> => {
  const { booking } = await findFor(work, id, { as: 'professional' })
  const also =
    request.also === null
      ? null
      : { startsAt: new Date(request.also.startsAt), endsAt: new Date(request.also.endsAt) }
  const remains = { startsAt: new Date(request.startsAt), endsAt: new Date(request.endsAt), also }
  return quoteFor(work, booking, remains)
}

const quoteFor = async (work: Work, booking: BookingRow, remains: Remains) => {
  const back = await returnedOf(work, booking, remains, work.now)
  const expiresAt = new Date(work.now.getTime() + cancelQuoteMinutes * minuteMs)
  const said: Quoted = {
    id: booking.id,
    version: booking.version,
    from: remains.startsAt.getTime(),
    to: remains.endsAt.getTime(),
    alsoFrom: remains.also?.startsAt.getTime() ?? null,
    alsoTo: remains.also?.endsAt.getTime() ?? null,
    at: work.now.getTime(),
    refundCents: back.refundCents,
  }
  return {
    refundCents: back.refundCents,
    feeCents: back.feeCents,
    creditBackCents: 0,
    paidBy: (await readPayment(work, booking.id))?.method === 'cash' ? ('cash' as const) : ('card' as const),
    lines: returnLines(back),
    reason: back.reason,
    isStrike: false,
    rescue: null,
    expiresAt: expiresAt.toISOString(),
    token: work.tokens.sign('return-quote', said, expiresAt),
  }
}

const Quoted = z.object({
  id: Uuid,
  version: z.int(),
  from: z.int(),
  to: z.int(),
  alsoFrom: z.nullable(z.int()),
  alsoTo: z.nullable(z.int()),
  /** The moment whose rules the quote applied. */
  at: z.int(),
  refundCents: z.int(),
})
type Quoted = z.output<typeof Quoted>

const returnedOf = async (work: Work, booking: BookingRow, remains: Remains, at: Date): Promise<Returned> => {
  if (booking.kind !== 'rent') return refuse('not_found')
  requireMove(booking, 'hand_back', 'professional', work.now)
  await requireSense(work, booking, remains)
  await requireNoVisits(work, booking, { to: remains.startsAt })
  // What remains after the middle becomes a rent of its own, so no client may be expected there either.
  await requireNoVisits(work, booking, { from: remains.endsAt })
  const back = returned(rentedOf(withoutAlso(booking, remains, at), at), remains)
  return back.tooLate ? refuse('return_too_late') : back
}

/** The rent once what remains after the middle has been split off. */
const withoutAlso = (booking: BookingRow, { also }: Remains, at: Date): BookingRow => {
  if (also === null) return booking
  const worthCents = worthOf(rentedOf(booking, at), { from: also.startsAt, to: also.endsAt })
  return {
    ...booking,
    ends_at: also.startsAt,
    rent_cents: booking.rent_cents - worthCents,
    total_cents: booking.total_cents - worthCents,
  }
}

/** Hours that have not started, in steps of the space, with enough of them left. */
const requireSense = async (work: Work, booking: BookingRow, { startsAt, endsAt, also }: Remains) => {
  const least = await minMinutes(work, booking)
  const problem = (message: string): never =>
    refuse('invalid_input', { fields: [{ field: 'endsAt', message }] })
  if (also !== null) {
    const gap = minutesBetween(endsAt, also.startsAt)
    if (
      startsAt.getTime() !== booking.starts_at.getTime() ||
      also.endsAt.getTime() !== booking.ends_at.getTime()
    )
      problem('Devuelve un solo tramo a la vez.')
    if (minutesBetween(also.startsAt, also.endsAt) < least)
      problem(`Conserva al menos ${lengthText(least)} de cada lado.`)
    if (gap < Math.max(30, booking.unit_after_minutes))
      problem(`Devuelve al menos ${lengthText(Math.max(30, booking.unit_after_minutes))}.`)
  }
  if (startsAt < booking.starts_at || endsAt > booking.ends_at || endsAt <= startsAt)
    problem('Lo que conservas tiene que quedar dentro de tus horas.')
  if (startsAt.getTime() === booking.starts_at.getTime() && endsAt.getTime() === booking.ends_at.getTime())
    problem('Elige qué horas devuelves.')
  if (minutesBetween(startsAt, endsAt) < least)
    problem(`Conserva al menos ${lengthText(least)}, o cancela todo.`)
  if (startsAt > booking.starts_at && (booking.status === 'in_progress' || booking.starts_at <= work.now))
    problem('El inicio ya pasó: puedes devolver las horas del final.')
  if (endsAt < booking.ends_at && endsAt <= work.now) problem('Esas horas ya empezaron.')
}

/** Returns them as quoted. Refuses quote_expired; quote_changed with a new quote when something changed since. */
export const returnHours = async (
  work: Work,
  id: string,
  quoteToken: string,
): Promise<z.input<typeof Reservation>> => {
  const opened = z.safeParse(Quoted, work.tokens.open('return-quote', quoteToken, work.now))
  if (!opened.success || opened.data.id !== id) {
    await findFor(work, id, { as: 'professional' })
    return refuse('quote_expired')
  }
  const paymentId = await inTransaction(work, (work) => returnInside(work, id, opened.data))
  crashPoint('committed-return')
  if (paymentId !== null) await execute(work, paymentId)
  return read(work, id)
}

/** Hours, price, claims, money and fact in one transaction. Null: done before, and the reply was lost. */
const returnInside = async (work: Work, id: string, quoted: Quoted): Promise<string | null> => {
  const { booking: whole } = await lockFor(work, id, { as: 'professional' })
  const also =
    quoted.alsoFrom === null || quoted.alsoTo === null
      ? null
      : { startsAt: new Date(quoted.alsoFrom), endsAt: new Date(quoted.alsoTo) }
  const remains = { startsAt: new Date(quoted.from), endsAt: new Date(quoted.to), also }
  const isDone = whole.starts_at.getTime() === quoted.from && whole.ends_at.getTime() === quoted.to
  if (isDone && whole.version > quoted.version) return null
  if (whole.version !== quoted.version)
    return refuse('quote_changed', { quote: await quoteFor(work, whole, remains) })
  const back = await returnedOf(work, whole, remains, new Date(quoted.at))
  if (back.refundCents !== quoted.refundCents)
    return refuse('quote_changed', { quote: await quoteFor(work, whole, remains) })
  await withdrawOffer(work, id)
  const booking = also === null ? whole : await withoutAfter(work, whole, remains.endsAt, also)
  await makeMove(
    work,
    booking,
    'hand_back',
    { party: 'professional', reason: lengthText(back.minutes) },
    {
      starts_at: remains.startsAt,
      ends_at: remains.endsAt,
      local_start: localStart(remains.startsAt, booking.zone),
      // Other renters may follow the first part too.
      unit_after_minutes: whole.unit_after_minutes,
      rent_minutes: minutesBetween(remains.startsAt, remains.endsAt),
      rent_cents: booking.rent_cents - back.refundCents,
      retained_cents: booking.retained_cents + back.feeCents,
      rent_lines: JSON.stringify([...z.array(RentLine).parse(booking.rent_lines ?? []), lineOf(back)]),
    },
  )
  await keepFees(work, booking, back.parts)
  const left = claimedBy({
    ...booking,
    starts_at: remains.startsAt,
    ends_at: remains.endsAt,
    unit_after_minutes: whole.unit_after_minutes,
  })
  await shrink(work, id, left.map(asClaim))
  const paymentId = await returnPart(work, {
    bookingId: id,
    amountCents: back.refundCents,
    idemKey: `return:${id}:${booking.version}`,
  })
  crashPoint('inside-return')
  await publish(work, 'reservation.returned', { bookingId: id })
  return paymentId
}

const withoutAfter = async (work: Work, booking: BookingRow, startsAt: Date, also: Hours) =>
  (await freeFromMiddle(work, booking, { startsAt, endsAt: also.startsAt })).booking

const lineOf = (back: Returned): z.input<typeof RentLine> => ({
  kind: 'adjustment',
  label: `Devolviste ${lengthText(back.minutes)}`,
  detail:
    back.feeCents === 0
      ? 'Sin costo'
      : `De ${formatCents(back.worthCents)} se quedan ${formatCents(back.feeCents)} en el espacio`,
  amountCents: -back.refundCents,
})
