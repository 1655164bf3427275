/** Converts a rent's row into the terms of the code that computes with it. */
import * as z from 'zod/mini'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Rented } from '#server/pricing/rent-cancellation.ts'
import { openTerms } from '#server/pricing/terms.ts'

const Stretch = z.object({ startsAt: z.string(), endsAt: z.string(), hourlyCents: z.int() })
/** Minutes at one price, as quoted; they determine what each returned hour is worth. */
export const Stretches = z.array(Stretch)

export const rentedOf = (
  row: Pick<
    BookingRow,
    | 'terms'
    | 'rent_cents'
    | 'cleaning_cents'
    | 'retained_cents'
    | 'rent_stretches'
    | 'starts_at'
    | 'ends_at'
    | 'confirmed_at'
    | 'zone'
  >,
  now: Date,
): Rented => ({
  terms: openTerms(row.terms),
  rentCents: row.rent_cents,
  cleaningCents: row.cleaning_cents,
  retainedCents: row.retained_cents,
  stretches: Stretches.parse(row.rent_stretches ?? []),
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  confirmedAt: row.confirmed_at,
  zone: row.zone,
  now,
})
