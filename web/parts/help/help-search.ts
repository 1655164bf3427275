/** The search in the help, as its address says it. By itself, since the address of every page is known on every page. */
export const requestedIn = (search: Record<string, unknown>): { q?: string } =>
  typeof search.q === 'string' && search.q !== '' ? { q: search.q.slice(0, 80) } : {}
