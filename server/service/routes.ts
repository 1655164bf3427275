import * as contract from '#contract/service.ts'
import { route, type Route } from '#server/platform/http.ts'
import { add, change, duplicate, impact, order, remove, services } from '#server/service/service.ts'

export const routes: readonly Route[] = [
  route(contract.services, services),
  route(contract.addService, add),
  route(contract.orderServices, order),
  route(contract.changeService, change),
  route(contract.removeService, remove),
  route(contract.duplicateService, duplicate),
  route(contract.serviceImpact, impact),
]
