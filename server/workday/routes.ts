import { findInWork } from '#contract/workday/found.ts'
import { waitingInWork } from '#contract/workday/waiting.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { find } from '#server/workday/workday.ts'
import { waiting } from '#server/workday/waiting.ts'

export const routes: readonly Route[] = [
  route(findInWork, (work, { query }) => find(work, query)),
  route(waitingInWork, (work, { query }) => waiting(work, query)),
]
