import { hostDisputes, hostDisputesWaiting } from '#contract/booking/settlement/host-dispute.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { pagesOf } from '#web/api-pages.ts'
import { reading } from '#web/api.ts'

// The parties report, answer and decide while the list is open.
export const hostProblemsReading = {
  ...pagesOf(hostDisputes, { query: {} }),
  refetchInterval: minuteMs,
}
export const hostWaitingReading = { ...reading(hostDisputesWaiting), refetchInterval: minuteMs }
