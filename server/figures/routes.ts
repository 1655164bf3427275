import * as bank from '#contract/figures/bank-deposit.ts'
import * as contract from '#contract/figures/figures.ts'
import * as statements from '#contract/figures/statement.ts'
import * as whys from '#contract/figures/unit-why.ts'
import * as own from '#contract/figures/own-figures.ts'
import { monthStatement } from '#server/figures/statement.ts'
import { deposit, deposits } from '#server/figures/bank-deposits.ts'
import { unmetDemand } from '#server/figures/demand.ts'
import { income } from '#server/figures/figures.ts'
import { ownFigures } from '#server/figures/own-figures.ts'
import { ownTasks } from '#server/figures/own-task.ts'
import { tasks } from '#server/figures/task.ts'
import { unitWhy } from '#server/figures/unit-why.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(contract.income, (work, { query }) => income(work, query)),
  route(contract.tasks, (work) => tasks(work)),
  route(own.ownFigures, (work, { query }) => ownFigures(work, query)),
  route(own.ownTasks, (work) => ownTasks(work)),
  route(contract.unmetDemand, (work, { query }) => unmetDemand(work, query)),
  route(bank.bankDeposits, deposits),
  route(bank.bankDeposit, deposit),
  route(statements.statement, monthStatement),
  route(whys.unitWhy, unitWhy),
]
