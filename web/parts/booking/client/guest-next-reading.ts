import { queryOptions } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { guestBookings } from '#contract/booking/client/guest.ts'
import { call, keyOf } from '#web/api.ts'
import { visits } from '#web/visit.ts'

/** A browser without the cookie has confirmed nothing; its scripts cannot read the cookie. */
const mayHaveVisits = createIsomorphicFn()
  .server(() => visits.getStore()?.hasVisitor ?? false)
  .client(() => true)

/** The next visit of a visitor known by a code of the last day; null: not known, or none coming. */
export const guestNextReading = queryOptions({
  queryKey: [...keyOf(guestBookings), 'next'],
  queryFn: async ({ signal }) => {
    if (!mayHaveVisits()) return null
    const { visits: found } = await call(guestBookings, { query: { limit: 1 } }, { signal })
    return found[0] ?? null
  },
  // A visit may be booked, changed or cancelled elsewhere before the visitor returns here.
  staleTime: 5_000,
  // The page came with it, and its route reloads it: a phone's wrong clock must not trigger a second request.
  refetchOnMount: false,
})
