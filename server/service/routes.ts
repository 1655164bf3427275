import * as contract from '#contract/service/service.ts'
import { usualPrices } from '#contract/service/usual-prices.ts'
import * as intake from '#contract/booking/client/intake.ts'
import { route, type Route } from '#server/platform/http/http.ts'
import { choose, forms, putAway, rewrite, write } from '#server/service/form.ts'
import { add, change, duplicate, impact, order, remove } from '#server/service/service.ts'
import { usual } from '#server/service/usual-prices.ts'
import { services } from '#server/service/service-view.ts'

export const routes: readonly Route[] = [
  route(contract.services, services),
  route(contract.addService, add),
  route(usualPrices, usual),
  route(contract.orderServices, order),
  route(contract.changeService, change),
  route(contract.removeService, remove),
  route(contract.duplicateService, duplicate),
  route(contract.serviceImpact, impact),
  route(intake.ownForms, forms),
  route(intake.addForm, write),
  route(intake.changeForm, rewrite),
  route(intake.removeForm, putAway),
  route(intake.serviceForms, choose),
]
