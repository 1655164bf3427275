import * as request from '#contract/booking/request/request.ts'
import * as asked from '#server/booking/request/request.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(request.requests, (work, { query }) => asked.requests(work, query.role)),
  route(request.acceptRequest, (work, { params, body }) => asked.accept(work, params.id, body)),
  route(request.declineRequest, (work, { params, body }) => asked.decline(work, params.id, body)),
  route(request.alternatives, (work, { params, query }) => asked.alternatives(work, params.id, query)),
]
