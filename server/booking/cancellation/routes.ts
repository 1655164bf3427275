import * as cancellation from '#contract/booking/cancellation.ts'
import * as rescues from '#contract/booking/cancellation/rescue.ts'
import { cancel } from '#server/booking/cancellation/cancellation.ts'
import { cancelQuote } from '#server/booking/cancellation/cancel-quote.ts'
import { answerRescue } from '#server/booking/cancellation/rescue.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(cancellation.cancelQuote, (work, { params, query, body }) =>
    cancelQuote(work, params.id, { ...query, ...body }),
  ),
  route(cancellation.cancel, (work, { params, query, body }) =>
    cancel(work, params.id, { ...query, ...body }),
  ),
  route(rescues.answerRescue, (work, { params, query, body }) =>
    answerRescue(work, params.id, { ...query, ...body, answer: params.answer }),
  ),
]
