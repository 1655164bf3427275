import * as contract from '#contract/review/visit-review.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { decide, queue, received, reply, report, reportAnswer } from '#server/review/answer.ts'
import { read, write } from '#server/review/review.ts'

export const routes: readonly Route[] = [
  route(contract.visitReview, read),
  route(contract.writeReview, write),
  route(contract.receivedReviews, received),
  route(contract.replyToReview, reply),
  route(contract.reportReview, report),
  route(contract.reportReply, reportAnswer),
  route(contract.reportedReviews, queue),
  route(contract.decideReviewReport, decide),
]
