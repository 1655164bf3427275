import { createIsomorphicFn } from '@tanstack/react-start'
import { type Posted, visits } from '#web/visit.ts'

/** Result of a form sent before any script ran. Read in a loader, so that the browser receives it with the page. */
export const posted = createIsomorphicFn()
  .server((): Posted | null => visits.getStore()?.posted ?? null)
  .client((): Posted | null => null)
