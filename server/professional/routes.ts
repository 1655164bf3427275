import * as works from '#contract/professional/portfolio.ts'
import * as contract from '#contract/professional/professional.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import * as portfolio from '#server/professional/portfolio.ts'
import { countView } from '#server/professional/view.ts'
import { profile, save } from '#server/professional/professional.ts'

export const routes: readonly Route[] = [
  route(contract.profile, profile),
  route(contract.saveProfile, save),
  route(contract.pageViewed, countView),
  route(works.portfolio, portfolio.portfolio),
  route(works.uploadWork, portfolio.upload),
  route(works.changeWork, portfolio.change),
  route(works.orderPortfolio, portfolio.order),
  route(works.removeWork, portfolio.remove),
  route(works.removeBefore, portfolio.removeBefore),
]
