/** Cancels or moves a visit of the user: quoted, and then confirmed by them or done by their mandate. */
import * as z from 'zod/mini'
import { cancelByMandate, changeByMandate } from '#contract/assistant/mandate.ts'
import { booking as oneBooking, type Booking } from '#contract/booking/booking.ts'
import { cancelQuote } from '#contract/booking/cancellation.ts'
import { changeQuote, changeSlots } from '#contract/booking/change/change.ts'
import { LocalDate, Uuid } from '#contract/platform/shapes.ts'
import { linkTo } from '#server/assistant/confirmation.ts'
import { type Ask, tool } from '#server/assistant/tool.ts'
import { orPerson, Outcome, pageOf, Visit, visitOf } from '#server/assistant/visit-outcome.ts'
import { Line, linesOf, pesos, RequestId, said, SlotToken, whenIn } from '#server/assistant/words.ts'

const look = (ask: Ask, id: string) =>
  ask.call(oneBooking, { params: { id }, query: { as: 'client' as const } })

/** The current quote, with the link that carries it. */
const quoteCancel = async (ask: Ask, id: string) => {
  const quote = await ask.call(cancelQuote, { params: { id }, query: {}, body: { as: 'client' } })
  const one = await look(ask, id)
  const confirmLink = linkTo(ask.work, {
    ...shownOf(ask, one),
    act: 'cancel',
    newStartsAt: null,
    newPlace: null,
    isProposal: false,
    lines: quote.lines.slice(0, 12),
    totalCents: quote.refundCents ?? 0,
    reason: quote.reason,
    expiresAt: quote.expiresAt,
    quote: quote.token,
  })
  return { quote, one, confirmLink }
}

const shownOf = (ask: Ask, one: Booking) => ({
  app: ask.work.viewer.credential?.name ?? '',
  bookingId: one.id,
  version: one.version,
  service: one.service.name,
  professional: `${one.professional.firstName} ${one.professional.lastName}`,
  place: one.place.name,
  zone: one.zone,
  startsAt: one.startsAt,
})

const quoteToCancel = tool({
  name: 'cancel_quote',
  title: 'Cuánto cuesta cancelar',
  description:
    'What cancelling a visit now would give back and cost. Cancels nothing: the person confirms at confirmLink, or cancel_booking does it by their mandate.',
  scope: 'bookings:read',
  hint: 'reads',
  input: { bookingId: Uuid },
  output: {
    visit: Visit,
    backPesos: z.number(),
    feePesos: z.number(),
    lines: z.array(Line),
    reason: z.string(),
    expiresAt: z.string(),
    quoteToken: z.string(),
    confirmLink: z.string(),
  },
  run: async (ask, { bookingId }) => {
    const { quote, one, confirmLink } = await quoteCancel(ask, bookingId)
    return {
      visit: visitOf(ask, one),
      backPesos: pesos(quote.refundCents ?? 0),
      feePesos: pesos(quote.feeCents),
      lines: linesOf(quote.lines),
      reason: quote.reason,
      expiresAt: quote.expiresAt,
      quoteToken: quote.token,
      confirmLink,
    }
  },
})

const QuoteToken = z.string().check(z.minLength(8), z.maxLength(2000))

const cancel = tool({
  name: 'cancel_booking',
  title: 'Cancelar una cita',
  description:
    'Cancel a visit on the terms of cancel_quote, by the mandate that the person gave this app. Without one nothing is done and confirmLink is where the person cancels. Use only after the person agreed to the quote.',
  scope: 'bookings:write',
  hint: 'ends',
  input: { bookingId: Uuid, quoteToken: QuoteToken, requestId: RequestId },
  output: Outcome,
  run: (ask, { bookingId, quoteToken, requestId }) =>
    orPerson(
      ask,
      () => ask.call(cancelByMandate, { body: { bookingId, quoteToken } }, requestId),
      async () => (await quoteCancel(ask, bookingId)).confirmLink,
    ),
})

const maxHours = 24

const hoursToMove = tool({
  name: 'change_hours',
  title: 'Horas a las que se puede cambiar',
  description: 'Hours to which a visit could go, each with a slotToken for change_quote. At most 14 days.',
  scope: 'bookings:read',
  hint: 'reads',
  input: { bookingId: Uuid, from: LocalDate, to: LocalDate },
  output: {
    zone: z.string(),
    hours: z.array(
      z.object({ startsAt: z.string(), when: z.string(), pesos: z.number(), slotToken: z.string() }),
    ),
  },
  run: async (ask, { bookingId, from, to }) => {
    const last = Temporal.PlainDate.from(from).add({ days: 13 }).toString()
    const found = await ask.call(changeSlots, {
      params: { id: bookingId },
      query: { as: 'client', from, to: to < last ? to : last },
    })
    return {
      zone: found.zone,
      hours: found.days
        .flatMap((day) => day.slots)
        .slice(0, maxHours)
        .map((slot) => ({
          startsAt: slot.startsAt,
          when: whenIn(slot.startsAt, found.zone),
          pesos: pesos(slot.totalCents),
          slotToken: slot.token,
        })),
    }
  },
})

const quoteMove = async (ask: Ask, id: string, slotToken: string) => {
  const quote = await ask.call(changeQuote, { params: { id }, query: {}, body: { as: 'client', slotToken } })
  const one = await look(ask, id)
  // A card must be given first, on the visit's own page.
  const needsCard = quote.charged === 'now' && quote.card === null
  const confirmLink = needsCard
    ? pageOf(ask, id)
    : linkTo(ask.work, {
        ...shownOf(ask, one),
        act: 'change',
        newStartsAt: quote.startsAt,
        newPlace: quote.place,
        isProposal: !quote.alone,
        lines: quote.lines.slice(0, 12),
        totalCents: quote.dueCents,
        reason: quote.reason,
        expiresAt: quote.expiresAt,
        quote: quote.token,
      })
  return { quote, one, confirmLink }
}

const quoteToMove = tool({
  name: 'change_quote',
  title: 'Cuánto cuesta cambiar de hora',
  description:
    'What moving a visit to another hour would cost, and whether others must answer first. Moves nothing: the person confirms at confirmLink, or change_booking does it by their mandate.',
  scope: 'bookings:read',
  hint: 'reads',
  input: { bookingId: Uuid, slotToken: SlotToken },
  output: {
    visit: Visit,
    newWhen: z.string(),
    newPlace: z.string(),
    duePesos: z.number(),
    lines: z.array(Line),
    reason: z.string(),
    asks: z.array(z.string()),
    expiresAt: z.string(),
    quoteToken: z.string(),
    confirmLink: z.string(),
  },
  run: async (ask, { bookingId, slotToken }) => {
    const { quote, one, confirmLink } = await quoteMove(ask, bookingId, slotToken)
    return {
      visit: visitOf(ask, one),
      newWhen: whenIn(quote.startsAt, quote.zone),
      newPlace: said(quote.place),
      duePesos: pesos(quote.dueCents),
      lines: linesOf(quote.lines),
      reason: quote.reason,
      asks: quote.asks,
      expiresAt: quote.expiresAt,
      quoteToken: quote.token,
      confirmLink,
    }
  },
})

const move = tool({
  name: 'change_booking',
  title: 'Cambiar una cita de hora',
  description:
    'Move a visit on the terms of change_quote, by the mandate that the person gave this app. Without one nothing is done and confirmLink is where the person confirms. Use only after the person agreed to the quote.',
  scope: 'bookings:write',
  hint: 'ends',
  input: { bookingId: Uuid, slotToken: SlotToken, quoteToken: QuoteToken, requestId: RequestId },
  output: Outcome,
  run: (ask, { bookingId, slotToken, quoteToken, requestId }) =>
    orPerson(
      ask,
      () => ask.call(changeByMandate, { body: { bookingId, quoteToken } }, requestId),
      async () => (await quoteMove(ask, bookingId, slotToken)).confirmLink,
    ),
})

export const changeTools = [quoteToCancel, cancel, hoursToMove, quoteToMove, move] as const
