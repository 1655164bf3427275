import { forgetOld, mailOpenings } from '#server/favourite/alert.ts'
import { forgetOver } from '#server/favourite/saved-search.ts'
import { followHours, followOpening } from '#server/favourite/search-opening.ts'
import { sendToSaved, textDue, textFound } from '#server/favourite/visitor-search.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  { every: '*/5 * * * *', name: 'favourite.tell_openings', run: mailOpenings },
  // The same events as for the waitlist: an hour may have become available.
  ...(['cancelled', 'expired', 'changed', 'declined', 'unanswered', 'unit_moved'] as const).map((ended) =>
    subscribe(`booking.${ended}`, `favourite.search-opening-${ended}`, (work, { bookingId }) =>
      followOpening(work, bookingId),
    ),
  ),
  subscribe('professional.hours_changed', 'favourite.search-new-hours', (work, { professionalId }) =>
    followHours(work, professionalId),
  ),
  subscribe('saved_search.text_due', 'favourite.text-found', textFound),
  { every: '*/5 * * * *', name: 'favourite.text_due', run: textDue },
  subscribe('booking.guest_asked', 'favourite.send-guest-code', sendToSaved),
  { every: '38 10 * * *', name: 'favourite.forget_searches', run: forgetOver },
  { every: '37 10 * * *', name: 'favourite.forget_alerts', run: forgetOld },
]
