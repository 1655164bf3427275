import { requests } from '#contract/booking/request/request.ts'
import { reading } from '#web/api.ts'

/** What waits for an answer; clients ask while one looks at it. */
export const requestsReading = () => ({
  ...reading(requests, { query: { role: 'professional' } }),
  refetchInterval: 60_000,
})
