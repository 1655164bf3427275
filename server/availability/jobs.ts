import type { Job } from '#server/platform/jobs.ts'
import { readDue } from '#server/availability/outside/outside-reading.ts'
import { sweepHomes } from '#server/availability/offer/home.ts'
import { clearClasses, sweep } from '#server/availability/block/availability.ts'

export const jobs: readonly Job[] = [
  { every: '* * * * *', name: 'availability.sweep', run: sweep },
  { every: '43 * * * *', name: 'availability.clear-classes', run: clearClasses },
  { every: '23 * * * *', name: 'availability.sweep-homes', run: sweepHomes },
  { every: '* * * * *', name: 'availability.read-outside-calendars', run: readDue },
]
