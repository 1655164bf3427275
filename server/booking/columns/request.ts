/** A request: until when it can be answered and by which party. */
import type * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { spaceOf } from '#server/booking/contact/location.ts'
import { asksOncePaid, type BookingRow, waitsFor } from '#server/booking/moves/move.ts'

type Answerable = Parameters<typeof waitsFor>[0] &
  Parameters<typeof spaceOf>[0] & { professional_first_name: string }

/**
 * The party whose answer is awaited, as the subject of a sentence: "Renata", "Casa Salas", or "Renata, junto con Casa Salas,", each with a
 * verb in the singular.
 */
export const whoAnswers = (shown: Answerable): string => {
  const sides = waitsFor(shown)
  const name = shown.professional_first_name
  if (!sides.includes('host')) return name
  const place = shown.business_name ?? spaceOf(shown)
  return sides.includes('professional') ? `${name}, junto con ${place},` : place
}

/** Absent where only the professional must answer, or no answer is awaited. */
export const answeredPart = (shown: Answerable): { answeredBy?: string } =>
  waitsFor(shown).includes('host') ? { answeredBy: whoAnswers(shown) } : {}

export const requestPart = (
  shown: BookingRow & Answerable,
): Pick<z.input<typeof Booking>, 'request' | 'answeredBy'> => ({
  ...(shown.status === 'requested' || asksOncePaid(shown) ? answeredPart(shown) : {}),
  request:
    shown.respond_by === null
      ? null
      : {
          respondBy: shown.respond_by.toISOString(),
          waitsFor: shown.status === 'requested' ? waitsFor(shown) : [],
        },
})
