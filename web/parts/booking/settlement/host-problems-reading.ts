import { hostDisputes, hostDisputesWaiting } from '#contract/booking/settlement/host-dispute.ts'
import { pagesOf } from '#web/api-pages.ts'
import { reading } from '#web/api.ts'

// Others report, answer and decide while one looks.
export const hostProblemsReading = {
  ...pagesOf(hostDisputes, { query: {} }),
  refetchInterval: 60_000,
}
export const hostWaitingReading = { ...reading(hostDisputesWaiting), refetchInterval: 60_000 }
