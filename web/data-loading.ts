/** Spec §9: no automatic retry, no refetch on focus, no polling; data stays as loaded until something changes it. */
export const dataLoading = {
  // Without a connection a call fails at once instead of waiting silently.
  networkMode: 'always',
  retry: false,
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const

/**
 * The server waits for the data that it renders; a browser shows a choice at once and its data when they arrive: of two choices in quick
 * succession, the second must see the first.
 */
export const onServer = (fetched: Promise<void>) => (import.meta.env.SSR ? fetched : undefined)
