/** How a booking ended before its time, and what each party reads of it. */
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { sentenceFor } from '#server/booking/columns/ending-words.ts'
import { backWords, moneyWords } from '#server/booking/columns/money-words.ts'
import { chargedOf } from '#server/booking/columns/payment.ts'
import { asksOncePaid, type BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'

/** Stored with the booking, so that every receipt and list can show it. */
export const Ending = z.object({
  by: z.enum(['client', 'professional', 'host', 'platform']),
  at: z.iso.datetime(),
  reason: z.string(),
  /** What the party that ended it wrote to the others. */
  said: z.optional(z.string()),
  refundCents: z.int(),
  feeCents: z.int(),
  /** What each party keeps of the fee after commission and withholding. */
  professionalNetCents: z.int(),
  hostNetCents: z.int(),
})
export type Ending = z.output<typeof Ending>

export const endingOf = (booking: { cancellation: unknown }): Ending | null =>
  booking.cancellation === null ? null : z.parse(Ending, booking.cancellation)

type View = z.input<typeof Booking>
type Ended = Pick<BookingRow, 'kind' | 'cancellation'> & { no_show_state: string | null } & Parameters<
    typeof chargedOf
  >[0]
type Shown = Ended & BookingRow

export const endingPart = (
  shown: Shown,
  side: Side,
): Pick<View, 'cancellation' | 'asksFirst' | 'moneyWords' | 'backWords'> => ({
  ...(side === 'client' ? moneyNotice(shown) : {}),
  cancellation: cancellationFor(shown, side),
})

/** For the client: what is taken besides the money, and what happens to the money. */
const moneyNotice = (shown: Shown): Pick<View, 'asksFirst' | 'moneyWords' | 'backWords'> => {
  const words = moneyWords(shown)
  const back = words === undefined ? endWords(shown) : ''
  return {
    ...(back === '' ? {} : { backWords: back }),
    ...(asksOncePaid(shown) ? { asksFirst: true } : {}),
    ...(words === undefined ? {} : { moneyWords: words }),
  }
}

/** What happened to the money of a confirmed visit that ended; empty otherwise. */
export const endWords = (shown: Ended): string => {
  const ending = endingOf(shown)
  if (ending === null || shown.kind === 'rent') return ''
  return backWords(
    chargedOf(shown),
    ending,
    shown.no_show_state === 'open' || shown.no_show_state === 'contested',
  )
}

/** Who reads the reason and the note of the party that ended it: client and professional read each other's, and both read their host's. */
export const isMeantFor = ({ kind }: Pick<BookingRow, 'kind'>, by: Ending['by'], side: Side) =>
  kind === 'rent' || side !== 'host' || by === 'host' || by === 'platform'

const cancellationFor = (shown: Shown, side: Side): View['cancellation'] => {
  const ending = endingOf(shown)
  if (ending === null) return null
  const money = side === 'host' ? { refundCents: null, feeCents: null } : ending
  const isMeant = isMeantFor(shown, ending.by, side)
  return {
    by: ending.by,
    at: ending.at,
    // The rule with its amounts, or why a request was declined, is for client and professional.
    reason: isMeant ? sentenceFor(ending, shown, side) : '',
    said: isMeant ? (ending.said ?? null) : null,
    refundCents: money.refundCents,
    feeCents: money.feeCents,
  }
}
