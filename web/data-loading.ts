/** Spec §9: no automatic retry, no refetch on focus, no polling, and what was read stays as it is until something changes it. */
export const dataLoading = {
  // Without a line a call fails at once and says so, instead of waiting in silence.
  networkMode: 'always',
  retry: false,
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const
