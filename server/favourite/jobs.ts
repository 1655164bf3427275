import * as z from 'zod/mini'
import { forgetOld, mailOpenings } from '#server/favourite/alert.ts'
import { forgetOver } from '#server/favourite/saved-search.ts'
import { compareNext, followHours, followOpening } from '#server/favourite/search-opening.ts'
import { sendToSaved, textDue, textFound } from '#server/favourite/visitor-search.ts'
import { type Job, retired, subscribe } from '#server/platform/jobs.ts'

export const jobs: readonly Job[] = [
  { every: '*/5 * * * *', name: 'favourite.tell_openings', run: mailOpenings },
  subscribe('booking.cancelled', 'favourite.search-opening-cancelled', (work, { bookingId }) =>
    followOpening(work, bookingId),
  ),
  subscribe('booking.changed', 'favourite.search-opening-changed', (work, { bookingId, freed }) =>
    followOpening(work, bookingId, freed),
  ),
  // Of what was never an appointment; their rows may still wait in the queue.
  ...['expired', 'declined', 'unanswered', 'unit_moved'].map((ended) =>
    retired(`favourite.search-opening-${ended}`, z.object({ bookingId: z.uuid() }), async () => {}),
  ),
  subscribe('professional.hours_changed', 'favourite.search-new-hours', (work, { professionalId }) =>
    followHours(work, professionalId),
  ),
  subscribe('saved_search.opening', 'favourite.compare-searches', compareNext),
  subscribe('saved_search.text_due', 'favourite.text-found', textFound),
  { every: '*/5 * * * *', name: 'favourite.text_due', run: textDue },
  subscribe('booking.guest_asked', 'favourite.send-guest-code', sendToSaved),
  { every: '38 10 * * *', name: 'favourite.forget_searches', run: forgetOver },
  { every: '37 10 * * *', name: 'favourite.forget_alerts', run: forgetOld },
]
