import type { slots } from '#contract/availability/availability.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import type { Slot } from '#contract/availability/slot.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'

/** The start that was chosen elsewhere, if it is still free. */
export const broughtIn = (
  shown: Reply<typeof slots> | undefined,
  { at, atSpace }: Pick<BookingSearch, 'at' | 'atSpace'>,
): Slot | undefined =>
  at === undefined
    ? undefined
    : shown?.days
        .flatMap(({ slots }) => slots)
        .find(
          ({ startsAt, spaceId }) =>
            Date.parse(startsAt) === Date.parse(at) && (atSpace === undefined || (spaceId ?? 0) === atSpace),
        )
