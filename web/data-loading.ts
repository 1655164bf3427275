/** Spec §9: no automatic retry, no refetch on focus, no polling, and what was read stays as it is until something changes it. */
export const dataLoading = {
  // Without a line a call fails at once and says so, instead of waiting in silence.
  networkMode: 'always',
  retry: false,
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const

/**
 * The server waits for what it writes; a browser shows at once what was chosen, and what was read when it comes: of two choices made
 * in a row the second must know of the first.
 */
export const onServer = (fetched: Promise<void>) => (import.meta.env.SSR ? fetched : undefined)
