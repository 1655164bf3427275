import * as request from '#contract/booking/request/request.ts'
import * as requested from '#server/booking/request/request.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(request.requests, (work, { query }) => requested.requests(work, query.role)),
  route(request.acceptRequest, (work, { params, body }) => requested.accept(work, params.id, body)),
  route(request.declineRequest, (work, { params, body }) => requested.decline(work, params.id, body)),
  route(request.alternatives, (work, { params, query }) => requested.alternatives(work, params.id, query)),
]
