import { createIsomorphicFn } from '@tanstack/react-start'
import { type Posted, visits } from '#web/visit.ts'

/** What was sent before any script ran. Read in a loader, so that the browser takes it over with the page. */
export const posted = createIsomorphicFn()
  .server((): Posted | null => visits.getStore()?.posted ?? null)
  .client((): Posted | null => null)
