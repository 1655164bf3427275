/** Holds an hour with a quote and books it, and lists the user's visits. Payments need the user, or a mandate. */
import * as z from 'zod/mini'
import { bookByMandate } from '#contract/assistant/mandate.ts'
import { bookings } from '#contract/booking/booking.ts'
import { hold } from '#contract/booking/hold.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { type Ask, tool } from '#server/assistant/tool.ts'
import { orPerson, Outcome, Visit, visitOf } from '#server/assistant/visit-outcome.ts'
import { Line, linesOf, pesos, RequestId, said, SlotToken, whenIn } from '#server/assistant/words.ts'

const checkoutOf = (ask: Ask, id: string) => `${ask.work.config.publicUrl}/dynamic-checkout?hold=${id}`

const holdHour = tool({
  name: 'hold_hour',
  title: 'Apartar una hora',
  description:
    'Hold a free hour for ten minutes and get its exact quote. Nothing is charged. The person confirms and pays at confirmLink, or book_held_hour books it where they gave a mandate.',
  scope: 'bookings:write',
  hint: 'adds',
  input: { slotToken: SlotToken, requestId: RequestId },
  output: {
    holdId: z.string(),
    quoteHash: z.string(),
    service: z.string(),
    when: z.string(),
    place: z.string(),
    lines: z.array(Line),
    totalPesos: z.number(),
    /** The cancellation policy, in one sentence. */
    terms: z.string(),
    /** The professional must accept before it is confirmed. */
    asksFirst: z.boolean(),
    expiresAt: z.string(),
    confirmLink: z.string(),
  },
  run: async (ask, { slotToken, requestId }) => {
    const held = await ask.call(hold, { body: { slotToken } }, requestId)
    return {
      holdId: held.id,
      quoteHash: held.quote.hash,
      service: said(held.service.name, 80),
      when: whenIn(held.startsAt, held.zone),
      place: said([held.place.name, held.place.neighbourhood, held.place.city].filter(Boolean).join(', ')),
      lines: linesOf(held.quote.lines),
      totalPesos: pesos(held.quote.totalCents),
      terms: held.policy.text,
      asksFirst: held.asksFirst,
      expiresAt: held.expiresAt,
      confirmLink: checkoutOf(ask, held.id),
    }
  },
})

const book = tool({
  name: 'book_held_hour',
  title: 'Reservar la hora apartada',
  description:
    'Book and pay a held hour by the mandate that the person gave this app, with the card they saved. Without one, or beyond it, nothing is done and confirmLink is where the person pays. Use only after the person agreed to the quote.',
  scope: 'bookings:write',
  hint: 'ends',
  input: { holdId: Uuid, quoteHash: z.string().check(z.maxLength(100)), requestId: RequestId },
  output: Outcome,
  run: (ask, { holdId, quoteHash, requestId }) =>
    orPerson(
      ask,
      () => ask.call(bookByMandate, { body: { holdId, quoteHash } }, requestId),
      () => checkoutOf(ask, holdId),
    ),
})

const mine = tool({
  name: 'my_bookings',
  title: 'Mis citas',
  description:
    'What the person has booked as a client: upcoming, waiting for an answer or payment, or past. At most ten.',
  scope: 'bookings:read',
  hint: 'reads',
  input: { which: z._default(z.enum(['upcoming', 'waiting', 'past']), 'upcoming') },
  output: { visits: z.array(Visit) },
  run: async (ask, { which }) => {
    const found = await ask.call(bookings, { query: { role: 'client', tab: which, limit: 10 } })
    return { visits: found.map((one) => visitOf(ask, one)) }
  },
})

export const visitTools = [holdHour, book, mine] as const
