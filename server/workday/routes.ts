import * as admin from '#contract/workday/admin-waiting.ts'
import { findInWork } from '#contract/workday/found.ts'
import { waitingInWork } from '#contract/workday/waiting.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { adminWaiting } from '#server/workday/admin-waiting.ts'
import { find } from '#server/workday/workday.ts'
import { waiting } from '#server/workday/waiting.ts'

export const routes: readonly Route[] = [
  route(findInWork, (work, { query }) => find(work, query)),
  route(admin.adminWaiting, (work) => adminWaiting(work)),
  route(waitingInWork, (work, { query }) => waiting(work, query)),
]
