import { createIsomorphicFn } from '@tanstack/react-start'
import { visits } from '#web/visit.ts'

/** `https://…` of this site: search engines ask for whole addresses. */
export const ownOrigin = createIsomorphicFn()
  .server(() => visits.getStore()?.origin ?? '')
  .client(() => window.location.origin)
