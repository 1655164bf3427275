import * as contract from '#contract/suspension/suspension.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { find, read } from '#server/suspension/meaning.ts'
import { lift, suspend } from '#server/suspension/suspension.ts'

export const routes: readonly Route[] = [
  route(contract.findAccounts, (work, { query }) => find(work, query.q)),
  route(contract.accountCase, (work, { params, query }) => read(work, params.id, query.fault)),
  route(contract.suspendAccount, (work, { params, body }) => suspend(work, params.id, body)),
  route(contract.liftSuspension, (work, { params, body }) => lift(work, params.id, body)),
]
