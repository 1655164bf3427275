import * as contract from '#contract/figures.ts'
import { unmetDemand } from '#server/figures/demand.ts'
import { income } from '#server/figures/figures.ts'
import { tasks } from '#server/figures/task.ts'
import { route, type Route } from '#server/platform/http.ts'

export const routes: readonly Route[] = [
  route(contract.income, (work, { query }) => income(work, query)),
  route(contract.tasks, (work) => tasks(work)),
  route(contract.unmetDemand, (work, { query }) => unmetDemand(work, query)),
]
