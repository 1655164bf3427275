import * as contract from '#contract/service.ts'
import { route, type Route } from '#server/platform/http.ts'
import { add, change, remove, services } from '#server/service/service.ts'

export const routes: readonly Route[] = [
  route(contract.services, services),
  route(contract.addService, add),
  route(contract.changeService, change),
  route(contract.removeService, remove),
]
