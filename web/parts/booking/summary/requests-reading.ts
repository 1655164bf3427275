import { requests } from '#contract/booking/request/request.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'

/** Requests that await an answer; refetched, since clients send them while the page is open. */
export const requestsReading = (role: 'professional' | 'host' = 'professional') => ({
  ...reading(requests, { query: { role } }),
  refetchInterval: minuteMs,
})
