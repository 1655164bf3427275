/** The help's search in its URL. Separate file, since every page loads the map of URLs. */
export const requestedIn = (search: Record<string, unknown>): { q?: string } =>
  typeof search.q === 'string' && search.q !== '' ? { q: search.q.slice(0, 80) } : {}
