import * as changes from '#contract/booking/change/change.ts'
import * as changing from '#server/booking/change/change.ts'
import * as changeQuotes from '#server/booking/change/change-quote.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(changes.changeSlots, (work, { params, query }) => changing.changeSlots(work, params.id, query)),
  route(changes.changeQuote, (work, { params, query, body }) =>
    changeQuotes.changeQuote(work, params.id, { ...query, ...body }),
  ),
  route(changes.change, (work, { params, query, body }) =>
    changing.change(work, params.id, { ...query, ...body }),
  ),
  route(changes.answerChange, (work, { params, query, body }) =>
    changing.answerChange(work, params.id, { ...query, ...body, answer: params.answer }),
  ),
]
