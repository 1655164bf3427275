import { requests } from '#contract/booking/request/request.ts'
import { reading } from '#web/api.ts'

/** What waits for an answer; clients ask while one looks at it. */
export const requestsReading = (role: 'professional' | 'host' = 'professional') => ({
  ...reading(requests, { query: { role } }),
  refetchInterval: 60_000,
})
